package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
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
// are not sent. Each voter makes the letter from its own state and signs that, once the turn is safe as far
// as it knows (see sync.go). So a false letter needs no refusal: the other signatures do not fit it. An
// answer whose signature does not fit is dropped.
//
// A leader reads its own state of another island instead of letters only if it leads that island, too. A mere
// follower believes its leader about what is ordered and committed, and might believe a liar.
//
// A lone voter's word is all there is: a letter of an island with one voter has one signature, and peers that
// execute it take its parcels from the state. One liar among three or five voters cannot make a letter, nor
// two among five. A leader that tells each voter another story can have each story signed by the voters that
// believed it, until its signed heads meet (see headgossip.go) and prove the lie. The addressee's leader can
// order whatever its own voters do not refuse, parcels as well as commands of players.

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
	c       *Core
	parcels *Parcels

	requests cosignRequests
}

// cosignRequests holds the letters that a voter is asked to sign.
type cosignRequests struct {
	waiting []cosignRequest
	tracked []uint64 // islands that it was asked about, ascending
}

type cosignRequest struct {
	by   key.ID
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
func trusted(c *Core) bool {
	return c.e != nil && (c.e.Leading() || c.e.Record().Lone())
}

func (ls *LetterSigning) receiveCosign(p *peer, b []byte) error {
	step, g, signature, err := message.DecodeCosign(b)
	if err != nil {
		return err
	}
	switch {
	case ls.c.e == nil || g.Record != ls.c.epochs.where().Epoch:
		return nil // of an epoch that is over, or has not begun here
	case ls.c.islands == nil || !ls.c.e.Record().Votes(p.key):
		return errUnexpected
	case step == message.CosignAnswer:
		return ls.c.islands.Cosigned(ls.c, g, epoch.Cosignature{Key: p.key, Signature: signature})
	}
	return ls.attest(cosignRequest{p.key, g, ls.c.now})
}

// answerWaiting answers the requests that it could not answer before.
func (ls *LetterSigning) answerWaiting() {
	v := &ls.requests
	if len(v.waiting) == 0 {
		return
	}
	waiting := v.waiting
	v.waiting = nil
	for _, q := range waiting {
		if ls.c.e != nil && q.gist.Record == ls.c.epochs.where().Epoch && ls.c.now.Sub(q.at) < message.CosignPatience {
			_ = ls.attest(q) // the asking peer was told, or will be when it asks again
		}
	}
}

// attest signs a voter's letter if it is true, or keeps the request until it is. The error names the false
// part.
func (ls *LetterSigning) attest(q cosignRequest) error {
	l, ready, err := ls.look(q.gist)
	v := &ls.requests
	v.waiting = slices.DeleteFunc(v.waiting, func(o cosignRequest) bool { return o.by == q.by && o.gist.To == q.gist.To })
	switch {
	case err != nil:
		ls.c.counters[counter.LettersDisowned]++
		return err
	case ready:
		s := l.Statement(ls.c.world).Sign(ls.c.options.Key)
		ls.c.send(q.by, link.Stream, append(q.gist.Encode(message.CosignAnswer), s.Signature[:]...))
	default:
		if len(v.waiting) >= maxCosignRequests {
			v.waiting = v.waiting[1:]
		}
		v.waiting = append(v.waiting, q)
	}
	return nil
}

// look makes the letter that a gist is of from the state here. It is not ready while that is not known to be
// safe. The error wraps errUnexpected: it is not so.
func (ls *LetterSigning) look(g message.Gist) (l message.Letter, ready bool, err error) {
	m := ls.c.machine
	r := ls.c.e.Record()
	if !ls.c.e.Member() || !r.Firm || ls.c.fork.apart() || ls.c.ancestry.over() || ls.c.history.stale {
		return l, false, nil
	}
	safe, end := ls.c.journal.stable(), g.First+uint64(g.Count)
	if g.Turn > safe {
		return l, false, nil
	}
	chain, known := ls.c.ancestry.chainAt(g.Turn)
	sent := ls.parcels.outbox.sent[g.To]
	all := m.Parcels(g.To, 0, nil)
	now := numberAfter(m, g.To, sent.after(ls.c.history.executed))
	first := now - min(now, uint64(len(all)))
	switch {
	case known && chain != g.Chain:
		return l, false, fmt.Errorf("%w: a letter of another chain after turn %d", errUnexpected, g.Turn)
	case g.Count > 0 && end > now && (len(all) > 0 || g.Turn >= ls.parcels.outbox.since):
		return l, false, fmt.Errorf("%w: a letter with parcel %d, of %d", errUnexpected, end-1, now-1)
	case g.Expect > 1 && m.Expect(g.To) < g.Expect:
		return l, false, fmt.Errorf("%w: a letter that says that parcel %d was taken", errUnexpected, g.Expect-1)
	}
	if g.Expect > 1 && ls.parcels.outbox.taken[g.To].after(safe) < g.Expect {
		ls.requests.trackIsland(g.To)
		return l, false, nil
	}
	if !known || g.Count > 0 && (g.First < first || sent.after(safe) < end) {
		return l, false, nil
	}
	l = message.Letter{From: ls.c.island, To: g.To, Number: r.Number, Record: g.Record, Turn: g.Turn, Chain: g.Chain, First: g.First, Expect: g.Expect}
	if g.Count > 0 {
		l.Parcels = all[g.First-first : end-first]
	}
	return l, true, nil
}
