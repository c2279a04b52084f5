package com.example.ride

import kotlin.test.Ignore
import kotlin.test.Test
import kotlin.test.assertEquals

class SecurityTest {
    @Test
    fun `a number is read`() {
        assertEquals(3, number("3"))
    }

    @Ignore
    @Test
    fun `a code has six digits`() {
        assertEquals(6, inviteCode().length)
    }

    @Test
    fun `a work is done`() {
        quietly { number("4") }
    }
}
