package host

import (
	"crypto/sha256"

	"manyhold/net/epoch"
	"manyhold/net/key"
)

// warrantDomain separates signatures of commands from others of the same key.
const warrantDomain = "manyhold command 1"

// maxGoodHeads is how many signatures of each kind GoodHeads remembers; then it forgets them all.
const maxGoodHeads = 1024

// GoodHeads remembers which signatures of chain heads, bulletins, letters, sealed frames and certificates were found good. Each peer looks at each once, so that one alone
// gains nothing by it: it is for a process that plays all peers of a network, which would look at each once for every
// one of them. It is not safe for concurrent use. A nil *GoodHeads remembers nothing.
type GoodHeads struct {
	good  map[goodHead]bool
	words map[goodWords]bool
}

// goodWords is what somebody signed, and by which signature: all that the answer depends on.
type goodWords struct {
	signer    key.ID
	signature [key.SignatureSize]byte
	domain    string
	sum       [32]byte // SHA-256
}

// verify reports whether a signature of words is its signer's, for a domain: as key.Verify, unless it was found good before.
func (g *GoodHeads) verify(signer key.ID, domain string, words []byte, signature [key.SignatureSize]byte) bool {
	if g == nil {
		return key.Verify(signer, domain, words, signature)
	}
	k := goodWords{signer, signature, domain, sha256.Sum256(words)}
	if g.words[k] {
		return true
	}
	if !key.Verify(signer, domain, words, signature) {
		return false
	}
	if g.words == nil || len(g.words) >= maxGoodHeads {
		g.words = map[goodWords]bool{}
	}
	g.words[k] = true
	return true
}

// goodHead is all that the answer depends on.
type goodHead struct {
	signer key.ID
	at     epoch.Where
	head   epoch.Head
}

// signed reports whether the signature of a head is that of signer.
func (g *GoodHeads) signed(signer key.ID, at epoch.Where, h epoch.Head) bool {
	if g == nil {
		return h.SignedBy(signer, at)
	}
	k := goodHead{signer, at, h}
	if g.good[k] {
		return true
	}
	if !h.SignedBy(signer, at) {
		return false
	}
	if g.good == nil || len(g.good) >= maxGoodHeads {
		g.good = map[goodHead]bool{}
	}
	g.good[k] = true
	return true
}

// A process that plays all peers signs commands by a stand-in: SHA-256 of a phrase, the signer and what is signed, and zeros, which
// aggregate to zeros.
// An ed25519 signature takes 20 µs to make, and networks would be simulated a sixth more slowly for it and find nothing more:
// there is nobody in such a process who would not be told what the others do. What is none is looked at as everywhere.
const standIn = "manyhold stand-in for a signature"

func standInOf(signer key.ID, sum [32]byte) (signature [key.SignatureSize]byte) {
	b := append(make([]byte, 0, len(standIn)+64), standIn...)
	code := sha256.Sum256(append(append(b, signer[:]...), sum[:]...))
	copy(signature[:], code[:])
	return signature
}

// warrant signs the sum of a command.
func (g *GoodHeads) warrant(signer key.Pair, sum [32]byte) [key.SignatureSize]byte {
	if g == nil {
		return signer.Sign(warrantDomain, sum[:])
	}
	return standInOf(signer.ID(), sum)
}

// warranted reports whether somebody signed the sum of a command.
func (g *GoodHeads) warranted(author key.ID, sum [32]byte, signature [key.SignatureSize]byte) bool {
	return g != nil && signature == standInOf(author, sum) || key.Verify(author, warrantDomain, sum[:], signature)
}

// allWarranted reports whether each of the commands was signed by its author, by what their signatures were aggregated into.
func (g *GoodHeads) allWarranted(all []key.Statement, half [key.HalfSize]byte) bool {
	if g != nil && half == [key.HalfSize]byte{} {
		for i := range all {
			if code := standInOf(all[i].Signer, [32]byte(all[i].Message)); all[i].Nonce != [key.HalfSize]byte(code[:]) {
				return false
			}
		}
		return len(all) > 0
	}
	return key.VerifyAggregate(warrantDomain, all, half)
}
