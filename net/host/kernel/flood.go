package kernel

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/wire"
)

// # Quotas
//
// The cost of a peer is bounded, whatever it sends: the messages of a kind that are handled in a second
// (kindRate), the bytes that answer its requests (answerRate), and how often it gets the world and other
// large things that take long to prepare. Each bound is more than an honest peer needs at its busiest.
// Anything beyond is dropped, or waits, and is counted as Flooded. Frames and the blocks of a transfer are
// not counted here: they are bounded by the inbox of the link, and blocks that were not asked for are
// refused.
//
// The log has a peer's violations once every tellAgain, with their number since, so that nobody can fill a
// disk with them; the counters have all of them.

const (
	// answerRate is how many bytes of records and the like a peer gets in a second because it asks, and
	// answerBurst how many at once: the whole charter of a large world, or the records of years.
	answerRate  = 2 << 20
	answerBurst = 16 << 20
	// A peer is told to have the world WorldBurst times at once, and then every WorldEvery seconds; in
	// between it waits.
	WorldBurst = 5
	WorldEvery = 2
	// Of different blobs a peer is offered BlobBurst at once and then one every two seconds: each is hashed
	// for it.
	BlobBurst = 4
	// headRate is how many heads of a peer are looked at in a second; an honest leader signs one.
	headRate = 20
	// tellAgain is how long the log does not repeat a line about a peer.
	tellAgain = 10 * time.Second
)

// Flow measures a peer's requests.
type Flow struct {
	kinds         [wire.Door + 1]capacity.Quota
	answers       capacity.Quota // bytes
	Worlds        capacity.Quota
	Blobs         capacity.Quota
	heads         capacity.Quota
	signatures    capacity.Quota
	returns       capacity.Quota // of the state, see accept
	PendingChecks capacity.Quota // that are answered, see package compare
	Accusations   capacity.Quota // see package evidence
	told          map[string]*telling
}

// telling is a log line about a peer, with the time and the count of repetitions.
type telling struct {
	quota  capacity.Quota // of lines
	unsaid int            // how often since the last
}

// kindRate is how many messages of a kind and step are looked at in a second; zero: all.
func kindRate(b []byte) float64 {
	switch wire.Kind(b[0]) {
	case wire.Join, wire.HandOver, wire.Digests, wire.Certificate, wire.Roll:
		return 20
	case wire.Charter, wire.Fairness, wire.Door:
		return 40
	case wire.Recovery:
		return 400 // turns are asked for one message after the other
	case wire.Cosign:
		return 200 // of all islands that this one writes to
	case wire.Record:
		switch recordlist.Step(b) {
		case recordlist.Ask, recordlist.Answer:
			return 60
		case recordlist.Told:
			return 400
		}
	case wire.Fork:
		if len(b) > 1 && b[1] == message.StepPiece {
			return 0
		}
		return 60
	}
	return 0
}

// floods reports whether a message is more of its kind than a peer may send, and counts it then.
func (ps *Peers) floods(p *Peer, b []byte) bool {
	rate := kindRate(b)
	if rate == 0 || p.Flow.kinds[b[0]].Take(ps.c.Now, 1, rate, 3*rate) {
		return false
	}
	ps.c.Counters[counter.Flooded]++
	ps.Tell(p, "exceeds its quota of messages", "kind", b[0])
	return true
}

// Gives reports whether a peer may get so many more bytes in answer to its requests. A peer that is refused
// will ask again.
func (ps *Peers) Gives(p *Peer, messages ...[]byte) bool {
	n := 0
	for _, m := range messages {
		n += len(m)
	}
	if p.Flow.answers.Take(ps.c.Now, float64(n), answerRate, answerBurst) {
		return true
	}
	ps.c.Counters[counter.Flooded]++
	ps.Tell(p, "exceeds its quota of requests")
	return false
}

// Tell logs a peer's violation, each text once every tellAgain, with its number since the last time.
func (ps *Peers) Tell(p *Peer, words string, args ...any) { ps.TellOften(p, 1, words, args...) }

// TellOften says so many times at once, and every tellAgain after that.
func (ps *Peers) TellOften(p *Peer, burst float64, words string, args ...any) {
	t := p.Flow.told[words]
	if t == nil {
		if p.Flow.told == nil {
			p.Flow.told = map[string]*telling{}
		}
		t = &telling{}
		p.Flow.told[words] = t
	}
	if !t.quota.Take(ps.c.Now, 1, 1/tellAgain.Seconds(), burst) {
		t.unsaid++
		return
	}
	if t.unsaid > 0 {
		args = append(args, "before", t.unsaid)
	}
	t.unsaid = 0
	ps.c.Event(words, append([]any{"peer", p.Name()}, args...)...)
}
