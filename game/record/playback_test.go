package record

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func open(t testing.TB, file []byte) *Playback {
	t.Helper()
	p, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSeek: a seek from anywhere to anywhere gives the recorded state.
func TestSeek(t *testing.T) {
	file := record(t, 230, 0, true)
	rapid.Check(t, func(t *rapid.T) {
		p, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if p.First() != 5 || p.Last() != 234 || p.Turn() != 4 {
			t.Fatalf("it has turns %d to %d and stands at %d", p.First(), p.Last(), p.Turn())
		}
		for range rapid.IntRange(1, 6).Draw(t, "moves") {
			to := rapid.Uint64Range(0, 240).Draw(t, "to")
			if err := p.Seek(to); err != nil {
				t.Fatal(err)
			}
			if want := min(max(to, 4), 234); p.Turn() != want {
				t.Fatalf("asked for turn %d, is at %d", to, p.Turn())
			}
			if digest, ok := p.Recorded(p.Turn()); ok && digest != p.World().Digest() {
				t.Fatalf("the state after turn %d is another", p.Turn())
			}
		}
		if p.Differs != 0 {
			t.Fatalf("turn %d differs", p.Differs)
		}
	})
}

// TestSeekIsBounded: a seek back executes few turns, from every place.
func TestSeekIsBounded(t *testing.T) {
	p := open(t, record(t, 450, 0, true))
	for more := true; more; {
		var err error
		if more, err = p.Next(); err != nil {
			t.Fatal(err)
		}
	}
	for n := p.Last(); n > p.First(); n-- {
		k, from := p.nearest(n)
		if err := p.back(k, n); err != nil {
			t.Fatal(err)
		}
		if p.Turn() < from || n-p.Turn() >= keepEvery {
			t.Fatalf("turn %d is run again from turn %d on", n, p.Turn())
		}
	}
	if len(p.kept) > keepMost {
		t.Errorf("%d states are kept", len(p.kept))
	}
}

func TestPlaybackOfADamagedFile(t *testing.T) {
	file := record(t, 30, 0, true)
	p := open(t, file[:len(file)-40])
	if p.Damage == "" || !p.Cut {
		t.Errorf("%q %v", p.Damage, p.Cut)
	}
	if err := p.Seek(1000); err != nil || p.Turn() != p.Last() {
		t.Errorf("at %d of %d: %v", p.Turn(), p.Last(), err)
	}
	if more, err := p.Next(); more || err != nil {
		t.Errorf("after the end: %v %v", more, err)
	}
	if _, err := Open(file[:40]); !errors.Is(err, ErrFormat) {
		t.Errorf("no header: %v", err)
	}
}

// TestBisect: of two recordings the first turn that differs is found, and the field.
func TestBisect(t *testing.T) {
	plain := record(t, 450, 0, true)
	for _, c := range []struct {
		name     string
		other    []byte
		turn, at uint64
		field    string
		commands bool
	}{
		{"the same", plain, 0, 0, "", false},
		{"shorter", record(t, 100, 0, true), 0, 0, "", false},
		{"broken off", plain[:len(plain)-100], 0, 0, "", false},
		{"bent at the end", record(t, 450, 454, true), 454, 454, "Emote: 0 and 1", false},
		{"bent in between", record(t, 450, 77, true), 77, 204, "Emote: 0 and 1", false},
		{"bent and never seen again", record(t, 100, 77, false), 77, 0, "", false},
		{"other commands", script(t, 450, 99), 99, 99, "Move: ", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Bisect(open(t, plain), open(t, c.other))
			if err != nil {
				t.Fatal(err)
			}
			if d.Turn != c.turn || d.At != c.at || d.Commands != c.commands || !strings.Contains(d.Field, c.field) || (c.field == "") != (d.Field == "") {
				t.Errorf("%+v", d)
			}
			back, err := Bisect(open(t, c.other), open(t, plain))
			if err != nil || back.Turn != d.Turn || back.At != d.At {
				t.Errorf("the other way round: %+v, %v", back, err)
			}
		})
	}
	other := open(t, plain)
	other.Header.World[0] ^= 1
	if _, err := Bisect(open(t, plain), other); !errors.Is(err, ErrUnlike) {
		t.Errorf("another world: %v", err)
	}
	other = open(t, plain)
	for n := range other.turns {
		other.turns[n].Turn += 1000
	}
	for n := range other.states {
		other.states[n].Turn += 1000
	}
	other.Header.First += 1000
	if _, err := Bisect(open(t, plain), other); !errors.Is(err, ErrUnlike) {
		t.Errorf("other turns: %v", err)
	}
}

// TestBisectOfDifferentBeginnings: two peers began to record at different turns, and differed already.
func TestBisectOfDifferentBeginnings(t *testing.T) {
	whole := open(t, record(t, 450, 0, true))
	late := open(t, record(t, 450, 150, true))
	late.states, late.turns = late.states[1:], late.turns[200:]
	late.Header.First += 200
	d, err := Bisect(whole, late)
	if err != nil || d.Turn != 204 || d.At != 204 || d.First != 205 || !strings.Contains(d.Field, "Emote: 0 and 1") {
		t.Errorf("%+v, %v", d, err)
	}
}

func FuzzOpen(f *testing.F) {
	whole := record(f, 3, 0, true)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Open(b)
		if err != nil {
			return
		}
		p.Seek(p.Last())
		p.Seek(p.First())
	})
}
