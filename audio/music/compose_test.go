package music

import (
	"slices"
	"testing"

	"manyhold/game"
)

// pieces calls f for the pieces of some worlds, days and hours.
func pieces(f func(p Piece)) {
	for seed := range uint64(12) {
		for slot := range game.Tick(15) {
			f(PieceAt(seed, slot*SlotTicks, Where{}))
			f(PieceAt(seed, slot*SlotTicks, Where{Cave: true}))
		}
	}
}

func all(p Piece) (notes []Note) {
	for bar := range Bars {
		notes = p.Compose(bar, notes)
	}
	return notes
}

// TestNotesAreOfTheScale: every note but the drum's is of the piece's mode, in a range that sounds.
func TestNotesAreOfTheScale(t *testing.T) {
	pieces(func(p Piece) {
		for _, n := range all(p) {
			if n.Who == Drum {
				continue
			}
			step := (n.Midi - roots[p.Mode] + 120) % 12
			if !slices.Contains(scales[p.Mode][:], step) {
				t.Fatalf("mode %d: %+v is %d semitones over the root", p.Mode, n, step)
			}
			if n.Midi < 40 || n.Midi > 100 || n.Loud <= 0 || n.Loud > 1 || n.For == 0 {
				t.Fatalf("mode %d: %+v", p.Mode, n)
			}
			if n.At >= Bars*p.Bar() {
				t.Fatalf("%+v begins after the end, %d", n, Bars*p.Bar())
			}
		}
	})
}

// TestForm: A is repeated exactly, A' begins like A and ends differently, B differs; the piece begins and
// ends on I.
func TestForm(t *testing.T) {
	lead := func(p Piece, section, from, to int) (sung [][3]int) {
		for bar := from; bar < to; bar++ {
			n := openBars + section*sectionBars + bar
			for _, note := range p.Compose(n, nil) {
				if note.Who == Lead {
					sung = append(sung, [3]int{int(note.At) - n*int(p.Bar()), note.Midi, int(note.For)})
				}
			}
		}
		return sung
	}
	varied, total := 0, 0
	pieces(func(p Piece) {
		total++
		if !slices.Equal(lead(p, 0, 0, 8), lead(p, 3, 0, 8)) {
			t.Error("the last part is not the first")
		}
		if !slices.Equal(lead(p, 0, 0, 4), lead(p, 1, 0, 4)) {
			t.Error("A' does not begin like A")
		}
		if !slices.Equal(lead(p, 0, 4, 8), lead(p, 1, 4, 8)) && !slices.Equal(lead(p, 0, 0, 8), lead(p, 2, 0, 8)) {
			varied++
		}
		if p.Chord(0) != 0 || p.Chord(Bars-1) != 0 || p.Chord(openBars+sectionBars-1) != 0 {
			t.Error("a piece does not begin and end at home")
		}
	})
	if varied < total*9/10 {
		t.Errorf("only %d of %d pieces vary", varied, total)
	}
}

// TestLead: it rests nearly half of the beats and goes by small steps.
func TestLead(t *testing.T) {
	sung, could, leaps, moves := 0, 0, 0, 0
	pieces(func(p Piece) {
		for bar := openBars; bar < Bars-closeBars; bar++ {
			could += beats
			held := map[game.Tick]bool{}
			last := 0
			for _, n := range p.Compose(bar, nil) {
				if n.Who != Lead {
					continue
				}
				for at := n.At; at < n.At+n.For; at += p.Beat / 2 {
					held[at/p.Beat] = true
				}
				if last != 0 {
					moves++
					if d := n.Midi - last; d > 7 || d < -7 {
						leaps++
					}
				}
				last = n.Midi
			}
			sung += len(held)
		}
	})
	if rest := 100 - 100*sung/could; rest < 30 || rest > 55 {
		t.Errorf("the lead rests %d %% of the time", rest)
	}
	if leaps*4 > moves {
		t.Errorf("%d of %d moves of the lead leap over a fifth", leaps, moves)
	}
}

