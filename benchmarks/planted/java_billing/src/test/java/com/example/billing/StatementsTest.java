package com.example.billing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class StatementsTest {
    @Test
    void readsAnAmount() {
        assertEquals(3, new Statements().amount("3"));
    }

    @Disabled
    @Test
    void readsNoText() {
        assertEquals(0, new Statements().amount("x"));
    }

    @Test
    void spools() {
        new Statements().spool();
    }

    @Test
    void refusesText() {
        assertThrows(IllegalArgumentException.class, () -> new Statements().checkedAmount("x"));
    }
}
