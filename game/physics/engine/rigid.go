package engine

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics/rigid"
)

// Rigid is the engine of package rigid, of an area at a place in the whole world.
type Rigid struct {
	World   *rigid.World
	Origin  grid.Tile // the north-west tile of its area
	reports []Report
}

// Tell implements Engine.
func (r *Rigid) Tell(acts []Act) []Report {
	r.reports = r.reports[:0]
	for k := range acts {
		if acts[k].Do == Advance {
			r.note(r.World.Step(game.TicksPerSecond))
			continue
		}
		if err := r.do(&acts[k]); err != nil {
			r.reports = append(r.reports, Report{What: Refused, A: acts[k].ID, Act: k, Why: err})
		}
		r.note(r.World.Notes()) // now, so that a snapshot need not hold what is yet to be told
	}
	return r.reports
}

func (r *Rigid) note(notes []rigid.Note) {
	for _, n := range notes {
		r.reports = append(r.reports, Report{What: n.What, A: n.A, B: n.B, Pos: r.outside(n.X, n.Y), Speed: n.Speed})
	}
}

func (r *Rigid) do(a *Act) error {
	w := r.World
	x, y := r.inside(a.Pos)
	switch a.Do {
	case Spawn:
		return w.Insert(rigid.Body{ID: a.ID, Kind: a.Kind, X: x, Y: y, VX: a.Vel.X, VY: a.Vel.Y, Spin: a.Spin, Angle: a.Angle})
	case Remove:
		return there(w.Remove(a.ID))
	case Push:
		return there(w.Push(a.ID, a.Vel, a.Spin))
	case Drive:
		return there(w.Drive(a.ID, a.Vel))
	case Teleport:
		return w.Teleport(a.ID, x, y, a.Angle)
	case Attach:
		return w.Attach(a.Joint)
	case Detach:
		return there(w.Detach(a.Number))
	case Motor:
		return there(w.SetMotor(a.Number, a.Spin, a.Joint.Torque))
	case Ground:
		if _, ok := w.Tile(int(x>>fixed.Bits), int(y>>fixed.Bits)); !ok {
			return rigid.ErrOutside
		}
		if int(a.Kind) >= w.Surfaces() {
			return ErrKind
		}
		w.SetTile(int(x>>fixed.Bits), int(y>>fixed.Bits), uint8(a.Kind))
		return nil
	}
	return ErrCannot
}

func there(ok bool) error {
	if !ok {
		return ErrNobody
	}
	return nil
}

// inside is a place of the whole world from the origin; what is too far for it is clamped, and then outside the area.
func (r *Rigid) inside(p fixed.Vec) (x, y fixed.S) {
	return (p.X - fixed.Q(r.Origin.X)<<fixed.Bits).S(), (p.Y - fixed.Q(r.Origin.Y)<<fixed.Bits).S()
}

func (r *Rigid) outside(x, y fixed.S) fixed.Vec {
	return fixed.Vec{X: x.Q() + fixed.Q(r.Origin.X)<<fixed.Bits, Y: y.Q() + fixed.Q(r.Origin.Y)<<fixed.Bits}
}

// Where implements Engine.
func (r *Rigid) Where(id game.EntityID) (p Place, ok bool) {
	i, ok := r.World.Find(id)
	if !ok {
		return p, false
	}
	b := &r.World.Bodies()[i]
	return Place{r.outside(b.X, b.Y), fixed.SVec{X: b.VX, Y: b.VY}, b.Spin, b.Angle, b.Sleeping}, true
}

// Digest implements Engine.
func (r *Rigid) Digest() uint64 { return r.World.Digest() }

// Raycast implements Engine.
func (r *Rigid) Raycast(from, to fixed.Vec, layers uint16) (hit Struck, ok bool) {
	way, ok := newRay(from, to)
	x, y := r.inside(from)
	if _, in := r.World.Tile(int(x>>fixed.Bits), int(y>>fixed.Bits)); !ok || !in {
		return hit, false
	}
	toX, toY := r.inside(from.Add(way.way))
	met, ok := r.World.Raycast(x, y, toX, toY, layers)
	if !ok {
		return hit, false
	}
	return Struck{met.ID, r.outside(met.X, met.Y), fixed.SVec{X: met.NX, Y: met.NY}}, true
}

// OverlapBox implements Engine.
func (r *Rigid) OverlapBox(list []game.EntityID, lo, hi fixed.Vec, layers uint16) []game.EntityID {
	if lo.X > hi.X || lo.Y > hi.Y {
		return list
	}
	x0, y0 := r.inside(lo)
	x1, y1 := r.inside(hi)
	return r.World.OverlapBox(list, x0, y0, x1, y1, layers)
}

// OverlapCircle implements Engine.
func (r *Rigid) OverlapCircle(list []game.EntityID, mid fixed.Vec, radius fixed.Q, layers uint16) []game.EntityID {
	x, y := r.inside(mid)
	return r.World.OverlapCircle(list, x, y, min(max(radius, -1), MostRay).S(), layers)
}
