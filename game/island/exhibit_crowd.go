package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// crowded returns an island of wide × wide regions of grass with some walls, and each bodies in every region. It is as
// a copy of a world is: its regions neither come nor go.
func crowded(wide int32, each int) *Island {
	i := &Island{State{genesis: Genesis{Seed: exhibitSeed, Rules: game.CurrentRules}, partial: true, tick: 1}}
	for y := range wide {
		for x := range wide {
			r := &region{at: grid.Region{X: x, Y: y}}
			for k := range r.tiles.Ground {
				r.tiles.Ground[k] = tile.Grass
				if k%37 == 0 {
					r.tiles.Block[k] = tile.StoneWall
				}
			}
			r.resum()
			i.regions = append(i.regions, r)
			for n := range each {
				t := r.at.Tile(grid.Index(n * (grid.RegionTiles / each)))
				i.space.Append(entity.Body{ID: i.newID(uint64(len(i.space.Bodies()))), Kind: []entity.Kind{entity.Ball, entity.Ball, entity.Crate}[n%3], Pos: t.Centre()})
			}
		}
	}
	i.space.Order()
	i.reindex()
	return i
}

// Populate sets n hens and sheep down in the regions round the spawn, spread out evenly, and returns how many there was
// room for. It is for worlds that are simulated, before anybody enters.
func Populate(i *Island, n int) (there int) {
	around := wanted{}
	around.around(i.spawn.Region())
	for r, at := range around.list[:around.n] {
		share := min((n-there+around.n-r-1)/(around.n-r), MaxBodies) // of what others had no room for, too
		free := grid.Index(0)                                        // the first tile that was not looked at
		for k := range share {
			kind := either(k%2 == 0, entity.Hen, entity.Sheep)
			for free = max(free, grid.Index(k*grid.RegionTiles/share)); free < grid.RegionTiles; free++ {
				if physics.Free(i, kind, at.Tile(free).Centre()) {
					decor{i, at.Tile(free)}.animal(kind, 0, 0)
					there++
					free++
					break
				}
			}
		}
	}
	return there
}

// stirTurns is how often the crowd is given speed in the showroom, in turns: every half second.
const stirTurns = 10

// stir gives all bodies speed but people.
func stir(i *Island, n int) {
	for k := range i.space.Bodies() {
		o := &i.space.Bodies()[k]
		if o.Kind == entity.Player {
			continue
		}
		o.Vel = fixed.Direction(fixed.Angle(uint64(o.ID) + uint64(n)*977)).Scale(6 * fixed.One)
		i.space.Wake(k)
	}
}
