package host

import (
	"manyhold/net/epoch"
	"manyhold/net/key"
)

// maxGoodHeads is how many signatures GoodHeads remembers; then it forgets them all.
const maxGoodHeads = 1024

// GoodHeads remembers which signatures of chain heads were found good. Each peer looks at each once, so that one alone
// gains nothing by it: it is for a process that plays all peers of a network, which would look at each once for every
// one of them. It is not safe for concurrent use. A nil *GoodHeads remembers nothing.
type GoodHeads struct{ good map[goodHead]bool }

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
