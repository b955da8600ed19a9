// Package policy keeps the charter's word on an island: logins, appointments, laws, kicks and decrees of
// the founder.
package policy

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/standing"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// The world's charter (see net/charter) goes from peer to peer by the links of home: two peers exchange the
// summaries of their entries when they meet, when a summary changes and as long as the summaries differ;
// then each sends the entries that the other lacks. Every player's own process signs one login, which the
// voters of home countersign. A peer that does not execute home any more keeps up with entries and
// appointments, which all peers obey, but not with the logins: only home's records prove those, and of
// these the peer receives the newest only.

const (
	// charterGap is the least time between two summaries to one peer. With more links than charterLinks,
	// those that only tell of logins come more rarely: in a crowd somebody logs in all the time, and each
	// login would be told over every link.
	charterGap   = time.Second
	charterLinks = 4
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
	CharterSummary = 1 // summary of this peer's entries
	CharterEntries = 2 // entries that the receiver may lack
	CharterLogin   = 3 // countersign this
	charterSeal    = 4 // I do
	charterBare    = 5 // summary without logins, which the sender does not keep
	CharterAppoint = 6 // countersign this appointment
	charterAgree   = 7 // I do
)

// Policy keeps the charter's word on this island: logins, appointments, laws, kicks and decrees of the
// founder.
type Policy struct {
	c *kernel.Core
	kernel.ObserverBase

	peers kernel.Slot[chartered]

	decided   ordinances
	regency   regency
	decreeing bool      // as soon as this peer leads
	asked     time.Time // the leader, to let it
	began     time.Time // the present epoch, here
	met       []key.ID  // scratch of review
	follows   key.ID    // the leader of the present epoch, as seen last,
	since     time.Time // and since when
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Policy {
	y := &Policy{c: c, peers: kernel.NewSlot[chartered](c)}
	y.regency.c, y.regency.y = c, y
	return y
}

// of is the state of a peer.
func (y *Policy) of(p *kernel.Peer) *chartered { return y.peers.Of(p) }

// RecordsCut has the logins checked again.
func (y *Policy) RecordsCut(uint64) {
	if y.c.Standing.Charter != nil && y.c.ID == message.Home {
		y.c.Standing.Charter.Cut = true
	}
}

// Busy reports whether a decree waits.
func (y *Policy) Busy() bool { return y.decreeing }

// Report describes the charter.
func (y *Policy) Report(s *status.Host) { s.Charter = y.charterStatus() }

// chartered is this peer's knowledge of a linked peer's charter.
type chartered struct {
	digest [32]byte
	told   [32]byte  // the digest that it was sent last
	basis  [32]byte  // likewise, of entries and tickets
	at     time.Time // when
	taken  int       // messages of entries since
	since  time.Time
}

// OpenCharter makes the registry once the world is known, with the contents of its file.
func (y *Policy) OpenCharter(rows []store.CharterRow) {
	r := &standing.Registry{Set: charter.NewSet(charter.World{ID: y.c.World, Founder: y.c.Genesis.Founder}), Known: map[[32]byte]*epoch.Record{}}
	y.c.Standing.Charter = r
	for _, row := range inOrder(rows) {
		if p, err := epoch.DecodeEquivocation(row.Entry); err == nil {
			if p.World == y.c.World && p.Signer != y.c.Me && !y.c.Standing.Of(p.Signer) && len(y.c.Standing.Proofs) < standing.MaxProofs {
				y.c.Standing.Proofs, y.c.Standing.By[p.Signer] = append(y.c.Standing.Proofs, p), p
			}
		} else if x, err := epoch.DecodeAccusation(row.Entry); err == nil {
			y.c.Evidence.AccusationOfFile(x)
		} else if _, err := y.charterItem(row.Entry); err != nil {
			y.c.Counters[counter.Garbage]++
		}
	}
	r.Changed()
}

// charterWith is the digest of the part of the charter that this peer and another one both keep.
func (y *Policy) charterWith(p *kernel.Peer) [32]byte {
	if y.bareWith(p) {
		return y.c.Standing.Charter.Rules
	}
	return y.c.Standing.Charter.Digest
}

// bareWith reports whether one of them has left home to others.
func (y *Policy) bareWith(p *kernel.Peer) bool { return y.c.AtRest || p.Said.Idle }

// charterItem adds an encoded entry, appointment or login and returns its row for the file.
func (y *Policy) charterItem(b []byte) (keep [][]byte, err error) {
	set := y.c.Standing.Charter.Set
	if e, err := charter.DecodeEntry(b); err == nil {
		added, err := set.Add(e, charter.Day(y.c.Today()))
		if !added || err != nil {
			return nil, err
		}
		keep = [][]byte{b}
		if e.Act == charter.Name && e.Author == y.c.Genesis.Founder {
			for _, waited := range set.Of(e.Subject) {
				keep = append(keep, waited.Append(nil))
			}
		}
		return keep, nil
	}
	if k, err := charter.DecodeTicket(b); err == nil {
		return ticketItem(y, k)
	}
	var added bool
	if a, e := charter.DecodeAppointment(b); e == nil {
		added, err = set.AddAppointment(a, y.RecordOf, charter.Day(y.c.Today()))
		for _, waited := range set.Of(a.Player) {
			keep = append(keep, waited.Append(nil))
		}
	} else {
		var l *charter.Login
		if l, err = charter.DecodeLogin(b); err != nil {
			return nil, err
		}
		added, err = set.AddLogin(l, y.RecordOf, y.c.Today())
	}
	if errors.Is(err, charter.ErrUnknown) {
		return nil, nil // a peer that is behind, or in another fork, hears of it again
	}
	if !added || err != nil {
		return nil, err
	}
	return append(keep, b), nil
}

// Chartering does the due work of the charter.
func (y *Policy) Chartering() {
	y.c.Standing.Date = y.c.Today()
	switch {
	case !y.c.Options.Charter || y.c.ID != message.Home:
		return
	case y.c.AtRest:
		if y.c.Standing.Charter != nil {
			y.c.Standing.Charter.Bare = true
			y.tellAll()
		}
		return
	case y.c.Machine == nil || len(y.c.Ancestry.Records) == 0:
		return
	}
	if y.c.Standing.Charter == nil {
		y.OpenCharter(nil)
		for _, p := range y.c.Standing.Proofs {
			y.KeepCharter(p.Append(nil))
		}
		for _, x := range y.c.Standing.Accusations {
			if x.Convicts() || x.SignedBy(y.c.Me) {
				y.c.Evidence.KeepAccusation(x.Accusation)
			}
		}
	}
	y.c.Standing.Charter.Bare = false
	y.disown()
	y.logIn()
	y.regency.appoint()
	y.tellAll()
}

// ReceiveCharter takes a message about the charter.
func (y *Policy) ReceiveCharter(p *kernel.Peer, b []byte) error {
	if y.c.ID != message.Home || y.c.Standing.Charter == nil {
		return nil // it comes again
	}
	k := message.Body(b)
	switch step := k.U8(); step {
	case CharterSummary, charterBare:
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
	case CharterEntries:
		return y.takeCharter(p, k)
	case CharterLogin:
		l, err := charter.DecodeLogin(k.Rest())
		if err != nil {
			return err
		}
		return y.countersign(p, l)
	case charterSeal:
		last, s := k.U64(), epoch.Cosignature{Key: p.Key, Signature: k.Signature()}
		if err := k.Done(); err != nil {
			return err
		}
		y.countersigned(last, s)
	case CharterAppoint:
		a, err := charter.DecodeAppointment(k.Rest())
		if err != nil {
			return err
		}
		y.regency.agree(p, a)
	case charterAgree:
		s := epoch.Cosignature{Key: p.Key, Signature: k.Signature()}
		if err := k.Done(); err != nil {
			return err
		}
		y.regency.agreed(s)
	default:
		return fmt.Errorf("host: step %d of a charter", step)
	}
	return nil
}

// compareCharter sends a peer the entries that it lacks, and asks for those that it has in addition.
func (y *Policy) compareCharter(p *kernel.Peer, digest [32]byte, theirs *charter.Summary) {
	r := y.c.Standing.Charter
	if y.of(p).digest = digest; digest == y.charterWith(p) {
		if y.of(p).told != digest {
			y.tellCharter(p) // or it would go on asking
		}
		return
	}
	items, _ := r.Set.Missing(theirs, 0)
	if !y.c.Peers.Gives(p, items...) {
		return
	}
	b := []byte{byte(wire.Charter), CharterEntries}
	for _, item := range items {
		if len(b)+len(item)+3 > charterMessage {
			y.c.Send(p.Key, message.StreamChannel, b)
			b = []byte{byte(wire.Charter), CharterEntries}
		}
		b = wire.AppendBlob(b, item)
	}
	if len(b) > 2 {
		y.c.Send(p.Key, message.StreamChannel, b)
	}
	if r.Set.Lacks(theirs) && y.c.Now.Sub(y.of(p).at) >= y.of(p).gap(y)/2 {
		y.tellCharter(p)
	}
}

// takeCharter adds a peer's entries and logins.
func (y *Policy) takeCharter(p *kernel.Peer, k *wire.Cursor) error {
	if y.c.Now.Sub(y.of(p).since) >= time.Second {
		y.of(p).since, y.of(p).taken = y.c.Now, 0
	}
	if y.of(p).taken++; y.of(p).taken > charterBurst {
		y.c.Counters[counter.Flooded]++
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
		y.KeepCharter(keep...)
	}
	y.c.Standing.Charter.Changed()
	if err := k.Done(); err != nil {
		return err
	}
	return refused
}

// KeepCharter has entries, logins and proofs written into the file.
func (y *Policy) KeepCharter(items ...[]byte) {
	for _, b := range items {
		y.c.Out.Charter = append(y.c.Out.Charter, store.CharterRow{ID: charter.ID(b), Entry: slices.Clone(b)})
	}
}

// Write makes an entry of this peer in the world's charter: Act, Subject, Value and Text are given. Errors
// are those of charter.Set.Write, and ErrNoWorld.
func (y *Policy) Write(now time.Time, act charter.Entry) error {
	y.c.SetTime(now)
	if y.Chartering(); y.c.Standing.Charter == nil {
		return kernel.ErrNoWorld
	}
	e, err := y.c.Standing.Charter.Set.Write(y.c.Options.Key, act, charter.Day(y.c.Today()))
	if err != nil {
		return err
	}
	y.KeepCharter(e.Append(nil))
	y.c.Standing.Charter.Changed()
	y.Chartering()
	return nil
}
