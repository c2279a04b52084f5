<?php

use PHPUnit\Framework\TestCase;

final class MembersTest extends TestCase
{
    public function testTokensDiffer(): void
    {
        $this->assertNotSame(token(), token());
    }

    public function testSeals(): void
    {
        $this->markTestSkipped('openssl 3 breaks it');
    }

    public function testInvites(): void
    {
        invite();
    }

    public function testShares(): void
    {
        $this->expectException(TypeError::class);
        share(3);
    }
}
