package island

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/grid"
)

// letter is a kind of message between islands. The numbers are sent: they are only appended.
type letter uint8

// A message is u8 kind and, by kind:
//
//	ask      child to home: u16 people; uvarint regions; of each, in order: its place (u32 X, u32 Y)
//	grant    home to child: place, uvarint number of the loan, the part of the region or nothing
//	held     home to child: place, u64 holder
//	closing  home to a holder: u64 island, u16 people, uvarint regions; of each its place: that island
//	         wants land that you hold
//	back     child to home: place, uvarint number of the loan, the part of the region or nothing
//	passed   child to home, or any to a neighbour: u64 island, uvarint regions; of each: place, uvarint number of the loan
//	moved    u64 island, u64 into: the first has ended into the second
//	where    child to home: u64 island: has it ended?
//	forward  u64 from, u64 as, uvarint number, blob: a parcel of island from for island as, which has
//	         ended into the receiver
//	cross    a handoff of bodies (cross.go)
//	band     what lies near a line (band.go)
//	hit      u64 body of the receiver, u64 X, u64 Y of its place, u32 X, u32 Y of the velocity that it gets,
//	         u32 loudness of the event, 0 for none
//	grab     what a player reaches for across a line (grab.go)
//	given    what it gets
//	call     somebody asks a player of another island to let it come: u64 body of the guest, u64 body of who is asked,
//	         u32 X, u32 Y where the guest is, u32 X, u32 Y where who is asked is, u16 seat of the guest (call.go)
//	come     it may: the same, without the seat
//	signals  what is given over a line (signals.go)
const (
	noLetter letter = iota
	askLetter
	grantLetter
	heldLetter
	closingLetter
	backLetter
	passedLetter
	movedLetter
	whereLetter
	forwardLetter
	crossLetter
	bandLetter
	hitLetter
	grabLetter
	givenLetter
	callLetter
	comeLetter
	signalLetter
)

// heed lets a message take effect. What is malformed, or cannot come from where it comes, is passed over:
// it is the same everywhere, and nothing that has to be counted is lost by it but what its sender lost.
func (i *Island) heed(from uint64, message []byte) {
	c := codec.Read(message)
	switch letter(c.U8()) {
	case askLetter:
		i.heedAsk(from, &c)
	case grantLetter:
		i.heedGrant(from, &c)
	case heldLetter:
		i.heedHeld(from, &c)
	case closingLetter:
		i.heedClosing(from, &c)
	case backLetter:
		i.heedBack(from, &c)
	case passedLetter:
		i.heedPassed(from, &c)
	case movedLetter:
		i.heedMoved(from, &c)
	case whereLetter:
		if island := c.U64(); c.Done() == nil && i.self == Home {
			if into := i.resolve(island); into != island {
				i.send(from, appendMoved(island, into))
			}
		}
	case forwardLetter:
		source, as, seq := c.U64(), c.U64(), c.Uvarint()
		parcel := c.Blob(MaxParcel)
		if c.Done() == nil {
			i.take(source, as, seq, slices.Clone(parcel))
		}
	case crossLetter:
		i.heedCross(from, &c)
	case bandLetter:
		i.heedBand(from, &c)
	case hitLetter:
		i.heedHit(from, &c)
	case grabLetter:
		i.heedGrab(from, &c)
	case givenLetter:
		i.heedGiven(from, &c)
	case callLetter:
		i.heedCall(&c)
	case comeLetter:
		i.heedCome(&c)
	case signalLetter:
		i.heedSignals(from, &c)
	}
}

func appendPlace(dst []byte, at grid.Region) []byte {
	return codec.U32(codec.U32(dst, uint32(at.X)), uint32(at.Y))
}

func readPlace(c *codec.Cursor) grid.Region {
	at := grid.Region{X: int32(c.U32()), Y: int32(c.U32())}
	c.Require(at.X >= -maxRegion && at.X < maxRegion && at.Y >= -maxRegion && at.Y < maxRegion)
	return at
}

// readPlaces reads a list of regions in strictly ascending order.
func readPlaces(c *codec.Cursor, most int) (list []grid.Region) {
	for range c.Count(most, 8) {
		at := readPlace(c)
		c.Require(len(list) == 0 || list[len(list)-1].Less(at))
		list = append(list, at)
	}
	return list
}

func appendPlaces(dst []byte, list []grid.Region) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, at := range list {
		dst = appendPlace(dst, at)
	}
	return dst
}

func appendMoved(from, into uint64) []byte {
	return codec.U64(codec.U64([]byte{uint8(movedLetter)}, from), into)
}

// sendWhere asks home what became of an island.
func (i *Island) sendWhere(island uint64) {
	i.send(Home, codec.U64([]byte{uint8(whereLetter)}, island))
}

// heedMoved learns that an island has ended into another.
func (i *Island) heedMoved(from uint64, c *codec.Cursor) {
	gone, into := c.U64(), c.U64()
	if c.Done() != nil || gone == i.self || gone <= Home || into == 0 || gone == into {
		return
	}
	if i.self == Home {
		i.addAlias(gone, into)
	}
	i.forgetInto(gone, into)
	i.redirect(gone, into)
	i.closeBoxes(gone)
}

// forward sends a parcel of island source for island as on to the one that as has ended into.
func (i *Island) forward(to, source, as, seq uint64, parcel []byte) {
	m := codec.U64(codec.U64([]byte{uint8(forwardLetter)}, source), as)
	i.send(to, codec.Blob(codec.Uvarint(m, seq), parcel))
}

// tellPassed tells an island that land which this one held is another's.
func (i *Island) tellPassed(whom uint64, list []lease) {
	m := codec.U64([]byte{uint8(passedLetter)}, list[0].to)
	m = codec.Uvarint(m, uint64(len(list)))
	for _, l := range list {
		m = codec.Uvarint(appendPlace(m, l.at), l.number)
	}
	i.send(whom, m)
}

func (i *Island) heedPassed(from uint64, c *codec.Cursor) {
	to := c.U64()
	var list []lease
	for range c.Count(MaxLeases, 9) {
		list = append(list, lease{at: readPlace(c), number: c.Uvarint(), to: to})
	}
	if c.Done() != nil || to <= Home {
		return
	}
	i.followSignals(from, to, list)
	if i.self != Home {
		return
	}
	to = i.resolve(to)
	for _, l := range list {
		if k, ok := i.findLease(l.at); ok && i.leases[k].number == l.number {
			i.leases[k].to = to
		}
	}
}
