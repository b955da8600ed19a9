package world

import (
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

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

// Everybody returns all players known here, in the world or away, in ascending seat: copies.
func (i *State) Everybody() []*entity.PlayerState { return BySeat(i) }
