package host

import (
	"manyhold/net/epoch"
	"manyhold/net/key"
)

// maxGoodHeads is how many signatures of each kind GoodHeads remembers; then it forgets them all.
const maxGoodHeads = 1024

// GoodHeads remembers which signatures of chain heads and of bulletins were found good. Each peer looks at each once, so that one alone
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
	sum       [32]byte // SHA-256
}

// known reports whether a signature was found good before, or is as verify says.
func (g *GoodHeads) known(k goodWords, verify func() bool) bool {
	if g == nil {
		return verify()
	}
	if g.words[k] {
		return true
	}
	if !verify() {
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
