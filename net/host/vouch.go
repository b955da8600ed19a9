package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// # Vouching
//
// What one island says to another has effects in a log whose peers have not executed the turns that it follows from, and
// those effects do not go away. So nobody is believed alone: a letter counts when a majority of the voters of its epoch have
// signed all of it, with the chain hash after the committed turn that it speaks of. The leader writes it, signs it, and asks
// the other voters: "the state after this turn has so many parcels for that island from this number on, and has taken all
// of its before that one". The parcels themselves are not sent. Each voter makes the letter from its own state and signs what
// it sees there, once that turn is safe as far as it knows (see safe.go), so that a false letter is not even
// refused: nobody else's signature fits it. An answer whose signature does not fit is dropped.
//
// A leader reads its own state of another island instead of letters only where it leads that one, too. One that merely
// follows the other believes its leader as to what is ordered and committed, and so might believe a liar.
//
// A lone voter's word is all there is: of an island with one voter a letter has one signature, and peers that execute it
// take its parcels from there. One liar among three or five voters cannot make a letter, nor two among five. A leader that
// tells each voter another story can have each story signed by those who believed it, until the heads that it signs meet (see
// witness.go) and it is proven to lie; and whoever leads the addressee can order whatever its own voters do not refuse,
// parcels as well as commands of players.
//
// The body of Vouch is u8 step (1 ask, 2 answer), u64 the addressee, hash of the epoch's record, uvarint turn, chain hash
// after it, uvarint number of the first parcel, u8 how many, uvarint number of the parcel wanted next; of an answer then the
// signature (64 bytes), as in the letter.

const (
	// vouchAgain is how long a leader waits for signatures before it asks again, and vouchPatience until it writes anew.
	vouchAgain    = 150 * time.Millisecond
	vouchPatience = 600 * time.Millisecond
	// maxVouching is how many letters a voter is asked for at once that it cannot sign yet; of more the oldest is forgotten.
	maxVouching = 64
	// maxPals is with how many islands a voter notes what was taken because it was asked to sign that.
	maxPals = 1024

	vouchAsk    = 1
	vouchAnswer = 2
)

// gist is what a letter says, without the parcels: those are the voter's own.
type gist struct {
	to            uint64
	record, chain [32]byte
	turn, first   uint64
	count         uint8
	expect        uint64
}

func (l *letter) gist() gist {
	return gist{l.to, l.record, l.chain, l.turn, l.first, uint8(len(l.parcels)), l.expect}
}

// saysAs reports whether a letter says what another does, of whatever turn; o may be nil.
func (l *letter) saysAs(o *letter) bool {
	return o != nil && l.record == o.record && l.first == o.first && len(l.parcels) == len(o.parcels) && l.expect == o.expect
}

func (g *gist) encode(step byte) []byte {
	b := wire.AppendU64([]byte{byte(wire.Vouch), step}, g.to)
	b = append(b, g.record[:]...)
	b = append(wire.AppendUvarint(b, g.turn), g.chain[:]...)
	b = append(wire.AppendUvarint(b, g.first), g.count)
	return wire.AppendUvarint(b, g.expect)
}

// decodeVouch returns the step, and of an answer the signature.
func decodeVouch(b []byte) (step uint8, g gist, signature [key.SignatureSize]byte, err error) {
	c := body(b)
	step = c.U8()
	g = gist{to: c.U64(), record: c.Hash(), turn: c.Uvarint(), chain: c.Hash(), first: c.Uvarint(), count: uint8(count8(c, maxLetterParcels)), expect: c.Uvarint()}
	if step == vouchAnswer {
		signature = c.Signature()
	}
	const limit = 1 << 62
	if c.Err() == nil && (step != vouchAsk && step != vouchAnswer || g.to < Home || g.first == 0 || g.expect == 0 || g.first >= limit || g.turn >= limit || g.expect >= limit) {
		c.Fail(fmt.Errorf("host: step %d of vouching for a letter to island %d", step, g.to))
	}
	return step, g, signature, c.Done()
}

// vouching is what a voter is asked to sign.
type vouching struct {
	asked []vouchQuestion
	pals  []uint64 // islands that it was asked about, ascending
}

type vouchQuestion struct {
	by   key.ID
	gist gist
	at   time.Time
}

// with adds the islands that this voter was asked about to others, all ascending.
func (v *vouching) with(islands []uint64) []uint64 {
	if len(v.pals) == 0 {
		return islands
	}
	all := append(islands, v.pals...)
	slices.Sort(all)
	return slices.Compact(all)
}

// befriend has what was taken of an island noted from now on.
func (v *vouching) befriend(island uint64) {
	if i, ok := slices.BinarySearch(v.pals, island); !ok && len(v.pals) < maxPals {
		v.pals = slices.Insert(v.pals, i, island)
	}
}

// trusted reports whether other islands may be told what the state here says, because nobody else had to be believed: this
// peer leads the island, or it has one voter.
func (c *Core) trusted() bool {
	return c.e != nil && (c.e.Leading() || c.e.Record().Lone())
}

// chainAt is the chain hash after a turn of the present epoch, or of where it begins.
func (c *Core) chainAt(turn uint64) (hash [32]byte, ok bool) {
	if r := c.e.Record(); turn == r.FirstTurn-1 {
		return r.Chain, true
	}
	if at, ok := c.e.At(turn); ok {
		return at.Hash, true
	}
	return c.hashAt(turn)
}

