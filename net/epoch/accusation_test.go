package epoch

import (
	"bytes"
	"errors"
	"testing"

	"manyhold/net/key"
)

// accusationOf returns an accusation of three voters against the first, signed by some.
func accusationOf(by ...byte) (*Accusation, *Record) {
	r := &Record{Reason: Founded, World: [32]byte{1}, Island: Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true,
		Voters: []Voter{{pair(1).ID(), 1}, {pair(2).ID(), 1}, {pair(3).ID(), 1}}}
	r.Sign(pair(1))
	c := &Accusation{Where: r.Where(), Accused: pair(1).ID(), Voters: 3}
	for _, p := range by {
		c.Sign(pair(p))
	}
	return c, r
}

// TestAccusation: two of three voters convict, one does not, and malformed accusations are refused.
func TestAccusation(t *testing.T) {
	one, r := accusationOf(2)
	both, _ := accusationOf(3, 2)
	if one.Convicts() || !both.Convicts() || one.Of(r) != nil || both.Of(r) != nil {
		t.Error("two of three convict")
	}
	got, err := DecodeAccusation(both.Append(nil))
	if err != nil || !got.Same(one) || !got.SignedBy(pair(2).ID()) || got.SignedBy(pair(1).ID()) || !bytes.Equal(got.Append(nil), both.Append(nil)) || len(both.Append(nil)) > MaxAccusation {
		t.Fatalf("%+v, %v", got, err)
	}
	joined := one.Gather()
	if !joined.Join(one) || joined.Join(one) || joined.Convicts() || !joined.Join(got) || joined.Join(got) || !joined.Convicts() {
		t.Error("joined, they convict")
	}
	stranger, _ := accusationOf(2, 9)
	if stranger, err := DecodeAccusation(stranger.Append(nil)); err != nil || !errors.Is(stranger.Of(r), ErrEvidence) {
		t.Error("a stranger may sign")
	}
	for name, change := range map[string]func(c *Accusation){
		"itself":          func(c *Accusation) { c.Sign(pair(1)) },
		"another epoch":   func(c *Accusation) { c.Epoch[0]++ },
		"another accused": func(c *Accusation) { c.Accused = key.ID{7} },
		"fewer voters":    func(c *Accusation) { c.Voters = 2 },
		"twice":           func(c *Accusation) { c.Signatures = append(c.Signatures, c.Signatures[1]) },
		"nobody":          func(c *Accusation) { c.Signatures = nil },
		"another's name":  func(c *Accusation) { c.Signatures[0].Key, c.Signatures[1].Key = pair(4).ID(), pair(5).ID() },
	} {
		c, _ := accusationOf(2, 3)
		change(c)
		if _, err := DecodeAccusation(c.Append(nil)); !errors.Is(err, ErrEvidence) {
			t.Errorf("%s: %v", name, err)
		}
	}
	b := both.Append(nil)
	for i := range b {
		for bit := range 8 {
			b[i] ^= 1 << bit
			if _, err := DecodeAccusation(b); err == nil {
				t.Fatalf("bit %d of byte %d flips, and it is believed", bit, i)
			}
			b[i] ^= 1 << bit
		}
	}
}

// FuzzAccusation: any bytes are refused or decode to an accusation that encodes to the same bytes.
func FuzzAccusation(f *testing.F) {
	for _, by := range [][]byte{{2}, {2, 3}} {
		c, _ := accusationOf(by...)
		f.Add(c.Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := DecodeAccusation(b); err == nil && !bytes.Equal(c.Append(nil), b) {
			t.Errorf("two encodings of one accusation:\n%x", b)
		}
	})
}
