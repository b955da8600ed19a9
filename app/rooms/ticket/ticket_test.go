package ticket

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"pgregory.net/rapid"

	"manyhold/net/key"
)

var (
	node  = key.FromSeed([32]byte{1})
	other = key.FromSeed([32]byte{2})
	noon  = time.Unix(1_800_000_000, 0)
)

// issued is a ticket of the node.
func issued(t interface{ Fatal(...any) }, scopes ...string) string {
	text, err := sign(node, &Record{ID: "0123456789abcdef", For: "a program", Scopes: scopes, Issued: noon, Expires: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func isInvalid(err error) bool {
	var x *Invalid
	return errors.As(err, &x)
}

// TestTicket: a ticket is valid until it expires, for its node only.
func TestTicket(t *testing.T) {
	text := issued(t, Read, Play)
	got, err := verify(node.ID(), text, noon.Add(59*time.Minute))
	if err != nil || got.Scope != Read+" "+Play || got.Subject != "a program" {
		t.Fatal(got, err)
	}
	for _, c := range []struct {
		what, text string
		node       key.ID
		at         time.Time
		err        error
	}{
		{"expired", text, node.ID(), noon.Add(time.Hour), ErrExpired},
		{"not yet issued", text, node.ID(), noon.Add(-time.Minute), ErrInvalid},
		{"another node's", text, other.ID(), noon, ErrForeign},
		{"empty", "", node.ID(), noon, ErrInvalid},
		{"no ticket", "hello", node.ID(), noon, ErrInvalid},
		{"long", text + strings.Repeat("x", maxText), node.ID(), noon, ErrTooLong},
		{"without a signature", text[:strings.LastIndex(text, ".")+1], node.ID(), noon, ErrForeign},
	} {
		if _, err := verify(c.node, c.text, c.at); !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestForgedTickets: other algorithms, keys, audiences and times are refused, though the rest is in order.
func TestForgedTickets(t *testing.T) {
	good := claims{Read, jwt.RegisteredClaims{Issuer: node.ID().String(), Audience: jwt.ClaimStrings{audience}, IssuedAt: jwt.NewNumericDate(noon), ExpiresAt: jwt.NewNumericDate(noon.Add(time.Hour))}}
	forge := func(m jwt.SigningMethod, c claims, k any) string {
		s, err := jwt.NewWithClaims(m, c).SignedString(k)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if _, err := verify(node.ID(), forge(jwt.SigningMethodEdDSA, good, node.TokenSigner()), noon); err != nil {
		t.Fatal("the honest one: ", err)
	}
	id := node.ID()
	with := func(f func(*claims)) claims { c := good; f(&c); return c }
	for what, text := range map[string]string{
		"none":            forge(jwt.SigningMethodNone, good, jwt.UnsafeAllowNoneSignatureType),
		"a shared secret": forge(jwt.SigningMethodHS256, good, id[:]),
		"another's key":   forge(jwt.SigningMethodEdDSA, good, other.TokenSigner()),
		"no end":          forge(jwt.SigningMethodEdDSA, with(func(c *claims) { c.ExpiresAt = nil }), node.TokenSigner()),
		"no beginning":    forge(jwt.SigningMethodEdDSA, with(func(c *claims) { c.IssuedAt = nil }), node.TokenSigner()),
		"too long":        forge(jwt.SigningMethodEdDSA, with(func(c *claims) { c.ExpiresAt = jwt.NewNumericDate(noon.Add(MaxTime + time.Hour)) }), node.TokenSigner()),
		"for another use": forge(jwt.SigningMethodEdDSA, with(func(c *claims) { c.Audience = jwt.ClaimStrings{"other"} }), node.TokenSigner()),
		"another issuer":  forge(jwt.SigningMethodEdDSA, with(func(c *claims) { c.Issuer = other.ID().String() }), node.TokenSigner()),
	} {
		if got, err := verify(node.ID(), text, noon); !isInvalid(err) {
			t.Errorf("%s: %v, %v", what, got, err)
		}
	}
}

// TestAlteredTickets: a ticket in which a bit is changed is refused.
func TestAlteredTickets(t *testing.T) {
	text := issued(t, Read)
	rapid.Check(t, func(t *rapid.T) {
		parts := strings.Split(text, ".")
		k := rapid.IntRange(0, 2).Draw(t, "part")
		b, err := base64.RawURLEncoding.DecodeString(parts[k])
		if err != nil {
			t.Fatal(err)
		}
		bit := rapid.IntRange(0, 8*len(b)-1).Draw(t, "bit")
		b[bit/8] ^= 1 << (bit % 8)
		parts[k] = base64.RawURLEncoding.EncodeToString(b)
		if got, err := verify(node.ID(), strings.Join(parts, "."), noon); !isInvalid(err) {
			t.Fatalf("valid: %v, %v", got, err)
		}
	})
}
