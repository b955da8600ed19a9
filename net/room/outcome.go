package room

import (
	"crypto/sha256"

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
func (r *Room) Outcome() *Outcome { return &r.outcome }

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
	return pair.Sign(resultDomain, r.statement(after, result))
}

// Verify reports whether a signature of a result is of its player.
func (r *Room) Verify(s *Signed, after uint32, result []byte) bool {
	return key.Verify(key.ID(s.By), resultDomain, r.statement(after, result), s.Signature)
}

// statement returns the bytes that a player signs for a result after a generation: room, engine, seed,
// configuration, roster, all inputs, and the result.
func (r *Room) statement(after uint32, result []byte) []byte {
	h := sha256.New()
	h.Write(wire.AppendU64(nil, r.id))
	h.Write(r.engine.Hash[:])
	h.Write(wire.AppendU64(nil, r.seed))
	config := sha256.Sum256(r.setup.config)
	h.Write(config[:])
	chain := r.chainAfter(after)
	h.Write(chain[:])
	for k := range r.match.roster {
		h.Write(r.match.roster[k][:])
	}
	h.Write(wire.AppendU32(nil, after))
	h.Write(result)
	return h.Sum(nil)
}

func sumOf(b []byte) [32]byte { return sha256.Sum256(b) }

// chainAfter returns the hash of the masters up to a generation.
func (r *Room) chainAfter(generation uint32) (chain [32]byte) {
	l := &r.match.log
	if int(generation) >= len(l.entries) {
		return l.chain
	}
	for _, b := range l.entries[:generation] {
		chain = chained(chain, b)
	}
	return chain
}

// report takes the signed result of a seat. A result holds when a majority of the seats that are there has
// signed it; the match is over then, and the others sign it, too.
func (r *Room) report(s int, p *Packet) error {
	result := r.seats[s].draft
	switch {
	case r.phase == Ended && r.outcome.After == 0:
		return &Refusal{Why: WrongPhase, At: uint32(r.phase)}
	case r.phase == Ended && (p.Done != r.outcome.After || string(result) != string(r.outcome.Result)):
		return refuse(OtherResult)
	case p.Done == 0 || p.Done >= r.match.open:
		return &Refusal{Why: FarGeneration, At: r.match.open}
	}
	by := Signed{uint8(s), r.seats[s].Holder, p.Signature}
	if !r.Verify(&by, p.Done, result) {
		return refuse(BadSignature)
	}
	if r.phase == Ended {
		for _, o := range r.outcome.Signed {
			if o.Seat == by.Seat {
				return nil
			}
		}
		r.outcome.Signed = append(r.outcome.Signed, by)
		return nil
	}
	r.propose(proposal{uint8(s), p.Done, sumOf(result), clone(result), by})
	return nil
}

// propose notes a signed result in place of the seat's earlier one, and ends the match if it has a majority.
func (r *Room) propose(p proposal) {
	m := &r.match
	list := m.proposals[:0]
	for _, o := range m.proposals {
		if o.seat != p.seat {
			list = append(list, o)
		}
	}
	m.proposals = append(list, p)
	here, agree := 0, 0
	for k := range r.seats {
		here += one(r.seats[k].here())
	}
	for _, o := range m.proposals {
		agree += one(o.after == p.after && o.sum == p.sum && r.seats[o.seat].here())
	}
	if 2*agree <= here {
		return
	}
	r.outcome = Outcome{After: p.after, Result: p.body}
	for _, o := range m.proposals {
		if o.after == p.after && o.sum == p.sum {
			r.outcome.Signed = append(r.outcome.Signed, o.by)
		}
	}
	m.proposals = nil
	r.enter(Ended)
}
