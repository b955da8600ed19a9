package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// A gate opens, for good, when two people hold its handles at the same time. That somebody holds a handle is what its
// hands do (entity.Holding): nothing is kept in the land, so that a handle is free at once when its holder walks away,
// falls asleep, or leaves the island.

// takeHandle lets a player hold the handle on a tile, and opens the gate if the other handle is held.
func takeHandle(i *State, p *entity.PlayerState, t grid.Tile) event.Reason {
	if p.Action == entity.Holding && p.DigTile == t {
		return event.NoReason
	}
	act(i, p, entity.Holding)
	p.DigTile = t
	i.tell(event.Opened, p, t, int32(tile.Handle), 0)
	for _, side := range [...]int32{1, -1} {
		gate := t.Add(side*terrain.GateAside, -terrain.GateOff)
		ground, block, state, ok := i.TileAt(gate)
		if !ok || block != tile.Gate || state&tile.StateBit0 != 0 {
			continue
		}
		if o := holder(i, gate.Add(side*terrain.GateAside, terrain.GateOff)); o != nil {
			i.setTile(gate, ground, block, state|tile.StateBit0)
			i.tell(event.Opened, p, gate, int32(tile.Gate), 0)
			i.events[len(i.events)-1].Text = o.Name.String() + ", " + p.Name.String()
		}
	}
	return event.NoReason
}

// holder returns the player who holds the handle on a tile, nil for nobody.
func holder(i *State, t grid.Tile) *entity.PlayerState {
	for k := range i.players {
		if p := &i.players[k]; p.Action == entity.Holding && p.DigTile == t && i.awake(p) {
			return p
		}
	}
	return nil
}

// hold does one tick of holding: a handle that is out of reach is let go.
func hold(i *State, p *entity.PlayerState, b *entity.Body) {
	if _, block, _, ok := i.TileAt(p.DigTile); ok && block == tile.Handle && within(b, p.DigTile) {
		return
	}
	i.tell(event.Closed, p, p.DigTile, int32(tile.Handle), 0)
	act(i, p, entity.Idle)
}
