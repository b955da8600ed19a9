package room

import "slices"

const (
	// least and most are the lengths of a generation in ticks; step is by how much it changes: the ticks of a
	// turn of the island below.
	least, most, step = 3, 30, 3
	// pressFor is how long a longer generation or delay has to be needed before it is taken, and calmFor how
	// long a shorter one has to suffice. So the time from a click to its effect hardly changes.
	pressFor, calmFor = Second / 2, 3 * Second
	// margin is added to a round trip that is told, in milliseconds: a turn of the island below, and a
	// reserve; and reserve to a time that was measured.
	margin, reserve = 50 + 30, 40
	// slowest is the longest round trip that counts, in milliseconds.
	slowest = 1000
	// spare is by how much more than the need less has to suffice before it is taken, in milliseconds: a
	// round trip at a limit does not change the length again and again.
	spare = 10
	// longestWay is the longest time from a master to a packet that counts, in milliseconds: more is a stall.
	longestWay = 500
	// recent is of how many generations the room knows when they were closed.
	recent = 24
)

// measure takes the times that a packet tells, and how long it took from the master that its sender executed
// last to the packet. Bad times that are told count at once, and are forgotten slowly. A single packet that
// took long counts by a third.
func (s *Seat) measure(p *Packet, way uint16) {
	s.roundTrip = max(min(p.RoundTrip, slowest), s.roundTrip-(s.roundTrip+15)/16)
	if way = min(way, longestWay); way > s.way {
		s.way += (way - s.way + 2) / 3
	} else {
		s.way -= (s.way - way) / 16
	}
	switch {
	case p.FrameRate == 0:
	case s.frameRate == 0 || p.FrameRate < s.frameRate:
		s.frameRate = p.FrameRate
	default:
		s.frameRate += uint8((int(p.FrameRate) - int(s.frameRate) + 15) / 16)
	}
}

// RoundTrip returns the slowest round trip of a seat of late in milliseconds, 0 for unknown.
func (s *Seat) RoundTrip() uint16 { return s.roundTrip }

// FrameRate returns the lowest frame rate of a seat of late, 0 for unknown.
func (s *Seat) FrameRate() uint8 { return s.frameRate }

// tempo is how fast generations follow each other: length and delay.
type tempo struct {
	ticks uint64 // length of a generation
	delay uint32 // generations from the one that was executed when a packet was sent to the one that it is for
	press uint64 // the tick since which more is needed, counted from 1; 0: it is not
	calm  uint64 // the tick since which less would do, counted from 1; 0: it would not
	// closes are the ticks at which the newest generations were closed, up to recent of them.
	closes []uint64
}

// note notes that a generation was closed.
func (t *tempo) note(clock uint64) {
	if len(t.closes) == recent {
		t.closes = slices.Delete(t.closes, 0, 1)
	}
	t.closes = append(t.closes, clock)
}

// since returns how long ago a generation was closed, in milliseconds; 0: that is not known any more. open is
// the generation that is open.
func (t *tempo) since(done, open uint32, clock uint64) uint16 {
	back := int64(open) - int64(done) // 1: the newest
	if back < 1 || back > int64(len(t.closes)) {
		return 0
	}
	return uint16(min((clock-t.closes[int64(len(t.closes))-back])*1000/Second, slowest))
}

// need returns the length in ticks, and the delay, that the slowest seat needs; more is added to its time, in
// milliseconds. A packet is under way for the time of the delay: from the master that its sender executed to
// the one that takes it. That is at least the round trip that the sender tells, and what the room itself has
// measured. A short generation with a long delay has the more constant time from a click to its effect, so
// the delay grows first. When the longest one is only just enough, the generation gets longer, too.
func need(seats []Seat, more uint64) (ticks uint64, delay uint32) {
	ticks = least
	way, long := uint64(0), uint64(0) // in milliseconds
	for k := range seats {
		s := &seats[k]
		if !s.here() {
			continue
		}
		if s.frameRate > 0 {
			ticks = max(ticks, roundUp(up(Second, uint64(s.frameRate))))
		}
		told := uint64(s.roundTrip) + margin
		way = max(way, told+more, uint64(s.way)+more)
		long = max(long, told+more, uint64(s.way)+reserve+more)
	}
	ticks = min(max(ticks, roundUp(up(long*Second, 1000*MaxDelay))), most)
	return ticks, uint32(min(max(Delay, up(way*Second, 1000*ticks)), MaxDelay))
}

// up divides and rounds up.
func up(a, b uint64) uint64 { return (a + b - 1) / b }

// roundUp returns the next multiple of step.
func roundUp(ticks uint64) uint64 { return up(ticks, step) * step }

// adapt changes the length of a generation by a step, or the delay by one.
func (t *tempo) adapt(seats []Seat, clock uint64) {
	ticks, delay := need(seats, 0)
	less, sooner := need(seats, spare)
	more := ticks > t.ticks || delay > t.delay
	fewer := less < t.ticks || sooner < t.delay
	if planted(Jumpy) {
		t.ticks = ticks
	}
	t.press, t.calm = since(t.press, more, clock), since(t.calm, fewer, clock)
	switch {
	case more && clock-t.press >= pressFor && ticks > t.ticks:
		t.ticks += step
	case more && clock-t.press >= pressFor:
		t.delay++
	case fewer && clock-t.calm >= calmFor && less < t.ticks:
		t.ticks -= step
	case fewer && clock-t.calm >= calmFor:
		t.delay--
	default:
		return
	}
	t.press, t.calm = 0, 0
}

// since returns since when something holds: from now on, if it did not hold before. 0: it does not hold.
func since(before uint64, holds bool, clock uint64) uint64 {
	switch {
	case !holds:
		return 0
	case before == 0:
		return clock
	}
	return before
}
