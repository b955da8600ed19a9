// Package weather is the state of the sky: a pure function of a world's seed, the tick and the place. It is
// not part of the world's state and not sent: all players at one place see the same rain.
//
// Three slow noises decide, each smooth in place and time: wetness, wind, and stillness of the air. Their
// cells are cellTiles wide and spellTicks long and drift to the east. Where it is wet enough it rains, and
// where it is wettest there is a storm with lightning. On snow country rain is shown as snow, by the
// ground. Fog lies in still air around dawn. A world's first minutes are clear.
package weather

import (
	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/random"
)

// Full is the greatest strength.
const Full = 255

// Sky is the weather of a place. Strengths are 0 (none) to Full.
type Sky struct {
	Rain  uint8 // or snow, where the ground is cold
	Storm uint8 // how near a storm is: dark clouds and lightning
	Fog   uint8
	Wind  int16 // -Full to Full, eastwards when positive; never quite still
}

const (
	// cellBits is log2 of the width of a cell of weather in tiles, and spellBits that of its length in
	// ticks: 256 tiles, and two and a quarter minutes.
	cellBits, spellBits = 8, 13
	// driftBits is log2 of how many ticks fronts take for one tile on their way to the east.
	driftBits = 5
	// unit is 1 in the numbers of the noise.
	unit = 1 << 12
	// calmStart is how long a new world has no rain, and calmBlend how long the first takes to begin, in
	// ticks.
	calmStart, calmBlend = 3 * 60 * game.TicksPerSecond, 30 * game.TicksPerSecond
	// leastWind is the wind of still air.
	leastWind = 36
)

// Where of the noises weather begins and where it has its full strength, in units.
const (
	rainFrom, rainFull   = unit * 64 / 100, unit * 74 / 100
	stormFrom, stormFull = unit * 76 / 100, unit * 84 / 100
	fogFrom, fogFull     = unit * 54 / 100, unit * 72 / 100
)

// The streams of chance.
const (
	streamWet = 0x77656174 + iota
	streamWind
	streamStill
	streamStrike
)

// At returns the weather of a place at a tick in the world of a seed.
func At(seed uint64, t game.Tick, at grid.Tile) Sky {
	wet := noise(seed, streamWet, t, at)
	if t < calmStart+calmBlend {
		wet = wet * int64(max(t, calmStart)-calmStart) / calmBlend
	}
	var s Sky
	s.Rain = strength(wet, rainFrom, rainFull)
	s.Storm = strength(wet, stormFrom, stormFull)
	blow := noise(seed, streamWind, t, at)*2 - unit // -unit to unit, mostly small
	wind := min(max(blow*Full*3/2/unit, -Full), Full)
	if wind >= 0 {
		wind = max(wind, leastWind)
	} else {
		wind = min(wind, -leastWind)
	}
	if gale := int64(s.Storm) * 3 / 4; wind >= 0 {
		wind = min(wind+gale, Full)
	} else {
		wind = max(wind-gale, -Full)
	}
	s.Wind = int16(wind)
	dry := max(Full-3*int64(s.Rain), 0) // rain washes fog away
	s.Fog = uint8(int64(strength(noise(seed, streamStill, t, at), fogFrom, fogFull)) * mist(t) / unit * dry / Full)
	return s
}

// strength is 0 up to from, and Full from full on.
func strength(v, from, full int64) uint8 {
	return uint8(min(max((v-from)*Full/(full-from), 0), Full))
}

// mist returns how much the hour favours fog, in units: all of it from five to seven in the morning, none
// by day.
func mist(t game.Tick) int64 {
	const hour = game.TicksPerDay / 24
	at := (int64(t%game.TicksPerDay) + 8*hour) % game.TicksPerDay // tick 0 is eight in the morning
	up := min(max((at-3*hour)*unit/(2*hour), 0), unit)
	down := min(max((9*hour-at)*unit/(2*hour), 0), unit)
	return min(up, down)
}

// noise is a smooth field over place and time, 0 to unit.
func noise(seed, stream uint64, t game.Tick, at grid.Tile) int64 {
	x := int64(at.X) - int64(t>>driftBits)
	y := int64(at.Y)
	fx, fy := smooth(x&(1<<cellBits-1), cellBits), smooth(y&(1<<cellBits-1), cellBits)
	ft := smooth(int64(t)&(1<<spellBits-1), spellBits)
	x >>= cellBits
	y >>= cellBits
	spell := int64(t >> spellBits)
	var layer [2]int64
	for k := range int64(2) {
		var row [2]int64
		for j := range int64(2) {
			a, b := corner(seed, stream, x, y+j, spell+k), corner(seed, stream, x+1, y+j, spell+k)
			row[j] = a + (b-a)*fx/unit
		}
		layer[k] = row[0] + (row[1]-row[0])*fy/unit
	}
	return layer[0] + (layer[1]-layer[0])*ft/unit
}

// corner is the noise at a corner of cells, 0 to unit.
func corner(seed, stream uint64, x, y, spell int64) int64 {
	return int64(random.Hash(seed, stream^uint64(spell)<<32, uint64(x), uint64(y)) >> 52)
}

// smooth is 3f²-2f³ of v / 2^bits, in units.
func smooth(v int64, bits uint) int64 {
	f := v * unit >> bits
	return f * f / unit * (3*unit - 2*f) / unit
}
