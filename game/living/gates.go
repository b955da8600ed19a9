package living

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A gate opens, for good, when two people hold its handles at the same time. Holding is a state of the
// player's hands (entity.Holding), not of the land, so that a handle is free at once when its holder walks
// away, falls asleep, or leaves the island.
//
// Other gates open by a signal, and one has handles that spring back slowly (tile.GateSlowHandles): one
// person alone can open it who runs from handle to handle. The state of such a handle says for how many beats
// it counts as held.

// SlowHandle is for how many beats a slow handle counts as held after it was let go: four seconds.
const SlowHandle = 40

// TakeHandle lets a player hold the handle on a tile, and opens the gate if the other handle is held.
func TakeHandle(i *world.State, p *entity.PlayerState, t grid.Tile) event.Reason {
	if p.Action == entity.Holding && p.DigTile == t {
		return event.NoReason
	}
	Act(i, p, entity.Holding)
	p.DigTile = t
	i.Tell(event.Opened, p, t, int32(tile.Handle), 0)
	for _, side := range [...]int32{1, -1} {
		gate := t.Add(side*terrain.GateAside, -terrain.GateOff)
		ground, block, state, ok := i.Land.TileAt(gate)
		if !ok || block != tile.Gate || state&tile.StateBit0 != 0 {
			continue
		}
		slow := tile.GateOpener(state) == tile.GateSlowHandles
		if slow {
			g, b, _, _ := i.Land.TileAt(t)
			SetTile(i, t, g, b, SlowHandle)
		}
		other := gate.Add(side*terrain.GateAside, terrain.GateOff)
		o := holder(i, other)
		if o == nil && !(slow && handleState(i, other) > 0) {
			continue
		}
		SetTile(i, gate, ground, block, state|tile.StateBit0)
		i.Tell(event.Opened, p, gate, int32(tile.Gate), 0)
		if o != nil {
			i.Happened[len(i.Happened)-1].Text = o.Name.String() + ", " + p.Name.String()
		}
	}
	return event.NoReason
}

// handleState returns the state of the handle on a tile, 0 where none is.
func handleState(i *world.State, t grid.Tile) uint8 {
	if _, b, state, ok := i.Land.TileAt(t); ok && b == tile.Handle {
		return state
	}
	return 0
}

func handleDown(_ *world.State, s *world.Site) bool { return s.State > 0 }

// springUp lets a slow handle that nobody holds come up by a beat.
func springUp(i *world.State, s *world.Site) bool {
	if holder(i, s.T) == nil {
		SetTile(i, s.T, s.Ground, s.Block, s.State-1)
	}
	return true
}

func gateCalled(i *world.State, s *world.Site) bool {
	return tile.GateOpener(s.State) == tile.GateSignal && !s.On() && Fed(i, s.T)
}

func openGate(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, s.State|tile.StateBit0)
	i.Tell(event.Opened, nil, s.T, int32(tile.Gate), 0)
	return false
}

// holder returns the player that holds the handle on a tile, or nil.
func holder(i *world.State, t grid.Tile) *entity.PlayerState {
	for k := range i.Roster.Here {
		if p := &i.Roster.Here[k]; p.Action == entity.Holding && p.DigTile == t && i.IsAwake(p) {
			return p
		}
	}
	return nil
}

// Hold does one tick of holding: a handle that is out of reach is let go.
func Hold(i *world.State, p *entity.PlayerState, b *entity.Body) {
	if _, block, _, ok := i.Land.TileAt(p.DigTile); ok && block == tile.Handle && Within(b, p.DigTile) {
		return
	}
	i.Tell(event.Closed, p, p.DigTile, int32(tile.Handle), 0)
	Act(i, p, entity.Idle)
}
