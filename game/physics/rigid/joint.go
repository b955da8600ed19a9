package rigid

import (
	"slices"

	"manyhold/game"
	"manyhold/game/fixed"
)

// Tie is the sort of a joint.
type Tie uint8

// The sorts.
const (
	Rope  Tie = iota // the anchors are at most Length apart
	Rod              // they are Length apart
	Hinge            // they are in one place; the two may turn about it, and do not meet
)

// Joint ties body A to body B, or to the ground where B is zero. It holds no pointer.
type Joint struct {
	Number uint32 // names it
	Tie    Tie
	A, B   game.EntityID
	AX, AY fixed.S // anchor on A from its middle, in its own axes, in tiles
	BX, BY fixed.S // that on B; on the ground from the origin
	Length fixed.S // in tiles
	Motor  fixed.S // spin of A against B that a hinge strives for, in radians per second
	Torque fixed.S // how hard it may strive, in mass × tiles² per second²; 0 is no motor
	Tears  fixed.S // force at which it tears, in mass × tiles per second²; 0 is never

	pushX, pushY, turn int32 // impulses of the last part of a step
}

// Attach adds a joint and wakes its bodies.
func (w *World) Attach(j Joint) error {
	at, taken := w.joint(j.Number)
	if taken {
		return ErrTaken
	}
	if len(w.joints) >= MostJoints {
		return ErrFull
	}
	a, b, err := w.checkJoint(&j)
	if err != nil {
		return err
	}
	j.Motor = bounded(j.Motor, MaxSpin)
	j.pushX, j.pushY, j.turn = 0, 0, 0
	w.joints = slices.Insert(w.joints, at, j)
	w.wake(int32(a))
	if j.B != 0 {
		w.wake(int32(b))
	}
	return nil
}

// checkJoint returns the places of a joint's bodies, b for nothing on the ground, or the joint's fault.
func (w *World) checkJoint(j *Joint) (a, b int, err error) {
	a, okA := w.Find(j.A)
	b, okB := w.Find(j.B)
	switch {
	case !okA || j.B != 0 && !okB || j.A == j.B || w.frames[w.bodies[a].Kind].Fixed:
		return a, b, ErrNobody
	case j.Tie > Hinge || j.Length < 0 || j.Torque < 0 || j.Tears < 0 || !anchored(j.AX, j.AY):
		return a, b, ErrOutside
	case j.B == 0 && !w.holds(j.BX, j.BY) || j.B != 0 && !anchored(j.BX, j.BY):
		return a, b, ErrOutside
	}
	return a, b, nil
}

// anchored reports whether an anchor is as near to its body as anchors are: no further than the greatest body
// reaches.
func anchored(x, y fixed.S) bool { return max(x, -x, y, -y) <= 2*MostHalf }

// Detach takes a joint out, wakes its bodies, and reports whether there was one.
func (w *World) Detach(number uint32) bool {
	at, ok := w.joint(number)
	if !ok {
		return false
	}
	for _, id := range [2]game.EntityID{w.joints[at].A, w.joints[at].B} {
		if i, ok := w.Find(id); ok {
			w.wake(int32(i))
		}
	}
	w.joints = slices.Delete(w.joints, at, at+1)
	return true
}

// Joints returns the joints by ascending number; the caller does not change them.
func (w *World) Joints() []Joint { return w.joints }

// joint returns the index of a joint, or where it would be.
func (w *World) joint(number uint32) (int, bool) {
	return slices.BinarySearchFunc(w.joints, number, func(j Joint, n uint32) int { return int(int64(j.Number) - int64(n)) })
}

// bond is a joint in work.
type bond struct {
	a, b           int32
	ax, ay, bx, by int32 // anchors about the middles
	cx, cy         int32 // from the anchor on a to that on b at the beginning
	nx, ny         int32 // of rope and rod: the direction of that
	apart          int32 // and how much longer than Length it is
	armA, armB     int32
	mass           int32
	k11, k12, k22  int64 // of a hinge: the effect of an impulse
	spin           int32 // of a motor: inverse of the effect of a turn
	tears          int64 // impulse at which it tears
	torn           bool
}

// rally wakes bodies joined to an awake one, and finds out whether a hinge joins two bodies.
func (w *World) rally() {
	w.joined = false
	for k := range w.joints {
		j := &w.joints[k]
		if j.B == 0 {
			continue
		}
		w.joined = w.joined || j.Tie == Hinge
		a, okA := w.Find(j.A)
		b, okB := w.Find(j.B)
		if okA && okB && w.bodies[a].Sleeping != w.bodies[b].Sleeping && !w.frames[w.bodies[b].Kind].Fixed {
			w.wake(int32(a))
			w.wake(int32(b))
		}
	}
	w.tidy()
}

