package room

const (
	// least and most are the lengths of a generation in ticks; step is by how much it changes: the ticks of a
	// turn of the island below.
	least, most, step = 3, 30, 3
	// raiseEvery is the time between two changes to a longer generation; calmFor how long a shorter one has
	// to suffice before it is taken. So the time from a click to its effect hardly changes.
	raiseEvery, calmFor = Second / 2, 3 * Second
	// margin is added to the round trip, in milliseconds: a turn of the island below, and a reserve.
	margin = 50 + 20
	// slowest is the longest round trip that counts, in milliseconds.
	slowest = 1000
)

// measure takes the times that a packet tells. Bad times count at once, and are forgotten slowly.
func (s *Seat) measure(p *Packet) {
	s.roundTrip = max(min(p.RoundTrip, slowest), s.roundTrip-(s.roundTrip+15)/16)
	switch {
	case p.FrameRate == 0:
	case s.frameRate == 0 || p.FrameRate < s.frameRate:
		s.frameRate = p.FrameRate
	default:
		s.frameRate += (p.FrameRate - s.frameRate + 15) / 16
	}
}

// RoundTrip and FrameRate return the slowest round trip of a seat of late, in milliseconds, and its lowest
// frame rate; 0 for unknown.
func (s *Seat) RoundTrip() uint16 { return s.roundTrip }

// FrameRate returns the lowest frame rate of a seat of late, 0 for unknown.
func (s *Seat) FrameRate() uint8 { return s.frameRate }

// need returns the length of a generation that the slowest seat needs, in ticks. A packet is under way for
// the time of Delay generations: from the master that its sender executed to the one that takes it.
func (r *Room) need() uint64 {
	need := uint64(least)
	for k := range r.seats {
		s := &r.seats[k]
		if !s.here() {
			continue
		}
		need = max(need, roundUp(((uint64(s.roundTrip)+margin)*Second+1000*Delay-1)/(1000*Delay)))
		if s.frameRate > 0 {
			need = max(need, roundUp((Second+uint64(s.frameRate)-1)/uint64(s.frameRate)))
		}
	}
	return min(need, most)
}

// roundUp returns the next multiple of step.
func roundUp(ticks uint64) uint64 { return (ticks + step - 1) / step * step }

// adapt changes the length of a generation by a step at most.
func (r *Room) adapt() {
	m := &r.match
	need := r.need()
	if need >= m.ticks {
		m.calm = 0
	} else if m.calm == 0 {
		m.calm = r.clock
	}
	switch {
	case need > m.ticks && r.clock-m.raised >= raiseEvery:
		m.ticks += step
	case m.calm > 0 && r.clock-m.calm >= calmFor:
		m.ticks -= step
	default:
		return
	}
	m.raised, m.calm = r.clock, 0
}
