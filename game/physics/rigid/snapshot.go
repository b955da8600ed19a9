package rigid

import "math/bits"

// Snapshot is the state of a world in memory, for going back within a process. Its memory is used again by the next
// Save into it.
type Snapshot struct {
	bodies        []Body
	joints        []Joint
	memory        []trace
	within        []pair
	surface, near []uint8
	ground        uint64
}

// Size is how many bytes a snapshot holds.
func (s *Snapshot) Size() int {
	const body, joint, remembered, inside = 40, 72, 16, 16
	return len(s.bodies)*body + len(s.joints)*joint + len(s.memory)*remembered + len(s.within)*inside + len(s.surface) + len(s.near)
}

// Save copies the state of the world into a snapshot.
func (w *World) Save(s *Snapshot) {
	s.bodies = append(s.bodies[:0], w.bodies...)
	s.joints = append(s.joints[:0], w.joints...)
	s.memory = append(s.memory[:0], w.memory...)
	s.within = append(s.within[:0], w.within...)
	s.surface = append(s.surface[:0], w.land.surface...)
	s.near = append(s.near[:0], w.land.near...)
	s.ground = w.land.digest
}

// Load makes the world what it was at Save. The snapshot must be of this world, or of one with the same rules and area.
func (w *World) Load(s *Snapshot) {
	if len(s.surface) != len(w.land.surface) {
		panic("rigid: a snapshot of another area")
	}
	w.bodies = append(w.bodies[:0], s.bodies...)
	w.joints = append(w.joints[:0], s.joints...)
	w.memory = append(w.memory[:0], s.memory...)
	w.within = append(w.within[:0], s.within...)
	copy(w.land.surface, s.surface)
	copy(w.land.near, s.near)
	w.land.digest = s.ground
	w.table.fill(w.memory)
	w.stale = true
}

// Digest returns a hash of the whole state: equal states have equal ones, whatever they were told and in which order.
// It tells accidents apart, not forgeries. Eight lanes of multiplications run side by side.
func (w *World) Digest() uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := [4]uint64{1, 2, 3, 4}
	for k := range w.bodies {
		b := &w.bodies[k]
		flags := uint64(b.Kind) << 16
		if b.Sleeping {
			flags |= 1 << 8
		}
		h[0] = bits.RotateLeft64((h[0]^uint64(b.ID))*prime, 29) + (flags | uint64(b.Calm))
		h[1] = bits.RotateLeft64((h[1]^(uint64(uint32(b.X))<<32|uint64(uint32(b.Y))))*prime, 29)
		h[2] = bits.RotateLeft64((h[2]^(uint64(uint32(b.VX))<<32|uint64(uint32(b.VY))))*prime, 29)
		h[3] = bits.RotateLeft64((h[3]^(uint64(uint32(b.Spin))<<32|uint64(b.Angle)))*prime, 29)
	}
	mix := func(at int, v uint64) { h[at] = bits.RotateLeft64((h[at]^v)*prime, 29) }
	for k := range w.memory {
		t := &w.memory[k]
		mix(0, t.key)
		mix(1, uint64(uint32(t.push))<<32|uint64(uint32(t.rub)))
	}
	for k := range w.joints {
		j := &w.joints[k]
		mix(0, uint64(j.Number)<<8|uint64(j.Tie))
		mix(1, uint64(j.A))
		mix(2, uint64(j.B))
		mix(3, uint64(uint32(j.AX))<<32|uint64(uint32(j.AY)))
		mix(0, uint64(uint32(j.BX))<<32|uint64(uint32(j.BY)))
		mix(1, uint64(uint32(j.Length))<<32|uint64(uint32(j.Motor)))
		mix(2, uint64(uint32(j.Torque))<<32|uint64(uint32(j.Tears)))
		mix(3, uint64(uint32(j.pushX))<<32|uint64(uint32(j.pushY)))
		mix(0, uint64(uint32(j.turn)))
	}
	for _, p := range w.within {
		mix(2, uint64(p.sensor))
		mix(3, uint64(p.other))
	}
	mix(0, uint64(len(w.bodies))<<32|uint64(len(w.memory)))
	mix(1, uint64(len(w.joints))<<32|uint64(len(w.within)))
	mix(2, w.land.digest)
	x := h[0]
	for _, v := range h[1:] {
		x = (x ^ v) * prime
		x ^= x >> 32
	}
	return x
}
