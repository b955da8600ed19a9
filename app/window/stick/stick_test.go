package stick

import (
	"testing"

	"manyhold/game/fixed"
)

func TestDirection(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		want fixed.SVec
	}{
		{0, 0, fixed.SVec{}},
		{0.1, 0, fixed.SVec{}},
		{1, 0, fixed.SVec{X: fixed.One}},
		{0, -0.5, fixed.SVec{Y: -fixed.One / 2}},
		{0.99, 0.1, fixed.SVec{X: fixed.One}},
	} {
		if got := Direction(c.x, c.y); got != c.want {
			t.Errorf("%v, %v: %v", c.x, c.y, got)
		}
	}
}
