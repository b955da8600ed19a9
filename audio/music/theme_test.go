package music

import (
	"fmt"
	"testing"

	"manyhold/game"
)

// songOf returns the lead of the first section, as text.
func songOf(p Piece) string {
	out := ""
	for bar := openBars; bar < openBars+sectionBars; bar++ {
		for _, n := range p.Compose(bar, nil) {
			if n.Who == Lead {
				out += fmt.Sprint(n.At, ":", n.Midi, " ")
			}
		}
	}
	return out
}

// TestEveryPlaceHasItsOwnTheme: no two themes of a world are alike, nor those of two worlds. At one place,
// all listeners hear the same at the same tick, and the same again at the next visit.
func TestEveryPlaceHasItsOwnTheme(t *testing.T) {
	songs := map[string]bool{}
	places := 0
	for c := NoCharacter + 1; c < CharacterCount; c++ {
		for place := range uint64(60) {
			w := Where{Theme: place*7919 + 1, Character: c, Since: game.Tick(place * 100)}
			p := PieceAt(3, w.Since+500, w)
			other := w
			other.Water, other.Village = 1, 1
			if PieceAt(3, w.Since+500, other) != p || songOf(PieceAt(3, w.Since+500+5*SlotTicks, w)) != songOf(p) {
				t.Fatalf("the theme of place %d is not always the same", place)
			}
			songs[songOf(p)] = true
			songs[songOf(PieceAt(4, w.Since+500, w))] = true
			places++
		}
	}
	if len(songs) != 2*places {
		t.Errorf("%d songs at %d places of two worlds", len(songs), places)
	}
}

// TestAThemeBeginsWhenTheLightIsLit: a second after it, and again in every slot, with a silence between.
func TestAThemeBeginsWhenTheLightIsLit(t *testing.T) {
	for _, since := range []game.Tick{1, 777, 100_003} {
		w := Where{Theme: 9, Character: OfLight, Since: since}
		for slot := range game.Tick(4) {
			at := since + themeOpens + slot*SlotTicks
			p := PieceAt(5, at, w)
			if p.From != at || PieceAt(5, at+SlotTicks-1, w) != p {
				t.Errorf("lit at %d: in slot %d the piece begins at %d, want %d", since, slot, p.From, at)
			}
			if gap := int(at+SlotTicks-p.Until()) / game.TicksPerSecond; gap < 60 {
				t.Errorf("only %d s of silence", gap)
			}
		}
	}
}

// TestCharacters: each character keeps to its modes and has its typical sound.
func TestCharacters(t *testing.T) {
	for c := NoCharacter + 1; c < CharacterCount; c++ {
		for place := range uint64(12) {
			p := PieceAt(1, 100, Where{Theme: place + 1, Character: c})
			if p.Mode != modes[c][0] && p.Mode != modes[c][1] {
				t.Errorf("character %d is in mode %d", c, p.Mode)
			}
			high := map[game.Tick][]int{}
			for bar := range Bars {
				root := p.Tone(p.Chord(bar)) % 12
				for _, n := range p.Compose(bar, nil) {
					step := (n.Midi - root + 120) % 12
					if c == OfStone && n.Who == Pad && step != 0 && step < 5 {
						t.Errorf("a third in hollow chords: %+v", n)
					}
					if five := (n.Midi - roots[p.Mode] - p.Shift + 120) % 12; c == OfSpring && n.Who == Lead && (five == scales[p.Mode][3] || five == scales[p.Mode][6]) {
						t.Errorf("the song of a spring has six tones: %+v", n)
					}
					if n.Who == Lead {
						high[n.At] = append(high[n.At], n.Midi)
					}
				}
			}
			for at, two := range high {
				if c == OfLight && (len(two) != 2 || two[1]-two[0] != 12 && two[0]-two[1] != 12) {
					t.Errorf("the song of a light at %d is %v, without its octave", at, two)
				}
			}
		}
	}
}

// TestAThemeTakesOver: near a light its theme is heard within seconds, even while the world's own music is
// silent.
func TestAThemeTakesOver(t *testing.T) {
	first := PieceAt(2, 0, Where{})
	silent := first.Until() + 20*game.TicksPerSecond
	p := NewPlayer()
	l, _ := listen(p, 2, silent, Where{}, 3)
	if r := rms(l); r > 1e-4 {
		t.Fatalf("the world is not silent: %g", r)
	}
	l, _ = listen(p, 2, silent+180, Where{Theme: 11, Character: OfLight, Since: silent + 180}, 5)
	if r := rms(l); r < 0.01 {
		t.Errorf("the light is not heard: %g", r)
	}
}
