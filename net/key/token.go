package key

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"errors"
	"io"
)

// tokenBegin is how the signed text of every JSON Web Token begins: it is {" in base64. No statement of Sign
// begins so, and therefore neither kind of signature proves anything for the other.
const tokenBegin = "eyJ"

// ErrToken reports that bytes are not the text of a JSON Web Token.
var ErrToken = errors.New("key: only tokens are signed without a domain")

// TokenSigner returns a signer of JSON Web Tokens (RFC 7519, RFC 8037), which name no domain. It refuses to
// sign anything else.
func (p Pair) TokenSigner() crypto.Signer { return tokenSigner{p.private} }

// TokenKey returns the public key of a token's issuer.
func (id ID) TokenKey() ed25519.PublicKey { return ed25519.PublicKey(id[:]) }

type tokenSigner struct{ private ed25519.PrivateKey }

// Public is crypto.Signer's.
func (s tokenSigner) Public() crypto.PublicKey { return s.private.Public() }

// Sign is crypto.Signer's.
func (s tokenSigner) Sign(rand io.Reader, text []byte, o crypto.SignerOpts) ([]byte, error) {
	if !bytes.HasPrefix(text, []byte(tokenBegin)) || bytes.Count(text, []byte{'.'}) != 1 || o.HashFunc() != 0 {
		return nil, ErrToken
	}
	return s.private.Sign(rand, text, o)
}
