package host

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// The world's charter (see net/charter) goes from peer to peer by the links of home: two peers exchange the
// summaries of their entries when they meet, when a summary changes and as long as the summaries differ; then
// each sends the entries that the other lacks. Every player's own process signs one login, which the voters
// of home countersign. A peer that does not execute home any more keeps up with the entries, which all peers
// obey, but not with the logins: only home's records prove those, and the peer no longer receives them.

const (
	// charterGap is the least time between two summaries to one peer.
	charterGap = time.Second
	// charterMessage is how many bytes of entries one message carries.
	charterMessage = 14 << 10
	// charterBurst is how many messages of entries are taken from one peer in a second: each holds at most
	// some hundred signatures. The rest is dropped, and comes with the next exchange.
	charterBurst = 8
	// loginEvery is how often the voters are asked to countersign, until most have.
	loginEvery = 5 * time.Second
	// loginSkew is how far a player's clock may differ from a voter's.
	loginSkew = 10 * time.Minute
)

// Steps in the first byte of Charter's body.
const (
	charterSummary = 1 // summary of this peer's entries
	charterEntries = 2 // entries that the receiver may lack
	charterLogin   = 3 // countersign this
	charterSeal    = 4 // I do
	charterBare    = 5 // summary of entries only; the sender keeps no logins
)

// Policy keeps the charter's word on this island: logins, laws, kicks and decrees of the founder.
type Policy struct {
	c *Core
	observerBase

	peers slot[chartered]

	unlawful  time.Time // since when its laws are by another word than the charter's
	decreeing bool      // as soon as this peer leads
	asked     time.Time // the leader, to let it
}

// newPolicy makes the mechanism of an island.
func newPolicy(c *Core) *Policy { return &Policy{c: c, peers: newSlot[chartered](c)} }

// of is the state of a peer.
func (y *Policy) of(p *peer) *chartered { return y.peers.of(p) }

func (y *Policy) recordsCut(uint64) {
	if y.c.standing.charter != nil && y.c.island == message.Home {
		y.c.standing.charter.cut = true
	}
}

func (y *Policy) busy() bool { return y.decreeing }

func (y *Policy) report(s *Status) { s.Charter = y.charterStatus() }

// chartered is this peer's knowledge of a linked peer's charter.
type chartered struct {
	digest [32]byte
	told   [32]byte  // the digest that it was sent last
	at     time.Time // when
	taken  int       // messages of entries since
	since  time.Time
}

// openCharter makes the registry once the world is known, with what its file has.
func (y *Policy) openCharter(rows []store.CharterRow) {
	r := &registry{set: charter.NewSet(charter.World{ID: y.c.world, Founder: y.c.genesis.Founder}), known: map[[32]byte]*epoch.Record{}}
	y.c.standing.charter = r
	for _, row := range rows {
		if p, err := epoch.DecodeEquivocation(row.Entry); err == nil {
			if p.World == y.c.world && p.Signer != y.c.me && !y.c.standing.of(p.Signer) && len(y.c.standing.proofs) < maxProofs {
				y.c.standing.proofs, y.c.standing.by[p.Signer] = append(y.c.standing.proofs, p), p
			}
		} else if x, err := epoch.DecodeAccusation(row.Entry); err == nil {
			y.c.evidence.accusationOfFile(x)
		} else if _, err := y.charterItem(row.Entry); err != nil {
			y.c.counters[counter.Garbage]++
		}
	}
	r.changed()
}

// charterWith is the digest of the part of the charter that this peer and another one both keep.
func (y *Policy) charterWith(p *peer) [32]byte {
	if y.bareWith(p) {
		return y.c.standing.charter.rules
	}
	return y.c.standing.charter.digest
}

// bareWith reports whether one of them has left home to others.
func (y *Policy) bareWith(p *peer) bool { return y.c.idle || p.said.Idle }

// recordOf finds a record of home by its name.
func (y *Policy) recordOf(name [32]byte) *epoch.Record {
	r := y.c.standing.charter
	if r.named > len(y.c.ancestry.records) {
		r.named = 0
	}
	for ; r.named < len(y.c.ancestry.records); r.named++ {
		r.known[y.c.ancestry.records[r.named].Hash()] = y.c.ancestry.records[r.named]
	}
	return r.known[name]
}

// charterItem adds an encoded entry or login and returns its row for the file.
func (y *Policy) charterItem(b []byte) (keep [][]byte, err error) {
	set := y.c.standing.charter.set
	if e, err := charter.DecodeEntry(b); err == nil {
		added, err := set.Add(e, charter.Day(y.c.today()))
		if !added || err != nil {
			return nil, err
		}
		keep = [][]byte{b}
		if e.Act == charter.Name && e.Author == y.c.genesis.Founder {
			for _, waited := range set.Of(e.Subject) {
				keep = append(keep, waited.Append(nil))
			}
		}
		return keep, nil
	}
	l, err := charter.DecodeLogin(b)
	if err != nil {
		return nil, err
	}
	added, err := set.AddLogin(l, y.recordOf, y.c.today())
	if errors.Is(err, charter.ErrUnknown) {
		return nil, nil // a peer that is behind, or in another fork, hears of it again
	}
	if !added || err != nil {
		return nil, err
	}
	return [][]byte{b}, nil
}

// chartering does the due work of the charter.
func (y *Policy) chartering() {
	switch {
	case !y.c.options.Charter || y.c.island != message.Home:
		return
	case y.c.idle:
		if y.c.standing.charter != nil {
			y.tellAll()
		}
		return
	case y.c.machine == nil || len(y.c.ancestry.records) == 0:
		return
	}
	if y.c.standing.charter == nil {
		y.openCharter(nil)
		for _, p := range y.c.standing.proofs {
			y.keepCharter(p.Append(nil))
		}
		for _, x := range y.c.standing.accusations {
			if x.Convicts() || x.SignedBy(y.c.me) {
				y.c.evidence.keepAccusation(x.Accusation)
			}
		}
	}
	y.disown()
	y.logIn()
	y.tellAll()
}

