// Package ticket is the tickets with which programs use the rooms of a node by HTTP: JSON Web Tokens (RFC
// 7519) that the node signs with its identity (EdDSA, RFC 8037). A ticket says what its holder may do and
// until when:
//
//	{"iss": the node, "aud": "manyhold-rooms", "sub": whom it is for, "scope": "rooms:read rooms:play",
//	 "iat": ..., "exp": ..., "jti": by chance}
//
// The node keeps no list of tickets: they end by their time.
package ticket

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

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

// ErrInvalid says that a text is no valid ticket of the node. Its words say why.
var ErrInvalid = errors.New("the ticket is not valid")

// claims are what a ticket says.
type claims struct {
	Scope string `json:"scope"`
	jwt.RegisteredClaims
}

// Issue signs a ticket.
func Issue(pair key.Pair, scopes []string, subject string, from time.Time, valid time.Duration) (string, error) {
	for _, s := range scopes {
		if !slices.Contains(Scopes, s) {
			return "", fmt.Errorf("there is no scope %q; the scopes are %s", s, strings.Join(Scopes, ", "))
		}
	}
	switch {
	case len(scopes) == 0:
		return "", fmt.Errorf("a ticket needs a scope: %s", strings.Join(Scopes, ", "))
	case valid <= 0 || valid > MaxTime:
		return "", fmt.Errorf("a ticket is valid for at most %d days", MaxTime/(24*time.Hour))
	case len(subject) > 64:
		return "", errors.New("the name of a ticket's holder has at most 64 bytes")
	}
	var id [8]byte
	rand.Read(id[:])
	return jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{strings.Join(scopes, " "), jwt.RegisteredClaims{
		Issuer: pair.ID().String(), Audience: jwt.ClaimStrings{audience}, Subject: subject, ID: hex.EncodeToString(id[:]),
		IssuedAt: jwt.NewNumericDate(from), ExpiresAt: jwt.NewNumericDate(from.Add(valid)),
	}}).SignedString(pair.TokenSigner())
}

// Verify returns the scopes of a ticket of a node, or ErrInvalid.
func Verify(node key.ID, text string, now time.Time) ([]string, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("%w: it is longer than any", ErrInvalid)
	}
	var c claims
	_, err := jwt.ParseWithClaims(text, &c, func(*jwt.Token) (any, error) { return node.TokenKey(), nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithIssuer(node.String()),
		jwt.WithAudience(audience), jwt.WithTimeFunc(func() time.Time { return now }), jwt.WithStrictDecoding())
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return nil, fmt.Errorf("%w: it has expired; ask for another one (manyhold room token)", ErrInvalid)
	case errors.Is(err, jwt.ErrTokenSignatureInvalid), errors.Is(err, jwt.ErrTokenInvalidIssuer):
		return nil, fmt.Errorf("%w: this node did not sign it", ErrInvalid)
	case err != nil:
		return nil, ErrInvalid
	case c.IssuedAt == nil || c.ExpiresAt.Sub(c.IssuedAt.Time) > MaxTime:
		return nil, fmt.Errorf("%w: it would last too long", ErrInvalid)
	}
	return strings.Fields(c.Scope), nil
}
