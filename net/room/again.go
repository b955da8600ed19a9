package room

import "manyhold/net/wire"

// again is what a player's program came to when it executed all recorded generations once more, from the
// first state on: a machine whose memory was changed comes to another state than it had told.
type again struct {
	generation uint32 // 0: it has not told anything
	told
}

func (a *again) append(dst []byte) []byte {
	dst = wire.AppendU32(dst, a.generation)
	if a.generation == 0 {
		return dst
	}
	return wire.AppendU8(wire.AppendU64(dst, a.digest), a.state)
}

func parseAgain(c *wire.Cursor) (a again) {
	if a.generation = c.U32(); a.generation > 0 {
		a.told = told{true, c.U64(), c.U8()}
	}
	return a
}

// Disputed returns the first generation about which seats differ that are not vacant, 0 for none. A program
// tells a halted room what it comes to after that one (see Again).
func Disputed(seats []Seat) (generation uint32) {
	for k := range seats {
		if s := &seats[k]; s.here() && s.Diverged > 0 && (generation == 0 || s.Diverged < generation) {
			generation = s.Diverged
		}
	}
	return generation
}

// repeat takes what a seat came to when its program executed everything again.
func (m *match) repeat(q *roster, k int, p *Packet, e *Engine) error {
	g := Disputed(q.seats)
	switch {
	case m.pace != Halted:
		return refuse(NotHalted)
	case q.seats[k].Vacant > 0:
		return refuse(NotSeated)
	case p.Done < g:
		return &Refusal{Why: OldGeneration, At: g}
	case p.Done > g:
		return &Refusal{Why: FarGeneration, At: g}
	case int(p.State) > len(e.States):
		return &Refusal{Why: NoTransition, From: e.state(m.course.child), Name: "a state that the engine does not declare"}
	}
	q.seats[k].again = again{g, told{true, p.Digest, p.State}}
	return nil
}

// tally looks whether a majority of the seats that are there came to the same state again. That one is right,
// whatever was told before, and only the seats that had told another one differ. Without such a majority
// somebody does not tell the truth, and the room cannot know who.
func (m *match) tally(q *roster) {
	g := Disputed(q.seats)
	if m.pace != Halted || g == 0 {
		return
	}
	for k := range q.seats {
		x, agree := &q.seats[k], 0
		if !x.here() || x.again.generation != g {
			continue
		}
		for j := range q.seats {
			agree += one(q.seats[j].here() && q.seats[j].again == x.again)
		}
		if 2*agree > q.here() || planted(Gullible) {
			m.settle(q, g, x.again.told)
			return
		}
	}
}

// settle makes a state the right one after a generation, and names the seats anew.
func (m *match) settle(q *roster, g uint32, right told) {
	c := m.agreement.of(g)
	c.right = right
	for k := range q.seats {
		if s := &q.seats[k]; s.here() && s.Diverged == g {
			s.Diverged = 0
		}
	}
	c.name(q.seats)
}

// unsay forgets what a seat told: it comes back with another state.
func (a *agreement) unsay(k int) {
	for i := range a.list {
		a.list[i].by[k] = told{}
	}
}
