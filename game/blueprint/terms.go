package blueprint

import (
	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/tile"
)

// Terms is what a blueprint of the form Land says of the land that uses it. The zero value changes nothing.
type Terms struct {
	// Gravity is in multiples of the plain one: LeastGravity to MostGravity; 0: as elsewhere. It pulls what
	// is in the air back to the ground, and in shafts everything to the south. Friction does not depend on
	// it.
	Gravity fixed.S
	// Ground is what natural land looks like; NoGround: like itself. How people walk on it does not change.
	Ground  tile.Ground
	Weather Weather
	Laws    LandLaws
}

// The bounds of Terms.Gravity.
const LeastGravity, MostGravity = fixed.One / 4, 4 * fixed.One

// Weather is a weather that stays. The numbers are stored: they are only appended.
type Weather uint8

// The weathers.
const (
	AnyWeather Weather = iota // as it comes
	Clear
	Rainy
	Stormy
	Foggy
	WeatherCount
)

var weatherNames = [WeatherCount]string{"any", "clear", "rain", "storm", "fog"}

// String returns the weather in a word, as blueprint.toml names it.
func (w Weather) String() string {
	if w >= WeatherCount {
		return "unknown"
	}
	return weatherNames[w]
}

// LandLaws are laws that hold on a land. The numbers are stored: they are only appended.
type LandLaws uint8

// The laws of a land.
const (
	Peaceful  LandLaws = 1 << iota // what players throw hurts and freezes nobody
	Merciful                       // fire, falling trees and scripts hurt nobody
	Fireproof                      // nothing catches fire, and fires go out
	Reserved                       // only the owner of the land and keepers build, not friends; on land of nobody: keepers
	lawsEnd
)

// LawNames are the laws of a land in a word each, in their order.
var LawNames = [...]string{"peaceful", "merciful", "fireproof", "reserved"}

// Has reports whether a law holds.
func (l LandLaws) Has(law LandLaws) bool { return l&law == law }

// Paints are the grounds that natural land can look like: those on which people walk alike or nearly so.
var Paints = [...]tile.Ground{tile.Sand, tile.Grass, tile.Moss, tile.Dirt, tile.Rock, tile.Snow, tile.Path}

// natural are the grounds that look like another one where a land says so.
var natural = [256]bool{tile.Sand: true, tile.Grass: true, tile.Moss: true, tile.Dirt: true, tile.Rock: true, tile.Snow: true}

var paints = func() (is [256]bool) {
	for _, g := range Paints {
		is[g] = true
	}
	return is
}()

// Shown returns what a ground looks like on a land of these terms.
func (t *Terms) Shown(g tile.Ground) tile.Ground {
	if t.Ground != tile.NoGround && natural[g] {
		return t.Ground
	}
	return g
}

func (t *Terms) valid() bool {
	heavy := t.Gravity == 0 || t.Gravity >= LeastGravity && t.Gravity <= MostGravity
	return heavy && (t.Ground == tile.NoGround || paints[t.Ground]) && t.Weather < WeatherCount && t.Laws < lawsEnd
}

// appendTerms appends the terms: u32 gravity, u8 ground, u8 weather, u8 laws.
func appendTerms(dst []byte, t *Terms) []byte {
	return append(codec.U32(dst, uint32(t.Gravity)), uint8(t.Ground), uint8(t.Weather), uint8(t.Laws))
}

func readTerms(c *codec.Cursor) (t Terms) {
	t.Gravity, t.Ground = fixed.S(c.U32()), tile.Ground(c.U8())
	t.Weather, t.Laws = Weather(c.U8()), LandLaws(c.U8())
	return t
}
