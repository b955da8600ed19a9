// Package ticket is the tickets with which programs use the rooms of a node by HTTP: JSON Web Tokens (RFC
// 7519) that the node signs with its identity (EdDSA, RFC 8037). A ticket says what its holder may do and
// until when:
//
//	{"iss": the node, "aud": "manyhold-rooms", "sub": whom it is for, "scope": "rooms:read rooms:play",
//	 "iat": ..., "exp": ..., "jti": by chance}
//
// A node accepts the tickets of its book (see Book) until they expire or are revoked.
package ticket

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/golang-jwt/jwt/v5"

	"manyhold/net/key"
)

// The scopes.
const (
	Read   = "rooms:read"   // to list rooms, to look at them, to watch and to archive
	Create = "rooms:create" // to create rooms
	Play   = "rooms:play"   // to take seats, to configure, to vote and to leave
)

// Scopes are all scopes.
var Scopes = []string{Read, Create, Play}

const (
	// audience names what tickets are for.
	audience = "manyhold-rooms"
	// MaxTime is how long a ticket can be valid.
	MaxTime = 31 * 24 * time.Hour
	// maxText is the longest ticket in bytes.
	maxText = 2048
)

// Invalid is the error of a text that is no valid ticket of the node.
type Invalid struct {
	Code string // for programs, in snake case
	why  string
}

func (e *Invalid) Error() string { return "the ticket is not valid" + e.why }

// The errors of Verify.
var (
	ErrInvalid = &Invalid{"ticket_invalid", ""}
	ErrExpired = &Invalid{"ticket_expired", ": it has expired; ask for another one (manyhold room token)"}
	ErrForeign = &Invalid{"ticket_not_signed_here", ": this node did not sign it"}
	ErrTooLong = &Invalid{"ticket_too_long", ": it is longer than any, or would last too long"}
	ErrRevoked = &Invalid{"ticket_revoked", ": it was revoked; ask for another one (manyhold room token)"}
	ErrUnknown = &Invalid{"ticket_unknown", ": the node has no record of it; ask for another one (manyhold room token)"}
)

// claims are what a ticket says.
type claims struct {
	Scope string `json:"scope"`
	jwt.RegisteredClaims
}

// ErrNotInOrder says that a ticket cannot be issued as it was asked for. Its words say why.
var ErrNotInOrder = errors.New("there can be no such ticket")

// check returns why a ticket cannot be issued, nil if it can.
func check(scopes []string, subject string, valid time.Duration) error {
	for _, s := range scopes {
		if !slices.Contains(Scopes, s) {
			return fmt.Errorf("%w: there is no scope %q; the scopes are %s", ErrNotInOrder, s, strings.Join(Scopes, ", "))
		}
	}
	switch {
	case len(scopes) == 0:
		return fmt.Errorf("%w: it needs a scope: %s", ErrNotInOrder, strings.Join(Scopes, ", "))
	case valid < time.Second || valid > MaxTime:
		return fmt.Errorf("%w: it is valid for a second at least, and for %d days at most", ErrNotInOrder, MaxTime/(24*time.Hour))
	case len(subject) > 64 || strings.ContainsFunc(subject, unicode.IsControl):
		return fmt.Errorf("%w: the name of its holder is one line of at most 64 bytes", ErrNotInOrder)
	}
	return nil
}

// sign signs a ticket.
func sign(pair key.Pair, r *Record) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{strings.Join(r.Scopes, " "), jwt.RegisteredClaims{
		Issuer: pair.ID().String(), Audience: jwt.ClaimStrings{audience}, Subject: r.For, ID: r.ID,
		IssuedAt: jwt.NewNumericDate(r.Issued), ExpiresAt: jwt.NewNumericDate(r.Expires),
	}}).SignedString(pair.TokenSigner())
}

// verify returns what a ticket of a node says, or an *Invalid.
func verify(node key.ID, text string, now time.Time) (*claims, error) {
	if len(text) > maxText {
		return nil, ErrTooLong
	}
	var c claims
	_, err := jwt.ParseWithClaims(text, &c, func(*jwt.Token) (any, error) { return node.TokenKey(), nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithIssuer(node.String()),
		jwt.WithAudience(audience), jwt.WithTimeFunc(func() time.Time { return now }), jwt.WithStrictDecoding())
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return nil, ErrExpired
	case errors.Is(err, jwt.ErrTokenSignatureInvalid), errors.Is(err, jwt.ErrTokenInvalidIssuer):
		return nil, ErrForeign
	case err != nil:
		return nil, ErrInvalid
	case c.IssuedAt == nil || c.ExpiresAt.Sub(c.IssuedAt.Time) > MaxTime:
		return nil, ErrTooLong
	}
	return &c, nil
}
