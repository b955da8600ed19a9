package epoch

import (
	"bytes"
	"testing"

	"manyhold/net/key"
)

// TestCertificate: a signature is good for exactly one certificate.
func TestCertificate(t *testing.T) {
	ada, bo, stranger := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2}), key.FromSeed([32]byte{3})
	r := &Record{World: [32]byte{7}, Island: 1, Number: 4, Voters: []Voter{{Key: ada.ID()}, {Key: bo.ID()}}}
	c := Certificate{Number: 4, Turn: 1200, Hash: [32]byte{5}, Root: [32]byte{6}}
	for _, p := range []key.Pair{bo, ada, stranger, ada} {
		c.Add(c.Cosign(p, r))
	}
	for of, least := range map[int]int{1: 1, 3: 2, 5: 4} {
		if Enough(least-1, of) || !Enough(least, of) {
			t.Errorf("%d of %d are not the least that are enough", least, of)
		}
	}
	if Enough(0, 0) {
		t.Error("nobody of nobody is enough")
	}
	if good, of := c.Good(r); good != 2 || of != 2 || len(c.Signatures) != 3 {
		t.Errorf("%d of %d are good among %d signatures", good, of, len(c.Signatures))
	}
	again, err := DecodeCertificate(c.Append(nil))
	if err != nil || len(c.Append(nil)) > MaxCertificate {
		t.Fatal(err)
	}
	if good, _ := again.Good(r); good != 2 {
		t.Errorf("%d are good after decoding", good)
	}
	for name, change := range map[string]func(c *Certificate, r *Record){
		"turn": func(c *Certificate, _ *Record) { c.Turn++ }, "chain": func(c *Certificate, _ *Record) { c.Hash[0]++ },
		"root": func(c *Certificate, _ *Record) { c.Root[0]++ }, "epoch": func(c *Certificate, _ *Record) { c.Number++ },
		"record": func(_ *Certificate, r *Record) { r.FirstTurn++ }, "island": func(_ *Certificate, r *Record) { r.Island++ },
		"world": func(_ *Certificate, r *Record) { r.World[0]++ }, "voters": func(_ *Certificate, r *Record) { r.Voters = r.Voters[:0] },
	} {
		c, r := *again, *r
		change(&c, &r)
		if good, _ := c.Good(&r); good != 0 {
			t.Errorf("with another %s, %d signatures are good", name, good)
		}
	}
}

// FuzzCertificate: any bytes are refused or decode to a certificate that encodes to the same bytes.
func FuzzCertificate(f *testing.F) {
	c := Certificate{Number: 4, Turn: 1200, Signatures: []Cosignature{{Key: key.ID{1}}, {Key: key.ID{2}}}}
	f.Add(c.Append(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := DecodeCertificate(b); err == nil && (!bytes.Equal(c.Append(nil), b) || len(b) > MaxCertificate) {
			t.Fatalf("%x is written again as %x", b, c.Append(nil))
		}
	})
}
