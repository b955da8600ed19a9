package daylight

import (
	"math"
	"testing"
)

// TestSky: through the whole day there is light of each colour, shadows turn, and the night has none.
func TestSky(t *testing.T) {
	for h := 0.0; h < 24; h += 0.25 {
		s := At(h)
		if s.R <= 0 || s.G <= 0 || s.B <= 0 || s.R > 1 || s.G > 1 || s.B > 1 {
			t.Errorf("hour %g: sky %+v", h, s)
		}
	}
	noon, dusk, night := At(12.9), At(19), At(0)
	if math.Abs(noon.SunX) > 0.2 || dusk.SunX < 5 || At(6).SunX > -5 {
		t.Errorf("shadows: noon %g, dusk %g, dawn %g", noon.SunX, dusk.SunX, At(6).SunX)
	}
	if night.Night != 1 || noon.Night != 0 || night.Shade != 0 {
		t.Errorf("night %+v, noon %+v", night, noon)
	}
}
