package music

import "manyhold/game"

// Character is the kind of music of a place that has its own.
type Character uint8

// The characters.
const (
	NoCharacter Character = iota
	OfLight               // lighthouses: bright, a harp in every bar, the song an octave higher as well
	OfStone               // ruins and circles: hollow chords, a slow drum
	OfWood                // groves: lydian, the song hardly rests
	OfSea                 // wrecks: dorian, a harp in every bar, a swaying drum
	OfSpring              // hot springs: five tones
	OfFire                // old hearths: a hand drum under the strings
	CharacterCount
)

// modes are those that each character may be in, by the chance of the place.
var modes = [CharacterCount][2]Mode{
	OfLight: {Day, Dawn}, OfStone: {Dusk, Night}, OfWood: {Dawn, Dawn}, OfSea: {Dusk, Day}, OfSpring: {Day, Dusk}, OfFire: {Day, Night},
}

const (
	// shifts are how many keys a theme may be in, from lowShift semitones on.
	shifts, lowShift = 9, -4
	// themeOpens is how long after a light was lit its music begins, in ticks.
	themeOpens game.Tick = game.TicksPerSecond
)

// themeAt returns the music of a place. It does not depend on the hour. It begins when the place's light was
// lit, and repeats in every later slot.
func themeAt(seed uint64, t game.Tick, w *Where) Piece {
	h := mix(mix(seed^w.Theme) ^ uint64(w.Character)<<56)
	from := w.Since + themeOpens
	if t > from {
		from += (t - from) / SlotTicks * SlotTicks
	}
	p := Piece{Seed: h, From: from, Beat: beatDay, Character: w.Character, Shift: int(h>>40%shifts) + lowShift}
	if w.Character < CharacterCount {
		p.Mode = modes[w.Character][h>>52&1]
	}
	if h>>53&1 == 1 {
		p.Beat = beatNight
	}
	return p
}

// harp and drum are how loud these are at least in music of the character.
func (c Character) harp() float32 {
	if c == OfLight || c == OfSea || c == OfSpring {
		return 0.9
	}
	return 0
}

func (c Character) drum() float32 {
	switch c {
	case OfFire, OfSea:
		return 0.8
	case OfStone:
		return 0.5
	}
	return 0
}

// sung is the lead as the character of the piece wants it.
func (p *Piece) sung(bar int, at place, dst []Note) []Note {
	first := len(dst)
	dst = p.lead(bar, at, dst)
	switch song := dst[first:]; p.Character {
	case OfSpring:
		for n := range song {
			song[n].Midi = p.pentatonic(song[n].Midi)
		}
	case OfLight:
		for n := range song {
			high := song[n]
			high.Midi, high.Loud = high.Midi+12, high.Loud*0.4
			dst = append(dst, high)
		}
	}
	return dst
}

// pentatonic moves a note off the fourth and the seventh degree of the scale, downwards.
func (p *Piece) pentatonic(midi int) int {
	scale := &scales[p.Mode]
	switch step := ((midi-roots[p.Mode]-p.Shift)%12 + 12) % 12; step {
	case scale[3]:
		return midi - scale[3] + scale[2]
	case scale[6]:
		return midi - scale[6] + scale[5]
	}
	return midi
}
