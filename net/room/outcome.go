package room

import (
	"crypto/sha256"
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
	proposals []proposal // without a majority
}

// proposal is a result that a seat has signed and that has no majority yet.
type proposal struct {
	seat  uint8
	after uint32
	sum   [32]byte // of the result
	body  []byte
	by    Signed
}

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

// statement returns the bytes that a player signs for a result after a generation: room, engine, seed,
// configuration, roster, all inputs, and the result.
func statement(r *Room, after uint32, result []byte) []byte {
	h := sha256.New()
	h.Write(wire.AppendU64(nil, r.id))
	h.Write(r.engine.Hash[:])
	h.Write(wire.AppendU64(nil, r.seed))
	config := sha256.Sum256(r.setup.config)
	h.Write(config[:])
	chain := r.match.log.chainAfter(after)
	h.Write(chain[:])
	for k := range r.match.starters {
		h.Write(r.match.starters[k].Key[:])
		h.Write(wire.AppendText(nil, r.match.starters[k].Name))
	}
	h.Write(wire.AppendU32(nil, after))
	h.Write(result)
	return h.Sum(nil)
}

func sumOf(b []byte) [32]byte { return sha256.Sum256(b) }

// report takes the signed result of a seat. A result holds when a majority of the seats that are there has
// signed it; the match is over then, and the others sign it, too.
func (r *Room) report(s int, p *Packet) error {
	result, o := r.roster.seats[s].draft, &r.results.outcome
	switch {
	case r.phase == Ended && o.After == 0:
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	case r.phase == Ended && (p.Done != o.After || string(result) != string(o.Result)):
		return refuse(OtherResult)
	case p.Done == 0 || p.Done >= r.match.open:
		return &Refusal{Why: FarGeneration, At: r.match.open}
	}
	by := Signed{uint8(s), r.roster.seats[s].Holder, p.Signature}
	switch {
	case !r.Verify(&by, p.Done, result) && !planted(Unsigned):
		return refuse(BadSignature)
	case r.phase == Ended:
		o.sign(by)
	case r.results.propose(proposal{by.Seat, p.Done, sumOf(result), clone(result), by}, &r.roster):
		r.enter(Ended)
	}
	return nil
}

// sign appends a signature, if the seat's is not there.
func (o *Outcome) sign(by Signed) {
	if !slices.ContainsFunc(o.Signed, func(s Signed) bool { return s.Seat == by.Seat }) {
		o.Signed = append(o.Signed, by)
	}
}

// propose notes a signed result in place of the seat's earlier one. It reports whether the result has the
// majority, and holds by that.
func (x *results) propose(p proposal, q *roster) bool {
	x.proposals = append(slices.DeleteFunc(x.proposals, func(o proposal) bool { return o.seat == p.seat }), p)
	agree := 0
	for _, o := range x.proposals {
		agree += one(o.after == p.after && o.sum == p.sum && q.seats[o.seat].here())
	}
	if 2*agree <= q.here() && !planted(Minority) {
		return false
	}
	x.outcome = Outcome{After: p.after, Result: p.body}
	for _, o := range x.proposals {
		if o.after == p.after && o.sum == p.sum {
			x.outcome.Signed = append(x.outcome.Signed, o.by)
		}
	}
	x.proposals = nil
	return true
}
