package room

import (
	"slices"

	"manyhold/net/wire"
)

const (
	// MaxStops is how many countdowns a player may stop. Afterwards it may leave, and then only watch: one
	// player alone cannot hold a setup up for ever.
	MaxStops = 3
	// MaxUpsets is how often a player may take back the readiness of others, by a change or by its coming and
	// going, and MaxEdits how many configurations it may give while others are there. Afterwards it changes
	// nothing any more, and has no other seat when it leaves its own.
	MaxUpsets, MaxEdits = 12, 200
	// maxStoppers is how many players a setup remembers; the one that came first is forgotten.
	maxStoppers = 64
)

// stopper is a player that has held others up.
type stopper struct {
	by     Key
	stops  uint8 // of countdowns
	upsets uint8
	edits  uint8
}

// stoppers are the players that have held others up in a setup.
type stoppers []stopper

// of returns how often a player has held others up.
func (x stoppers) of(k Key) stopper {
	if i := slices.IndexFunc(x, func(s stopper) bool { return s.by == k }); i >= 0 {
		return x[i]
	}
	return stopper{by: k}
}

// may reports whether a player may still have a seat.
func (x stoppers) may(k Key) bool {
	s := x.of(k)
	return s.stops <= MaxStops && s.upsets <= MaxUpsets
}

// mayStop reports whether a player may withdraw, or change the configuration, while a countdown runs.
func (x stoppers) mayStop(k Key) bool { return x.of(k).stops < MaxStops }

// mayUpset reports whether a player may make a change for which others get ready again.
func (x stoppers) mayUpset(k Key) bool {
	s := x.of(k)
	return s.upsets < MaxUpsets && s.edits < MaxEdits
}

// stopped counts a countdown that a player has stopped.
func (x *stoppers) stopped(k Key) {
	s := x.note(k)
	s.stops = min(s.stops+1, MaxStops+1)
}

// upset counts that a player has taken back the readiness of others.
func (x *stoppers) upset(k Key) {
	s := x.note(k)
	s.upsets = min(s.upsets+1, MaxUpsets+1)
}

// edited counts a configuration of a player.
func (x *stoppers) edited(k Key) {
	s := x.note(k)
	s.edits = min(s.edits+1, MaxEdits)
}

// note returns what is known of a player, to be changed.
func (x *stoppers) note(k Key) *stopper {
	i := slices.IndexFunc(*x, func(s stopper) bool { return s.by == k })
	if i < 0 {
		if i = len(*x); i == maxStoppers {
			*x, i = slices.Delete(*x, 0, 1), i-1
		}
		*x = append(*x, stopper{by: k})
	}
	return &(*x)[i]
}

// upsets reports whether a packet of a kind may take back the readiness of others. Readiness, with which a
// stage ends, is no such thing, nor is a word about somebody else.
func (k Kind) upsets() bool { return k != Ready && k != Miss && k != Vote }

// takeInSetup is Room.take in a setup, where nobody holds the others up for ever.
func takeInSetup(r *Room, author Key, p *Packet) error {
	counts, ready := r.setup.begins > 0, r.roster.readyBut(author)
	if refuses(r, author, p) {
		return refuse(HeldUp)
	}
	err := r.take(author, p)
	if err == nil {
		blame(r, author, p, ready)
	}
	if counts && r.phase == Setup && r.setup.begins == 0 && p.Kind != Miss && p.Kind != Vote {
		r.setup.stops.stopped(author)
	}
	return err
}

// refuses reports whether a room in setup does not take a packet, for its author has held others up too
// often.
func refuses(r *Room, author Key, p *Packet) bool {
	s := r.roster.of(author)
	if r.setup.begins > 0 && !r.setup.stops.mayStop(author) && (p.Kind == Configure || p.Kind == Ready && p.Number == 0) {
		return true
	}
	changes := p.Kind == Configure || p.Kind == Reject || p.Kind == Hold || p.Kind == Sit
	return changes && s >= 0 && r.roster.here() > 1 && !r.setup.stops.mayUpset(author)
}

// blame notes what a packet that was taken in setup means for others: ready are the seats of those that were
// ready before.
func blame(r *Room, author Key, p *Packet, ready uint16) {
	if r.roster.here() < 2 && ready == 0 {
		return
	}
	upset := p.Kind == Reject
	for k := range r.roster.seats {
		upset = upset || ready&(1<<k) != 0 && !r.roster.seats[k].Ready
	}
	if upset && p.Kind.upsets() {
		r.setup.stops.upset(author)
	}
	if p.Kind == Configure {
		r.setup.stops.edited(author)
	}
}

// readyBut returns a bit for each seat whose player is ready, but for one player.
func (q *roster) readyBut(k Key) (seats uint16) {
	for n := range q.seats {
		seats |= uint16(one(q.seats[n].Ready && q.seats[n].Holder != k)) << n
	}
	return seats
}

func (x stoppers) append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(x)))
	for _, s := range x {
		dst = append(append(dst, s.by[:]...), s.stops, s.upsets, s.edits)
	}
	return dst
}

func parseStoppers(c *wire.Cursor) (x stoppers) {
	for range c.Count(maxStoppers) {
		s := stopper{c.Hash(), c.U8(), c.U8(), c.U8()}
		if s == (stopper{by: s.by}) || s.stops > MaxStops+1 || s.upsets > MaxUpsets+1 || s.edits > MaxEdits || x.of(s.by) != (stopper{by: s.by}) {
			c.Fail(wire.ErrForm)
		}
		x = append(x, s)
	}
	return x
}
