package room

import (
	"slices"

	"manyhold/net/wire"
)

// Kind is the kind of a packet.
type Kind uint8

// The kinds. Text and Body are the packet's; Number is its number. Miss is for a strict room that waits in
// Generation, or a countdown, and that version of the configuration.
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
	Return                    // to a vacant seat, with the digest of a generation as proof; in setup without
	Report                    // the draft is the result after Done, Signature that of the player
	Hold                      // the viewers see the match Number seconds late; a vote while it is played
	Miss                      // the sender's node hears nothing of seat Number, from 1; in a match it is signed, as is a Vote to go on
	Again                     // to a halted room: what the sender's program came to after Done, from the beginning
	kindCount
)

var kinds = [kindCount]string{Sit: "sit", Stand: "stand", Watch: "watch", Leave: "leave", Draft: "draft", Configure: "configure", Ready: "ready", Reject: "reject",
	Play: "play", Vote: "vote", Return: "return", Report: "report", Hold: "hold", Miss: "miss", Again: "again"}

// String returns the name of a kind.
func (k Kind) String() string {
	if k < kindCount {
		return kinds[k]
	}
	return "unknown"
}

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
	Without   uint16 // a bit for each seat without which a match may go on (see Attest)
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
	case Again:
		return wire.AppendU8(wire.AppendU64(wire.AppendUvarint(dst, uint64(p.Done)), p.Digest), p.State)
	case Report:
		return append(wire.AppendUvarint(dst, uint64(p.Done)), p.Signature[:]...)
	case Draft:
		return append(wire.AppendUvarint(dst, uint64(p.Number)), p.Body...)
	}
	dst = wire.AppendText(wire.AppendUvarint(dst, uint64(p.Number)), p.Text)
	if p.mayDismiss() && p.Signature != [64]byte{} {
		dst = append(wire.AppendU16(dst, p.Without), p.Signature[:]...)
	}
	return dst
}

// mayDismiss reports whether a packet is of a kind that may send somebody away.
func (p *Packet) mayDismiss() bool { return p.Kind == Miss || p.Kind == Vote }

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
	case Again:
		p.Done, p.Digest, p.State = number(c), c.U64(), c.U8()
	case Report:
		p.Done, p.Signature = number(c), c.Signature()
	case Draft:
		p.Number, p.Body = number(c), c.Rest()
	default:
		p.Number, p.Text = number(c), c.Text(MaxReason)
		if p.mayDismiss() && c.Len() > 0 {
			if p.Without, p.Signature = c.U16(), c.Signature(); p.Signature == [64]byte{} {
				c.Fail(wire.ErrForm)
			}
		}
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
	take := (*Room).take
	if r.phase == Setup {
		take = takeInSetup
	}
	err := take(r, author, p)
	if s := r.roster.of(author); err == nil && r.phase == Setup && s >= 0 && r.roster.seats[s].Vacant > 0 {
		r.roster.seats[s].Vacant = 0 // it is there again
		r.roster.withdrawBallots()
	}
	return err
}

// take applies a packet that is the author's.
func (r *Room) take(author Key, p *Packet) error {
	switch p.Kind {
	case Sit:
		return r.sit(author, p)
	case Watch:
		return r.watch(author, p)
	case Leave, Stand:
		return r.leave(author, p.Kind)
	}
	s := r.roster.of(author)
	if s < 0 && planted(OpenMatch) && r.phase == Running {
		s = 0
	}
	if s < 0 {
		return refuse(NotSeated)
	}
	switch p.Kind {
	case Draft:
		return r.roster.seats[s].draw(p)
	case Hold:
		return r.holdBack(s, p)
	}
	if !p.Kind.fits(r.phase) {
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	}
	if r.phase == Setup {
		return r.prepare(s, p)
	}
	var err error
	switch p.Kind {
	case Play:
		return r.play(s, p)
	case Return:
		err = r.match.comeBack(&r.roster, s, p, r.clock)
	case Report:
		return r.report(s, p)
	case Miss:
		return miss(r, s, p)
	case Again:
		err = r.match.repeat(&r.roster, s, p, &r.engine)
	default:
		err = vote(r, s, p)
	}
	if err == nil {
		r.count()
	}
	return err
}

// sit gives a player a seat. A change of the roster asks everybody for readiness again.
func (r *Room) sit(k Key, p *Packet) error {
	switch {
	case r.phase != Setup:
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	case !r.setup.stops.may(k):
		return refuse(HeldUp)
	}
	changed, err := r.roster.sit(k, p)
	if changed {
		r.reopen()
	}
	return err
}

// watch makes a player a viewer. It may watch in every phase, but a player of a match does not.
func (r *Room) watch(k Key, p *Packet) error {
	s := r.roster.of(k)
	if s >= 0 && r.phase != Setup {
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	}
	if err := r.roster.watch(k, p.Text); err != nil {
		return err
	}
	if s >= 0 {
		r.roster.free(s)
		r.reopen()
	}
	return nil
}

// leave lets a player leave its seat, or the room.
func (r *Room) leave(k Key, kind Kind) error {
	watched := kind == Leave && r.roster.watches(k)
	if kind == Leave {
		r.roster.unwatch(k)
	}
	s := r.roster.of(k)
	switch {
	case s < 0 && !watched:
		return refuse(NotSeated)
	case s < 0 || r.phase == Ended:
		return nil
	}
	r.roster.free(s)
	if r.phase == Setup {
		r.reopen()
	}
	r.count()
	return nil
}

// prepare takes a packet of the setup. A new configuration, another stage and an engine that rejects the
// setup ask everybody for readiness again.
func (r *Room) prepare(k int, p *Packet) (err error) {
	s, changes := &r.roster.seats[k], true
	switch p.Kind {
	case Configure:
		err = r.setup.configure(s, p)
	case Ready:
		changes, err = r.setup.ready(&r.roster, s, p, &r.engine, r.clock)
	case Return:
		if changes = false; s.Vacant == 0 {
			err = refuse(NotVacant)
		}
	case Miss:
		changes, err = false, miss(r, k, p)
	case Vote:
		changes = false
		if err = r.roster.cast(s, Ballot(p.Number)); err == nil {
			r.count()
		}
	default:
		err = r.setup.reject(p)
	}
	if err == nil && changes {
		r.reopen()
	}
	return err
}

// fits reports whether packets of a kind are taken in a phase.
func (k Kind) fits(p Phase) bool {
	switch k {
	case Configure, Ready, Reject:
		return p == Setup
	case Return, Vote, Miss:
		return p != Ended
	case Report:
		return p != Setup
	}
	return p == Running
}

// clone returns a copy of bytes that belong to somebody else.
func clone(b []byte) []byte { return slices.Clone(b) }
