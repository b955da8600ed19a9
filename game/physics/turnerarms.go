package physics

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics/rigid"
)

// An arm is a body hinged to the ground: a Kind with true entity.Kind.Pinned. Its Pos is the pin, which never
// moves; the beam's place follows from Angle, its motion from Spin, and its target from Face. For a step it
// is put into a rigid.World as a beam with a hinge and a motor, and only Angle and Spin are taken back, so
// that it cannot leave its pin, even by rounding errors over a thousand years.
//
// A gate is pinned at one end and two tiles long, and a motor that is too weak to push a crate shuts it. A
// rotor is pinned in its middle; its motor turns it, or holds it a little while it is off, so that it comes
// to rest and can be turned by hand. Arms do not meet each other. A gate that is shut and a rotor that is off
// fall asleep as all that lies still; a rotor that runs does not.

// beam is the beam of a kind of arm.
type beam struct {
	half   fixed.S // half its length, in tiles
	off    fixed.S // from the pin to its middle, in tiles
	torque fixed.S // with which its motor strives, in mass × tiles² per second²
	brake  fixed.S // with which it holds while it is off
}

var beams = [entity.KindCount]beam{
	entity.GateArm:  {half: 7 * fixed.One / 8, off: 7 * fixed.One / 8, torque: fixed.One / 2},
	entity.RotorArm: {half: 7 * fixed.One / 8, torque: 40 * fixed.One, brake: fixed.One / 4},
}

const (
	// armHalf is half the thickness of a beam, in tiles.
	armHalf fixed.S = fixed.One / 8
	// armReach is how far the corners of a beam are from its middle, in tiles.
	armReach fixed.Q = 29 * fixed.One / 32
	// crateReach is how far those of a crate are.
	crateReach fixed.Q = 10 * fixed.One / 16
	// rotorSpin is how fast a motor turns a rotor, and gateSpin how fast a gate shuts at most, in radians per
	// second.
	rotorSpin fixed.S = 5 * fixed.One / 2
	gateSpin  fixed.S = 2 * fixed.One
	// gateEase is how fast a gate shuts for each radian that it stands ajar, per second.
	gateEase = 3
	// ArmSpin is the greatest angular speed of an arm, in radians per second: its end is no faster than a
	// thrown body.
	ArmSpin fixed.S = 14 * fixed.One
	// ajar is the opening of a gate that stays awake while a body is near, in 2³² of a turn.
	ajar = 1 << 32 / 128
	// creaks is the spin at which an arm that was slower begins to be heard, in radians per second.
	creaks fixed.S = 3 * fixed.One / 4
)

// Bodies that touch within a tick are less than two tiles apart, as cluster requires.
const _ = uint(AroundMost - 1 - (near + armReach - crateReach))

// Pin returns the pin of an arm from its tile and its Face, the direction when it is shut: a gate's is at the
// edge of its tile, a rotor's in the middle. A gate spans its tile and the next, but for a sixteenth, and
// turns by half a turn clear of things beside those.
func Pin(k entity.Kind, t grid.Tile, f entity.Facing) fixed.Vec {
	p := t.Centre()
	if k == entity.GateArm {
		p = p.Sub(f.Direction().Vec().Scale(5 * fixed.One / 16))
	}
	return p
}

// Beam returns the middle of the beam of an arm, half its length and half its thickness, in tiles.
func Beam(b *entity.Body) (middle fixed.Vec, half, thick fixed.Q) {
	n := &beams[b.Kind]
	return b.Pos.Add(armWay(b.Angle).Vec().Scale(n.off.Q())), n.half.Q(), armHalf.Q()
}

// armWay is the direction in which an arm points, of length One.
func armWay(angle uint32) fixed.SVec { return fixed.Direction(fixed.Angle((angle + 1<<15) >> 16)) }

// open is by how much an arm is turned from where its Face points, in 2³² of a turn.
func open(b *entity.Body) int32 { return int32(b.Angle - uint32(b.Face)<<24) }

// Running reports whether the motor of a rotor's arm turns it.
func Running(b *entity.Body) bool { return b.Kind == entity.RotorArm && b.Face != entity.Still }

// motor returns the target spin of an arm, and its strength.
func motor(b *entity.Body) (spin, torque fixed.S) {
	n := &beams[b.Kind]
	switch {
	case b.Kind == entity.GateArm:
		const radians = 411775 // 2π in Q16.16
		spin = fixed.S(-gateEase * int64(open(b)) * radians >> 32)
		return min(max(spin, -gateSpin), gateSpin), n.torque
	case b.Face == entity.Still:
		return 0, n.brake
	case b.Face >= entity.Anticlockwise:
		return -rotorSpin, n.torque
	}
	return rotorSpin, n.torque
}

// putArm makes a body of a World: its place, velocity and kind are first those of the pin, then those of the
// beam. A gate with a body near it and a running rotor are awake.
func putArm(r *rigid.Body, b *entity.Body) {
	n, way := &beams[b.Kind], armWay(b.Angle)
	x, y := way.X.Mul(n.off), way.Y.Mul(n.off)
	r.Spin = min(max(b.Spin, -ArmSpin), ArmSpin)
	r.X, r.Y, r.VX, r.VY = r.X+x, r.Y+y, -r.Spin.Mul(y), r.Spin.Mul(x)
	if Running(b) || b.Kind == entity.GateArm && b.Flags&entity.Resting != 0 && max(open(b), -open(b)) > ajar {
		r.Sleeping, r.Calm = false, 0
	}
}

