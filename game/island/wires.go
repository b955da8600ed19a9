package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// A signal is there or not. Levers and pressed plates give one to all four sides, gates and delays to their front
// only. A wire takes it from a neighbour and gives it to all sides; it reaches wireReach tiles, and a gate gives it new
// strength. Over a line to another island signals go by messages (signals.go).

const (
	// wireReach is how many tiles of wire a signal goes through.
	wireReach = 31
	// sourceStrength is the strength of a signal where it comes from.
	sourceStrength = wireReach + 1
	// fedBit of the state of a lamp or door says that it had a signal when it was visited last. A hand may have
	// switched it since: only a change of the signal does so again.
	fedBit = 2
)

// gives reports whether what is on a tile gives a signal towards h.
func gives(i *State, t grid.Tile, h tile.Heading) bool {
	_, b, state, ok := i.TileAt(t)
	if !ok {
		return lent(i, t, h) > 0
	}
	if state&tile.StateBit0 == 0 {
		return false
	}
	switch b {
	case tile.Wire, tile.Plate, tile.Lever:
		return true
	case tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay:
		return tile.HeadingOf(state) == h
	}
	return false
}

// strength returns how strong a signal is that a tile gives towards h: sourceStrength from what makes one, one less with
// every tile of wire, 0 for none.
func strength(i *State, t grid.Tile, h tile.Heading) uint8 {
	if !gives(i, t, h) {
		return 0
	}
	switch _, b, state, ok := i.TileAt(t); {
	case !ok:
		return lent(i, t, h)
	case b == tile.Wire:
		return min(state>>1, sourceStrength)
	}
	return sourceStrength
}

// fedFrom reports whether a tile gets a signal from its neighbour on the side h.
func fedFrom(i *State, t grid.Tile, h tile.Heading) bool { return gives(i, beside(t, h), h.Turned(2)) }

// fed reports whether a tile gets a signal from any side.
func fed(i *State, t grid.Tile) bool {
	for h := range tile.HeadingCount {
		if fedFrom(i, t, h) {
			return true
		}
	}
	return false
}

// wireState is what the state of a wire should be: one weaker than the strongest signal it gets.
func wireState(i *State, t grid.Tile) uint8 {
	best := uint8(0)
	for h := range tile.HeadingCount {
		best = max(best, strength(i, beside(t, h), h.Turned(2)))
	}
	if best <= 1 {
		return 0
	}
	return (best-1)<<1 | tile.StateBit0
}

func wireDiffers(i *State, s *site) bool { return wireState(i, s.t) != s.state }

func conduct(i *State, s *site) bool {
	i.setTile(s.t, s.ground, s.block, wireState(i, s.t))
	return false
}

// gateOutput is what the inputs of a gate come to.
func gateOutput(i *State, s *site) bool {
	h := tile.HeadingOf(s.state)
	left, right, back := fedFrom(i, s.t, h.Turned(3)), fedFrom(i, s.t, h.Turned(1)), fedFrom(i, s.t, h.Turned(2))
	switch s.block {
	case tile.NotGate:
		return !back
	case tile.AndGate:
		return left && right
	}
	return left || right || back
}

func gateDiffers(i *State, s *site) bool { return gateOutput(i, s) != s.on() }

func turnOver(i *State, s *site) bool {
	i.setTile(s.t, s.ground, s.block, s.state^tile.StateBit0)
	return false
}

// delays are how long a delay waits, in beats, by bits 3 and 4 of its state.
var delays = [4]uint8{1, 2, 4, 7}

// wait counts, in bits 5 to 7, for how many beats the input of a delay has not been its output; then it is.
func wait(i *State, s *site) bool {
	in, waited := fedFrom(i, s.t, tile.HeadingOf(s.state).Turned(2)), s.state>>5
	state := s.state & 0x1f
	switch {
	case in == s.on():
	case waited+1 >= delays[s.state>>3&3]:
		state ^= tile.StateBit0
	default:
		state |= (waited + 1) << 5
	}
	if state != s.state {
		i.setTile(s.t, s.ground, s.block, state)
	}
	return state>>5 != 0
}

func feedDiffers(i *State, s *site) bool { return fed(i, s.t) != (s.state&fedBit != 0) }

func feedLamp(i *State, s *site) bool {
	state := s.state ^ fedBit
	state &^= tile.StateBit0
	if state&fedBit == 0 {
		state |= tile.StateBit0 // unlit
	}
	i.setTile(s.t, s.ground, s.block, state)
	if state&tile.StateBit0 != s.state&tile.StateBit0 {
		i.tell(either(state&tile.StateBit0 == 0, event.Lit, event.Unlit), nil, s.t, int32(s.block), 0)
	}
	return false
}

// feedDoor opens or shuts a door. One that somebody stands in waits; a locked one only hears.
func feedDoor(i *State, s *site) bool {
	state := s.state ^ fedBit
	if lockOf(s.state) == 0 {
		state &^= tile.StateBit0
		if state&fedBit != 0 {
			state |= tile.StateBit0 // open
		}
	}
	if state&tile.StateBit0 == 0 && s.on() && occupied(i, s.t, true) {
		return true
	}
	i.setTile(s.t, s.ground, s.block, state)
	if state&tile.StateBit0 != s.state&tile.StateBit0 {
		i.tell(either(state&tile.StateBit0 != 0, event.Opened, event.Closed), nil, s.t, int32(s.block), 0)
	}
	return false
}

// Plates are pressed by what stands or lies on them: see tread. That nothing does any more is noticed by the visits
// that a pressed plate gets in every beat.

// weighed reports whether something presses on a tile.
func weighed(i *State, t grid.Tile) bool {
	for _, k := range i.space.Around(t.Centre(), fixed.One) {
		if b := &i.space.Bodies()[k]; presses(b) && grid.TileAt(b.Pos) == t {
			return true
		}
	}
	return false
}

// presses reports whether a body presses on what is under it.
func presses(b *entity.Body) bool {
	switch b.Kind {
	case entity.Drop, entity.Flame, entity.Ember:
		return false
	}
	return b.Flags&entity.Carried == 0 && b.Z == 0
}

func pressed(i *State, s *site) bool { return !s.on() && weighed(i, s.t) }

func press(i *State, s *site) bool {
	i.setTile(s.t, s.ground, s.block, s.state|tile.StateBit0)
	i.tell(event.Switched, nil, s.t, int32(s.block), 1)
	return true
}

// released is asked of pressed plates, which springBack keeps visited.
func released(_ *State, s *site) bool { return s.on() }

func springBack(i *State, s *site) bool {
	if weighed(i, s.t) {
		return true
	}
	i.setTile(s.t, s.ground, s.block, s.state&^tile.StateBit0)
	i.tell(event.Switched, nil, s.t, int32(s.block), 0)
	return false
}
