package physics

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// made holds the kinds of package rigid that the makers' bodies of a Space need. Each pair of stuff and make
// that a body has gets four: a ball, a box, and both as loose ones. Their numbers depend on the order in
// which pairs were met, and nothing depends on the numbers.
type made struct {
	of     map[uint32]uint16 // the first of its four, by stuff and make
	kinds  []rigid.Kind
	taught bool // all worlds know the kinds
}

// mostMade is how many kinds are kept; beyond that those of this tick are made anew. An island has fewer
// makers' bodies.
const mostMade = 1 << 14

func pairOf(b *entity.Body) uint32 { return uint32(b.Stuff)<<8 | uint32(b.Make) }

// note makes the kinds of a body, if they are not there.
func (m *made) note(b *entity.Body) {
	if _, ok := m.of[pairOf(b)]; ok {
		return
	}
	if m.of == nil {
		m.of = map[uint32]uint16{}
	}
	m.taught = false
	m.of[pairOf(b)] = uint16(turningMade + len(m.kinds))
	for n := range 4 {
		k := turningKinds[[...]int{turningBall, turningCrate}[n&1]]
		k.Density, k.Restitution, k.Loose = max(k.Density, fixed.One).Mul(b.Stuff.Mass()), b.Stuff.Bounce(), n >= 2
		k.Layer, k.Meets = makers, walkers|things|arms|makers
		if b.Make&entity.NoPlayers != 0 {
			k.Meets &^= walkers
		}
		if b.Make&entity.NoBodies != 0 {
			k.Meets &^= things | arms
		}
		if b.Make&entity.NoThings != 0 {
			k.Meets &^= makers
		}
		m.kinds = append(m.kinds, k)
	}
}

// teach lets the worlds know the kinds of the bodies that take part.
func (t *Turner) teach() {
	s, m := t.space, &t.made
	if s.counts[entity.Gizmo]+s.counts[entity.GizmoBox] == 0 {
		return
	}
	if len(m.kinds) > mostMade {
		*m = made{}
	}
	for _, i := range t.list {
		if b := &s.bodies[i]; b.Kind.Made() {
			m.note(b)
		}
	}
	for _, h := range t.all {
		if !m.taught || rigid.Extended(h.world) != len(m.kinds) {
			rigid.Extend(h.world, m.kinds)
		}
	}
	m.taught = true
}

// kindOf returns the number of a body's kind; of a maker's body it was noted.
func (m *made) kindOf(b *entity.Body) uint16 {
	if !b.Kind.Made() {
		return turningKind(b)
	}
	k := m.of[pairOf(b)] + uint16(b.Kind-entity.Gizmo)
	if !turns(b) {
		k += 2
	}
	return k
}

// untouching reports whether a body meets no other.
func untouching(b *entity.Body) bool {
	return forms[b.Kind].untouching || b.Make&entity.Flat != 0 || b.Flags&entity.Mounted != 0
}

// meet reports whether two bodies meet, as far as makers may say.
func meet(a, b *entity.Body) bool { return !a.Make.Ignores(b.Kind) && !b.Make.Ignores(a.Kind) }
