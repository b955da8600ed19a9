package entity

import "manyhold/game/fixed"

// radii is from how far a body of each kind is known, in tiles; see Kind.Radius.
var radii = [KindCount]fixed.Q{Player: 160, Crate: 60, Ball: 60, Drop: 40, Ember: 96, Flame: 512,
	Shade: 60, Magpie: 60, Nest: 60, GreatMoth: 96, Remains: 60}

// Radius returns the distance up to which a body of the kind is known, in tiles. A body with a radius above
// FarRadius is also known beyond the active land around a player, and on other islands.
func (k Kind) Radius() fixed.Q {
	if k >= KindCount {
		return 0
	}
	return radii[k] * fixed.One
}

// Far reports whether bodies of the kind are known from beyond the land that is awake around a player.
func (k Kind) Far() bool { return k.Radius() > FarRadius }

// FarRadius is the greatest radius of bodies known only from active land. The farthest tile of the regions
// around a player's own is nearer.
const FarRadius = 192 * fixed.One
