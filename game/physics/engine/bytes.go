package engine

import (
	"errors"
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// ErrState says that bytes are not the state of an engine of this sort with these tables and this area.
var ErrState = errors.New("engine: not a state of this engine")

// bytesVersion is the version of the formats below. Formats only grow.
const bytesVersion = 1

const (
	plainHead = 4 + 1 + 4*4 + 8 + 4
	plainBody = 8 + 2*8 + 2*4 + 1 + 1
	stubHead  = 4 + 1 + 4
	stubBytes = 8 + 2 + 2*8 + 2*4 + 2*4
)

// The bits of a body of Plain.
const (
	isResting = 1 << iota
	toldAsleep
)

func vec(out []byte, v fixed.Vec) []byte { return codec.U64(codec.U64(out, uint64(v.X)), uint64(v.Y)) }

func pair(out []byte, x, y fixed.S) []byte { return codec.U32(codec.U32(out, uint32(x)), uint32(y)) }

func readVec(c *codec.Cursor) fixed.Vec {
	return fixed.Vec{X: fixed.Q(c.U64()), Y: fixed.Q(c.U64())}
}

func readPair(c *codec.Cursor) (x, y fixed.S) { return fixed.S(c.U32()), fixed.S(c.U32()) }

func readSVec(c *codec.Cursor) (v fixed.SVec) {
	v.X, v.Y = readPair(c)
	return v
}

// Snapshot implements Engine. The bytes are, all numbers little-endian: "MHPP" and the version (1); the origin's x and
// y, width and height (4 each); the tick (8); the count of bodies (4); the surface of each tile by row; then each body
// by ascending ID: ID (8), Pos (8 each), Vel (4 each), Kind (1), and one that has bit 0 if it rests and bit 1 if that was
// told.
func (p *Plain) Snapshot(out []byte) []byte {
	bodies := p.space.Bodies()
	out = p.head(out)
	out = codec.U32(codec.U64(out, uint64(p.now)), uint32(len(bodies)))
	out = append(out, p.tiles...)
	for k := range bodies {
		b := &bodies[k]
		bits := uint8(0)
		if b.Flags&entity.Resting != 0 {
			bits |= isResting
		}
		if p.asleep[k] {
			bits |= toldAsleep
		}
		out = pair(vec(codec.U64(out, uint64(b.ID)), b.Pos), b.Vel.X, b.Vel.Y)
		out = append(out, uint8(b.Kind), bits)
	}
	return out
}

// head appends what is the same in all snapshots of an engine.
func (p *Plain) head(out []byte) []byte {
	out = append(append(out, "MHPP"...), bytesVersion)
	out = codec.U32(codec.U32(out, uint32(p.origin.X)), uint32(p.origin.Y))
	return codec.U32(codec.U32(out, uint32(p.wide)), uint32(len(p.tiles)/int(p.wide)))
}

// Restore implements Engine.
func (p *Plain) Restore(data []byte) error {
	var own [plainHead]byte
	c := codec.Read(data)
	if head := p.head(own[:0]); string(c.Bytes(len(head))) != string(head) {
		return fmt.Errorf("the beginning or the area: %w", ErrState)
	}
	now, bodies := game.Tick(c.U64()), int64(c.U32())
	if c.Err() != nil || int64(c.Len()) != int64(len(p.tiles))+bodies*plainBody {
		return fmt.Errorf("the counts: %w", ErrState)
	}
	tiles := c.Bytes(len(p.tiles))
	for at, t := range tiles {
		if int(t) >= len(p.surfaces) {
			return fmt.Errorf("tile %d: no such surface: %w", at, ErrState)
		}
	}
	last := game.EntityID(0)
	for k, check := int64(0), c; k < bodies; k++ { // all is looked at before anything changes
		b, bits := readPlain(&check)
		if k > 0 && b.ID <= last || bits > isResting|toldAsleep || !p.knows(b.Kind) {
			return fmt.Errorf("body %d: %w", k, ErrState)
		}
		last = b.ID
	}
	copy(p.tiles, tiles)
	p.now, p.asleep = now, p.asleep[:0]
	p.space.Reset()
	for range bodies {
		b, bits := readPlain(&c)
		if bits&isResting != 0 {
			b.Flags = entity.Resting
		}
		p.space.Append(b)
		p.asleep = append(p.asleep, bits&toldAsleep != 0)
	}
	p.space.Rebuild()
	return nil
}

func readPlain(c *codec.Cursor) (b entity.Body, bits uint8) {
	b = entity.Body{ID: game.EntityID(c.U64()), Pos: readVec(c), Vel: readSVec(c), Kind: entity.Kind(c.U8())}
	return b, c.U8()
}

// knows reports whether there are bodies of a kind.
func (p *Plain) knows(k entity.Kind) bool {
	for _, known := range p.kinds {
		if k == known {
			return true
		}
	}
	return false
}

// Snapshot implements Engine; see package rigid for the bytes. They do not name the origin: what is restored at another
// one is moved there.
func (r *Rigid) Snapshot(out []byte) []byte { return r.World.Append(out) }

// Restore implements Engine.
func (r *Rigid) Restore(data []byte) error {
	if err := r.World.Restore(data); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	return nil
}

// Snapshot implements Engine. The bytes are, all numbers little-endian: "MHPS" and the version (1); the count of bodies
// (4); then each body by ascending ID: ID (8), number of its kind (2), Pos (8 each), Vel (4 each), Spin, Angle (4 each).
func (s *Stub) Snapshot(out []byte) []byte {
	out = codec.U32(append(append(out, "MHPS"...), bytesVersion), uint32(len(s.bodies)))
	for k := range s.bodies {
		b := &s.bodies[k]
		out = vec(codec.U16(codec.U64(out, uint64(b.id)), b.kind), b.place.Pos)
		out = pair(pair(out, b.place.Vel.X, b.place.Vel.Y), b.place.Spin, fixed.S(b.place.Angle))
	}
	return out
}

// Restore implements Engine.
func (s *Stub) Restore(data []byte) error {
	c := codec.Read(data)
	if string(c.Bytes(4)) != "MHPS" || c.U8() != bytesVersion {
		return fmt.Errorf("the beginning: %w", ErrState)
	}
	if bodies := int64(c.U32()); c.Err() != nil || int64(c.Len()) != bodies*stubBytes {
		return fmt.Errorf("the counts: %w", ErrState)
	}
	last := game.EntityID(0)
	for k, check := 0, c; check.Len() > 0; k++ {
		b := readStub(&check)
		if k > 0 && b.id <= last {
			return fmt.Errorf("body %d: %w", k, ErrState)
		}
		last = b.id
	}
	s.bodies = s.bodies[:0]
	for c.Len() > 0 {
		s.bodies = append(s.bodies, readStub(&c))
	}
	return nil
}

func readStub(c *codec.Cursor) (b stubBody) {
	b = stubBody{id: game.EntityID(c.U64()), kind: c.U16(), place: Place{Pos: readVec(c), Vel: readSVec(c)}}
	spin, angle := readPair(c)
	b.place.Spin, b.place.Angle = spin, uint32(angle)
	return b
}
