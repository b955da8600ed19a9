package menu

import "testing"

// TestEveryToolHasASign: each place of the wheel has a picture of its own, which fits.
func TestEveryToolHasASign(t *testing.T) {
	seen := map[[signSide]string]string{}
	for _, w := range wheelTools {
		sign, ok := signs[w.key]
		if !ok {
			t.Errorf("%s has no sign", w.key)
			continue
		}
		if other := seen[sign]; other != "" {
			t.Errorf("%s has the sign of %s", w.key, other)
		}
		seen[sign] = w.key
		ink := 0
		for _, line := range sign {
			if len(line) > signSide {
				t.Errorf("%s: the line %q is too long", w.key, line)
			}
			for _, c := range line {
				if c == '#' {
					ink++
				}
			}
		}
		if ink < 12 {
			t.Errorf("%s: %d pixels of ink", w.key, ink)
		}
	}
}
