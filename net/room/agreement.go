package room

import "slices"

// agreement is the digests that seats told of late, and what the majority told.
type agreement struct {
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
func (a *agreement) of(g uint32) *claim {
	i, ok := a.find(g)
	if !ok {
		a.list = slices.Insert(a.list, i, claim{generation: g})
	}
	return &a.list[i]
}

func (a *agreement) find(g uint32) (int, bool) {
	return slices.BinarySearchFunc(a.list, g, func(x claim, g uint32) int { return int(int64(x.generation) - int64(g)) })
}

// agreed returns what the majority told of a generation, if there is one.
func (a *agreement) agreed(g uint32) (told, bool) {
	if i, ok := a.find(g); ok {
		return a.list[i].right, a.list[i].right.known
	}
	return told{}, false
}

// forget drops what is older than the window.
func (a *agreement) forget(open uint32) {
	a.list = slices.DeleteFunc(a.list, func(x claim) bool { return x.generation+Window < open })
}

// verdict is what follows from a digest that was told.
type verdict struct {
	settled bool // there is a majority that was not there before
	state   uint8
	differs bool // a seat is named that was not named before
}

// note takes what a seat tells of a generation. The first word holds.
func (a *agreement) note(seats []Seat, s int, g uint32, t told, halted bool) (v verdict) {
	c := a.of(g)
	if c.by[s].known {
		return v
	}
	c.by[s] = t
	return c.compare(seats, halted)
}

// compare looks for a majority among what the seats told, and names those that differ. In a halted room a
// seat that was named for an earlier generation has no voice.
func (c *claim) compare(seats []Seat, halted bool) (v verdict) {
	heard := func(k int) bool {
		s := &seats[k]
		return s.here() && (!halted || s.Diverged == 0 || s.Diverged >= c.generation)
	}
	here, said, best, votes := 0, 0, told{}, 0
	for k := range seats {
		if !heard(k) {
			continue
		}
		here++
		if !c.by[k].known {
			continue
		}
		said++
		n := 0
		for j := range seats {
			n += one(heard(j) && c.by[j] == c.by[k])
		}
		if n > votes {
			best, votes = c.by[k], n
		}
	}
	split := false
	switch {
	case c.right.known:
	case 2*votes > here:
		c.right = best
		v.settled, v.state = true, best.state
	default:
		split = here > 0 && said == here // nobody has a majority
	}
	v.differs = (split || c.right.known) && c.name(seats)
	return v
}

// name names the seats that told anything else than what is right, or all if nothing is. It reports whether
// one was not named before.
func (c *claim) name(seats []Seat) (any bool) {
	for k := range seats {
		if s := &seats[k]; s.here() && s.Diverged == 0 && c.by[k].known && (c.by[k] != c.right || !c.right.known) {
			s.Diverged = c.generation
			any = true
		}
	}
	return any
}

// Agreed returns the digest after a generation on which the majority agrees; known is false if there is none,
// or none any more.
func (r *Room) Agreed(generation uint32) (digest uint64, known bool) {
	t, ok := r.match.agreement.agreed(generation)
	return t.digest, ok
}

// course is the states of the engine, as its players report them.
type course struct {
	child   uint8 // the state, from 1; 0: the beginning
	illegal uint8 // the state that the engine wanted last without a transition to it, from 1
}

// follow goes to the state that the engine reports. A transition that the engine does not declare is refused:
// the room stays, and Illegal names it.
func (c *course) follow(e *Engine, state uint8) {
	switch {
	case state == 0 || state == c.child:
	case e.declares(c.child, state) || planted(AnyState):
		c.child = state
	default:
		c.illegal = state
	}
}

// declares reports whether the engine declares a transition. An engine that declares none has all.
func (e *Engine) declares(from, to uint8) bool {
	return len(e.Moves) == 0 || slices.Contains(e.Moves, [2]uint8{from, to})
}

// Illegal returns the transition that the engine wanted last without having declared it, nil for none.
func (r *Room) Illegal() error {
	c := &r.match.course
	if c.illegal == 0 {
		return nil
	}
	return &Refusal{Why: NoTransition, From: r.engine.state(c.child), Name: r.engine.state(c.illegal)}
}
