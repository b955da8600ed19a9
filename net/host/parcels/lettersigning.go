package parcels

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

// # Signing letters
//
// A letter from one island has lasting effects in another island's log, whose peers have not executed the
// turns behind the letter. So no single peer is believed: a letter counts when a majority of the voters of
// its epoch have signed all of it, with the chain hash after the committed turn that it speaks of. The leader
// writes the letter, signs it, and asks the other voters: "the state after this turn has so many parcels for
// that island from this number on, and has taken all of its parcels before that one". The parcels themselves
// are not sent. Each voter makes the letter from its own state and signs that, once the turn is durable as
// far as it knows (see package kernel). So a false letter needs no refusal: the other signatures do not fit
// it. An answer whose signature does not fit is dropped.
//
// A leader reads its own state of another island instead of letters only if it leads that island, too. A mere
// follower believes its leader about what is ordered and committed, and might believe a liar.
//
// A lone voter's word is all there is: a letter of an island with one voter has one signature, and peers that
// execute it take its parcels from the state. One liar among three or five voters cannot make a letter, nor
// two among five. A leader that tells each voter another story can have each story signed by the voters that
// believed it, until its signed heads meet (see package evidence) and prove the lie. The addressee's leader
// can order whatever its own voters do not refuse, parcels as well as commands of players.

const (
	// maxCosignRequests is how many questions wait that a voter cannot sign yet; the oldest of more is
	// forgotten.
	maxCosignRequests = 64
	// maxTracked is how many islands a voter tracks beside those it knows of, because it was asked about
	// them.
	maxTracked = 1024
)

// LetterSigning signs, as a voter, letters between islands.
type LetterSigning struct {
	c       *kernel.Core
	parcels *Parcels

	Requests cosignRequests
}

// cosignRequests holds the letters that a voter is asked to sign.
type cosignRequests struct {
	Waiting []CosignRequest
	tracked []uint64 // islands that it was asked about, ascending
}

// CosignRequest is a request that cannot be answered yet.
type CosignRequest struct {
	By   key.ID
	gist message.Gist
	at   time.Time
}

// with adds the islands that this voter was asked about to others, all ascending.
func (v *cosignRequests) with(islands []uint64) []uint64 {
	if len(v.tracked) == 0 {
		return islands
	}
	all := append(islands, v.tracked...)
	slices.Sort(all)
	return slices.Compact(all)
}

// trackIsland notes the parcels taken from an island from now on.
func (v *cosignRequests) trackIsland(island uint64) {
	if i, ok := slices.BinarySearch(v.tracked, island); !ok && len(v.tracked) < maxTracked {
		v.tracked = slices.Insert(v.tracked, i, island)
	}
}

// trusted reports whether other islands may use this peer's state of an island directly, because it rests on
// no other peer's word: this peer leads the island, or the island has one voter.
func trusted(c *kernel.Core) bool {
	return c.Epoch != nil && (c.Epoch.Leading() || c.Epoch.Record().Lone())
}

// ReceiveCosign takes a request to sign a letter, or a signature.
func (ls *LetterSigning) ReceiveCosign(p *kernel.Peer, b []byte) error {
	step, g, signature, err := message.DecodeCosign(b)
	if err != nil {
		return err
	}
	switch {
	case ls.c.Epoch == nil || g.Record != ls.c.Epochs.Where().Epoch:
		return nil // of an epoch that is over, or has not begun here
	case ls.c.Islands == nil || !ls.c.Epoch.Record().Votes(p.Key):
		return kernel.ErrUnexpected
	case step == message.CosignAnswer:
		return ls.c.Islands.Cosigned(ls.c, g, epoch.Cosignature{Key: p.Key, Signature: signature})
	}
	return ls.attest(CosignRequest{p.Key, g, ls.c.Now})
}

// AnswerWaiting answers the requests that it could not answer before.
func (ls *LetterSigning) AnswerWaiting() {
	v := &ls.Requests
	if len(v.Waiting) == 0 {
		return
	}
	waiting := v.Waiting
	v.Waiting = nil
	for _, q := range waiting {
		if ls.c.Epoch != nil && q.gist.Record == ls.c.Epochs.Where().Epoch && ls.c.Now.Sub(q.at) < message.CosignPatience {
			_ = ls.attest(q) // the asking peer was told, or will be when it asks again
		}
	}
}

// attest signs a voter's letter if it is true, or keeps the request until it is. The error names the false
// part.
func (ls *LetterSigning) attest(q CosignRequest) error {
	l, ready, err := ls.look(q.gist)
	v := &ls.Requests
	v.Waiting = slices.DeleteFunc(v.Waiting, func(o CosignRequest) bool { return o.By == q.By && o.gist.To == q.gist.To })
	switch {
	case err != nil:
		ls.c.Counters[counter.LettersDisowned]++
		return err
	case ready:
		s := l.Statement(ls.c.World).Sign(ls.c.Options.Key)
		ls.c.Send(q.By, link.Stream, append(q.gist.Encode(message.CosignAnswer), s.Signature[:]...))
	default:
		if len(v.Waiting) >= maxCosignRequests {
			v.Waiting = v.Waiting[1:]
		}
		v.Waiting = append(v.Waiting, q)
	}
	return nil
}

// look makes the letter that a gist is of from the state here. It is not ready while that is not known to be
// durable. The error wraps ErrUnexpected: it is not so.
func (ls *LetterSigning) look(g message.Gist) (l message.Letter, ready bool, err error) {
	m := ls.c.Machine
	r := ls.c.Epoch.Record()
	if !ls.c.Epoch.Member() || !r.Firm || ls.c.Fork.Apart() || ls.c.Ancestry.Over() || ls.c.History.Stale {
		return l, false, nil
	}
	durable, end := ls.c.Journal.Durable(), g.First+uint64(g.Count)
	if g.Turn > durable {
		return l, false, nil
	}
	chain, known := ls.c.Ancestry.ChainAt(g.Turn)
	sent := ls.parcels.Outbox.Sent[g.To]
	all := m.Parcels(g.To, 0, nil)
	now := numberAfter(m, g.To, sent.After(ls.c.History.Executed))
	first := now - min(now, uint64(len(all)))
	switch {
	case known && chain != g.Chain:
		return l, false, fmt.Errorf("%w: a letter of another chain after turn %d", kernel.ErrUnexpected, g.Turn)
	case g.Count > 0 && end > now && (len(all) > 0 || g.Turn >= ls.parcels.Outbox.since):
		return l, false, fmt.Errorf("%w: a letter with parcel %d, of %d", kernel.ErrUnexpected, end-1, now-1)
	case g.Expect > 1 && m.Expect(g.To) < g.Expect:
		return l, false, fmt.Errorf("%w: a letter that says that parcel %d was taken", kernel.ErrUnexpected, g.Expect-1)
	}
	if g.Expect > 1 && ls.parcels.Outbox.taken[g.To].After(durable) < g.Expect {
		ls.Requests.trackIsland(g.To)
		return l, false, nil
	}
	if !known || g.Count > 0 && (g.First < first || sent.After(durable) < end) {
		return l, false, nil
	}
	l = message.Letter{From: ls.c.ID, To: g.To, Number: r.Number, Record: g.Record, Turn: g.Turn, Chain: g.Chain, First: g.First, Expect: g.Expect}
	if g.Count > 0 {
		l.Parcels = all[g.First-first : end-first]
	}
	return l, true, nil
}
