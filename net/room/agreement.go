package room

import "slices"

// claims are the digests that seats told of late.
type claims struct {
	list []claim // ascending generations
}

// claim is what is known of the state after a generation.
type claim struct {
	generation uint32
	by         [MaxSeats]told
	right      told // what the majority told
}

// told is the digest of the engine's state after a generation, and the engine's state.
type told struct {
	known  bool
	digest uint64
	state  uint8
}

// of returns the claim of a generation, and makes it if there is none.
func (c *claims) of(g uint32) *claim {
	i, ok := c.find(g)
	if !ok {
		c.list = slices.Insert(c.list, i, claim{generation: g})
	}
	return &c.list[i]
}

func (c *claims) find(g uint32) (int, bool) {
	return slices.BinarySearchFunc(c.list, g, func(x claim, g uint32) int { return int(int64(x.generation) - int64(g)) })
}

// agreed returns what the majority told of a generation, if there is one.
func (c *claims) agreed(g uint32) (told, bool) {
	if i, ok := c.find(g); ok {
		return c.list[i].right, c.list[i].right.known
	}
	return told{}, false
}

// forget drops what is older than the window.
func (c *claims) forget(open uint32) {
	c.list = slices.DeleteFunc(c.list, func(x claim) bool { return x.generation+Window < open })
}

// Agreed returns the digest after a generation on which the majority agrees; known is false if there is none,
// or none any more.
func (r *Room) Agreed(generation uint32) (digest uint64, known bool) {
	t, ok := r.match.claims.agreed(generation)
	return t.digest, ok
}

// claim notes the digest that a packet tells.
func (r *Room) claim(s int, p *Packet) error {
	m := &r.match
	switch {
	case p.Done == 0:
		return nil // nothing was executed yet
	case p.Done >= m.open:
		return &Refusal{Why: FarGeneration, At: m.open}
	case p.Done+Window < m.open:
		return nil // it is behind, and that is no fault
	case int(p.State) > len(r.engine.States):
		return &Refusal{Why: NoTransition, From: r.engine.state(m.child), Name: "a state that the engine does not declare"}
	}
	c := m.claims.of(p.Done)
	if c.by[s].known {
		return nil // the first word holds
	}
	c.by[s] = told{true, p.Digest, p.State}
	r.compare(c)
	return nil
}

// compare looks for a majority among what the seats told of a generation, and names those who differ.
func (r *Room) compare(c *claim) {
	here, said, best, votes := 0, 0, told{}, 0
	for k := range r.seats {
		if !r.seats[k].here() {
			continue
		}
		here++
		if !c.by[k].known {
			continue
		}
		said++
		n := 0
		for j := range r.seats {
			n += one(r.seats[j].here() && c.by[j] == c.by[k])
		}
		if n > votes {
			best, votes = c.by[k], n
		}
	}
	split := said == here && 2*votes <= here // nobody has a majority
	if !split && (2*votes <= here || c.right.known && c.right != best) {
		return
	}
	if !split && !c.right.known {
		c.right = best
		r.follow(best.state)
	}
	differs := false
	for k := range r.seats {
		s := &r.seats[k]
		if s.here() && c.by[k].known && (split || c.by[k] != c.right) && s.Diverged == 0 {
			s.Diverged = c.generation
			differs = true
		}
	}
	if differs && r.strict && r.phase == Running {
		r.match.pace = Halted
		for k := range r.seats {
			r.seats[k].ballot = NoBallot
		}
	}
}

// follow goes to the state that the engine reports. A transition that the engine does not declare is refused:
// the room stays, and Illegal names it.
func (r *Room) follow(state uint8) {
	m := &r.match
	switch {
	case state == 0 || state == m.child:
	case r.declared(m.child, state):
		m.child = state
	default:
		m.illegal = state
	}
}

// declared reports whether the engine declares a transition. An engine that declares none has all.
func (r *Room) declared(from, to uint8) bool {
	return len(r.engine.Moves) == 0 || slices.Contains(r.engine.Moves, [2]uint8{from, to})
}

// Illegal returns the transition that the engine wanted last without having declared it, nil for none.
func (r *Room) Illegal() error {
	if r.match.illegal == 0 {
		return nil
	}
	return &Refusal{Why: NoTransition, From: r.engine.state(r.match.child), Name: r.engine.state(r.match.illegal)}
}
