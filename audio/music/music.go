// Package music composes the world's music and plays it.
//
// The music is a function of the world's seed, the tick and the kind of place: all players in one place hear
// the same tune at the same tick, and no note is sent. The clock is divided into slots of SlotTicks. Each
// slot has at most one Piece, which ends long before the slot; for the rest of it only ambient sounds are
// heard.
//
//	dawn lydian on D, day major on G, dusk dorian on A, night aeolian on E;
//	caves phrygian on E without thirds
//	66 beats a minute by day, 54 at night
//	form: two bars of opening, A A' B A of eight bars each, two bars of close
//	chords: walks of four bars, weighted: I→IV,vi,iii  IV→I,V,ii  vi→IV,ii  iii→vi,IV  ii→V  V→I,vi
//
// A pad holds the chords, plucked strings break them, a lead goes by steps and rests as often as it sings.
// Near water a harp is added, where people are a hand drum, which is silent at night.
//
// Burning lighthouses and other great places have a theme of their own instead (see Character), the same at
// every visit.
//
// Compose is pure and knows no samples. A Player turns notes into samples; it receives the tick, and runs
// slightly faster or slower to follow it.
package music

import "manyhold/game"

// SlotTicks is the time from one piece to the next: four minutes, five pieces a day. Pieces take half of it.
const SlotTicks = 4 * 60 * game.TicksPerSecond

const (
	// lateMost is how much later than its slot a piece may begin, in ticks.
	lateMost = 5 * game.TicksPerSecond
	// beatDay and beatNight are the lengths of a beat in ticks: 66 and 54 a minute.
	beatDay, beatNight = 54, 66
	// beats is the number of beats in a bar.
	beats = 4
	// openBars, sectionBars and closeBars are the lengths of the parts of a piece.
	openBars, sectionBars, closeBars = 2, 8, 2
	// Bars is the length of a piece.
	Bars = openBars + 4*sectionBars + closeBars
)

// Mode is the character of a piece.
type Mode uint8

// The modes.
const (
	Dawn  Mode = iota // lydian
	Day               // major
	Dusk              // dorian
	Night             // aeolian
	Cave              // phrygian, without thirds
	ModeCount
)

// scales are the steps of the modes in semitones over the root, and roots their roots as MIDI notes below
// middle C.
var (
	scales = [ModeCount][7]int{
		Dawn: {0, 2, 4, 6, 7, 9, 11}, Day: {0, 2, 4, 5, 7, 9, 11}, Dusk: {0, 2, 3, 5, 7, 9, 10},
		Night: {0, 2, 3, 5, 7, 8, 10}, Cave: {0, 1, 3, 5, 7, 8, 10},
	}
	roots = [ModeCount]int{Dawn: 50, Day: 55, Dusk: 57, Night: 52, Cave: 52}
)

// Where describes a place as far as the music depends on it.
type Where struct {
	Theme     uint64    // of a place with music of its own; 0 for the world's
	Character Character // of that music
	Since     game.Tick // when it began
	Cave      bool      // under the rock
	Water     float32   // how much of it is near, 0 to 1
	Village   float32   // how many people are near, 0 to 1
}

// Piece is one tune and when it is heard.
type Piece struct {
	Seed uint64
	Mode Mode
	From game.Tick // its first tick
	Beat game.Tick // ticks of a beat

	Character Character // of a theme; NoCharacter for the world's music
	Shift     int       // semitones over the root of the mode
}

// Bar is the length of a bar in ticks.
func (p *Piece) Bar() game.Tick { return p.Beat * beats }

// Until is the tick at which the piece is over.
func (p *Piece) Until() game.Tick { return p.From + Bars*p.Bar() }

// PieceAt returns the piece of the slot of t, which may not have begun yet or be over, for a place.
func PieceAt(seed uint64, t game.Tick, w Where) Piece {
	if w.Theme != 0 {
		return themeAt(seed, t, &w)
	}
	slot := uint64(t / SlotTicks)
	h := mix(mix(seed) ^ slot)
	p := Piece{Seed: h, Mode: modeAt(game.Tick(slot) * SlotTicks), From: game.Tick(slot)*SlotTicks + game.Tick(h>>32%lateMost), Beat: beatDay}
	if p.Mode == Night {
		p.Beat = beatNight
	}
	if w.Cave {
		p.Mode, p.Seed = Cave, mix(h)
	}
	return p
}

// modeAt is the mode of a piece that begins at a tick.
func modeAt(t game.Tick) Mode {
	const hour = game.TicksPerDay / 24
	switch h := (t/hour + 8) % 24; { // tick 0 is eight in the morning
	case h >= 3 && h < 8:
		return Dawn
	case h >= 8 && h < 16:
		return Day
	case h >= 16 && h < 20:
		return Dusk
	}
	return Night
}

// mix scrambles x (SplitMix64's finaliser).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
