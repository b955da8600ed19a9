package arena

import (
	"bytes"
	"testing"

	"manyhold/net/room"
)

// TestSignedAlone: in a strict match of two, one player has the other one sent away and signs the result
// alone. That is no full result. The other one, whose program has played the record by itself, signs it
// afterwards; or, when the result does not follow from the record, objects with the one that does.
func TestSignedAlone(t *testing.T) {
	for _, lies := range []bool{false, true} {
		o := newOmni(t, 2, true, `{"seconds":10,"goals":9}`)
		ann, bo := o.all[0], o.all[1]
		ann.Bot, bo.Bot = true, true
		false1 := []byte(`{"winner":"red","goals":{"red":9}}`)
		if lies {
			ann.forge = func(p *room.Packet) {
				switch {
				case p.Kind == room.Draft && p.Number == 0:
					p.Body = false1
				case p.Kind == room.Draft:
					p.Kind = room.Vote // whatever is refused
				case p.Kind == room.Report:
					p.Signature = o.r.Sign(ann.pair, p.Done, false1)
				}
			}
		}
		o.until(20, "some generations", func() bool { return o.r.Generation() > 100 })
		bo.away = true
		o.until(20, "bo is sent away", func() bool {
			_ = o.apply(ann, room.Packet{Kind: room.Miss, Header: room.Header{Generation: o.r.Generation()}, Number: 2})
			return o.r.Seats()[1].Vacant > 0
		})
		o.until(120, "ann signs alone", func() bool { return o.r.Phase() == room.Ended })
		if d := room.Dismissed(o.r); room.Full(o.r) || len(o.r.Outcome().Signed) != 1 || len(d) != 1 || d[0].Seat != 1 || d[0].By != 1 {
			t.Fatalf("lies %v: full %v, signed by %d, sent away %+v", lies, room.Full(o.r), len(o.r.Outcome().Signed), d)
		}
		bo.away = false
		o.until(120, "bo says what it came to", func() bool { return len(o.r.Outcome().Signed)+len(room.Objections(o.r)) == 2 })
		if room.Full(o.r) == lies {
			t.Errorf("lies %v: full %v", lies, room.Full(o.r))
		}
		if x := room.Objections(o.r); lies && (len(x) != 1 || x[0].Seat != 1 || bytes.Equal(x[0].Result, false1) || !bytes.Equal(x[0].Result, bo.Match().Result())) {
			t.Errorf("the objections are %+v", x)
		}
		if len(room.Dismissed(o.r)) != 1 {
			t.Errorf("lies %v: that bo was sent away is forgotten", lies)
		}
	}
}
