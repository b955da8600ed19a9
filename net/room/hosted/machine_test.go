package hosted

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/room"
)

// engine is the engine of the tests.
var engine = room.Engine{Name: "toy", Seats: []string{"a", "b"}, Least: 1, Stages: []string{"ready"}}

func author(k int) room.Key { return room.Key{byte(k + 1)} }

// packets are what players of a test send.
func packets(t *rapid.T) []byte {
	p := room.Packet{Kind: rapid.SampledFrom([]room.Kind{room.Sit, room.Watch, room.Leave, room.Draft, room.Configure, room.Ready, room.Play, room.Vote}).Draw(t, "kind")}
	p.Generation = rapid.Uint32Range(0, 6).Draw(t, "generation")
	switch p.Kind {
	case room.Play, room.Draft:
		p.Body = rapid.SliceOfN(rapid.Byte(), 0, room.MaxBody).Draw(t, "body")
	default:
		p.Number = rapid.Uint32Range(0, 2).Draw(t, "number")
	}
	return p.Append(nil)
}

// TestMachine: a turn means the same for the machine that built it and for one that parsed its bytes; its
// commands have their authors; a machine that was saved and restored goes on in the same way; no turn is
// longer than an island's.
func TestMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leader, follower := New(room.New(5, "a match", engine, 1, false)), New(room.New(5, "a match", engine, 1, false))
		seqs := map[int]uint64{}
		for range rapid.IntRange(1, 40).Draw(t, "turns") {
			b := leader.Begin(3)
			type sent struct {
				author room.Key
				seq    uint64
				body   string
			}
			var want []sent
			for range rapid.IntRange(0, 6).Draw(t, "packets") {
				k := rapid.IntRange(0, 3).Draw(t, "author")
				if rapid.IntRange(0, 9).Draw(t, "departs") == 0 {
					b.Depart(author(k))
					continue
				}
				body := packets(t)
				taken, err := b.Append(author(k), seqs[k]+1, body)
				if err != nil {
					t.Fatalf("%x: %v", body, err)
				}
				if taken {
					seqs[k]++
					want = append(want, sent{author(k), seqs[k], string(body)})
				}
			}
			turn := b.Turn()
			if len(turn.Bytes()) > message.MaxTurn {
				t.Fatalf("a turn of %d bytes", len(turn.Bytes()))
			}
			parsed, err := follower.Parse(bytes.Clone(turn.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			follower.Commands(parsed, func(a [32]byte, seq uint64, body []byte) {
				if len(want) == 0 || want[0] != (sent{a, seq, string(body)}) {
					t.Fatalf("command %d of %x", seq, a[:2])
				}
				want = want[1:]
			})
			if len(want) > 0 {
				t.Fatalf("%d commands are not there", len(want))
			}
			leader.Step(turn)
			follower.Step(parsed)
			if leader.Digest() != follower.Digest() {
				t.Fatal("another state")
			}
			if rapid.IntRange(0, 3).Draw(t, "save") == 0 {
				s := leader.Snapshot(nil)
				n := leader.Another().(*Machine)
				if err := n.Restore(s); err != nil || n.Digest() != leader.Digest() || !bytes.Equal(n.Snapshot(nil), s) {
					t.Fatalf("restored: %v", err)
				}
				leader = n
			}
		}
	})
}

// TestLargeLog: a snapshot has parts that do not change once they are full.
func TestLargeLog(t *testing.T) {
	m := New(room.New(5, "a match", engine, 1, false))
	do := func(p room.Packet) {
		b := m.Begin(3)
		if taken, err := b.Append(author(0), m.Sequence(author(0))+1, p.Append(nil)); !taken || err != nil {
			t.Fatal(taken, err)
		}
		m.Step(b.Turn())
		if len(m.Refused()) > 0 {
			t.Fatal(m.Refused()[0].Why)
		}
	}
	do(room.Packet{Kind: room.Sit, Number: 1})
	do(room.Packet{Kind: room.Ready, Number: 1})
	var first []byte
	for len(m.Room().Log()) < 2*perPart+1 {
		m.Step(m.Begin(3).Turn())
		if len(m.Room().Log()) == perPart {
			first = m.Snapshot(nil)
		}
	}
	s := m.Snapshot(nil)
	first = first[:len(first)*3/4] // without the part "room"
	if !bytes.HasPrefix(s, first[:1000]) {
		t.Error("the first part has changed")
	}
	n := &Machine{}
	if err := n.Restore(s); err != nil || n.Digest() != m.Digest() || len(n.Room().Log()) != 2*perPart+1 {
		t.Errorf("%v, %d masters", err, len(n.Room().Log()))
	}
	if n.Restore(s[:len(s)-1]) == nil || n.Restore(nil) == nil {
		t.Error("takes a part of a snapshot")
	}
}

// FuzzParse: no bytes make Parse, Step or Restore panic.
func FuzzParse(f *testing.F) {
	m := New(room.New(5, "a match", engine, 1, false))
	b := m.Begin(3)
	b.Append(author(0), 1, (&room.Packet{Kind: room.Sit}).Append(nil))
	f.Add(b.Turn().Bytes())
	f.Add(m.Snapshot(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		m := New(room.New(5, "a match", engine, 1, false))
		if turn, err := m.Parse(b); err == nil {
			m.Step(turn)
		}
		if n := new(Machine); n.Restore(b) == nil && !bytes.Equal(n.Snapshot(nil), b) {
			t.Fatal("two encodings of one state")
		}
	})
}

// TestMadeUpSignature: a snapshot with a result that its players have not signed is refused: the founder of a
// room could name anybody in it.
func TestMadeUpSignature(t *testing.T) {
	pair := key.FromSeed([32]byte{7})
	m := New(room.New(5, "a match", engine, 1, false))
	do := func(p room.Packet) {
		b := m.Begin(3)
		if taken, err := b.Append(room.Key(pair.ID()), m.Sequence(pair.ID())+1, p.Append(nil)); !taken || err != nil {
			t.Fatal(taken, err)
		}
		if m.Step(b.Turn()); len(m.Refused()) > 0 {
			t.Fatal(m.Refused()[0].Why)
		}
	}
	do(room.Packet{Kind: room.Sit, Number: 1})
	do(room.Packet{Kind: room.Ready, Number: 1})
	for m.Room().Generation() < 3 {
		m.Step(m.Begin(3).Turn())
	}
	do(room.Packet{Kind: room.Draft, Body: []byte("won")})
	do(room.Packet{Kind: room.Report, Header: room.Header{Done: 1}, Signature: m.Room().Sign(pair, 1, []byte("won"))})
	s := m.Snapshot(nil)
	if m.Room().Phase() != room.Ended || new(Machine).Restore(s) != nil {
		t.Fatal("the signed result is not taken")
	}
	at := bytes.LastIndex(s, []byte("won"))
	if copy(s[at:], "got"); new(Machine).Restore(s) == nil {
		t.Error("takes a result that nobody has signed")
	}
}
