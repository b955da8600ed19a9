package rigid

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/fixed"
)

// ErrState says that bytes are not the state of this world.
var ErrState = errors.New("rigid: not a state of this world")

// stateVersion is the version of the format of Append. Formats only grow.
const stateVersion = 1

// Append appends the state as bytes, all numbers little-endian: "MHPH" and the version (one byte); width,
// height (2 each); the counts of bodies, joints, traces and pairs (4 each); the surface of each tile by row;
// then each body: ID (8), X, Y, VX, VY, Spin, Angle (4 each), Kind (2), Calm, Sleeping (1 each); each joint:
// Number (4), Tie (1), A, B (8 each), AX, AY, BX, BY, Length, Motor, Torque, Tears and its three impulses (4
// each); each trace: key (8), two impulses (4 each); each pair: sensor, other (8 each). The tables of kinds
// and surfaces are rules and not part of it.
func (w *World) Append(out []byte) []byte {
	le := binary.LittleEndian
	out = append(append(out, "MHPH"...), stateVersion)
	out = le.AppendUint16(le.AppendUint16(out, uint16(w.land.width)), uint16(w.land.height))
	for _, n := range [4]int{len(w.bodies), len(w.joints), len(w.memory), len(w.within)} {
		out = le.AppendUint32(out, uint32(n))
	}
	for y := range w.land.height {
		at := w.land.at(0, y)
		out = append(out, w.land.surface[at:at+w.land.width]...)
	}
	words := func(list ...fixed.S) {
		for _, v := range list {
			out = le.AppendUint32(out, uint32(v))
		}
	}
	for k := range w.bodies {
		b := &w.bodies[k]
		out = le.AppendUint64(out, uint64(b.ID))
		words(b.X, b.Y, b.VX, b.VY, b.Spin, fixed.S(b.Angle))
		out = append(le.AppendUint16(out, b.Kind), b.Calm, bit(b.Sleeping))
	}
	for k := range w.joints {
		j := &w.joints[k]
		out = append(le.AppendUint32(out, j.Number), byte(j.Tie))
		out = le.AppendUint64(le.AppendUint64(out, uint64(j.A)), uint64(j.B))
		words(j.AX, j.AY, j.BX, j.BY, j.Length, j.Motor, j.Torque, j.Tears, fixed.S(j.pushX), fixed.S(j.pushY), fixed.S(j.turn))
	}
	for _, t := range w.memory {
		out = le.AppendUint64(out, t.key)
		words(fixed.S(t.push), fixed.S(t.rub))
	}
	for _, p := range w.within {
		out = le.AppendUint64(le.AppendUint64(out, uint64(p.sensor)), uint64(p.other))
	}
	return out
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// cursor reads bytes and cannot overrun: beyond the end it reads zeros and is short.
type cursor struct {
	left  []byte
	short bool
}

func (c *cursor) take(n int) []byte {
	if n > len(c.left) {
		c.short, c.left = true, nil
		return make([]byte, n)
	}
	taken := c.left[:n]
	c.left = c.left[n:]
	return taken
}

func (c *cursor) word() uint32 { return binary.LittleEndian.Uint32(c.take(4)) }
func (c *cursor) local() int32 { return int32(c.word()) }
func (c *cursor) long() uint64 { return binary.LittleEndian.Uint64(c.take(8)) }
func (c *cursor) small() byte  { return c.take(1)[0] }
func (c *cursor) half() int32  { return int32(binary.LittleEndian.Uint16(c.take(2))) }

const (
	bodyBytes  = 36
	jointBytes = 65
	otherBytes = 16 // of a trace, of a pair
)

// Restore makes the world what it was when Append wrote data. Data that is malformed, of another area, beyond
// the limits or refers to missing things gives an error that wraps ErrState, and leaves the world unchanged.
func (w *World) Restore(data []byte) error {
	c := &cursor{left: data}
	if string(c.take(4)) != "MHPH" || c.small() != stateVersion {
		return fmt.Errorf("the beginning: %w", ErrState)
	}
	if c.half() != w.land.width || c.half() != w.land.height {
		return fmt.Errorf("the area: %w", ErrState)
	}
	bodies, joints, traces, pairs := int(c.word()), int(c.word()), int(c.word()), int(c.word())
	area := int(w.land.width * w.land.height)
	if bodies > MostBodies || joints > MostJoints || traces > mostTraces || pairs > mostTraces ||
		len(c.left) != area+bodies*bodyBytes+joints*jointBytes+(traces+pairs)*otherBytes || c.short {
		return fmt.Errorf("the counts: %w", ErrState)
	}
	fresh := w.blank()
	for y := range w.land.height {
		row := c.take(int(w.land.width))
		if int(slices.Max(row)) >= len(w.rules.Surfaces) {
			return fmt.Errorf("row %d: no such surface: %w", y, ErrState)
		}
		copy(fresh.land.surface[fresh.land.at(0, y):], row)
	}
	for k := range bodies {
		if err := fresh.restoreBody(c); err != nil {
			return fmt.Errorf("body %d: %w: %w", k, err, ErrState)
		}
	}
	for k := range joints {
		if err := fresh.restoreJoint(c); err != nil {
			return fmt.Errorf("joint %d: %w: %w", k, err, ErrState)
		}
	}
	if err := fresh.restoreRest(c, traces, pairs); err != nil {
		return err
	}
	fresh.land.derive()
	w.bodies, fresh.bodies = fresh.bodies, w.bodies
	w.joints, fresh.joints = fresh.joints, w.joints
	w.memory, fresh.memory = fresh.memory, w.memory
	w.within, fresh.within = fresh.within, w.within
	w.land, fresh.land = fresh.land, w.land
	w.table.fill(w.memory)
	w.stale, w.notes = true, w.notes[:0]
	return nil
}

// blank returns an empty world of the same rules and area, to read a state into. It is kept, so that repeated
// restores allocate nothing.
func (w *World) blank() *World {
	f := w.shadow
	if f == nil || f.land.width != w.land.width || f.land.height != w.land.height {
		f = New(w.rules, int(w.land.width), int(w.land.height))
		w.shadow = f
	}
	f.bodies, f.joints, f.memory, f.within = f.bodies[:0], f.joints[:0], f.memory[:0], f.within[:0]
	return f
}

// mostTraces bounds the traces of a state: some for each body.
const mostTraces = 1 << 18

var errBounds = errors.New("out of its bounds or order")

func (w *World) restoreBody(c *cursor) error {
	b := Body{ID: game.EntityID(c.long()), X: fixed.S(c.local()), Y: fixed.S(c.local()), VX: fixed.S(c.local()), VY: fixed.S(c.local()),
		Spin: fixed.S(c.local()), Angle: c.word(), Kind: uint16(c.half()), Calm: c.small()}
	asleep := c.small()
	b.Sleeping = asleep == 1
	n := len(w.bodies)
	switch {
	case n > 0 && w.bodies[n-1].ID >= b.ID || asleep > 1:
		return errBounds
	case bounded(b.VX, MaxSpeed) != b.VX || bounded(b.VY, MaxSpeed) != b.VY || bounded(b.Spin, MaxSpin) != b.Spin:
		return errBounds
	}
	if err := w.check(&b); err != nil {
		return err
	}
	if b.Sleeping && (w.frames[b.Kind].Fixed || b.VX|b.VY|b.Spin != 0) {
		return errBounds
	}
	w.bodies = append(w.bodies, b)
	return nil
}

func (w *World) restoreJoint(c *cursor) error {
	j := Joint{Number: c.word(), Tie: Tie(c.small()), A: game.EntityID(c.long()), B: game.EntityID(c.long()), AX: fixed.S(c.local()),
		AY: fixed.S(c.local()), BX: fixed.S(c.local()), BY: fixed.S(c.local()), Length: fixed.S(c.local()), Motor: fixed.S(c.local()),
		Torque: fixed.S(c.local()), Tears: fixed.S(c.local())}
	j.pushX, j.pushY, j.turn = c.local(), c.local(), c.local()
	if n := len(w.joints); n > 0 && w.joints[n-1].Number >= j.Number || bounded(j.Motor, MaxSpin) != j.Motor {
		return errBounds
	}
	for _, v := range [3]int32{j.pushX, j.pushY, j.turn} {
		if clamp(v, mostImpulse) != v {
			return errBounds
		}
	}
	if _, _, err := w.checkJoint(&j); err != nil {
		return err
	}
	w.joints = append(w.joints, j)
	return nil
}

// restoreRest reads the memory of contacts, and the contents of sensors.
func (w *World) restoreRest(c *cursor, traces, pairs int) error {
	for k := range traces {
		t := trace{key: c.long(), push: c.local(), rub: c.local()}
		if t.push <= 0 || t.push > mostImpulse || clamp(t.rub, mostImpulse) != t.rub {
			return fmt.Errorf("trace %d: %w: %w", k, errBounds, ErrState)
		}
		w.memory = append(w.memory, t)
	}
	for k := range pairs {
		p := pair{game.EntityID(c.long()), game.EntityID(c.long())}
		i, ok := w.Find(p.sensor)
		if !ok || !w.frames[w.bodies[i].Kind].Sensor || k > 0 && !w.within[k-1].before(p) {
			return fmt.Errorf("pair %d: %w: %w", k, errBounds, ErrState)
		}
		w.within = append(w.within, p)
	}
	return nil
}
