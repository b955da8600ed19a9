package entity

import (
	"manyhold/game/fixed"
	"manyhold/game/item"
)

// PlacedAs returns the kind of body that an item is set down as, NoKind for none.
func PlacedAs(k item.Kind) Kind { return Kind(k.Info().Body) }

// Item returns the item that a body becomes when it is put away; item.None if it cannot be.
func (k Kind) Item() item.Kind {
	switch k {
	case Crate:
		return item.Crate
	case Ball:
		return item.Ball
	case Cart:
		return item.Cart
	case Hen:
		return item.Hen
	case Sheep:
		return item.Sheep
	case Platform:
		return item.Platform
	}
	return item.None
}

// Liftable reports whether a kind of body is carried over the head.
func (k Kind) Liftable() bool {
	return k == Crate || k == Ball || k == Ember || k == Cart || k.Made() || k.Animal()
}

// Pinned reports whether a kind of body is an arm. Its Pos is the pin about which it turns, and stays on
// the tile that owns it. Its Angle is its direction. Its Face is its goal: for a gate, the direction when
// shut; for a rotor, still, clockwise or anticlockwise (see Still).
func (k Kind) Pinned() bool { return k == GateArm || k == RotorArm }

// The values of Face for the motor of a RotorArm, as seen on the screen.
const (
	Still         Facing = 0
	Clockwise     Facing = 64
	Anticlockwise Facing = 192
)

var kindNames = [KindCount]string{"nothing", "player", "crate", "ball", "drop", "embers", "flame", "cart", "hen", "sheep", "platform", "gate arm", "rotor arm", "gadget ball", "gadget box",
	"shade", "magpie", "nest", "great moth", "remains"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown"
	}
	return kindNames[k]
}

// Angle returns the direction of f.
func (f Facing) Angle() fixed.Angle { return fixed.Angle(f) << 8 }

// Direction returns the unit vector of f.
func (f Facing) Direction() fixed.SVec { return fixed.Direction(f.Angle()) }

// FacingOf returns the facing nearest to the direction of v; 0 for no direction.
func FacingOf(v fixed.SVec) Facing {
	return Facing((fixed.Atan2(v.Y.Q(), v.X.Q()) + 128) >> 8)
}

// NameOf returns s as a Name, cut at the last whole rune that fits.
func NameOf(s string) (n Name) {
	end := min(len(s), MaxName)
	for end > 0 && end < len(s) && s[end]&0xC0 == 0x80 {
		end--
	}
	copy(n[:], s[:end])
	return n
}

// Airy reports whether a kind of body belongs to the dark: it meets no other body, and no hand holds it.
func (k Kind) Airy() bool { return k >= Shade && k <= GreatMoth }

// Holds reports whether a kind of body can hold items. A drop and remains always do.
func (k Kind) Holds() bool { return k == Drop || k == Remains || k == Magpie }

// Made reports whether a body of that kind is a thing of a maker's blueprint.
func (k Kind) Made() bool { return k == Gizmo || k == GizmoBox }

// Round reports whether a body of that kind rolls and is kicked as a ball is.
func (k Kind) Round() bool { return k == Ball || k == Gizmo }

// Boxy reports whether a body of that kind is pushed and thrown as a crate is.
func (k Kind) Boxy() bool { return k == Crate || k == GizmoBox }
