// Package stick turns where keys and sticks lead into directions of the game.
package stick

import (
	"math"

	"manyhold/game/fixed"
)

// turns is how finely a stick steers: sixteenths of a circle.
const turns = 16

// Direction rounds where the hands want to go to sixteenths of a circle and quarters of the speed.
func Direction(x, y float64) fixed.SVec {
	length := math.Round(math.Hypot(x, y)*4) / 4
	if length == 0 {
		return fixed.SVec{}
	}
	a := math.Round(math.Atan2(y, x)*turns/(2*math.Pi)) * 2 * math.Pi / turns
	return fixed.SVec{X: fixed.S(math.Round(math.Cos(a) * length * fixed.One)), Y: fixed.S(math.Round(math.Sin(a) * length * fixed.One))}
}
