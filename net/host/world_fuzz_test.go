package host

import (
	"bytes"
	"testing"

	"manyhold/net/cosign"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// FuzzMerge: a message that decodes encodes again to the same bytes, and names a taker before the one that
// ends.
func FuzzMerge(f *testing.F) {
	f.Add(message.MergeRequest{Step: message.StepAskEnd, Into: message.Home, From: 7, People: 3}.Encode())
	f.Add(message.MergeRequest{Step: message.StepAskEnd, Into: 9, From: 7, People: 3}.Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Merge {
			return
		}
		if m, err := message.DecodeMergeRequest(b); err == nil && (!bytes.Equal(m.Encode(), b) || m.Into >= m.From) {
			t.Errorf("%x gave %+v", b, m)
		}
	})
}

// FuzzIsland: an unwrapped message wraps to the same bytes, and home's messages are never wrapped.
func FuzzIsland(f *testing.F) {
	f.Add(message.WrapIsland(2, []byte{byte(wire.Frame), 0, 1}))
	f.Add(message.WrapIsland(message.Home, []byte{byte(wire.Frame)}))
	f.Add(message.WrapIsland(2, message.WrapIsland(3, []byte{byte(wire.Join)})))
	f.Add([]byte{byte(wire.Join), 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 {
			return
		}
		island, inner, err := message.UnwrapIsland(b)
		switch {
		case err != nil:
		case island == message.Home:
			if wire.Kind(b[0]) == wire.Island || !bytes.Equal(inner, b) {
				t.Errorf("%x is about home", b)
			}
		default:
			if len(inner) == 0 || wire.Kind(inner[0]) == wire.Island || !bytes.Equal(message.WrapIsland(island, inner), b) {
				t.Errorf("%x gave %x about %d", b, inner, island)
			}
		}
	})
}

// FuzzLetter: a letter that decodes encodes again to the same bytes, within its limits.
func FuzzLetter(f *testing.F) {
	l := message.Letter{From: 7, To: message.Home, Number: 2, Turn: 9, First: 1, Expect: 1}
	f.Add(l.Encode())
	l.Parcels, l.Expect = [][]byte{{1}, bytes.Repeat([]byte{2}, message.MaxParcel)}, 1<<40
	signed := cosign.Cosigned{Statement: l.Statement([32]byte{2})}
	signed.Sign(key.FromSeed([32]byte{1}))
	signed.Sign(key.FromSeed([32]byte{2}))
	l.Leader, l.Signatures = key.FromSeed([32]byte{2}).ID(), signed.Signatures
	f.Add(l.Encode())
	for range message.MaxLetterParcels - 2 {
		l.Parcels = append(l.Parcels, []byte("parcel"))
	}
	f.Add(l.Encode())
	l.Parcels = append(l.Parcels, []byte("one too many"))
	f.Add(l.Encode())
	f.Add(letterOf(0, 1).Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Parcel {
			return
		}
		l, err := message.DecodeLetter(b)
		if err == nil && (!bytes.Equal(l.Encode(), b) || l.From == l.To || len(l.Parcels) > message.MaxLetterParcels || l.First == 0) {
			t.Errorf("%x gave %+v", b, l)
		}
	})
}

// FuzzCosign: a message that decodes encodes again to the same bytes.
func FuzzCosign(f *testing.F) {
	g := message.Gist{To: 7, Record: [32]byte{1}, Chain: [32]byte{2}, Turn: 9, First: 3, Count: 2, Expect: 4}
	f.Add(g.Encode(message.CosignAsk))
	f.Add(append(g.Encode(message.CosignAnswer), make([]byte, key.SignatureSize)...))
	g.Count = message.MaxLetterParcels + 1
	f.Add(g.Encode(message.CosignAsk))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Cosign {
			return
		}
		step, g, signature, err := message.DecodeCosign(b)
		if err != nil {
			return
		}
		out := g.Encode(step)
		if step == message.CosignAnswer {
			out = append(out, signature[:]...)
		}
		if !bytes.Equal(out, b) || g.Count > message.MaxLetterParcels || g.First == 0 || g.Expect == 0 {
			t.Errorf("%x gave %+v", b, g)
		}
	})
}

func letterOf(from, to uint64) *message.Letter {
	return &message.Letter{From: from, To: to, Number: 1, Turn: 1, First: 1, Expect: 1}
}

// FuzzDirectory: a message that decodes encodes again to the same bytes.
func FuzzDirectory(f *testing.F) {
	f.Add(message.EncodeFound(7))
	f.Add(message.EncodeInvitation(7))
	f.Add(message.EncodeInvitation(message.Home))
	f.Add(message.EncodeSeek())
	l := message.Bulletin{News: message.News{Island: message.Home, Number: 3, Turn: 99, People: 2, Place: []byte("there")}, Keepers: []key.ID{{1}, {2}}}
	l.Sign(key.FromSeed([32]byte{1}), [32]byte{2})
	f.Add(encodeBulletins([]message.PassedBulletin{{Bulletin: l, Hops: 1}, {Bulletin: l, Hops: message.MaxHops}})[0])
	f.Add(encodeBulletins([]message.PassedBulletin{{Bulletin: l, Hops: message.MaxHops + 1}})[0])
	f.Add([]byte{byte(wire.Directory), message.DirectoryBulletins, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 0 || wire.Kind(b[0]) != wire.Directory {
			return
		}
		m, err := message.DecodeDirectory(b)
		if err != nil {
			return
		}
		var out []byte
		switch {
		case m.Found != 0:
			out = message.EncodeFound(m.Found)
		case m.Posted != nil:
			out = encodeBulletins(m.Posted)[0]
		case m.Invites != 0:
			out = message.EncodeInvitation(m.Invites)
		default:
			out = message.EncodeSeek()
		}
		if !bytes.Equal(out, b) {
			t.Errorf("%x gave %x", b, out)
		}
	})
}
