package host

import (
	"bytes"
	"testing"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// FuzzMerge: what decodes encodes again to the same bytes, and names a taker before the one that ends.
func FuzzMerge(f *testing.F) {
	f.Add(courting{stepAskEnd, Home, 7, 3}.encode())
	f.Add(courting{stepAskEnd, 9, 7, 3}.encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Merge {
			return
		}
		if m, err := decodeCourting(b); err == nil && (!bytes.Equal(m.encode(), b) || m.into >= m.from) {
			t.Errorf("%x gave %+v", b, m)
		}
	})
}

// FuzzIsland: what unwraps is what wraps to the same bytes, and home's messages are never wrapped.
func FuzzIsland(f *testing.F) {
	f.Add(wrap(2, []byte{byte(wire.Frame), 0, 1}))
	f.Add(wrap(Home, []byte{byte(wire.Frame)}))
	f.Add(wrap(2, wrap(3, []byte{byte(wire.Join)})))
	f.Add([]byte{byte(wire.Join), 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		island, inner, err := unwrap(b)
		switch {
		case err != nil:
		case island == Home:
			if wire.Kind(b[0]) == wire.Island || !bytes.Equal(inner, b) {
				t.Errorf("%x is about home", b)
			}
		default:
			if len(inner) == 0 || wire.Kind(inner[0]) == wire.Island || !bytes.Equal(wrap(island, inner), b) {
				t.Errorf("%x gave %x about %d", b, inner, island)
			}
		}
	})
}

// FuzzLetter: what decodes encodes again to the same bytes, within its limits.
func FuzzLetter(f *testing.F) {
	l := letter{from: 7, to: Home, number: 2, turn: 9, first: 1, expect: 1}
	f.Add(l.encode())
	l.parcels, l.expect = [][]byte{{1}, bytes.Repeat([]byte{2}, MaxParcel)}, 1<<40
	l.seals = []epoch.Seal{l.sealOf(key.FromSeed([32]byte{1}), [32]byte{2}), l.sealOf(key.FromSeed([32]byte{2}), [32]byte{2})}
	f.Add(l.encode())
	for range maxLetterParcels - 2 {
		l.parcels = append(l.parcels, []byte("parcel"))
	}
	f.Add(l.encode())
	l.parcels = append(l.parcels, []byte("one too many"))
	f.Add(l.encode())
	f.Add(letterOf(0, 1).encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Parcel {
			return
		}
		l, err := decodeLetter(b)
		if err == nil && (!bytes.Equal(l.encode(), b) || l.from == l.to || len(l.parcels) > maxLetterParcels || l.first == 0) {
			t.Errorf("%x gave %+v", b, l)
		}
	})
}

// FuzzVouch: what decodes encodes again to the same bytes.
func FuzzVouch(f *testing.F) {
	g := gist{to: 7, record: [32]byte{1}, chain: [32]byte{2}, turn: 9, first: 3, count: 2, expect: 4}
	f.Add(g.encode(vouchAsk))
	f.Add(append(g.encode(vouchAnswer), make([]byte, key.SignatureSize)...))
	g.count = maxLetterParcels + 1
	f.Add(g.encode(vouchAsk))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Vouch {
			return
		}
		step, g, signature, err := decodeVouch(b)
		if err != nil {
			return
		}
		out := g.encode(step)
		if step == vouchAnswer {
			out = append(out, signature[:]...)
		}
		if !bytes.Equal(out, b) || g.count > maxLetterParcels || g.first == 0 || g.expect == 0 {
			t.Errorf("%x gave %+v", b, g)
		}
	})
}

func letterOf(from, to uint64) *letter {
	return &letter{from: from, to: to, number: 1, turn: 1, first: 1, expect: 1}
}

// FuzzRumour: what decodes encodes again to the same bytes.
func FuzzRumour(f *testing.F) {
	n := news{island: 7, number: 3, turn: 99, people: 2, place: []byte("there"), yours: true}
	f.Add(n.encode())
	f.Add(recordsAsk{island: 7, number: 2}.encode())
	f.Add(encodeRecordsTold(7, [32]byte{1}, []*epoch.Record{testRecord()})[0])
	f.Add(wire.AppendBlob(append(wire.AppendU64([]byte{byte(wire.Rumour), rumourLineage}, 7), 1, 1), testRecord().Append(nil)))
	f.Add(encodeInvitation(7))
	f.Add(encodeInvitation(Home))
	f.Add(encodeSeek())
	l := bulletin{news: news{island: Home, number: 3, turn: 99, people: 2, place: []byte("there")}, keepers: []key.ID{{1}, {2}}}
	l.sign(key.FromSeed([32]byte{1}), [32]byte{2})
	f.Add(encodeBulletins([]posted{{l, 1}, {l, maxHops}})[0])
	f.Add(encodeBulletins([]posted{{l, maxHops + 1}})[0])
	f.Add([]byte{byte(wire.Rumour), rumourBulletins, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Rumour {
			return
		}
		m, err := decodeRumour(b)
		if err != nil {
			return
		}
		var out []byte
		switch {
		case m.news != nil:
			out = m.news.encode()
		case m.ask != nil:
			out = m.ask.encode()
		case m.tell != nil:
			out = wire.AppendBool(wire.AppendBool(append(wire.AppendU64([]byte{byte(wire.Rumour), rumourTell}, m.tell.island), m.tell.after[:]...), m.tell.first), m.tell.last)
			for _, r := range m.tell.records {
				out = wire.AppendBlob(out, r.Append(nil))
			}
		case m.lineage != nil:
			out = wire.AppendBool(wire.AppendBool(wire.AppendU64([]byte{byte(wire.Rumour), rumourLineage}, m.lineage.island), m.lineage.first), m.lineage.last)
			for _, r := range m.lineage.records {
				out = wire.AppendBlob(out, r.Append(nil))
			}
		case m.posted != nil:
			out = encodeBulletins(m.posted)[0]
		case m.invites != 0:
			out = encodeInvitation(m.invites)
		default:
			out = encodeSeek()
		}
		if !bytes.Equal(out, b) {
			t.Errorf("%x gave %x", b, out)
		}
	})
}
