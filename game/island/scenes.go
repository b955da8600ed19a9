package island

import (
	"cmp"
	"slices"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// SceneHeld is what an island holds of one scene.
type SceneHeld struct {
	Scene   uint8
	Spawn   grid.Tile // where one arrives
	Active  int       // regions that have ticks
	Dormant int       // regions that are kept without
	People  int       // awake
	Portals []Portal
}

// Portal is a door from a tile to a scene.
type Portal struct {
	At grid.Tile
	To uint8
}

// Scenes returns those that the island's regions lie in, ascending, each with its portals from north to south, in a slice
// of the caller's. It reads all dormant regions, and is for people who look at a world, not for its ticks.
func (i *State) Scenes() []SceneHeld {
	all := make([]SceneHeld, grid.Scenes)
	for s := range all {
		all[s] = SceneHeld{Scene: uint8(s), Spawn: sceneSpawn(i.genesis.Seed, uint8(s))}
	}
	all[0].Spawn = i.spawn
	for _, r := range i.regions {
		s := &all[r.at.Scene()]
		s.Active++
		for n := range r.tiles.Block {
			if r.doors > 0 && r.tiles.Block[n] == tile.Portal {
				s.Portals = append(s.Portals, Portal{r.at.Tile(grid.Index(n)), r.tiles.State[n]})
			}
		}
	}
	for k := range i.dormant {
		d := &i.dormant[k]
		s := &all[d.at.Scene()]
		s.Dormant++
		p, err := decodeRegion(d.data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		back := wayBack(i.genesis.Seed, s.Scene)
		stands := s.Scene != 0 && back.Region() == d.at // from the beginning on
		for _, e := range p.edits {
			stands = stands && e.k != back.Index()
			if e.block == tile.Portal {
				s.Portals = append(s.Portals, Portal{d.at.Tile(e.k), e.state})
			}
		}
		if stands {
			s.Portals = append(s.Portals, Portal{back, 0})
		}
	}
	for k := range i.players {
		if b := i.Body(i.players[k].Body); b != nil && i.awake(&i.players[k]) {
			all[grid.TileAt(b.Pos).Region().Scene()].People++
		}
	}
	held := all[:0]
	for _, s := range all {
		if s.Active+s.Dormant > 0 {
			slices.SortStableFunc(s.Portals, func(a, b Portal) int { return cmp.Or(cmp.Compare(a.At.Y, b.At.Y), cmp.Compare(a.At.X, b.At.X)) })
			held = append(held, s)
		}
	}
	return held
}