// tellAll applies the charter's kicks, and sends this peer's summary to the peers with a different one.
func (y *Policy) tellAll() {
	y.applyKicks()
	y.c.peers.each(func(p *peer) {
		mine := y.charterWith(p)
		if (p.greeted || y.bareWith(p)) && y.of(p).digest != mine && y.c.now.Sub(y.of(p).at) >= charterGap && (y.of(p).told != mine || y.c.now.Sub(y.of(p).at) >= 5*charterGap) {
			y.tellCharter(p)
		}
	})
}

// disown drops the logins of an archived fork, once this peer is in the firm chain; this peer's own login is
// requested again.
func (y *Policy) disown() {
	r := y.c.standing.charter
	if !r.cut || y.c.fork.apart() {
		return
	}
	clear(r.known)
	r.cut, r.named = false, 0
	if r.set.Disown(y.recordOf, y.c.me) {
		r.logged = false
	}
	r.changed()
}

func (y *Policy) tellCharter(p *peer) {
	mine, step, summary := y.charterWith(p), byte(charterSummary), y.c.standing.charter.set.Summary()
	if y.bareWith(p) {
		step, summary = charterBare, summary.Bare()
	}
	y.of(p).told, y.of(p).at = mine, y.c.now
	y.c.send(p.key, message.StreamChannel, summary.Append(append([]byte{byte(wire.Charter), step}, mine[:]...)))
}

// receiveCharter takes a message about the charter.
func (y *Policy) receiveCharter(p *peer, b []byte) error {
	if y.c.island != message.Home || y.c.standing.charter == nil {
		return nil // it comes again
	}
	k := message.Body(b)
	switch step := k.U8(); step {
	case charterSummary, charterBare:
		digest := k.Hash()
		theirs, err := charter.DecodeSummary(k.Rest())
		if err != nil {
			return err
		}
		if bare := y.bareWith(p); bare != (step == charterBare) {
			return nil // one of us has just left home, or come back to it, and says so
		} else if bare {
			theirs.Bare()
		}
		y.compareCharter(p, digest, theirs)
	case charterEntries:
		return y.takeCharter(p, k)
	case charterLogin:
		l, err := charter.DecodeLogin(k.Rest())
		if err != nil {
			return err
		}
		return y.countersign(p, l)
	case charterSeal:
		last, s := k.U64(), epoch.Cosignature{Key: p.key, Signature: k.Signature()}
		if err := k.Done(); err != nil {
			return err
		}
		y.countersigned(last, s)
	default:
		return fmt.Errorf("host: step %d of a charter", step)
	}
	return nil
}

// compareCharter sends a peer the entries that it lacks, and asks for those that it has in addition.
func (y *Policy) compareCharter(p *peer, digest [32]byte, theirs *charter.Summary) {
	r := y.c.standing.charter
	if y.of(p).digest = digest; digest == y.charterWith(p) {
		if y.of(p).told != digest {
			y.tellCharter(p) // or it would go on asking
		}
		return
	}
	items, _ := r.set.Missing(theirs, 0)
	if !y.c.peers.gives(p, items...) {
		return
	}
	b := []byte{byte(wire.Charter), charterEntries}
	for _, item := range items {
		if len(b)+len(item)+3 > charterMessage {
			y.c.send(p.key, message.StreamChannel, b)
			b = []byte{byte(wire.Charter), charterEntries}
		}
		b = wire.AppendBlob(b, item)
	}
	if len(b) > 2 {
		y.c.send(p.key, message.StreamChannel, b)
	}
	if r.set.Lacks(theirs) && y.c.now.Sub(y.of(p).at) >= charterGap/2 {
		y.tellCharter(p)
	}
}

// takeCharter adds a peer's entries and logins.
func (y *Policy) takeCharter(p *peer, k *wire.Cursor) error {
	if y.c.now.Sub(y.of(p).since) >= time.Second {
		y.of(p).since, y.of(p).taken = y.c.now, 0
	}
	if y.of(p).taken++; y.of(p).taken > charterBurst {
		y.c.counters[counter.Flooded]++
		return nil
	}
	var refused error
	for k.Err() == nil && k.Len() > 0 {
		b := k.Blob(charter.MaxEntry)
		if k.Err() != nil {
			break
		}
		keep, err := y.charterItem(b)
		if err != nil {
			refused = err
		}
		y.keepCharter(keep...)
	}
	y.c.standing.charter.changed()
	if err := k.Done(); err != nil {
		return err
	}
	return refused
}

// keepCharter has entries, logins and proofs written into the file.
func (y *Policy) keepCharter(items ...[]byte) {
	for _, b := range items {
		y.c.out.Charter = append(y.c.out.Charter, store.CharterRow{ID: charter.ID(b), Entry: slices.Clone(b)})
	}
}

// Write makes an entry of this peer in the world's charter: Act, Subject, Value and Text are given. Errors
// are those of charter.Set.Write, and ErrNoWorld.
func (y *Policy) Write(now time.Time, act charter.Entry) error {
	y.c.at(now)
	if y.chartering(); y.c.standing.charter == nil {
		return ErrNoWorld
	}
	e, err := y.c.standing.charter.set.Write(y.c.options.Key, act, charter.Day(y.c.today()))
	if err != nil {
		return err
	}
	y.keepCharter(e.Append(nil))
	y.c.standing.charter.changed()
	y.chartering()
	return nil
}
