package room

import (
	"slices"

	"manyhold/net/wire"
)

// Kind is the kind of a packet.
type Kind uint8

// The kinds. Text and Body are the packet's; Number is its number.
const (
	Sit       Kind = 1 + iota // takes a seat: Number is its place from 1, 0 the first free one; Text the player's name
	Stand                     // gives the seat up
	Watch                     // watches; Text is the viewer's name
	Leave                     // gives the seat up, or watches no more
	Draft                     // Body is a piece of the seat's draft, from byte Number on; at 0 a new draft begins
	Configure                 // the draft is the whole configuration that follows version Number
	Ready                     // Number is 1 for ready and 0 for not, Generation the version of the configuration
	Reject                    // the engine finds the setup of version Generation invalid; Text says why
	Play                      // Body is the input for a generation
	Vote                      // Number is a Ballot
	Return                    // to a vacant seat, with the digest of a generation as proof
	Report                    // the draft is the result after Done, Signature that of the player
	kindCount
)

var kinds = [kindCount]string{Sit: "sit", Stand: "stand", Watch: "watch", Leave: "leave", Draft: "draft", Configure: "configure", Ready: "ready", Reject: "reject",
	Play: "play", Vote: "vote", Return: "return", Report: "report"}

// String returns the name of a kind.
func (k Kind) String() string {
	if k < kindCount {
		return kinds[k]
	}
	return "unknown"
}

// Ballot is what a player votes for in a match.
type Ballot uint32

// The ballots. Another vote of the same player replaces the one before.
const (
	NoBallot Ballot = iota
	ForPause
	ForResume
	ForGoingOn // after a halt, without the seats that differ
	ballotCount
)

// Header is what the room enforces.
type Header struct {
	Room       uint64
	Player     Key    // has to be the author
	Generation uint32 // that the packet is for
	Done       uint32 // the newest generation that was executed, 0 for none
	Digest     uint64 // of the engine's state after Done
	State      uint8  // the engine's state after Done, from 1; 0: none
	RoundTrip  uint16 // to the host of the room, in milliseconds
	FrameRate  uint8  // frames a second
}

// Packet is what a player sends to a room.
type Packet struct {
	Header
	Kind      Kind
	Number    uint32
	Text      string
	Body      []byte // opaque
	Signature [64]byte
}

// MaxPacket is the most bytes of an encoded packet: a packet is a command of an island.
const MaxPacket = 256

// Append appends the bytes of a packet without room and player: those follow from the island and the
// signature of the command that it is.
func (p *Packet) Append(dst []byte) []byte {
	dst = wire.AppendU8(dst, uint8(p.Kind))
	dst = wire.AppendUvarint(dst, uint64(p.Generation))
	switch p.Kind {
	case Play:
		dst = wire.AppendUvarint(dst, uint64(p.Done))
		dst = wire.AppendU64(dst, p.Digest)
		dst = wire.AppendU8(dst, p.State)
		dst = wire.AppendU16(dst, p.RoundTrip)
		return append(wire.AppendU8(dst, p.FrameRate), p.Body...)
	case Return:
		return wire.AppendU64(wire.AppendUvarint(dst, uint64(p.Done)), p.Digest)
	case Report:
		return append(wire.AppendUvarint(dst, uint64(p.Done)), p.Signature[:]...)
	case Draft:
		return append(wire.AppendUvarint(dst, uint64(p.Number)), p.Body...)
	}
	return wire.AppendText(wire.AppendUvarint(dst, uint64(p.Number)), p.Text)
}

// ParsePacket reads a packet that a player sends to a room. Its body is a part of b.
func ParsePacket(room uint64, player Key, b []byte) (p Packet, err error) {
	c := wire.NewCursor(b)
	p.Room, p.Player = room, player
	p.Kind = Kind(c.U8())
	p.Generation = number(c)
	switch p.Kind {
	case Play:
		p.Done, p.Digest, p.State, p.RoundTrip, p.FrameRate, p.Body = number(c), c.U64(), c.U8(), c.U16(), c.U8(), c.Rest()
	case Return:
		p.Done, p.Digest = number(c), c.U64()
	case Report:
		p.Done, p.Signature = number(c), c.Signature()
	case Draft:
		p.Number, p.Body = number(c), c.Rest()
	default:
		p.Number, p.Text = number(c), c.Text(MaxReason)
	}
	if p.Kind == 0 || p.Kind >= kindCount {
		c.Fail(wire.ErrForm)
	}
	if len(p.Body) > MaxBody {
		c.Fail(wire.ErrLimit)
	}
	return p, c.Done()
}

// number reads a number of up to 32 bits.
func number(c *wire.Cursor) uint32 {
	v := c.Uvarint()
	if v > 1<<32-1 {
		c.Fail(wire.ErrLimit)
	}
	return uint32(v)
}

// Apply applies a packet of author, as the link knows it. A refused packet changes nothing; the error is a
// *Refusal.
func (r *Room) Apply(author Key, p *Packet) error {
	switch {
	case p.Room != r.id:
		return refuse(OtherRoom)
	case p.Player != author || author == Key{}:
		return refuse(OtherPlayer)
	case p.Kind == 0 || p.Kind >= kindCount:
		return refuse(Unknown)
	}
	switch p.Kind {
	case Sit:
		return r.sit(author, p)
	case Watch:
		return r.watch(author, p)
	case Leave, Stand:
		return r.leave(author, p.Kind)
	}
	s := r.seatOf(author)
	if s < 0 {
		return refuse(NotSeated)
	}
	if p.Kind == Draft {
		return r.seats[s].draw(p)
	}
	if want := phaseOf(p.Kind); want != r.phase && (p.Kind != Report || r.phase != Ended) {
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	}
	switch p.Kind {
	case Configure:
		return r.configure(s, p)
	case Ready:
		return r.ready(s, p)
	case Reject:
		return r.reject(s, p)
	case Play:
		return r.play(s, p)
	case Vote:
		return r.vote(s, Ballot(p.Number))
	case Return:
		return r.comeBack(s, p)
	}
	return r.report(s, p)
}

// phaseOf returns the phase in which packets of a kind are taken.
func phaseOf(k Kind) Phase {
	if k == Configure || k == Ready || k == Reject {
		return Setup
	}
	return Running
}

// clone returns a copy of bytes that belong to somebody else.
func clone(b []byte) []byte { return slices.Clone(b) }
