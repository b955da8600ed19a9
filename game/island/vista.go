package island

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Arrival is where one arrives in a scene of a world of a seed.
func Arrival(seed uint64, scene uint8) grid.Tile { return sceneSpawn(seed, scene%grid.Scenes) }

// NearestPortal returns the open portal in active land that is nearest to a tile, among those at most reach tiles away
// to each side; none is false.
func (i *State) NearestPortal(from grid.Tile, reach int32) (p Portal, found bool) {
	best := int32(0)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			t := from.Add(dx, dy)
			r := i.region(t.Region())
			if r == nil || r.doors == 0 || r.tiles.Block[t.Index()] != tile.Portal {
				continue
			}
			if far := dx*dx + dy*dy; !found || far < best {
				p, best, found = Portal{t, r.tiles.State[t.Index()] % grid.Scenes}, far, true
			}
		}
	}
	return p, found
}

// Awake reports whether the land of a tile is active here, so that there is something to be seen.
func (i *State) Awake(t grid.Tile) bool { return i.region(t.Region()) != nil }
