package arena

import (
	"bytes"
	"time"

	"manyhold/game/match"
	"manyhold/game/world"
	"manyhold/net/room"
	"manyhold/net/room/cadence"
)

// run is a match as far as it was executed, and what is known of the way there.
type run struct {
	m    *match.Match
	past past
}

// step executes a generation.
func (r *run) step(master *room.Master) {
	r.m.Step(Executed(master))
	q := &r.past
	q.executed = master.Generation
	at := q.executed % remembered
	q.digests[at], q.states[at], q.parts[at] = r.m.Digest(), r.m.State(), r.m.Island().Sections()
	if q.executed%saveEvery == 0 {
		x := &q.saved[q.executed/saveEvery%saves]
		x.after, x.bytes = q.executed, r.m.Snapshot(x.bytes[:0])
	}
}

// Digest returns the digest after a generation that was executed a short while ago.
func (r *run) Digest(g uint32) (digest uint64, known bool) {
	if g == 0 || g > r.past.executed || r.past.executed-g >= remembered {
		return 0, false
	}
	return r.past.digests[g%remembered], true
}

// past is what a pilot knows of the generations that it has seen.
type past struct {
	seen     uint32 // the newest that is there
	executed uint32
	log      [remembered][]byte // the masters, by generation
	digests  [remembered]uint64
	states   [remembered]uint8 // of the engine
	parts    [remembered][world.SectionCount]uint64
	saved    [saves]save
	undone   int // how often the room took masters back
}

// save is a saved state.
type save struct {
	after uint32
	bytes []byte
}

// goBack goes back to a state before the first master that the room has taken back: its host has died before
// others had it.
func (p *Pilot) goBack(s *Sight) {
	q := &p.past
	wrong := uint32(0) // the first generation that is another one now
	for g := s.First; g <= q.seen && wrong == 0; g++ {
		if k := int(g - s.First); k >= len(s.Recent) || !bytes.Equal(s.Recent[k], q.log[g%remembered]) {
			wrong = g
		}
	}
	if wrong == 0 {
		return
	}
	q.undone++
	best := -1
	for k, x := range q.saved {
		if x.bytes != nil && x.after < wrong && (best < 0 || x.after > q.saved[best].after) {
			best = k
		}
	}
	p.beat, p.waiting, p.sent, p.returned = cadence.Cadence{}, nil, 0, 0
	if q.executed < wrong {
		q.seen = q.executed // what was executed holds
		return
	}
	var again *match.Match
	err := error(nil)
	if best >= 0 {
		again, err = match.Restore(p.Package, q.saved[best].bytes)
	}
	if best < 0 || err != nil {
		*q = past{undone: q.undone}
		p.m, p.reported = nil, time.Time{}
		p.begin(s)
		return
	}
	p.m, q.executed = again, q.saved[best].after
	q.seen = q.executed
	for k := range q.saved {
		if q.saved[k].after > q.executed {
			q.saved[k] = save{}
		}
	}
	if p.m.Result() == nil {
		p.reported = time.Time{}
	}
}
