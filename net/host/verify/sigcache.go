// Package verify checks signatures, and remembers those that were good.
//
// A peer checks each signature once, so a cache gains nothing for it. A process that plays all peers of a
// network (the simulator) would check each signature once for every peer: its peers share one Cache. Commands
// of such a process carry fake signatures, because signing them would slow the simulation by a sixth and find
// nothing more.
package verify

import (
	"crypto/sha256"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

// CommandDomain separates signatures of commands from others of the same key.
const CommandDomain = "manyhold command 1"

// maxCached is the number of signatures of each kind that a Cache remembers; beyond it, all are forgotten.
const maxCached = 1024

// Cache remembers the valid signatures of chain heads, bulletins, letters, relayed frames and certificates.
// It is not safe for concurrent use. A nil *Cache remembers nothing, and checks each signature.
type Cache struct {
	// Lax is a mistake: all commands count as signed. Tests of the simulator make it, to show that its
	// checkers notice.
	Lax bool

	good  map[headKey]bool
	words map[wordsKey]bool
}

// wordsKey is a signer, the signed bytes and the signature: everything that the answer depends on.
type wordsKey struct {
	signer    key.ID
	signature [key.SignatureSize]byte
	domain    string
	sum       [32]byte // SHA-256
}

// Verify reports whether a signature of words is its signer's, for a domain: as key.Verify, unless it was
// found good before.
func (g *Cache) Verify(signer key.ID, domain string, words []byte, signature [key.SignatureSize]byte) bool {
	if g == nil {
		return key.Verify(signer, domain, words, signature)
	}
	k := wordsKey{signer, signature, domain, sha256.Sum256(words)}
	if g.words[k] {
		return true
	}
	if !key.Verify(signer, domain, words, signature) {
		return false
	}
	if g.words == nil || len(g.words) >= maxCached {
		g.words = map[wordsKey]bool{}
	}
	g.words[k] = true
	return true
}

// headKey is all that the answer depends on.
type headKey struct {
	signer key.ID
	at     epoch.Where
	head   epoch.Head
}

// HeadSigned reports whether the signature of a head is that of signer.
func (g *Cache) HeadSigned(signer key.ID, at epoch.Where, h epoch.Head) bool {
	if g == nil {
		return h.SignedBy(signer, at)
	}
	k := headKey{signer, at, h}
	if g.good[k] {
		return true
	}
	if !h.SignedBy(signer, at) {
		return false
	}
	if g.good == nil || len(g.good) >= maxCached {
		g.good = map[headKey]bool{}
	}
	g.good[k] = true
	return true
}

// A fake signature is the SHA-256 of this phrase, the signer and the signed sum, then zeros; zeros aggregate
// to zeros. An ed25519 signature takes 20 µs to make. A fake one that does not match is checked as a real
// signature.
const fakeDomain = "manyhold stand-in for a signature"

func fakeSignature(signer key.ID, sum [32]byte) (signature [key.SignatureSize]byte) {
	b := append(make([]byte, 0, len(fakeDomain)+64), fakeDomain...)
	code := sha256.Sum256(append(append(b, signer[:]...), sum[:]...))
	copy(signature[:], code[:])
	return signature
}

// SignCommand signs the sum of a command.
func (g *Cache) SignCommand(signer key.Pair, sum [32]byte) [key.SignatureSize]byte {
	if g == nil {
		return signer.Sign(CommandDomain, sum[:])
	}
	return fakeSignature(signer.ID(), sum)
}

// CommandSigned reports whether a player signed the sum of a command.
func (g *Cache) CommandSigned(author key.ID, sum [32]byte, signature [key.SignatureSize]byte) bool {
	return g != nil && (g.Lax || signature == fakeSignature(author, sum)) || key.Verify(author, CommandDomain, sum[:], signature)
}

// AllCommandsSigned reports whether each of the commands was signed by its author, by what their signatures
// were aggregated into.
func (g *Cache) AllCommandsSigned(all []key.Statement, half [key.HalfSize]byte) bool {
	if g != nil && g.Lax {
		return true
	}
	if g != nil && half == [key.HalfSize]byte{} {
		for i := range all {
			if code := fakeSignature(all[i].Signer, [32]byte(all[i].Message)); all[i].Nonce != [key.HalfSize]byte(code[:]) {
				return false
			}
		}
		return len(all) > 0
	}
	return key.VerifyAggregate(CommandDomain, all, half)
}