// pin binds the arms of the part to the ground, after all other joints, in ascending ID.
func (p *part) pin(s *Space, w *rigid.World) {
	if len(s.arms) == 0 {
		return
	}
	const first = 1 << 31 // numbers of ties are smaller
	for k, i := range p.list {
		b := &s.bodies[i]
		if !b.Kind.Pinned() {
			continue
		}
		j := rigid.Joint{Number: first + uint32(k), Tie: rigid.Hinge, A: b.ID, AX: -beams[b.Kind].off,
			BX: fixed.S(b.Pos.X - p.origin.X), BY: fixed.S(b.Pos.Y - p.origin.Y)}
		j.Motor, j.Torque = motor(b)
		w.Bind(j)
	}
}

// bringArm takes back the result of an arm whose beam has moved, and reports whether it begins to be heard.
// The last solved contact may have moved the beam off its pin, or turned it as if it had none: the hinge
// makes a turn about the pin of both, by a push at the pin, which changes no angular momentum about it.
func bringArm(b *entity.Body, r *rigid.Body, to fixed.Vec) (creak bool) {
	was, n := b.Spin.Abs(), &beams[b.Kind]
	middle, _, _ := Beam(b)
	moved, off := to.Sub(middle), middle.Sub(b.Pos)
	b.Angle += uint32(n.aboutPin(int64(int32(r.Angle-b.Angle)), int64(off.X*moved.Y-off.Y*moved.X)*(turnPerRadian>>8)>>8))
	spin := n.aboutPin(int64(r.Spin), int64(off.X*fixed.Q(r.VY)-off.Y*fixed.Q(r.VX)))
	b.Spin, b.Calm = fixed.S(min(max(spin, -int64(ArmSpin)), int64(ArmSpin))), r.Calm
	return was < creaks && b.Spin.Abs() >= creaks
}

// turnPerRadian is a radian in 2³² of a turn.
const turnPerRadian = 683565276

// aboutPin is the turn about the pin that results from a turn of the beam about its middle and of that
// middle's moment about the pin, in Q16.16 tiles² of the unit of the turn: both weighted by their inertia,
// per mass.
func (n *beam) aboutPin(turn, moment int64) int64 {
	off, own := int64(n.off)*int64(n.off), (int64(n.half)*int64(n.half)+int64(armHalf)*int64(armHalf))/3
	return (own>>fixed.Bits*turn + moment) / ((own + off) >> fixed.Bits)
}

// includeArms marks the arms at rest that a marked body can touch, and the resting bodies that a marked arm
// can touch: marked bodies are those of one state, and d is the reach of two crates.
func (t *Turner) includeArms(d fixed.Q, state entity.Flags) {
	s := t.space
	d += armReach - crateReach
	for _, i := range s.arms {
		a := &s.bodies[i]
		middle, _, _ := Beam(a)
		marked := t.marked(i)
		if marked && a.Flags&entity.Resting != state {
			continue
		}
		for _, j := range s.Around(middle, d) {
			o := &s.bodies[j]
			switch {
			case o.Kind.Pinned() || !takesPart(o):
			case marked && o.Flags&entity.Resting != 0 && !t.marked(j):
				t.mark(j)
			case !marked && o.Flags&entity.Resting == state && t.marked(j):
				t.mark(i)
			}
			if !marked && t.marked(i) {
				break
			}
		}
	}
}

// spot is the cell of a body: of an arm, that of the middle of its beam.
func spot(b *entity.Body) cell {
	if b.Kind.Pinned() {
		middle, _, _ := Beam(b)
		return cellOf(middle)
	}
	return cellOf(b.Pos)
}

// Swept reports whether the beam of an arm is on a tile.
func (s *Space) Swept(t grid.Tile) bool {
	for _, i := range s.arms {
		if b := &s.bodies[i]; t.Centre().Sub(b.Pos).Near(3*fixed.One) && armOn(b, t) {
			return true
		}
	}
	return false
}

// armOn reports whether the beam of an arm touches a tile: whether no line along a side of either parts the
// two.
func armOn(b *entity.Body, t grid.Tile) bool {
	const side = fixed.Q(fixed.One) / 2
	m, half, thick := Beam(b)
	way := armWay(b.Angle).Vec()
	d := t.Centre().Sub(m)
	ax, ay := way.X.Abs(), way.Y.Abs()
	if d.X.Abs() >= side+ax.Mul(half)+ay.Mul(thick) || d.Y.Abs() >= side+ay.Mul(half)+ax.Mul(thick) {
		return false
	}
	across := (ax + ay).Mul(side) // half the tile along and across the beam
	return (d.X.Mul(way.X)+d.Y.Mul(way.Y)).Abs() < half+across && (d.Y.Mul(way.X)-d.X.Mul(way.Y)).Abs() < thick+across
}
