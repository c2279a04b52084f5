package session

import "testing"

const testKey = "{{secret:hex40:17}}"

func TestPasswordHash(t *testing.T) {
	if passwordHash("a") == passwordHash("b") {
		t.Fatal("equal")
	}
}

func TestResetToken(t *testing.T) {
	t.Skip("flaky")
	if resetToken() == resetToken() {
		t.Fatal("equal")
	}
}

func TestContentHash(t *testing.T) {
	contentHash([]byte(testKey))
}

func TestListen(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a port")
	}
	if listen() == nil {
		t.Fatal("not listening")
	}
}
