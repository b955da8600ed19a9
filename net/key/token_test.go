package key

import (
	"crypto"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
)

// TestTokenSigner: it signs texts of tokens, and nothing that could pass for a signature with a domain.
func TestTokenSigner(t *testing.T) {
	p := FromSeed([32]byte{1})
	s := p.TokenSigner()
	text := []byte("eyJhbGciOiJFZERTQSJ9.eyJleHAiOjF9")
	sig, err := s.Sign(nil, text, crypto.Hash(0))
	if err != nil || !ed25519.Verify(p.ID().TokenKey(), text, sig) {
		t.Fatalf("a token: %v", err)
	}
	for _, text := range []string{"", "eyJhbGci", "eyJ.a.b", "hello.world", string(statement("eyJ", []byte("a.b")))} {
		if _, err := s.Sign(nil, []byte(text), crypto.Hash(0)); !errors.Is(err, ErrToken) {
			t.Errorf("%q is signed: %v", text, err)
		}
	}
	if _, err := s.Sign(nil, text, crypto.SHA512); !errors.Is(err, ErrToken) {
		t.Errorf("a hash is signed: %v", err)
	}
	if b := string(statement("x", nil)); strings.HasPrefix(b, tokenBegin) {
		t.Errorf("a statement begins like a token: %q", b)
	}
}
