package scene

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"manyhold/game/fixed"
)

// TestRead reads a scene line by line.
func TestRead(t *testing.T) {
	s, err := Read("H 0 -10 0.5 0.5 0.3 8\nS 32 -1 34 1\n\nC 1.25 2.5 0.3 -1 0.0000152587890625\nB 16.189999999999998 0.5 0.5 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if s.Gravity != (fixed.SVec{Y: -10 * fixed.One}) || s.Damping != fixed.One/2 || s.Drive != 8*fixed.One || len(s.Things) != 3 || len(s.Discs) != 1 || s.Discs[0] != 1 {
		t.Errorf("%+v", s)
	}
	if c := s.Things[1]; c != (Thing{'C', 5 * fixed.One / 4, 5 * fixed.One / 2, 19661, 19661, -fixed.One, 1}) {
		t.Errorf("%+v", c)
	}
	if b := s.Things[2]; b.X != 1061028 || b.HalfY != fixed.One {
		t.Errorf("%+v", b)
	}
	if w, n, e, o := s.Bounds(); w != -2 || n != -2 || e != 66 || o != 3 {
		t.Errorf("bounds %d %d %d %d", w, n, e, o)
	}
	if w, n, e, o, ok := s.Things[0].Tiled(); !ok || w != -2 || n != -2 || e != 66 || o != 0 {
		t.Errorf("tiled %d %d %d %d %v", w, n, e, o, ok)
	}
}

// TestReadRefuses: invalid scenes are refused with the number of the line.
func TestReadRefuses(t *testing.T) {
	for text, line := range map[string]string{
		"":                             "no line at all",
		"C 1 1 1 1 1\n":                "line 1: one header",
		"H 0 0 0 0 0 0\nH 0 0 0 0 0 0": "line 2: one header",
		"H 0 0 0 0 0 0\nC 1 1 1 1":     "line 2: 4 words",
		"H 0 0 0 0 0 0\nX 1":           "line 2: 1 words",
		"H 0 0 0 0 0 1e3":              `line 1: "1e3"`,
		"H 0 0 0 0 0 0\nB 1 1 0 1":     "line 2: a body without size",
		"H 0 0 0 0 0 5000":             `line 1: "5000"`,
		"H 0 0 0 0 0 4096.1":           `line 1: "4096.1"`,
	} {
		if _, err := Read(text); !errors.Is(err, ErrScene) || len(err.Error()) < len(line) || err.Error()[:len(line)] != line {
			t.Errorf("%q: %v, want %s…", text, err, line)
		}
	}
}

// TestKicks: each disc is kicked once in twenty steps.
func TestKicks(t *testing.T) {
	seen := map[int]int{}
	for k := range 40 {
		for i := Kicked(k); i < 100; i += 20 {
			seen[i]++
		}
	}
	for i := range 100 {
		if seen[i] != 2 {
			t.Errorf("disc %d was kicked %d times", i, seen[i])
		}
	}
	s := Scene{Drive: 8 * fixed.One}
	if v := s.Kick(7, 13).Len(); v < 8*fixed.One-8 || v > 8*fixed.One+8 {
		t.Errorf("a kick gives %d", v)
	}
}

// FuzzRead: any input gives an error or a scene within its limits.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("../../../assets/scenes/*.txt")
	if err != nil || len(files) == 0 {
		f.Fatal(err, len(files))
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 600)]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(text)
		if err != nil {
			return
		}
		for _, b := range s.Things {
			if b.HalfX <= 0 || b.HalfY <= 0 || max(b.X, -b.X, b.Y, -b.Y, b.HalfX, b.HalfY) > 4096*fixed.One {
				t.Fatalf("%+v", b)
			}
		}
		s.Bounds()
	})
}
