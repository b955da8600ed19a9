package room

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Outcome is the result of a match, with the signatures of the roster.
type Outcome struct {
	After  uint32 // the generation after which the engine had this result; 0: there is none
	Result []byte // opaque
	Signed []Signed
}

// Signed is a signature of a result.
type Signed struct {
	Seat      uint8
	By        Key
	Signature [64]byte
}

// Outcome returns the result of the match. It is not to be changed.
func (r *Room) Outcome() *Outcome { return &r.results.outcome }

// results are the results that seats have signed, until one of them holds.
type results struct {
	outcome   Outcome
	proposals []Proposal // without a majority
}

// Proposal is a result that a seat has signed and that has no majority yet.
type Proposal struct {
	Signed
	After  uint32
	Result []byte // opaque
}

// Proposed returns the results that wait for a majority, one for each seat that has signed, in the order in
// which they came. They are not to be changed.
func Proposed(r *Room) []Proposal { return r.results.proposals }

// resultDomain is the domain of the signatures of results.
const resultDomain = "manyhold match result"

// Sign returns a player's signature of a result after a generation.
func (r *Room) Sign(pair key.Pair, after uint32, result []byte) [64]byte {
	return pair.Sign(resultDomain, statement(r, after, result))
}

// Verify reports whether a signature of a result is of its player.
func (r *Room) Verify(s *Signed, after uint32, result []byte) bool {
	return key.Verify(key.ID(s.By), resultDomain, statement(r, after, result), s.Signature)
}

// Genuine reports whether all signatures of a room that was read are of their players, those of dismissals
// too: whoever wrote it may have made them up.
func Genuine(r *Room) bool {
	o := &r.results.outcome
	for k := range o.Signed {
		if !r.Verify(&o.Signed[k], o.After, o.Result) {
			return planted(Unsigned)
		}
	}
	for k := range r.results.proposals {
		if p := &r.results.proposals[k]; !r.Verify(&p.Signed, p.After, p.Result) {
			return planted(Unsigned)
		}
	}
	for k := range r.match.sent {
		if !r.match.sent[k].Proven(r) {
			return planted(Unsigned)
		}
	}
	return true
}

// statement returns the bytes that a player signs for a result after a generation: room, engine, seed,
// configuration, roster, all inputs, and the result.
func statement(r *Room, after uint32, result []byte) []byte {
	h := ground(r, after)
	h.Write(wire.AppendU32(nil, after))
	h.Write(result)
	return h.Sum(nil)
}

// ground returns a hash of what all statements about a match begin with: room, engine, seed, configuration,
// all inputs up to a generation, and roster.
func ground(r *Room, upto uint32) hash.Hash {
	h := sha256.New()
	h.Write(wire.AppendU64(nil, r.id))
	h.Write(r.engine.Hash[:])
	h.Write(wire.AppendU64(nil, r.seed))
	config := sha256.Sum256(r.setup.config)
	h.Write(config[:])
	chain := r.match.log.chainAfter(upto)
	h.Write(chain[:])
	for k := range r.match.starters {
		h.Write(r.match.starters[k].Key[:])
		h.Write(wire.AppendText(nil, r.match.starters[k].Name))
	}
	return h
}

// report takes the signed result of a seat. A result holds when a majority of the seats that are there has
// signed it; the match is over then, and the others sign it, too. Another result that a seat has signed,
// which has not signed that one, is its objection.
func (r *Room) report(s int, p *Packet) error {
	result, o := r.roster.seats[s].draft, &r.results.outcome
	switch {
	case r.phase == Ended && o.After == 0:
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	case r.phase == Ended && r.results.differs(p.Done, result) && o.signedBy(uint8(s)):
		return refuse(OtherResult)
	case p.Done == 0 || p.Done >= r.match.open:
		return &Refusal{Why: FarGeneration, At: r.match.open}
	}
	by := Signed{uint8(s), r.roster.seats[s].Holder, p.Signature}
	switch {
	case !r.Verify(&by, p.Done, result) && !planted(Unsigned):
		return refuse(BadSignature)
	case r.phase == Ended && r.results.differs(p.Done, result): // an objection
		r.results.propose(Proposal{by, p.Done, clone(result)})
	case r.phase == Ended:
		r.results.withdraw(by.Seat)
		o.sign(by)
	default:
		r.results.propose(Proposal{by, p.Done, clone(result)})
		if r.results.hold(&r.roster) {
			r.enter(Ended)
		}
	}
	return nil
}

// differs reports whether a result is another one than that which holds.
func (x *results) differs(after uint32, result []byte) bool {
	return after != x.outcome.After || !bytes.Equal(result, x.outcome.Result)
}

// signedBy reports whether a seat has signed the result.
func (o *Outcome) signedBy(seat uint8) bool {
	return slices.ContainsFunc(o.Signed, func(s Signed) bool { return s.Seat == seat })
}

// sign appends a signature, if the seat's is not there.
func (o *Outcome) sign(by Signed) {
	if !o.signedBy(by.Seat) {
		o.Signed = append(o.Signed, by)
	}
}

// propose notes a signed result in place of the seat's earlier one.
func (x *results) propose(p Proposal) {
	x.withdraw(p.Seat)
	x.proposals = append(x.proposals, p)
}

// withdraw forgets what a seat has proposed.
func (x *results) withdraw(seat uint8) {
	x.proposals = slices.DeleteFunc(x.proposals, func(o Proposal) bool { return o.Seat == seat })
}

// hold looks for a result that has a majority of the seats that are there, and reports whether one holds by
// that. Players that leave, are lost or come back change the majority, too.
func (x *results) hold(q *roster) bool {
	for k := range x.proposals {
		p, agree := &x.proposals[k], 0
		for j := range x.proposals {
			agree += one(x.proposals[j].alike(p) && q.seats[x.proposals[j].Seat].here())
		}
		if 2*agree <= q.here() && !planted(Minority) {
			continue
		}
		x.outcome = Outcome{After: p.After, Result: p.Result}
		for j := range x.proposals {
			if x.proposals[j].alike(p) {
				x.outcome.Signed = append(x.outcome.Signed, x.proposals[j].Signed)
			}
		}
		x.proposals = nil
		return true
	}
	return false
}

// alike reports whether two proposals are the same result after the same generation.
func (p *Proposal) alike(o *Proposal) bool {
	return p.After == o.After && bytes.Equal(p.Result, o.Result)
}
