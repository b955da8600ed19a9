package engine

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
)

// Plain is the engine of package physics: nothing rotates, nothing is joined.
type Plain struct {
	// Layers are those of each kind of body, for queries; set before the first.
	Layers [entity.KindCount]uint16

	kinds    []entity.Kind  // by number of kind
	surfaces []physics.Cell // by number of surface; the first is everywhere at the beginning
	origin   grid.Tile
	wide     int32
	tiles    []uint8
	space    physics.Space
	asleep   []bool // of each body of the table, as last reported
	now      game.Tick
	reports  []Report
}

// NewPlain returns an empty world of an area at origin, in tiles; nothing gets out of it.
func NewPlain(kinds []entity.Kind, surfaces []physics.Cell, origin grid.Tile, width, height int) *Plain {
	p := &Plain{kinds: kinds, surfaces: surfaces, origin: origin, wide: int32(width), tiles: make([]uint8, width*height)}
	p.space.Rebuild()
	return p
}

// at is the index of a tile of the area, −1 outside.
func (p *Plain) at(x, y int32) int {
	x, y = x-p.origin.X, y-p.origin.Y
	if x < 0 || y < 0 || x >= p.wide || int(y*p.wide) >= len(p.tiles) {
		return -1
	}
	return int(y*p.wide + x)
}

// Cell implements physics.Land.
func (p *Plain) Cell(x, y int32) physics.Cell {
	if at := p.at(x, y); at >= 0 {
		return p.surfaces[p.tiles[at]]
	}
	return physics.Unknown
}

// Tell implements Engine.
func (p *Plain) Tell(acts []Act) []Report {
	p.reports = p.reports[:0]
	for k := range acts {
		if acts[k].Do == Advance {
			p.step()
		} else if err := p.do(&acts[k]); err != nil {
			p.reports = append(p.reports, Report{What: Refused, A: acts[k].ID, Act: k, Why: err})
		}
	}
	return p.reports
}

// step lets a tick pass and tells what happened in it: hits, then who fell asleep or woke, by ID.
func (p *Plain) step() {
	p.now++
	p.space.Step(p, p.now)
	for _, e := range p.space.Events {
		if e.Kind == event.Bounced {
			p.reports = append(p.reports, Report{What: Hit, A: e.Entity, Pos: e.Pos, Speed: fixed.S(e.A) << (fixed.Bits - 4)})
		}
	}
	p.space.Events = p.space.Events[:0]
	for k := range p.space.Bodies() {
		b := &p.space.Bodies()[k]
		rests := b.Flags&entity.Resting != 0
		switch {
		case rests && !p.asleep[k]:
			p.reports = append(p.reports, Report{What: Slept, A: b.ID})
		case !rests && p.asleep[k]:
			p.reports = append(p.reports, Report{What: Woke, A: b.ID})
		}
		p.asleep[k] = rests
	}
}

func (p *Plain) do(a *Act) error {
	i, ok := p.space.Find(a.ID)
	switch a.Do {
	case Spawn:
		switch {
		case ok:
			return ErrTaken
		case int(a.Kind) >= len(p.kinds):
			return ErrKind
		}
		p.space.Insert(entity.Body{ID: a.ID, Kind: p.kinds[a.Kind], Pos: a.Pos, Vel: a.Vel})
		p.follow()
		return nil
	case Ground:
		at := p.at(int32(a.Pos.X>>fixed.Bits), int32(a.Pos.Y>>fixed.Bits))
		if at < 0 || int(a.Kind) >= len(p.surfaces) {
			return ErrKind
		}
		p.tiles[at] = uint8(a.Kind)
		p.space.WakeNear(a.Pos, physics.AroundMost)
		return nil
	case Remove, Push, Drive, Teleport:
		if !ok {
			return ErrNobody
		}
	default:
		return ErrCannot
	}
	b := &p.space.Bodies()[i]
	switch a.Do {
	case Remove:
		p.space.Remove(i)
		p.follow()
		return nil
	case Push:
		b.Vel = b.Vel.Add(a.Vel)
	case Drive:
		b.Vel = a.Vel
	case Teleport:
		from := b.Pos
		b.Pos = a.Pos
		p.space.Moved(i, from)
	}
	p.space.Wake(i)
	return nil
}

// follow makes asleep of the table again after it changed.
func (p *Plain) follow() {
	p.asleep = p.asleep[:0]
	for k := range p.space.Bodies() {
		p.asleep = append(p.asleep, p.space.Bodies()[k].Flags&entity.Resting != 0)
	}
}

// Where implements Engine.
func (p *Plain) Where(id game.EntityID) (place Place, ok bool) {
	i, ok := p.space.Find(id)
	if !ok {
		return place, false
	}
	b := &p.space.Bodies()[i]
	return Place{Pos: b.Pos, Vel: b.Vel, Asleep: b.Flags&entity.Resting != 0}, true
}

// Digest implements Engine.
func (p *Plain) Digest() uint64 {
	h := uint64(len(p.tiles))
	for at, t := range p.tiles {
		if t != 0 {
			h = random.Hash(h, uint64(at), uint64(t), 0)
		}
	}
	for k := range p.space.Bodies() {
		b := &p.space.Bodies()[k]
		place, _ := p.Where(b.ID)
		h = placeDigest(h, b.ID, uint16(b.Kind), &place)
	}
	return h
}
