package ticket

import (
	"encoding/base64"
	"errors"
	"slices"
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
	text, err := Issue(node, scopes, "a program", noon, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestTicket: a ticket is valid until it expires, for its node only.
func TestTicket(t *testing.T) {
	text := issued(t, Read, Play)
	got, err := Verify(node.ID(), text, noon.Add(59*time.Minute))
	if err != nil || !slices.Equal(got, []string{Read, Play}) {
		t.Fatal(got, err)
	}
	for _, c := range []struct {
		what, text string
		node       key.ID
		at         time.Time
		says       string
	}{
		{"expired", text, node.ID(), noon.Add(time.Hour), "expired"},
		{"not yet issued", text, node.ID(), noon.Add(-time.Minute), "not valid"},
		{"another node's", text, other.ID(), noon, "did not sign"},
		{"empty", "", node.ID(), noon, "not valid"},
		{"no ticket", "hello", node.ID(), noon, "not valid"},
		{"long", text + strings.Repeat("x", maxText), node.ID(), noon, "longer"},
		{"without a signature", text[:strings.LastIndex(text, ".")+1], node.ID(), noon, "did not sign"},
	} {
		if _, err := Verify(c.node, c.text, c.at); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestForgedTickets: other algorithms, keys, audiences and times are refused, though the rest is in order.
func TestForgedTickets(t *testing.T) {
	good := claims{Read, jwt.RegisteredClaims{Issuer: node.ID().String(), Audience: jwt.ClaimStrings{audience}, IssuedAt: jwt.NewNumericDate(noon), ExpiresAt: jwt.NewNumericDate(noon.Add(time.Hour))}}
	sign := func(m jwt.SigningMethod, c claims, k any) string {
		s, err := jwt.NewWithClaims(m, c).SignedString(k)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if _, err := Verify(node.ID(), sign(jwt.SigningMethodEdDSA, good, node.TokenSigner()), noon); err != nil {
		t.Fatal("the honest one: ", err)
	}
	id := node.ID()
	with := func(f func(*claims)) claims { c := good; f(&c); return c }
	for what, text := range map[string]string{
		"none":            sign(jwt.SigningMethodNone, good, jwt.UnsafeAllowNoneSignatureType),
		"a shared secret": sign(jwt.SigningMethodHS256, good, id[:]),
		"another's key":   sign(jwt.SigningMethodEdDSA, good, other.TokenSigner()),
		"no end":          sign(jwt.SigningMethodEdDSA, with(func(c *claims) { c.ExpiresAt = nil }), node.TokenSigner()),
		"no beginning":    sign(jwt.SigningMethodEdDSA, with(func(c *claims) { c.IssuedAt = nil }), node.TokenSigner()),
		"too long":        sign(jwt.SigningMethodEdDSA, with(func(c *claims) { c.ExpiresAt = jwt.NewNumericDate(noon.Add(MaxTime + time.Hour)) }), node.TokenSigner()),
		"for another use": sign(jwt.SigningMethodEdDSA, with(func(c *claims) { c.Audience = jwt.ClaimStrings{"other"} }), node.TokenSigner()),
		"another issuer":  sign(jwt.SigningMethodEdDSA, with(func(c *claims) { c.Issuer = other.ID().String() }), node.TokenSigner()),
	} {
		if got, err := Verify(node.ID(), text, noon); !errors.Is(err, ErrInvalid) {
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
		if got, err := Verify(node.ID(), strings.Join(parts, "."), noon); !errors.Is(err, ErrInvalid) {
			t.Fatalf("valid: %v, %v", got, err)
		}
	})
}

// TestIssue: what cannot be a ticket is not signed.
func TestIssue(t *testing.T) {
	for what, issue := range map[string]func() (string, error){
		"no scope":      func() (string, error) { return Issue(node, nil, "", noon, time.Hour) },
		"unknown scope": func() (string, error) { return Issue(node, []string{"rooms:win"}, "", noon, time.Hour) },
		"no time":       func() (string, error) { return Issue(node, Scopes, "", noon, 0) },
		"too long":      func() (string, error) { return Issue(node, Scopes, "", noon, MaxTime+1) },
		"a long name":   func() (string, error) { return Issue(node, Scopes, strings.Repeat("x", 65), noon, time.Hour) },
	} {
		if text, err := issue(); err == nil {
			t.Errorf("%s: %s", what, text)
		}
	}
}