// seal reports whether a draft has the signatures it needs, and makes it the letter then.
func (w *World) seal(c *Core, d *dispatch) bool {
	if !d.draft.isSealed(c.e.Record()) {
		return false
	}
	d.letter, d.draft, d.tries = d.draft, nil, 0
	return true
}

// askToVouch asks the voters that have not signed a draft.
func (w *World) askToVouch(c *Core, d *dispatch) {
	if !d.asked.IsZero() && w.now.Sub(d.asked) < vouchAgain {
		return
	}
	d.asked = w.now
	g := d.draft.gist()
	for _, v := range c.e.Record().Voters {
		if c.peers[v.Key] != nil && !slices.ContainsFunc(d.draft.seals, func(s epoch.Seal) bool { return s.Key == v.Key }) {
			c.send(v.Key, link.Stream, g.encode(vouchAsk))
		}
	}
}

func (c *Core) receiveVouch(p *peer, b []byte) error {
	step, g, signature, err := decodeVouch(b)
	if err != nil {
		return err
	}
	switch {
	case c.e == nil || g.record != c.where().Epoch:
		return nil // of an epoch that is over, or has not begun here
	case c.siblings == nil || !c.e.Record().Votes(p.key):
		return errUnexpected
	case step == vouchAnswer:
		return c.vouched(g, epoch.Seal{Key: p.key, Signature: signature})
	}
	return c.attest(vouchQuestion{p.key, g, c.now})
}

// vouch answers what it could not answer before.
func (c *Core) vouch() {
	v := &c.vouching
	if len(v.asked) == 0 {
		return
	}
	waiting := v.asked
	v.asked = nil
	for _, q := range waiting {
		if c.e != nil && q.gist.record == c.where().Epoch && c.now.Sub(q.at) < vouchPatience {
			_ = c.attest(q) // who asked was told of, or will be when it asks again
		}
	}
}

// attest signs what a voter asks for, if it is so, or keeps the question until it is. The error is about what is not so.
func (c *Core) attest(q vouchQuestion) error {
	l, ready, err := c.look(q.gist)
	v := &c.vouching
	v.asked = slices.DeleteFunc(v.asked, func(o vouchQuestion) bool { return o.by == q.by && o.gist.to == q.gist.to })
	switch {
	case err != nil:
		c.counters[counter.LettersDisowned]++
		return err
	case ready:
		s := l.sealOf(c.options.Key, c.world)
		c.send(q.by, link.Stream, append(q.gist.encode(vouchAnswer), s.Signature[:]...))
	default:
		if len(v.asked) >= maxVouching {
			v.asked = v.asked[1:]
		}
		v.asked = append(v.asked, q)
	}
	return nil
}

// look makes the letter that a gist is of from the state here. It is not ready while that is not known to be safe. The error
// wraps errUnexpected: it is not so.
func (c *Core) look(g gist) (l letter, ready bool, err error) {
	m, ok := c.machine.(Mailer)
	r := c.e.Record()
	if !ok || !c.e.Member() || !r.Firm || c.apart() || c.over() || c.state.frozen {
		return l, false, nil
	}
	safe, end := c.safe(), g.first+uint64(g.count)
	if g.turn > safe {
		return l, false, nil
	}
	chain, known := c.chainAt(g.turn)
	sent := c.post.sent[g.to]
	all := m.Parcels(g.to, 0, nil)
	now := numberAfter(m, g.to, sent.after(c.state.executed))
	first := now - min(now, uint64(len(all)))
	switch {
	case known && chain != g.chain:
		return l, false, fmt.Errorf("%w: a letter of another chain after turn %d", errUnexpected, g.turn)
	case g.count > 0 && end > now && (len(all) > 0 || g.turn >= c.post.since):
		return l, false, fmt.Errorf("%w: a letter with parcel %d, of %d", errUnexpected, end-1, now-1)
	case g.expect > 1 && m.Expect(g.to) < g.expect:
		return l, false, fmt.Errorf("%w: a letter that says that parcel %d was taken", errUnexpected, g.expect-1)
	}
	if g.expect > 1 && c.post.taken[g.to].after(safe) < g.expect {
		c.vouching.befriend(g.to)
		return l, false, nil
	}
	if !known || g.count > 0 && (g.first < first || sent.after(safe) < end) {
		return l, false, nil
	}
	l = letter{from: c.island, to: g.to, number: r.Number, record: g.record, turn: g.turn, chain: g.chain, first: g.first, expect: g.expect}
	if g.count > 0 {
		l.parcels = all[g.first-first : end-first]
	}
	return l, true, nil
}

// vouched takes another voter's signature.
func (c *Core) vouched(g gist, s epoch.Seal) error {
	w := c.siblings
	d := w.post.out[pair{c.island, g.to}]
	if d == nil || d.draft == nil || d.draft.gist() != g || slices.ContainsFunc(d.draft.seals, func(o epoch.Seal) bool { return o.Key == s.Key }) {
		return nil // of an earlier question
	}
	if !d.draft.sealedBy(s, c.world, c.options.GoodHeads) {
		c.counters[counter.LettersForged]++
		return fmt.Errorf("%w: a signature that does not fit the letter", errUnexpected)
	}
	d.draft.seals = append(d.draft.seals, s)
	if c.e.Leading() && w.seal(c, d) {
		addressee, _ := w.addressee(c, g.to)
		w.mail(c, d, addressee)
	}
	return nil
}
