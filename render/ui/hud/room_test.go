package hud

import (
	"testing"

	"manyhold/render/ui/kit"
)

// TestRise: a text gives way to those that are there, one after the other, but neither far nor out of the
// window.
func TestRise(t *testing.T) {
	for _, c := range []struct {
		name  string
		taken []kit.Rect
		want  int
	}{
		{"alone", nil, 100},
		{"beside another", []kit.Rect{kit.R(60, 100, 40, 16)}, 100},
		{"on another", []kit.Rect{kit.R(20, 108, 40, 16)}, 92},
		{"on two", []kit.Rect{kit.R(20, 84, 40, 16), kit.R(20, 108, 40, 16)}, 68},
		{"on a tower", []kit.Rect{kit.R(0, 100, 40, 16), kit.R(0, 84, 40, 16), kit.R(0, 68, 40, 16), kit.R(0, 52, 40, 16), kit.R(0, 36, 40, 16), kit.R(0, 20, 40, 16)}, 100},
	} {
		free := room{taken: c.taken}
		if r := free.rise(kit.R(10, 100, 50, 16)); r != kit.R(10, c.want, 50, 16) || len(free.taken) != len(c.taken)+1 {
			t.Errorf("%s: %+v, want y %d", c.name, r, c.want)
		}
	}
	high := room{taken: []kit.Rect{kit.R(0, 8, 40, 16)}}
	if r := high.rise(kit.R(0, 10, 40, 16)); r.Y != 10 {
		t.Errorf("it leaves the window: %+v", r)
	}
}
