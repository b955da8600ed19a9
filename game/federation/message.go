package federation

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// Letter is a kind of message between islands. The numbers are sent: they are only appended.
type Letter uint8

// A message is u8 kind and, by kind:
//
//	ask      child to home: u16 people; uvarint regions; of each, in order: its place (u32 X, u32 Y)
//	grant    home to child: place, uvarint number of the loan, the claims there (claim.AppendList),
//	         the part of the region or nothing
//	held     home to child: place, u64 holder
//	closing  home to a holder: u64 island, u16 people, uvarint regions; of each its place: that island
//	         wants land that you hold
//	back     child to home: place, uvarint number of the loan, the claims there, the part of the region
//	         or nothing
//	passed   child to home, or any to a neighbour: u64 island, uvarint regions; of each: place,
//	         uvarint number of the loan
//	moved    u64 island, u64 into: the first has ended into the second
//	where    child to home: u64 island: has it ended?
//	forward  u64 from, u64 as, uvarint number, blob: a parcel of island from for island as, which has
//	         ended into the receiver
//	cross    a handoff of bodies (cross.go)
//	border   the land and bodies near a line (border.go)
//	hit      u64 body of the receiver, u64 X, u64 Y of its place, u32 X, u32 Y of the velocity that it gets,
//	         u32 loudness of the event, 0 for none
//	take     a player reaches for a body across a line (visitors.go)
//	given    the body that it gets
//	visit    a guest asks a player of another island, the host, to let it come: u64 body of the guest,
//	         u64 body of the host, u32 X, u32 Y of the guest's place, u32 X, u32 Y of the host's place,
//	         u16 seat of the guest (remotevisit.go)
//	welcome  the host agrees: the same, without the seat
//	signals  the signals that go over a line (signals.go)
//	lights   u64 tick of the sender, and the lighthouses that burn: a table of package lights (lights.go)
//	challenges  a table of package challenge (challenges.go)
//	annals   a tick of the sender and what was done first: a table of package annals (annals.go)
//	people   a tick of the sender and its people: notes of package abroad (people.go)
//	pair     two blobs: the handoffs of a player and of the player that it carries (pair.go)
const (
	noLetter Letter = iota
	AskLetter
	grantLetter
	HeldLetter
	closingLetter
	BackLetter
	passedLetter
	movedLetter
	whereLetter
	ForwardLetter
	CrossLetter
	BorderLetter
	HitLetter
	TakeLetter
	GivenLetter
	VisitLetter
	WelcomeLetter
	SignalLetter
	LightsLetter
	ChallengeLetter
	PairLetter
	PeopleLetter
	AnnalsLetter
)

// Receive executes a message. A message that is malformed, or that its sender cannot send, is ignored. All
// peers decide the same, and no counted item is lost except the sender's own.
func Receive(i *world.State, from uint64, message []byte) {
	c := codec.Read(message)
	switch Letter(c.U8()) {
	case AskLetter:
		onAsk(i, from, &c)
	case grantLetter:
		onGrant(i, from, &c)
	case HeldLetter:
		onHeld(i, from, &c)
	case closingLetter:
		onClosing(i, from, &c)
	case BackLetter:
		onBack(i, from, &c)
	case passedLetter:
		onPassed(i, from, &c)
	case movedLetter:
		onMoved(i, from, &c)
	case whereLetter:
		if island := c.U64(); c.Done() == nil && i.Register.SelfID == world.Home {
			if into := i.Register.Resolve(island); into != island {
				Send(i, from, AppendMoved(island, into))
			}
		}
	case ForwardLetter:
		source, as, seq := c.U64(), c.U64(), c.Uvarint()
		parcel := c.Blob(world.MaxParcel)
		if c.Done() == nil && (source != world.Home || from == world.Home) { // home never ends: nobody speaks for it
			Take(i, source, as, seq, slices.Clone(parcel))
		}
	case CrossLetter:
		OnCross(i, from, &c)
	case BorderLetter:
		onBorder(i, from, &c)
	case HitLetter:
		onHit(i, from, &c)
	case TakeLetter:
		onTake(i, from, &c)
	case GivenLetter:
		onGiven(i, from, &c)
	case VisitLetter:
		onVisit(i, &c)
	case WelcomeLetter:
		onWelcome(i, &c)
	case SignalLetter:
		onSignals(i, from, &c)
	case LightsLetter:
		onLights(i, from, &c)
	case ChallengeLetter:
		onChallenges(i, from, &c)
	case PairLetter:
		onPair(i, &c)
	case PeopleLetter:
		onPeople(i, from, &c)
	case AnnalsLetter:
		onAnnals(i, from, &c)
	}
}

// readPlaces reads a list of regions in strictly ascending order.
func readPlaces(c *codec.Cursor, most int) (list []grid.Region) {
	for range c.Count(most, 8) {
		at := world.ReadPos(c)
		c.Require(len(list) == 0 || list[len(list)-1].Less(at))
		list = append(list, at)
	}
	return list
}

func AppendPlaces(dst []byte, list []grid.Region) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, at := range list {
		dst = world.AppendPlace(dst, at)
	}
	return dst
}

func AppendMoved(from, into uint64) []byte {
	return codec.U64(codec.U64([]byte{uint8(movedLetter)}, from), into)
}

// sendWhere asks home about the fate of an island.
func sendWhere(i *world.State, island uint64) {
	Send(i, world.Home, codec.U64([]byte{uint8(whereLetter)}, island))
}

// onMoved learns that an island has ended into another.
func onMoved(i *world.State, from uint64, c *codec.Cursor) {
	gone, into := c.U64(), c.U64()
	if c.Done() != nil || gone == i.Register.SelfID || gone <= world.Home || into == 0 || gone == into {
		return
	}
	if i.Register.SelfID == world.Home {
		i.Register.AddAlias(gone, into)
	}
	forgetInto(i, gone, into)
	redirect(i, gone, into)
	closeBoxes(i, gone)
}

// forward sends a parcel of island source for island as on to the one that as has ended into.
func forward(i *world.State, to, source, as, seq uint64, parcel []byte) {
	m := codec.U64(codec.U64([]byte{uint8(ForwardLetter)}, source), as)
	Send(i, to, codec.Blob(codec.Uvarint(m, seq), parcel))
}

// tellPassed tells an island that land which this one held is another's.
func tellPassed(i *world.State, whom uint64, list []world.Lease) {
	m := codec.U64([]byte{uint8(passedLetter)}, list[0].To)
	m = codec.Uvarint(m, uint64(len(list)))
	for _, l := range list {
		m = codec.Uvarint(world.AppendPlace(m, l.At), l.Number)
	}
	Send(i, whom, m)
}

func onPassed(i *world.State, from uint64, c *codec.Cursor) {
	to := c.U64()
	var list []world.Lease
	for range c.Count(world.MaxLeases, 9) {
		list = append(list, world.Lease{At: world.ReadPos(c), Number: c.Uvarint(), To: to})
	}
	if c.Done() != nil || to <= world.Home {
		return
	}
	followSignals(i, from, to, list)
	if i.Register.SelfID != world.Home {
		return
	}
	to = i.Register.Resolve(to)
	for _, l := range list {
		if k, ok := i.Register.FindLease(l.At); ok && i.Register.Leases[k].Number == l.Number {
			i.Register.Leases[k].To = to
		}
	}
}
