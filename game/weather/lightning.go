package weather

import (
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/random"
)

const (
	// strikeBits is log2 of the ticks in which at most one lightning strikes in a cell of weather.
	strikeBits = 8
	// strikeSpread is the part of these ticks in which it may strike, so that none is cut off by the next.
	strikeSpread = 200
	// farthest is the longest time that thunder takes, in ticks.
	farthest = 170
)

// Strike is one lightning.
type Strike struct {
	At   game.Tick // when it is seen
	Late uint8     // ticks until the thunder: the farther, the later and the softer
}

// StrikeNear returns the lightning of the ticks around t, if there is one. It may be before or after t.
func StrikeNear(seed uint64, t game.Tick, at grid.Tile) (s Strike, ok bool) {
	slot := uint64(t) >> strikeBits
	h := random.Hash(seed, streamStrike^slot<<32, uint64(int64(at.X>>cellBits)), uint64(int64(at.Y>>cellBits)))
	start := game.Tick(slot << strikeBits)
	if uint8(h) >= At(seed, start, at).Storm/2 {
		return Strike{}, false
	}
	return Strike{At: start + game.Tick(h>>8%strikeSpread), Late: uint8(h >> 40 % farthest)}, true
}

// flashes is the brightness of a lightning in the ticks from its strike on: two flashes.
var flashes = [...]uint8{255, 240, 120, 60, 200, 180, 130, 95, 70, 50, 36, 25, 17, 11, 7, 4, 2}

// Flash returns how bright lightning makes the sky at t, 0 to Full.
func Flash(seed uint64, t game.Tick, at grid.Tile) uint8 {
	s, ok := StrikeNear(seed, t, at)
	if !ok || t < s.At || t-s.At >= game.Tick(len(flashes)) {
		return 0
	}
	return flashes[t-s.At]
}
