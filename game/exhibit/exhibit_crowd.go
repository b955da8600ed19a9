package exhibit

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Crowded returns an island of wide × wide regions of grass with some walls, with each bodies in every
// region. Like a copy of a world, it keeps its regions: they neither come nor go.
func Crowded(wide int32, each int) *island.Island {
	i := &island.Island{State: world.State{Gen: world.Genesis{Seed: exhibitSeed, Rules: game.CurrentRules, Start: item.Builders}, Partial: true, Clock: 1}}
	for y := range wide {
		for x := range wide {
			r := &world.Region{At: grid.Region{X: x, Y: y}}
			for k := range r.Tiles.Ground {
				r.Tiles.Ground[k] = tile.Grass
				if k%37 == 0 {
					r.Tiles.Block[k] = tile.StoneWall
				}
			}
			r.Resum()
			i.Land.Regions = append(i.Land.Regions, r)
			for n := range each {
				t := r.At.Tile(grid.Index(n * (grid.RegionTiles / each)))
				i.Space.Append(entity.Body{ID: i.Space.NewID(uint64(len(i.Space.Bodies()))), Kind: []entity.Kind{entity.Ball, entity.Ball, entity.Crate}[n%3], Pos: t.Centre()})
			}
		}
	}
	i.Space.Order()
	i.Land.Reindex()
	return i
}

// Populate sets n hens and sheep down in the regions round the spawn, spread out evenly, and returns how many
// there was room for. It is for worlds that are simulated, before anybody enters.
func Populate(i *island.Island, n int) (there int) {
	around := living.Wanted{}
	around.Around(i.SpawnTile.Region())
	for r, at := range around.List[:around.N] {
		// also of the bodies that others had no room for
		share := min((n-there+around.N-r-1)/(around.N-r), world.MaxBodies)
		// the first tile that was not looked at
		free := grid.Index(0)
		for k := range share {
			kind := living.Either(k%2 == 0, entity.Hen, entity.Sheep)
			for free = max(free, grid.Index(k*grid.RegionTiles/share)); free < grid.RegionTiles; free++ {
				if physics.Free(&i.Land, kind, at.Tile(free).Centre()) {
					Decor{i, at.Tile(free)}.Animal(kind, 0, 0)
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

// Stir gives all bodies speed but people.
func Stir(i *island.Island, n int) {
	for k := range i.Space.Bodies() {
		o := &i.Space.Bodies()[k]
		if o.Kind == entity.Player {
			continue
		}
		o.Vel = fixed.Direction(fixed.Angle(uint64(o.ID) + uint64(n)*977)).Scale(6 * fixed.One)
		i.Space.Wake(k)
	}
}
