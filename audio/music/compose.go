package music

import "manyhold/game"

// Instrument is the part that plays a note.
type Instrument uint8

// The instruments.
const (
	Pad Instrument = iota
	Pluck
	Lead
	Harp
	Drum
	InstrumentCount
)

// Note is one note of a piece.
type Note struct {
	At   game.Tick // after the beginning of the piece
	For  game.Tick // how long it is held
	Who  Instrument
	Midi int     // 69 is the a of 440 Hz
	Loud float32 // 0 to 1
}

// section is one of the four parts of the form.
type section uint8

const (
	partA section = iota
	partAVaried
	partB
)

// form is A A' B A.
var form = [4]section{partA, partAVaried, partB, partA}

// walks are the chords that may follow each, by degrees of the scale from 0; the first are likelier.
var walks = [7][]int{0: {3, 3, 5, 2}, 1: {4}, 2: {5, 3}, 3: {0, 4, 4, 1}, 4: {0, 0, 5}, 5: {3, 3, 1}, 6: {0}}

// place is where a bar lies in the form.
type place struct {
	section section
	bar     int // within the section
	opening bool
	closing bool
}

func placeOf(bar int) place {
	switch {
	case bar < openBars:
		return place{opening: true, bar: bar}
	case bar >= Bars-closeBars:
		return place{closing: true, bar: bar - (Bars - closeBars)}
	}
	n := bar - openBars
	return place{section: form[n/sectionBars], bar: n % sectionBars}
}

// dice is a hash that serves as random numbers of a piece.
func (p *Piece) dice(of, bar, n int) uint64 {
	return mix(mix(mix(p.Seed^uint64(of)<<48)^uint64(bar)<<16) ^ uint64(n))
}

// Uses of dice; each has its own stream.
const (
	forChord = iota + 1
	forRhythm
	forOrder
	forSong
	forStep
	forDrum
)

// Chord returns the degree of the scale on which the chord of a bar stands, from 0.
func (p *Piece) Chord(bar int) int {
	at := placeOf(bar)
	if at.opening || at.closing {
		return 0
	}
	letter := 0
	degree := 0
	if at.section == partB {
		letter = 1
		degree = []int{3, 5}[p.dice(forChord, 99, 0)%2]
	}
	if at.bar == sectionBars-1 {
		return [2]int{0, 4}[letter] // A comes home, B wants to
	}
	for n := 1; n <= at.bar%4; n++ {
		next := walks[degree]
		degree = next[p.dice(forChord, letter, n)%uint64(len(next))]
	}
	return degree
}

// Tone returns the MIDI note of a degree of the scale, which may be below 0 or above 6.
func (p *Piece) Tone(degree int) int {
	octave := 0
	for degree < 0 {
		degree, octave = degree+7, octave-1
	}
	return roots[p.Mode] + p.Shift + scales[p.Mode][degree%7] + 12*(octave+degree/7)
}

// fives are the degrees of the five notes of an instrument: of bright modes without the fourth and the
// seventh, of dark ones without the second and the sixth. So no two of them clash, nor with the chords.
var fives = [ModeCount][5]int{Dawn: {0, 1, 2, 4, 5}, Day: {0, 1, 2, 4, 5}, Dusk: {0, 2, 3, 4, 6}, Night: {0, 2, 3, 4, 6}, Cave: {0, 2, 3, 4, 6}}

// Five returns the MIDI note of one of the five notes of an instrument, from 1.
func (p *Piece) Five(n int) int {
	n = min(max(n, 1), 5)
	return within(p.Tone(0), 62) + p.Tone(fives[p.Mode][n-1]) - p.Tone(0)
}

// Compose appends the notes of a bar to dst, in no order. Harp and drum are included; the player leaves them
// out where the place has none.
func (p *Piece) Compose(bar int, dst []Note) []Note {
	at := placeOf(bar)
	dst = p.pad(bar, at, dst)
	if !at.closing {
		dst = p.plucked(bar, at, dst)
	}
	if !at.opening && !at.closing {
		dst = p.sung(bar, at, dst)
		dst = p.harp(bar, dst)
		dst = p.drum(bar, dst)
	}
	return dst
}

// triad returns the degrees of a chord: root, third, fifth; in caves root, fifth, octave.
func (p *Piece) triad(chord int) [3]int {
	if p.Mode == Cave || p.Character == OfStone {
		return [3]int{chord, chord + 4, chord + 7}
	}
	return [3]int{chord, chord + 2, chord + 4}
}

// within moves a note by octaves into the one that begins at low.
func within(midi, low int) int {
	for midi < low {
		midi += 12
	}
	for midi >= low+12 {
		midi -= 12
	}
	return midi
}

