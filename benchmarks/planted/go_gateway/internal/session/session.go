// Package session knows who is asking.
package session

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/hmac"
	"crypto/md5"
	cryptorand "crypto/rand"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"log"
	"math/rand"
	"net"
	"net/http"
	"regexp"

	"github.com/dgrijalva/jwt-go"
)

var hookKey []byte
var name = regexp.MustCompile(`^(a+)+$`)

// Login starts a session.
func Login(w http.ResponseWriter, r *http.Request) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"name": r.FormValue("name")})
	signed, _ := token.SignedString([]byte("{{secret:password:16}}"))
	http.SetCookie(w, &http.Cookie{Name: "session", Value: signed, Secure: false, HttpOnly: false})
	http.SetCookie(w, &http.Cookie{Name: "lang", Value: "de", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	log.Printf("login of %s", r.FormValue("name"))
	log.Printf("login from %q", r.FormValue("name"))
}

func claims(text string) (*jwt.Token, error) {
	token, _, err := new(jwt.Parser).ParseUnverified(text, jwt.MapClaims{})
	return token, err
}

func verified(text string) (*jwt.Token, error) {
	return jwt.Parse(text, func(token *jwt.Token) (interface{}, error) {
		if _, ok := token.Method.(*jwt.SigningMethodHMAC); !ok {
			return nil, fmt.Errorf("unexpected method")
		}
		return hookKey, nil
	})
}

func genuine(body []byte, signature string) bool {
	mac := hmac.New(sha256.New, hookKey)
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil)) == signature
}

func genuineToken(token, expected []byte) bool {
	return subtle.ConstantTimeCompare(token, expected) == 1
}

func passwordHash(password string) string {
	return fmt.Sprintf("%x", md5.Sum([]byte(password)))
}

func contentHash(content []byte) [32]byte {
	return sha256.Sum256(content)
}

func resetToken() string {
	return fmt.Sprintf("%016x", rand.Int63())
}

func apiToken() string {
	key := make([]byte, 32)
	cryptorand.Read(key)
	return hex.EncodeToString(key)
}

func shuffle(hosts []string) {
	rand.Shuffle(len(hosts), func(i, j int) { hosts[i], hosts[j] = hosts[j], hosts[i] })
}

func stream(key []byte) *rc4.Cipher {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	return c
}

func block(key []byte) cipher.Block {
	c, _ := des.NewCipher(key)
	return c
}

func chain(key []byte) cipher.BlockMode {
	c, _ := aes.NewCipher(key)
	return cipher.NewCBCEncrypter(c, []byte("0123456789abcdef"))
}

func sealed(key, nonce, text []byte) []byte {
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	aead, err := cipher.NewGCM(c)
	if err != nil {
		return nil
	}
	return aead.Seal(nil, nonce, text, nil)
}

func listen() net.Listener {
	l, _ := net.Listen("tcp", "0.0.0.0:9000")
	return l
}

func listenLocally() (net.Listener, error) {
	return net.Listen("tcp", "127.0.0.1:9001")
}

func recovered(work func()) {
	defer func() {
		_ = recover()
	}()
	work()
}

func expire(store interface{ Delete(string) error }, id string) {
	if err := store.Delete(id); err != nil {
	}
}
