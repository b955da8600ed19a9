// Package scene reads the physics scenes that engines are compared by. A scene is lines of words, numbers in
// decimal notation, in tiles and seconds:
//
//	H gx gy damping restitution friction drive    first: gravity, damping per second, drive in tiles/s
//	C x y radius vx vy                            a disc of density 1
//	B x y halfwidth halfheight                    a box of density 1
//	S x y halfwidth halfheight                    a box that never moves
//
// Where drive is above zero, before step k every disc i with i mod 20 = (20 − k mod 20) mod 20 gets a new
// velocity of that speed in one of 256 directions (Kicked, Kick). Numbers are rounded to Q16.16 here; no
// float is involved.
package scene

import (
	"errors"
	"fmt"
	"strings"

	"manyhold/game/fixed"
)

// Scene is one scene, bodies in the order of their lines.
type Scene struct {
	Gravity                               fixed.SVec
	Damping, Restitution, Friction, Drive fixed.S
	Things                                []Thing
	Discs                                 []int32 // indices into Things of those of sort C, ascending
}

// Thing is one body of a scene.
type Thing struct {
	Sort         byte    // C, B or S
	X, Y         fixed.S // its middle, in tiles
	HalfX, HalfY fixed.S // of a disc HalfX is the radius
	VX, VY       fixed.S
}

// MostThings is how many bodies a scene may have; more is an error.
const MostThings = 1 << 14

// ErrScene says that a text is not a scene.
var ErrScene = errors.New("not a scene of physics")

// Read reads a scene. An error names the line.
func Read(text string) (*Scene, error) {
	s := new(Scene)
	n, headed := 0, false
	for line := range strings.Lines(text) {
		n++
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		var v [6]fixed.S
		want := map[string]int{"H": 6, "C": 5, "B": 4, "S": 4}[words[0]]
		if want == 0 || len(words) != want+1 {
			return nil, fmt.Errorf("line %d: %d words after %.8q: %w", n, len(words)-1, words[0], ErrScene)
		}
		for k, word := range words[1:] {
			var ok bool
			if v[k], ok = number(word); !ok {
				return nil, fmt.Errorf("line %d: %.24q is no number within ±4096: %w", n, word, ErrScene)
			}
		}
		if (words[0] == "H") == headed {
			return nil, fmt.Errorf("line %d: one header comes first: %w", n, ErrScene)
		}
		if !headed {
			s.Gravity, s.Damping, s.Restitution, s.Friction, s.Drive = fixed.SVec{X: v[0], Y: v[1]}, v[2], v[3], v[4], v[5]
			headed = true
			continue
		}
		t := Thing{Sort: words[0][0], X: v[0], Y: v[1], HalfX: v[2], HalfY: v[3]}
		if t.Sort == 'C' {
			t.HalfY, t.VX, t.VY = v[2], v[3], v[4]
			s.Discs = append(s.Discs, int32(len(s.Things)))
		}
		if t.HalfX <= 0 || t.HalfY <= 0 || len(s.Things) == MostThings {
			return nil, fmt.Errorf("line %d: a body without size, or one too many: %w", n, ErrScene)
		}
		s.Things = append(s.Things, t)
	}
	if !headed {
		return nil, fmt.Errorf("no line at all: %w", ErrScene)
	}
	return s, nil
}

// number reads a decimal number, rounded to the nearest Q16.16; digits after the ninth of the fraction do not
// count.
func number(word string) (fixed.S, bool) {
	digits, negative := strings.CutPrefix(word, "-")
	whole, part, _ := strings.Cut(digits, ".")
	if whole == "" || len(whole) > 4 {
		return 0, false
	}
	n, scale := int64(0), int64(1)
	for k, c := range []byte(whole + part) {
		if c < '0' || c > '9' {
			return 0, false
		}
		if k < len(whole)+9 {
			n = n*10 + int64(c-'0')
		}
		if k >= len(whole) && k < len(whole)+9 {
			scale *= 10
		}
	}
	if n > 4096*scale {
		return 0, false
	}
	v := fixed.S((n<<(fixed.Bits+1) + scale) / (2 * scale))
	if negative {
		v = -v
	}
	return v, true
}

// Kicked returns the first disc, counted among the discs, that is kicked before step k; every twentieth after
// it is, too.
func Kicked(k int) int { return (20 - k%20) % 20 }

// Kick returns the new velocity of disc i before step k, if it is kicked then.
func (s *Scene) Kick(i, k int) fixed.SVec {
	h := uint32(i)*2654435761 + uint32(k)*40503
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	return fixed.Direction(fixed.Angle(h >> 8 & 255 << 8)).Scale(s.Drive)
}

// Bounds returns the box that holds all of the scene, in whole tiles: from west, north to below east, south.
func (s *Scene) Bounds() (west, north, east, south int) {
	for k, t := range s.Things {
		w, n := int((t.X-t.HalfX)>>fixed.Bits), int((t.Y-t.HalfY)>>fixed.Bits)
		e, o := int((t.X+t.HalfX-1)>>fixed.Bits)+1, int((t.Y+t.HalfY-1)>>fixed.Bits)+1
		if k == 0 {
			west, north, east, south = w, n, e, o
		}
		west, north, east, south = min(west, w), min(north, n), max(east, e), max(south, o)
	}
	return west, north, east, south
}

// Tiled reports whether a thing is a box that never moves and that fills whole tiles, and which: from west,
// north to below east, south.
func (t *Thing) Tiled() (west, north, east, south int, ok bool) {
	w, n, e, o := t.X-t.HalfX, t.Y-t.HalfY, t.X+t.HalfX, t.Y+t.HalfY
	ok = t.Sort == 'S' && (w|n|e|o)&(fixed.One-1) == 0
	return int(w >> fixed.Bits), int(n >> fixed.Bits), int(e >> fixed.Bits), int(o >> fixed.Bits), ok
}
