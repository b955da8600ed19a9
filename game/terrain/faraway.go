package terrain

import "manyhold/game/grid"

const (
	// farNear and farWide bound how far away a place is that a map piece shows, in tiles along a direction:
	// farNear at least, and less than farWide more.
	farNear, farWide = 110, 150
	// farTries is how many directions are tried, each at another distance.
	farTries = 48
)

// Faraway returns a place with a chest, some minutes on foot from a tile, by chance; ok is false if none was
// found. It takes a few microseconds for each direction that it tries.
func Faraway(seed uint64, from grid.Tile, roll uint64) (l Landmark, ok bool) {
	for n := range uint64(farTries) {
		far := int32(farNear + (roll>>32+n*37)%farWide)
		d := bearings[(roll+n*5)&15]
		at := from.Add(d.x*far/bearingLength, d.y*far/bearingLength).Region()
		for _, l := range Landmarks(seed, at) {
			if l.Kind != Tower {
				return l, true
			}
		}
	}
	return l, false
}