// pad holds the chord for a bar, and the root below.
func (p *Piece) pad(bar int, at place, dst []Note) []Note {
	start, long := game.Tick(bar)*p.Bar(), p.Bar()
	chord := p.triad(p.Chord(bar))
	loud := float32(0.8)
	if at.opening || at.closing {
		loud = 0.6
	}
	for _, d := range chord {
		dst = append(dst, Note{start, long, Pad, within(p.Tone(d), 55), loud})
	}
	return append(dst, Note{start, long, Pad, within(p.Tone(chord[0]), 40), loud})
}

// plucked breaks the chord: five of eight steps, the same in all bars of a section.
func (p *Piece) plucked(bar int, at place, dst []Note) []Note {
	part := int(at.section &^ 1) // A and A' alike
	steps := p.rhythm(part)
	chord := p.triad(p.Chord(bar))
	start, eighth := game.Tick(bar)*p.Bar(), p.Beat/2
	up := p.dice(forOrder, part, 0)%2 == 0
	k := 0
	for n := range 8 {
		if steps>>n&1 == 0 || at.opening && n%4 != 0 {
			continue
		}
		d := k
		if !up {
			d = 5 - k
		}
		tone := p.Tone(chord[d%3] + d/3*7)
		loud := float32(0.5)
		if n%4 == 0 {
			loud = 0.7
		}
		dst = append(dst, Note{start + game.Tick(n)*eighth, eighth * 3, Pluck, within(tone, 60) + 12*(d/3), loud})
		k = (k + 1) % 6
	}
	return dst
}

// rhythm returns five of eight steps as bits, the first always among them.
func (p *Piece) rhythm(part int) uint8 {
	steps, left := uint8(1), 4
	for n := 0; left > 0; n++ {
		if bit := uint8(1) << (1 + p.dice(forRhythm, part, n)%7); steps&bit == 0 {
			steps |= bit
			left--
		}
	}
	return steps
}

// lead sings: a tone of the chord on strong beats, a step from there on weak ones, and rests nearly half the
// time. A comes back as it was; A' ends otherwise.
func (p *Piece) lead(bar int, at place, dst []Note) []Note {
	key := int(at.section&2)<<8 | at.bar // A and B
	if at.section == partAVaried && at.bar >= sectionBars/2 {
		key |= 1 << 10
	}
	chord := p.triad(p.Chord(bar))
	start := game.Tick(bar) * p.Bar()
	last := chord[p.dice(forSong, key, 0)%3]
	for beat := 0; beat < beats; beat++ {
		h := p.dice(forSong, key, beat+1)
		switch {
		case beat == 0 && at.bar%4 == 0: // a phrase begins
		case h%100 < p.rests():
			continue
		}
		if beat%2 == 0 {
			last = chord[h>>8%3]
		} else {
			last += [4]int{-1, 1, 1, -1}[h>>8&3]
		}
		long := p.Beat
		if beat%2 == 0 && h>>16&3 == 0 {
			long = 2 * p.Beat
		}
		dst = append(dst, Note{start + game.Tick(beat)*p.Beat, long, Lead, within(p.Tone(last), 69), 0.55 + 0.1*float32(h>>20&3)})
		if long > p.Beat {
			beat++
		} else if h>>24&3 == 0 && beat%2 == 1 { // a turn
			last += [2]int{1, -1}[h>>26&1]
			dst = append(dst, Note{start + game.Tick(beat)*p.Beat + p.Beat/2, p.Beat / 2, Lead, within(p.Tone(last), 69), 0.45})
		}
	}
	return dst
}

// rests is how many of a hundred beats the lead rests.
func (p *Piece) rests() uint64 {
	if p.Character == OfWood {
		return 25
	}
	return 45
}

// harp runs up the chord at the beginning of every other bar.
func (p *Piece) harp(bar int, dst []Note) []Note {
	if bar%2 == 1 && p.Character != OfLight && p.Character != OfSea {
		return dst
	}
	chord := p.triad(p.Chord(bar))
	start := game.Tick(bar)*p.Bar() + p.Beat*2
	for n := range 7 {
		dst = append(dst, Note{start + game.Tick(n)*p.Beat/6, p.Beat * 2, Harp, within(p.Tone(chord[n%3]), 64) + 12*(n/3), 0.35 + 0.04*float32(n)})
	}
	return dst
}

// drum beats with hands, by day.
func (p *Piece) drum(bar int, dst []Note) []Note {
	if p.Mode == Night || p.Mode == Cave {
		return dst
	}
	start, eighth := game.Tick(bar)*p.Bar(), p.Beat/2
	for n := range 8 {
		low := n == 0 || n == 5
		if p.Character == OfStone && n != 0 {
			continue
		}
		if !low && p.dice(forDrum, bar%4, n)%100 >= 34 {
			continue
		}
		midi, loud := 55, float32(0.35)
		if low {
			midi, loud = 43, 0.8
		}
		dst = append(dst, Note{start + game.Tick(n)*eighth, eighth, Drum, midi, loud})
	}
	return dst
}
