package living

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A signal is there or not. Levers and pressed plates give one to all four sides, gates and delays to their
// front only. A wire takes it from a neighbour and gives it to all sides; it reaches WireReach tiles, and a
// gate gives it new strength. Over a line to another island signals go by messages (package federation).

const (
	// WireReach is how many tiles of wire a signal goes through.
	WireReach = world.SourceStrength - 1
	// FedBit of the state of a lamp or door says that it had a signal when it was visited last. A hand may
	// have switched it since: only a change of the signal does so again.
	FedBit = 2
)

// gives reports whether the block on a tile gives a signal towards h.
func gives(i *world.State, t grid.Tile, h tile.Heading) bool {
	_, b, state, ok := i.Land.TileAt(t)
	if !ok {
		return Lent(i, t, h) > 0
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

// Strength returns the strength of the signal that a tile gives towards h: sourceStrength from a source, one
// less with every tile of wire, 0 for none.
func Strength(i *world.State, t grid.Tile, h tile.Heading) uint8 {
	if !gives(i, t, h) {
		return 0
	}
	switch _, b, state, ok := i.Land.TileAt(t); {
	case !ok:
		return Lent(i, t, h)
	case b == tile.Wire:
		return min(state>>1, world.SourceStrength)
	}
	return world.SourceStrength
}

// fedFrom reports whether a tile gets a signal from its neighbour on the side h.
func fedFrom(i *world.State, t grid.Tile, h tile.Heading) bool {
	return gives(i, world.Beside(t, h), h.Turned(2))
}

// Fed reports whether a tile gets a signal from any side.
func Fed(i *world.State, t grid.Tile) bool {
	for h := range tile.HeadingCount {
		if fedFrom(i, t, h) {
			return true
		}
	}
	return false
}

// wireState returns the right state of a wire: one weaker than the strongest signal it gets.
func wireState(i *world.State, t grid.Tile) uint8 {
	best := uint8(0)
	for h := range tile.HeadingCount {
		best = max(best, Strength(i, world.Beside(t, h), h.Turned(2)))
	}
	if best <= 1 {
		return 0
	}
	return (best-1)<<1 | tile.StateBit0
}

func wireDiffers(i *world.State, s *world.Site) bool { return wireState(i, s.T) != s.State }

func conduct(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, wireState(i, s.T))
	return false
}

// gateOutput returns the output of a gate for its present inputs.
func gateOutput(i *world.State, s *world.Site) bool {
	h := tile.HeadingOf(s.State)
	left, right, back := fedFrom(i, s.T, h.Turned(3)), fedFrom(i, s.T, h.Turned(1)), fedFrom(i, s.T, h.Turned(2))
	switch s.Block {
	case tile.NotGate:
		return !back
	case tile.AndGate:
		return left && right
	}
	return left || right || back
}

func gateDiffers(i *world.State, s *world.Site) bool { return gateOutput(i, s) != s.On() }

func turnOver(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, s.State^tile.StateBit0)
	return false
}

// delays are how long a delay waits, in beats, by bits 3 and 4 of its state.
var delays = [4]uint8{1, 2, 4, 7}

// wait counts, in bits 5 to 7, for how many beats the input of a delay has not been its output; then it is.
func wait(i *world.State, s *world.Site) bool {
	in, waited := fedFrom(i, s.T, tile.HeadingOf(s.State).Turned(2)), s.State>>5
	state := s.State & 0x1f
	switch {
	case in == s.On():
	case waited+1 >= delays[s.State>>3&3]:
		state ^= tile.StateBit0
	default:
		state |= (waited + 1) << 5
	}
	if state != s.State {
		SetTile(i, s.T, s.Ground, s.Block, state)
	}
	return state>>5 != 0
}

func feedDiffers(i *world.State, s *world.Site) bool {
	return Fed(i, s.T) != (s.State&FedBit != 0)
}

func feedLamp(i *world.State, s *world.Site) bool {
	state := s.State ^ FedBit
	state &^= tile.StateBit0
	if state&FedBit == 0 {
		state |= tile.StateBit0 // unlit
	}
	SetTile(i, s.T, s.Ground, s.Block, state)
	if state&tile.StateBit0 != s.State&tile.StateBit0 {
		i.Tell(Either(state&tile.StateBit0 == 0, event.Lit, event.Unlit), nil, s.T, int32(s.Block), 0)
	}
	return false
}

// feedDoor opens or shuts a door. A door with a body in it waits; a locked one only remembers the signal.
func feedDoor(i *world.State, s *world.Site) bool {
	state := s.State ^ FedBit
	if LockOf(s.State) == 0 {
		state &^= tile.StateBit0
		if state&FedBit != 0 {
			state |= tile.StateBit0 // open
		}
	}
	if state&tile.StateBit0 == 0 && s.On() && Occupied(i, s.T, true) {
		return true
	}
	SetTile(i, s.T, s.Ground, s.Block, state)
	if state&tile.StateBit0 != s.State&tile.StateBit0 {
		i.Tell(Either(state&tile.StateBit0 != 0, event.Opened, event.Closed), nil, s.T, int32(s.Block), 0)
	}
	return false
}

// Plates are pressed by the bodies on them: see tread. A pressed plate is visited in every beat, which
// notices when the last body has left.

// weighed reports whether something presses on a tile.
func weighed(i *world.State, t grid.Tile) bool {
	for _, k := range i.Space.Around(t.Centre(), fixed.One) {
		if b := &i.Space.Bodies()[k]; presses(b) && grid.TileAt(b.Pos) == t {
			return true
		}
	}
	return false
}

// presses reports whether a body presses on the tile under it.
func presses(b *entity.Body) bool {
	switch b.Kind {
	case entity.Drop, entity.Flame, entity.Ember, entity.Remains:
		return false
	}
	return b.Flags&entity.Borne == 0 && b.Z == 0 && !b.Kind.Airy()
}

func pressed(i *world.State, s *world.Site) bool { return !s.On() && weighed(i, s.T) }

func press(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, s.State|tile.StateBit0)
	i.Tell(event.Switched, nil, s.T, int32(s.Block), 1)
	return true
}

// released is asked of pressed plates, which springBack keeps visited.
func released(_ *world.State, s *world.Site) bool { return s.On() }

func springBack(i *world.State, s *world.Site) bool {
	if weighed(i, s.T) {
		return true
	}
	SetTile(i, s.T, s.Ground, s.Block, s.State&^tile.StateBit0)
	i.Tell(event.Switched, nil, s.T, int32(s.Block), 0)
	return false
}
