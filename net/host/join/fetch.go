package join

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/request"
	"manyhold/net/key"
	"manyhold/net/transfer"
)

// Fetch is the island on its way to this peer: because it has none, missed too much, or has a wrong one.
type Fetch struct {
	request.Request

	late      key.ID // was asked before Source and given up for its silence: it may answer yet
	there     int    // bytes
	Why       string
	differs   message.Digest // the right digest of this peer's wrong state; zero: it is not wrong
	firm      bool           // nothing is taken that goes on provisionally: that was just left
	records   []*epoch.Record
	ancestors []*epoch.Record // of the island of these records
	Welcome   *message.Welcome
	receive   *transfer.Receiver
}

// Fetching reports whether a state is on its way here, or wanted.
func (j *Joining) Fetching() bool { return j.Fetch != nil }

// Asks reports whether a peer has been asked for its state.
func (j *Joining) Asks() bool { return j.Fetch != nil && j.Fetch.Waits() }

// Source is the peer that was asked for its state; zero: none was.
func (j *Joining) Source() (from key.ID) {
	if j.Fetch != nil {
		from = j.Fetch.Source()
	}
	return from
}

// Receives reports whether a state is arriving.
func (j *Joining) Receives() bool { return j.Fetch != nil && j.Fetch.receive != nil }

// Progress is when something of the wanted state came last, and whether a peer has announced the state.
func (j *Joining) Progress() (moved time.Time, welcome bool) {
	if j.Fetch == nil {
		return moved, false
	}
	return j.Fetch.MovedAt(), j.Fetch.Welcome != nil
}

// Begin wants a state; join chooses the peer to ask, unless AskFor does. why is for the log.
func (j *Joining) Begin(why string) { j.Fetch = &Fetch{Why: why} }

// ComeBack wants the state of the island that this peer was in before. firm: no state of a provisional fork
// will do, because this peer has just left that.
func (j *Joining) ComeBack(firm bool) { j.Fetch = &Fetch{Why: "returning", firm: firm} }

// Stop wants no state any more.
func (j *Joining) Stop() { j.Fetch = nil }

func (f *Fetch) lost(c *kernel.Core, id key.ID) {
	if f.receive != nil {
		f.receive.Lost(id)
	}
	if f.late == id {
		f.late = key.ID{}
	}
	if f.Source() == id {
		f.Drop()
	}
}

// AskFor asks one peer for the island.
func (j *Joining) AskFor(id key.ID) {
	f := j.Fetch
	f.Ask(j.c.Now, id)
	f.Moved(j.c.Now)
	f.records, f.ancestors, f.Welcome, f.receive, f.there = nil, nil, nil, nil, 0
	if j.c.Peers.Get(id) == nil {
		f.Drop()
		return
	}
	j.c.Peers.Greet(id, true)
}

// silent reports whether nothing has been heard of a peer for silentFor.
func (j *Joining) silent(id key.ID) bool {
	p := j.c.Peers.Get(id)
	return p == nil || j.c.Now.Sub(p.Heard) > silentFor
}

// patience is how long the asked peer may be silent. From far away, a packet that is lost costs a round trip.
func patience(j *Joining) time.Duration {
	if p := j.c.Peers.Get(j.Fetch.Source()); p != nil {
		return fetchPatience + 2*min(p.RTT, time.Second)
	}
	return fetchPatience
}

// answers reports whether a peer's answer is taken: that of the one that was asked, or of the one before
// that, if it comes first.
func (j *Joining) answers(p *kernel.Peer) bool {
	f := j.Fetch
	if f != nil && p.Key == f.late && f.records == nil && f.Welcome == nil {
		f.late = f.Source()
		f.Switch(p.Key)
	}
	return f != nil && p.Key == f.Source()
}

// giveUp ends the fetch; another peer is asked next time.
func (j *Joining) giveUp(id key.ID) {
	j.Fetch.Avoid(id, j.c.Now.Add(fetchPatience))
	j.Fetch.Drop()
}

// Awoke allows the asked peer its time again.
func (j *Joining) Awoke() {
	if j.Fetch != nil {
		j.Fetch.Moved(j.c.Now)
	}
}

// LinkDown notes that the asked peer may be gone.
func (j *Joining) LinkDown(id key.ID) {
	if j.Fetch != nil {
		j.Fetch.lost(j.c, id)
	}
}

// PeerLeft notes that the asked peer does not execute the island any more.
func (j *Joining) PeerLeft(p *kernel.Peer) { j.LinkDown(p.Key) }

// Busy reports whether a state is wanted.
func (j *Joining) Busy() bool { return j.Fetch != nil }
