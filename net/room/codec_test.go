package room

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawn makes a packet of a random kind.
func drawn(t *rapid.T, x *table, who string) Packet {
	g := x.Generation()
	near := func(label string) uint32 {
		return uint32(max(0, int(g)+rapid.IntRange(-3, 4).Draw(t, label)))
	}
	_, v := x.Config()
	p := Packet{Kind: Kind(rapid.SampledFrom([]Kind{Sit, Watch, Leave, Draft, Configure, Ready, Ready, Ready, Reject, Play, Play, Play, Play, Play, Vote, Return, Report}).Draw(t, "kind"))}
	switch p.Kind {
	case Sit:
		p.Number, p.Text = rapid.Uint32Range(0, 4).Draw(t, "seat"), who
	case Watch:
		p.Text = who
	case Configure:
		p.Number = uint32(max(0, int(v)-rapid.IntRange(0, 1).Draw(t, "old")))
	case Draft:
		p.Number, p.Body = rapid.Uint32Range(0, 2).Draw(t, "from"), rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "piece")
	case Ready:
		p.Generation, p.Number = v, uint32(one(rapid.IntRange(0, 5).Draw(t, "on") > 0))
	case Reject:
		p.Generation, p.Text = v, "no"
	case Vote:
		p.Number = rapid.Uint32Range(0, 3).Draw(t, "ballot")
	case Report:
		p.Number, p.Done = rapid.Uint32Range(0, 1).Draw(t, "result"), near("done")
	default:
		p.Generation, p.Done = near("generation"), near("done")
		p.Digest, p.State = rapid.Uint64Range(0, uint64(one(rapid.IntRange(0, 9).Draw(t, "differs") == 0))).Draw(t, "digest"), rapid.Uint8Range(0, 2).Draw(t, "state")
		p.RoundTrip, p.FrameRate = rapid.Uint16Range(0, 600).Draw(t, "round trip"), rapid.Uint8().Draw(t, "frames")
		p.Body = rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "body")
	}
	return p
}

// TestRoomHolds: whatever players send, each has one seat at most, the phases only go on, generations are
// closed one by one with inputs of seats that are there, a strict one waits for all, what is refused changes
// nothing, and a room that was saved and restored at any moment goes on in the same way.
func TestRoomHolds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x := newTable(t, ball(), rapid.Bool().Draw(rt, "strict"))
		names := []string{"ann", "bo", "cy", "di"}
		for _, n := range names {
			x.pair(n)
		}
		for n := rapid.IntRange(0, 3).Draw(rt, "seated"); n > 0; n-- {
			x.do(names[n-1] + " sits 0")
		}
		for range 2 * rapid.IntRange(0, 1).Draw(rt, "ready") {
			for _, n := range names {
				x.do(n + " ready")
			}
		}
		if rapid.Bool().Draw(rt, "begun") {
			x.Advance(Countdown)
		}
		for range rapid.IntRange(1, 80).Draw(rt, "steps") {
			phase, open, before := x.Phase(), x.Generation(), x.Digest()
			who := rapid.SampledFrom(names).Draw(rt, "who")
			switch rapid.IntRange(0, 9).Draw(rt, "deed") {
			case 0, 1, 2:
				waits := false
				for k := range x.roster.seats {
					s := &x.roster.seats[k]
					waits = waits || s.here() && s.from <= open && !s.has(open)
				}
				vacant := slices.IndexFunc(x.roster.seats, func(s Seat) bool { return s.Vacant > 0 })
				x.Advance(step * uint64(rapid.IntRange(1, 2).Draw(rt, "ticks")))
				after := slices.IndexFunc(x.roster.seats, func(s Seat) bool { return s.Vacant > 0 })
				if x.strict && waits && vacant == after && x.Generation() > open && phase == Running {
					rt.Fatalf("a strict room closed generation %d without all packets", open)
				}
			case 3:
				x.Depart(x.key(who))
			default:
				p := drawn(rt, x, who)
				if p.Kind == Report {
					x.do(who + " reports " + itoa(p.Done) + " r" + itoa(p.Number))
				} else if err := x.send(who, p); err != nil && x.Digest() != before {
					rt.Fatalf("a refused packet changes the room: %v", err)
				}
			}
			if x.Phase() < phase || x.Generation() < open || x.Generation() > open+1 {
				rt.Fatalf("%s %d after %s %d", x.Phase(), x.Generation(), phase, open)
			}
			holders := map[Key]bool{}
			for k := range x.roster.seats {
				if s := &x.roster.seats[k]; s.Taken() {
					if holders[s.Holder] {
						rt.Fatal("a player has two seats")
					}
					holders[s.Holder] = true
				}
			}
			if x.Generation() > open && open > 0 {
				m, err := x.Master(open)
				if err != nil || m.Ticks < least || m.Ticks > most {
					rt.Fatalf("%+v %v", m, err)
				}
				for _, i := range m.Inputs {
					if m.Vacant&(1<<i.Seat) != 0 {
						rt.Fatalf("an input of a vacant seat: %+v", m)
					}
				}
			}
			if rapid.IntRange(0, 3).Draw(rt, "save") == 0 {
				state, digest := x.Append(nil), x.Digest()
				r, err := Restore(state, x.Log())
				if err != nil {
					rt.Fatal(err)
				}
				if again := r.Append(nil); !bytes.Equal(again, state) || r.Digest() != digest {
					rt.Fatal("another state after restoring")
				}
				x.Room = r
			}
		}
	})
}

// itoa writes a number in decimals.
func itoa(n uint32) string {
	b := []byte{byte('0' + n%10)}
	for n /= 10; n > 0; n /= 10 {
		b = append([]byte{byte('0' + n%10)}, b...)
	}
	return string(b)
}

// FuzzRestore: no bytes make Restore panic, and what it takes it writes again as it was.
func FuzzRestore(f *testing.F) {
	e := ball()
	r := New(1, "a match", e, 2, true)
	f.Add(r.Append(nil), []byte{})
	f.Add([]byte{}, []byte{3, 0, 0})
	f.Fuzz(func(t *testing.T, state, master []byte) {
		var masters [][]byte
		if len(master) > 0 {
			masters = append(masters, master)
		}
		r, err := Restore(state, masters)
		if err != nil {
			return
		}
		if !bytes.Equal(r.Append(nil), state) {
			t.Fatal("two encodings of one state")
		}
		r.Advance(600)
	})
}

// FuzzPacket: no bytes make ParsePacket or Apply panic, and what it reads it writes again as it was.
func FuzzPacket(f *testing.F) {
	for k := Sit; k < kindCount; k++ {
		p := Packet{Kind: k}
		if k == Play || k == Draft {
			p.Body = []byte("x")
		}
		f.Add(p.Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ParsePacket(1, Key{1}, b)
		if err != nil {
			return
		}
		if !bytes.Equal(p.Append(nil), b) {
			t.Fatal("two encodings of one packet")
		}
		r := New(1, "a match", ball(), 2, true)
		r.Apply(Key{1}, &Packet{Header: Header{Room: 1, Player: Key{1}}, Kind: Sit})
		if r.Apply(Key{1}, &p) == nil {
			r.Advance(3)
		}
	})
}