// bind makes the bonds of the joints with at least one awake body, in the order of their numbers.
func (w *World) bind() {
	s := &w.scratch
	s.bonds = s.bonds[:0]
	for k := range w.joints {
		j := &w.joints[k]
		a, _ := w.Find(j.A)
		n := bond{a: s.slots[a], b: s.free}
		if j.B != 0 {
			b, _ := w.Find(j.B)
			n.b = s.slots[b]
		}
		if n.a < 0 || n.b < 0 { // asleep, and no awake body near
			n.a = -1
		} else {
			w.stretch(&n, j)
		}
		s.bonds = append(s.bonds, n)
	}
}

// stretch computes the values that depend on the places of the two bodies.
func (w *World) stretch(n *bond, j *Joint) {
	a, b := &w.movers[n.a], &w.movers[n.b]
	n.ax, n.ay = w.axes(a).untwisted(int32(j.AX), int32(j.AY))
	n.bx, n.by = int32(j.BX), int32(j.BY)
	if j.B != 0 {
		n.bx, n.by = w.axes(b).untwisted(n.bx, n.by)
	}
	n.cx, n.cy = b.x+n.bx-a.x-n.ax, b.y+n.by-a.y-n.ay
	if j.B == 0 {
		n.bx, n.by = 0, 0
	}
	im, iiA, iiB := int64(a.im)+int64(b.im), int64(a.ii), int64(b.ii)
	n.tears = int64(j.Tears) / (w.span.rate * w.span.parts)
	if iiA+iiB > 0 {
		n.spin = int32(min(one*one/(iiA+iiB), 1<<30))
	}
	if j.Tie == Hinge {
		n.k11 = im + iiA*int64(mul(n.ay, n.ay))>>16 + iiB*int64(mul(n.by, n.by))>>16
		n.k12 = -(iiA*int64(mul(n.ax, n.ay))>>16 + iiB*int64(mul(n.bx, n.by))>>16)
		n.k22 = im + iiA*int64(mul(n.ax, n.ax))>>16 + iiB*int64(mul(n.bx, n.bx))>>16
		return
	}
	var length int32
	n.nx, n.ny, length = direction(n.cx, n.cy)
	n.apart = length - int32(j.Length)
	n.armA = int32((int64(n.ax)*int64(n.ny) - int64(n.ay)*int64(n.nx)) >> 16)
	n.armB = int32((int64(n.bx)*int64(n.ny) - int64(n.by)*int64(n.nx)) >> 16)
	k := im + iiA*int64(mul(n.armA, n.armA))>>16 + iiB*int64(mul(n.armB, n.armB))>>16
	n.mass = int32(one * one / max(k, 1<<8))
}

// axes returns a mover with its axes; those of discs are computed only here.
func (w *World) axes(m *mover) *mover {
	if m.kind&isDisc != 0 {
		a := fixed.Angle((w.bodies[m.at].Angle + 1<<15) >> 16)
		m.cos, m.sin = int32(fixed.Cos(a)), int32(fixed.Sin(a))
	}
	return m
}

// push changes the velocities of both by an impulse at the anchors.
func (n *bond) push(a, b *mover, x, y int32) {
	a.vx, a.vy = a.vx-mul(x, a.im), a.vy-mul(y, a.im)
	b.vx, b.vy = b.vx+mul(x, b.im), b.vy+mul(y, b.im)
	a.w -= mul(int32((int64(n.ax)*int64(y)-int64(n.ay)*int64(x))>>16), a.ii)
	b.w += mul(int32((int64(n.bx)*int64(y)-int64(n.by)*int64(x))>>16), b.ii)
}

// warmBonds gives the joints the impulses that they had in the part before.
func (w *World) warmBonds() {
	for k := range w.bonds {
		n, j := &w.bonds[k], &w.joints[k]
		if n.a < 0 {
			continue
		}
		a, b := &w.movers[n.a], &w.movers[n.b]
		n.push(a, b, j.pushX, j.pushY)
		a.w, b.w = a.w+mul(j.turn, a.ii), b.w-mul(j.turn, b.ii)
	}
}

// pull goes once through the joints in the order of their numbers; with undo it also closes gaps.
func (w *World) pull(undo bool) {
	for k := range w.bonds {
		n, j := &w.bonds[k], &w.joints[k]
		if n.a < 0 {
			continue
		}
		a, b := &w.movers[n.a], &w.movers[n.b]
		if j.Torque > 0 && j.Tie == Hinge {
			most := int32(min(int64(j.Torque)/(w.span.rate*w.span.parts), mostImpulse))
			turn := clamp(j.turn+mul(n.spin, int32(j.Motor)-(a.w-b.w)), most)
			change := turn - j.turn
			j.turn = turn
			a.w, b.w = a.w+mul(change, a.ii), b.w-mul(change, b.ii)
		}
		if j.Tie == Hinge {
			w.turnHinge(n, j, a, b, undo)
		} else {
			w.drawRope(n, j, a, b, undo)
		}
		if force := max(j.pushX, -j.pushX, j.pushY, -j.pushY); n.tears > 0 && int64(force) > n.tears {
			n.torn = true
		}
	}
}

