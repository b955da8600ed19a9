package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/request"
	"manyhold/net/key"
	"manyhold/net/transfer"
)

// fetch is the island on its way to this peer: because it has none, missed too much, or has a wrong one.
type fetch struct {
	request.Request

	there   int // bytes
	why     string
	differs message.Digest // the right digest of this peer's wrong state; zero: it is not wrong
	firm    bool           // nothing is taken that goes on provisionally: that was just left
	records []*epoch.Record
	lineage []*epoch.Record // of the island of these records
	welcome *message.Welcome
	receive *transfer.Receiver
}

// Fetching reports whether a state is on its way here, or wanted.
func (j *Joining) Fetching() bool { return j.fetch != nil }

// Asks reports whether a peer has been asked for its state.
func (j *Joining) Asks() bool { return j.fetch != nil && j.fetch.Waits() }

// Source is the peer that was asked for its state; zero: none was.
func (j *Joining) Source() (from key.ID) {
	if j.fetch != nil {
		from = j.fetch.Source()
	}
	return from
}

// Receives reports whether a state is arriving.
func (j *Joining) Receives() bool { return j.fetch != nil && j.fetch.receive != nil }

// Progress is when something of the wanted state came last, and whether a peer has announced the state.
func (j *Joining) Progress() (moved time.Time, welcome bool) {
	if j.fetch == nil {
		return moved, false
	}
	return j.fetch.MovedAt(), j.fetch.welcome != nil
}

// Begin wants a state; join chooses the peer to ask, unless askFor does. why is for the log.
func (j *Joining) Begin(why string) { j.fetch = &fetch{why: why} }

// ComeBack wants the state of the island that this peer was in before. firm: no state of a provisional fork
// will do, because this peer has just left that.
func (j *Joining) ComeBack(firm bool) { j.fetch = &fetch{why: "returning", firm: firm} }

// Stop wants no state any more.
func (j *Joining) Stop() { j.fetch = nil }

func (f *fetch) lost(c *kernel.Core, id key.ID) {
	if f.receive != nil {
		f.receive.Lost(id)
	}
	if f.Source() == id {
		f.Drop()
	}
}

// AskFor asks one peer for the island.
func (j *Joining) AskFor(id key.ID) {
	f := j.fetch
	f.Ask(j.c.Now, id)
	f.Moved(j.c.Now)
	f.records, f.lineage, f.welcome, f.receive, f.there = nil, nil, nil, nil, 0
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

// giveUp ends the fetch; another peer is asked next time.
func (j *Joining) giveUp(id key.ID) {
	j.fetch.Avoid(id, j.c.Now.Add(fetchPatience))
	j.fetch.Drop()
}

// Awoke allows the asked peer its time again.
func (j *Joining) Awoke() {
	if j.fetch != nil {
		j.fetch.Moved(j.c.Now)
	}
}

func (j *Joining) LinkDown(id key.ID) {
	if j.fetch != nil {
		j.fetch.lost(j.c, id)
	}
}

func (j *Joining) PeerLeft(p *kernel.Peer) { j.LinkDown(p.Key) }

func (j *Joining) Busy() bool { return j.fetch != nil }
