package world

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// furnish lays a few things beside the spawn of a new world: something to push and something to kick.
func furnish(i *State) {
	for n, f := range [...]struct {
		kind   entity.Kind
		dx, dy int32
	}{{entity.Ball, 2, 2}, {entity.Crate, -3, 1}, {entity.Crate, -3, 2}, {entity.Crate, 4, -2}} {
		t := i.SpawnTile.Add(f.dx, f.dy)
		if !physics.Free(i, f.kind, t.Centre()) {
			continue
		}
		i.Space.Insert(entity.Body{ID: i.NewID(i.Gen.Seed, 0, uint64(n)), Kind: f.kind, Pos: t.Centre()})
	}
}

// SceneSeed returns the seed of a scene of a world.
func SceneSeed(seed uint64, scene uint8) uint64 {
	if scene == 0 {
		return seed
	}
	return random.Mix(seed ^ uint64(scene)<<56)
}

// SceneSpawn is where one arrives in a scene.
func SceneSpawn(seed uint64, scene uint8) grid.Tile {
	return terrain.Spawn(SceneSeed(seed, scene)).InScene(scene)
}

// WayBack is where the portal to scene 0 stands in another.
func WayBack(seed uint64, scene uint8) grid.Tile { return SceneSpawn(seed, scene).Add(-4, -4) }

// Door counts a block if it is a portal.
func Door(b tile.Block) uint16 {
	if b == tile.Portal {
		return 1
	}
	return 0
}

// NewSceneState returns a world of that genesis whose clock and spawn are chosen, for pictures and for tests.
// Peers do not share such a world: theirs begin at tick 0 and at the spawn of their terrain.
func NewSceneState(g Genesis, at game.Tick, spawn grid.Tile) *State {
	i := &State{Gen: g, SpawnTile: spawn, Clock: at}
	i.SelfID = Home
	i.SumAway()
	i.SumChat()
	i.Attend()
	furnish(i)
	return i
}

// LookAt activates the 3×3 regions around a tile, and puts others to sleep if there is no room. So a state
// that is not stepped any more can be viewed everywhere. A world that runs turns never uses it.
func (i *State) LookAt(t grid.Tile) {
	want := Wanted{of: i}
	want.Around(t.Region())
	for k := len(i.Active) - 1; k >= 0 && len(i.Active)+want.N > MaxRegions; k-- {
		if at := i.Active[k].At; !want.Has(at) && !i.peopled(at) {
			i.Retire(k)
		}
	}
	for _, at := range want.List[:want.N] {
		if i.ActiveRegion(at) == nil && len(i.Active) < MaxRegions {
			i.Activate(at)
		}
	}
}

// peopled reports whether a player, or something that is carried, is in a region.
func (i *State) peopled(at grid.Region) bool {
	list := i.Space.Bodies()
	for k := range list {
		if (list[k].Kind == entity.Player || list[k].Other != 0) && InRegion(&list[k], at) {
			return true
		}
	}
	return false
}

// Everybody returns all players known here, in the world or away, in ascending seat: copies.
func (i *State) Everybody() []*entity.PlayerState { return BySeat(i) }

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
func (i *State) Scenes() []SceneHeld {
	all := make([]SceneHeld, grid.Scenes)
	for s := range all {
		all[s] = SceneHeld{Scene: uint8(s), Spawn: SceneSpawn(i.Gen.Seed, uint8(s))}
	}
	all[0].Spawn = i.SpawnTile
	for _, r := range i.Active {
		s := &all[r.At.Scene()]
		s.Active++
		for n := range r.Tiles.Block {
			if r.Doors > 0 && r.Tiles.Block[n] == tile.Portal {
				s.Portals = append(s.Portals, Portal{r.At.Tile(grid.Index(n)), r.Tiles.State[n]})
			}
		}
	}
	for k := range i.Dormant {
		d := &i.Dormant[k]
		s := &all[d.At.Scene()]
		s.Dormant++
		p, err := DecodeRegion(d.Data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		back := WayBack(i.Gen.Seed, s.Scene)
		stands := s.Scene != 0 && back.Region() == d.At // from the beginning on
		for _, e := range p.Edits {
			stands = stands && e.K != back.Index()
			if e.Block == tile.Portal {
				s.Portals = append(s.Portals, Portal{d.At.Tile(e.K), e.State})
			}
		}
		if stands {
			s.Portals = append(s.Portals, Portal{back, 0})
		}
	}
	for k := range i.Roster {
		if b := i.Body(i.Roster[k].Body); b != nil && i.IsAwake(&i.Roster[k]) {
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
