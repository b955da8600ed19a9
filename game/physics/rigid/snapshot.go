package rigid

import "math/bits"

// Snapshot is the state of a world in memory, for going back within a process. Its memory is used again by
// the next Save into it.
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

// Load makes the world what it was at Save. The snapshot must be of this world, or of one with the same rules
// and area.
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
	w.stale, w.notes = true, w.notes[:0]
}

// lanes are four multiplications that run side by side.
type lanes [4]uint64

const lanePrime = 0x9e3779b97f4a7c15

func (h *lanes) mix(at int, v uint64) {
	h[at&3] = bits.RotateLeft64((h[at&3]^v)*lanePrime, 29)
}

// two makes one number of two.
func two(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

// Digest returns a hash of the whole state: equal states have equal ones, independent of their history. It
// detects accidents; it is no protection against forgery.
func (w *World) Digest() uint64 {
	a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
	for k := range w.bodies {
		o := &w.bodies[k]
		flags := uint64(o.Kind)<<16 | uint64(o.Calm)
		if o.Sleeping {
			flags |= 1 << 8
		}
		a = bits.RotateLeft64((a^uint64(o.ID))*lanePrime, 29) + flags
		b = bits.RotateLeft64((b^two(int32(o.X), int32(o.Y)))*lanePrime, 29)
		c = bits.RotateLeft64((c^two(int32(o.VX), int32(o.VY)))*lanePrime, 29)
		d = bits.RotateLeft64((d^two(int32(o.Spin), int32(o.Angle)))*lanePrime, 29)
	}
	h := lanes{a, b, c, d}
	for k := range w.memory {
		t := &w.memory[k]
		h.mix(0, t.key)
		h.mix(1, two(t.push, t.rub))
	}
	for k := range w.joints {
		w.joints[k].digest(&h)
	}
	for _, p := range w.within {
		h.mix(2, uint64(p.sensor))
		h.mix(3, uint64(p.other))
	}
	h.mix(0, uint64(len(w.bodies))<<32|uint64(len(w.memory)))
	h.mix(1, uint64(len(w.joints))<<32|uint64(len(w.within)))
	h.mix(2, w.land.digest)
	x := h[0]
	for _, v := range h[1:] {
		x = (x ^ v) * lanePrime
		x ^= x >> 32
	}
	return x
}

func (j *Joint) digest(h *lanes) {
	h.mix(0, uint64(j.Number)<<8|uint64(j.Tie))
	h.mix(1, uint64(j.A))
	h.mix(2, uint64(j.B))
	h.mix(3, two(int32(j.AX), int32(j.AY)))
	h.mix(0, two(int32(j.BX), int32(j.BY)))
	h.mix(1, two(int32(j.Length), int32(j.Motor)))
	h.mix(2, two(int32(j.Torque), int32(j.Tears)))
	h.mix(3, two(j.pushX, j.pushY))
	h.mix(0, uint64(uint32(j.turn)))
}
