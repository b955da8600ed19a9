package room

import (
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Voice is a player's signed word, in a match, that it may go on without some seats: that nothing is heard of
// one (Miss), or a vote to go on without all that hold it up (Vote).
type Voice struct {
	By        uint8  // the seat of the player
	Without   uint16 // a bit for each seat
	Signature [64]byte
}

// voices are those of different seats, ascending.
type voices []Voice

// voiceDomain is the domain of the signatures of voices.
const voiceDomain = "manyhold match dismissal"

// voiceStatement returns the bytes that a player signs for a match to go on without some seats, in the
// generation that was open then.
func voiceStatement(r *Room, open uint32, without uint16) []byte {
	h := ground(r, open-1)
	h.Write(wire.AppendU16(wire.AppendU32(nil, open), without))
	return h.Sum(nil)
}

// Attest signs a packet that may send somebody away, and sets what a vote to go on is about: the seats that
// hold the match up now. A room takes such a packet only with its signature. Other packets stay as they are.
func Attest(r *Room, pair key.Pair, p *Packet) {
	if r.phase != Running {
		return
	}
	switch {
	case p.Kind == Miss && p.Number > 0 && p.Number <= MaxSeats && p.Generation > 0:
		p.Without = 1 << (p.Number - 1)
	case p.Kind == Vote && Ballot(p.Number) == ForGoingOn:
		p.Generation, p.Without = r.match.open, r.match.hindered(&r.roster)
	default:
		return
	}
	p.Signature = pair.Sign(voiceDomain, voiceStatement(r, p.Generation, p.Without))
}

// voiceOf returns the voice that a packet for the open generation has.
func voiceOf(r *Room, s int, p *Packet) (Voice, error) {
	v := Voice{uint8(s), p.Without, p.Signature}
	switch open := r.match.open; {
	case p.Generation < open:
		return v, &Refusal{Why: OldGeneration, At: open}
	case p.Generation > open:
		return v, &Refusal{Why: FarGeneration, At: open}
	case !v.genuine(r, open) && !planted(Unsigned):
		return v, refuse(BadSignature)
	}
	return v, nil
}

// genuine reports whether a voice is its player's.
func (v *Voice) genuine(r *Room, open uint32) bool {
	by := r.match.starters[v.By].Key
	return by != (Key{}) && key.Verify(key.ID(by), voiceDomain, voiceStatement(r, open, v.Without), v.Signature)
}

// hindered returns a bit for each seat that holds the match up: after a halt those that differ, and otherwise
// those for which a strict match waits.
func (m *match) hindered(q *roster) (seats uint16) {
	for k := range q.seats {
		s := &q.seats[k]
		out := m.pace == Halted && s.here() && s.Diverged > 0 || m.pace == Iterating && m.awaits(s)
		seats |= uint16(one(out)) << k
	}
	return seats
}

// put adds a voice in place of an earlier one of the same seat.
func (x *voices) put(v Voice) {
	list := slices.DeleteFunc(slices.Clone(*x), func(o Voice) bool { return o.By == v.By })
	list = append(list, v)
	slices.SortFunc(list, func(a, b Voice) int { return int(a.By) - int(b.By) })
	*x = list
}

// seats returns a bit for each seat that has a voice here.
func (x voices) seats() (seats uint16) {
	for k := range x {
		seats |= 1 << x[k].By
	}
	return seats
}

// sound reports whether voices are about a seat, each of another one, in their order.
func (x voices) sound(seat, seats int) bool {
	for k := range x {
		v := &x[k]
		if k > 0 && v.By <= x[k-1].By || int(v.By) >= seats || int(v.By) == seat || v.Without&(1<<seat) == 0 || v.Without>>seats != 0 {
			return false
		}
	}
	return true
}

func (x voices) append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(x)))
	for k := range x {
		dst = append(wire.AppendU16(wire.AppendU8(dst, x[k].By), x[k].Without), x[k].Signature[:]...)
	}
	return dst
}

func parseVoices(c *wire.Cursor) (x voices) {
	for range c.Count(MaxSeats) {
		x = append(x, Voice{c.U8(), c.U16(), c.Signature()})
	}
	return x
}

// appendVoices appends all voices of a match: nothing if there are none, as in the states of rooms before
// they were signed.
func appendVoices(r *Room, dst []byte) []byte {
	any := false
	for k := range r.match.sent {
		any = any || len(r.match.sent[k].Voices) > 0
	}
	for k := range r.roster.seats {
		any = any || len(r.roster.seats[k].voices) > 0 || r.roster.seats[k].voice != Voice{}
	}
	if !any {
		return dst
	}
	for k := range r.match.sent {
		dst = voices(r.match.sent[k].Voices).append(dst)
	}
	for k := range r.roster.seats {
		s := &r.roster.seats[k]
		dst = s.voices.append(dst)
		if dst = wire.AppendBool(dst, s.voice != Voice{}); s.voice != (Voice{}) {
			dst = append(wire.AppendU16(dst, s.voice.Without), s.voice.Signature[:]...)
		}
	}
	return dst
}

// readVoices reads what appendVoices appends.
func readVoices(r *Room, c *wire.Cursor) {
	if c.Err() != nil || c.Len() == 0 {
		return
	}
	any := false
	for k := range r.match.sent {
		r.match.sent[k].Voices = parseVoices(c)
		any = any || len(r.match.sent[k].Voices) > 0
	}
	for k := range r.roster.seats {
		s := &r.roster.seats[k]
		s.voices = parseVoices(c)
		if c.Bool() {
			s.voice = Voice{uint8(k), c.U16(), c.Signature()}
		}
		any = any || len(s.voices) > 0 || s.voice != Voice{}
	}
	if !any {
		c.Fail(wire.ErrForm)
	}
}