// TestCavesHaveNoThirds: of a chord only root and fifth sound together.
func TestCavesHaveNoThirds(t *testing.T) {
	p := PieceAt(3, 0, Where{Cave: true})
	if p.Mode != Cave {
		t.Fatalf("mode is %d", p.Mode)
	}
	for bar := range Bars {
		for _, n := range p.Compose(bar, nil) {
			root := p.Tone(p.Chord(bar)) % 12
			if n.Who == Pad && (n.Midi-root+120)%12 != 0 && (n.Midi-root+120)%12 < 5 {
				t.Fatalf("bar %d: %+v is a third over %d", bar, n, root)
			}
		}
	}
}

// TestSilences: pieces end, and then for one to two minutes only the place is heard; over a day all modes
// come.
func TestSilences(t *testing.T) {
	modes := map[Mode]bool{}
	for seed := range uint64(20) {
		for slot := range game.Tick(20) {
			a, b := PieceAt(seed, slot*SlotTicks, Where{}), PieceAt(seed, (slot+1)*SlotTicks, Where{})
			modes[a.Mode] = true
			if gap := int(b.From-a.Until()) / game.TicksPerSecond; b.From < a.Until() || gap < 60 || gap > 120 {
				t.Errorf("seed %d, slot %d: %d s of silence, from %d to %d", seed, slot, gap, a.Until(), b.From)
			}
			if long := int(a.Until()-a.From) / game.TicksPerSecond; long < 90 {
				t.Errorf("a piece of %d s", long)
			}
		}
	}
	if len(modes) != int(Cave) {
		t.Errorf("the modes of a day are %v", modes)
	}
}

// TestSameForAll: the music depends only on seed, slot and theme; other worlds and days have other tunes.
func TestSameForAll(t *testing.T) {
	a, b := PieceAt(7, 100, Where{Water: 1}), PieceAt(7, SlotTicks-1, Where{Village: 1})
	if a != b || !slices.Equal(all(a), all(b)) {
		t.Error("two who are in one world hear two tunes")
	}
	for what, p := range map[string]Piece{
		"world": PieceAt(8, 100, Where{}), "day": PieceAt(7, 100+game.TicksPerDay, Where{}), "theme": PieceAt(7, 100, Where{Theme: 1}),
	} {
		if slices.Equal(all(a), all(p)) {
			t.Errorf("another %s has the same tune", what)
		}
	}
}

// TestNightHasNoDrum holds the drum to the day.
func TestNightHasNoDrum(t *testing.T) {
	pieces(func(p Piece) {
		drums := 0
		for _, n := range all(p) {
			if n.Who == Drum {
				drums++
			}
		}
		if quiet := p.Mode == Night || p.Mode == Cave; quiet != (drums == 0) {
			t.Errorf("mode %d has %d beats of the drum", p.Mode, drums)
		}
	})
}

// TestFiveNotes: the notes of instruments are of the mode of the piece at that tick, go up, stay within an
// octave, and are the same whoever asks.
func TestFiveNotes(t *testing.T) {
	pieces(func(p Piece) {
		last := 0
		for n := 1; n <= 5; n++ {
			midi := p.Five(n)
			if step := (midi - roots[p.Mode] + 120) % 12; !slices.Contains(scales[p.Mode][:], step) || midi <= last || midi != p.Five(n) {
				t.Fatalf("mode %d, note %d: %d after %d", p.Mode, n, midi, last)
			}
			last = midi
		}
		if d := p.Five(5) - p.Five(1); d > 12 || p.Five(1) < 55 || p.Five(5) > 90 || p.Five(0) != p.Five(1) || p.Five(9) != p.Five(5) {
			t.Fatalf("mode %d: from %d to %d", p.Mode, p.Five(1), p.Five(5))
		}
	})
}
