package perception

import (
	"cmp"
	"slices"

	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Arrival is where one arrives in a scene of a world of a seed.
func Arrival(seed uint64, scene uint8) grid.Tile { return world.SceneSpawn(seed, scene%grid.Scenes) }

// Board is where the match board of a world of a seed stands.
func Board(seed uint64) grid.Tile { return terrain.Board(seed) }

// NearestPortal returns the open portal to a scene in active land that is nearest to a tile, among those at
// most reach tiles away to each side; none is false.
func NearestPortal(i *world.State, from grid.Tile, reach int32) (p Portal, found bool) {
	best := int32(0)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			t := from.Add(dx, dy)
			r := i.Land.Active(t.Region())
			if r == nil || r.Doors == 0 || r.Tiles.Block[t.Index()] != tile.Portal || r.Tiles.State[t.Index()]&tile.Passage != 0 {
				continue
			}
			if far := dx*dx + dy*dy; !found || far < best {
				p, best, found = Portal{t, r.Tiles.State[t.Index()] % grid.Scenes}, far, true
			}
		}
	}
	return p, found
}

// Doors returns the scenes to which open portals lead at most reach tiles from a tile, in active land, a bit
// each.
func Doors(i *world.State, from grid.Tile, reach int32) (scenes uint16) {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			t := from.Add(dx, dy)
			if r := i.Land.Active(t.Region()); r != nil && r.Doors > 0 && r.Tiles.Block[t.Index()] == tile.Portal && r.Tiles.State[t.Index()]&tile.Passage == 0 {
				scenes |= 1 << (r.Tiles.State[t.Index()] % grid.Scenes)
			}
		}
	}
	return scenes
}

// SceneHeld is the part of one scene that an island holds.
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

// Scenes returns the scenes of the island's regions, ascending, each with its portals from north to south, in
// a slice owned by the caller. It reads all dormant regions: use it for viewing a world, not in ticks.
func Scenes(i *world.State) []SceneHeld {
	all := make([]SceneHeld, grid.Scenes)
	for s := range all {
		all[s] = SceneHeld{Scene: uint8(s), Spawn: world.SceneSpawn(i.Gen.Seed, uint8(s))}
	}
	all[0].Spawn = i.SpawnTile
	for _, r := range i.Land.Regions {
		s := &all[r.At.Scene()]
		s.Active++
		for n := range r.Tiles.Block {
			if r.Doors > 0 && r.Tiles.Block[n] == tile.Portal && r.Tiles.State[n]&tile.Passage == 0 {
				s.Portals = append(s.Portals, Portal{r.At.Tile(grid.Index(n)), r.Tiles.State[n]})
			}
		}
	}
	for k := range i.Dormant.List {
		d := &i.Dormant.List[k]
		s := &all[d.At.Scene()]
		s.Dormant++
		p, err := world.DecodeRegion(d.Data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		back := world.WayBack(i.Gen.Seed, s.Scene)
		stands := s.Scene != 0 && back.Region() == d.At // from the beginning on
		for _, e := range p.Edits {
			stands = stands && e.K != back.Index()
			if e.Block == tile.Portal && e.State&tile.Passage == 0 {
				s.Portals = append(s.Portals, Portal{d.At.Tile(e.K), e.State})
			}
		}
		if stands {
			s.Portals = append(s.Portals, Portal{back, 0})
		}
	}
	for k := range i.Roster.Here {
		if b := i.Space.Body(i.Roster.Here[k].Body); b != nil && i.IsAwake(&i.Roster.Here[k]) {
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