// turnHinge solves a hinge: both directions at once.
func (w *World) turnHinge(n *bond, j *Joint, a, b *mover, undo bool) {
	vx := int64(b.vx-a.vx) - (int64(b.w)*int64(n.by)-int64(a.w)*int64(n.ay))>>16
	vy := int64(b.vy-a.vy) + (int64(b.w)*int64(n.bx)-int64(a.w)*int64(n.ax))>>16
	mass, yield := int64(one), int64(0)
	if undo {
		soft := &w.span.firm
		cx := int64(n.cx) + int64(b.dx-a.dx)>>8 - (int64(b.da)*int64(n.by)-int64(a.da)*int64(n.ay))>>24
		cy := int64(n.cy) + int64(b.dy-a.dy)>>8 + (int64(b.da)*int64(n.bx)-int64(a.da)*int64(n.ax))>>24
		vx += min(max(cx*soft.bias>>16, -mostDrawing), mostDrawing)
		vy += min(max(cy*soft.bias>>16, -mostDrawing), mostDrawing)
		mass, yield = soft.mass, soft.yield
	}
	det := max((n.k11*n.k22-n.k12*n.k12)>>16, 1)
	x := -(n.k22*vx-n.k12*vy)/det*mass>>16 - yield*int64(j.pushX)>>16
	y := -(n.k11*vy-n.k12*vx)/det*mass>>16 - yield*int64(j.pushY)>>16
	toX := int32(min(max(int64(j.pushX)+x, -mostImpulse), mostImpulse))
	toY := int32(min(max(int64(j.pushY)+y, -mostImpulse), mostImpulse))
	n.push(a, b, toX-j.pushX, toY-j.pushY)
	j.pushX, j.pushY = toX, toY
}

// mostDrawing is how fast anchors are drawn together at most, in tiles per second.
const mostDrawing = 16 * one

// drawRope solves a rope or a rod. Its impulse is along n, kept as pushX: below zero it draws the two
// together.
func (w *World) drawRope(n *bond, j *Joint, a, b *mover, undo bool) {
	nx, ny := int64(n.nx), int64(n.ny)
	along := (int64(b.vx-a.vx)*nx + int64(b.vy-a.vy)*ny + int64(b.w)*int64(n.armB) - int64(a.w)*int64(n.armA)) >> 16
	apart := int64(n.apart) + (int64(b.dx-a.dx)*nx+int64(b.dy-a.dy)*ny+int64(b.da)*int64(n.armB)-int64(a.da)*int64(n.armA))>>24
	so := (int64(j.pushX)*nx + int64(j.pushY)*ny) >> 16
	bias, mass, yield := int64(0), int64(one), int64(0)
	switch soft := &w.span.firm; {
	case apart < 0 && j.Tie == Rope:
		bias = apart * w.span.rate * w.span.parts
	case undo:
		bias = min(max(apart*soft.bias>>16, -mostDrawing), mostDrawing)
		mass, yield = soft.mass, soft.yield
	}
	push := so - (int64(n.mass)*mass>>16*(along+bias)+yield*so)>>16
	if j.Tie == Rope {
		push = min(push, 0)
	}
	push = min(max(push, -mostImpulse), mostImpulse)
	x, y := int32(push*nx>>16), int32(push*ny>>16)
	n.push(a, b, x-j.pushX, y-j.pushY)
	j.pushX, j.pushY = x, y
}

// unbind takes out the joints that tore.
func (w *World) unbind() {
	kept := w.joints[:0]
	for k := range w.joints {
		if w.bonds[k].torn {
			m := &w.movers[w.bonds[k].a]
			w.noted(Tore, game.EntityID(w.joints[k].Number), 0, fixed.S(m.x), fixed.S(m.y), 0)
			continue
		}
		kept = append(kept, w.joints[k])
	}
	w.joints = kept
}

// hinged reports whether two bodies are joined by a hinge, so that they do not meet.
func (w *World) hinged(a, b game.EntityID) bool {
	for k := range w.joints {
		if j := &w.joints[k]; j.Tie == Hinge && (j.A == a && j.B == b || j.A == b && j.B == a) {
			return true
		}
	}
	return false
}
