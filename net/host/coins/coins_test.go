package coins

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/host/machine"
)

// person returns one of a few authors.
func person(n int) (key Author) {
	key[0], key[31] = byte(n+1), byte(n)
	return key
}

// anyCommand draws a command.
func anyCommand(t *rapid.T) []byte {
	someone := person(rapid.IntRange(0, 5).Draw(t, "to"))
	switch rapid.IntRange(0, 9).Draw(t, "command") {
	case 0:
		return Step(rapid.Int8().Draw(t, "places"))
	case 1:
		return Pay(someone, rapid.Uint64Range(0, 2000).Draw(t, "coins"))
	case 2:
		return Make()
	case 3, 4:
		return Take()
	case 5:
		return Drop()
	case 6:
		return Break()
	case 7:
		return Walk(rapid.Uint64Range(1, 2).Draw(t, "island"))
	case 8:
		return Send(rapid.Uint64Range(1, 2).Draw(t, "island"), someone, rapid.Uint64Range(0, 50).Draw(t, "coins"))
	}
	return Say(rapid.StringN(0, 20, 100).Draw(t, "words"))
}

// turn draws a turn of an island and counts the commands it took.
func turn(t *rapid.T, m *Machine, seq *[6]uint64) machine.Builder {
	out := m.Begin(3)
	for range rapid.IntRange(0, 6).Draw(t, "commands") {
		author := rapid.IntRange(0, 5).Draw(t, "author")
		if rapid.IntRange(0, 9).Draw(t, "departs") == 0 {
			out.Depart(person(author))
			continue
		}
		if taken, err := out.Append(person(author), seq[author]+1, anyCommand(t)); err == nil && taken {
			seq[author]++
		}
	}
	return out
}

// execute executes a turn and looks at the holdings.
func execute(t *rapid.T, m *Machine, turn machine.Turn) {
	m.Step(turn)
	if words := m.Holdings(); words != "" {
		t.Fatal(words)
	}
}

// whole fails unless the islands together have every coin and every item once.
func whole(t *rapid.T, islands ...*Machine) {
	coins, entered, made := uint64(0), 0, uint64(0)
	var items []Item
	for _, m := range islands {
		expect := func(to uint64) uint64 {
			for _, o := range islands {
				if o.Self() == to {
					return o.Expect(m.Self())
				}
			}
			return 1
		}
		coins += m.Total(expect)
		items = m.Items(items, expect)
		entered += len(m.Entered)
		made += m.Goods().Made - m.Goods().Broken
	}
	if coins != uint64(entered)*Purse || uint64(len(items)) != made {
		t.Fatalf("%d coins of %d accounts, %d items of %d", coins, entered, len(items), made)
	}
	seen := map[Item]bool{}
	for _, x := range items {
		if x.Holder, x.Place = (Author{}), 0; seen[x] {
			t.Fatalf("item %d of %x is there twice", x.Seq, x.Maker[:4])
		}
		seen[x] = true
	}
}

// TestHoldings: whatever players do on two islands, nothing is lost or doubled; a state that was written and
// read goes on in the same way.
func TestHoldings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		home, far, copied := New(), on(2, 0), &Machine{}
		var seq [6]uint64
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			for _, m := range []*Machine{home, far} {
				body := turn(t, m, &seq)
				other := home
				if m == home {
					other = far
				}
				for i, p := range other.Parcels(m.Self(), 0, nil) {
					o, _ := other.findOutbox(m.Self())
					_, _ = body.Deliver(other.Self(), other.outboxes[o].first+uint64(i), p)
				}
				_, _ = body.Acknowledge(other.Self(), other.Expect(m.Self()))
				built := body.Turn()
				parsed, err := copied.Parse(built.Bytes())
				if err != nil {
					t.Fatal(err)
				}
				if m == home {
					if err := copied.Restore(m.Snapshot(nil)); err != nil {
						t.Fatal(err)
					}
					execute(t, copied, parsed)
				}
				execute(t, m, built)
				whole(t, home, far)
			}
			if home.Digest() != copied.Digest() || !bytes.Equal(home.Snapshot(nil), copied.Snapshot(nil)) {
				t.Fatal("a state that was read goes on differently")
			}
		}
		if home.Repeated()+far.Repeated() != 0 {
			t.Fatal("repeated")
		}
		if err := home.Absorb(far.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		whole(t, home)
		if words := home.Holdings(); words != "" {
			t.Fatal(words)
		}
	})
}

// TestReconcile: of two branches nothing is lost or doubled, whatever was done in each.
func TestReconcile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		firm := New()
		var seq [6]uint64
		for range rapid.IntRange(0, 8).Draw(t, "turns") {
			execute(t, firm, turn(t, firm, &seq).Turn())
		}
		base, branch := firm.Snapshot(nil), &Machine{}
		if err := branch.Restore(base); err != nil {
			t.Fatal(err)
		}
		apart := seq
		for range rapid.IntRange(0, 8).Draw(t, "turns apart") {
			execute(t, firm, turn(t, firm, &seq).Turn())
			execute(t, branch, turn(t, branch, &apart).Turn())
		}
		if _, err := firm.Reconcile(base, branch.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if words := firm.Holdings(); words != "" {
			t.Fatal(words)
		}
		whole(t, firm)
	})
}

// TestReconcileItems: new and broken items of a branch are taken in.
func TestReconcileItems(t *testing.T) {
	m := New()
	run := func(m *Machine, seq uint64, bodies ...[]byte) {
		t.Helper()
		turn := m.Begin(3)
		for i, b := range bodies {
			if _, err := turn.Append(person(0), seq+uint64(i), b); err != nil {
				t.Fatal(err)
			}
		}
		m.Step(turn.Turn())
	}
	run(m, 1, Make(), Take())
	base, branch := m.Snapshot(nil), &Machine{}
	if err := branch.Restore(base); err != nil {
		t.Fatal(err)
	}
	run(branch, 3, Break(), Make(), Make())
	if _, err := m.Reconcile(base, branch.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if m.Goods() != (Tally{Made: 3, Broken: 1}) || len(m.items) != 2 || m.items[0].Seq != 4 || m.Holdings() != "" {
		t.Errorf("%+v, %+v", m.Goods(), m.items)
	}
}

// TestRepeated: a command that comes again is counted and has no effect.
func TestRepeated(t *testing.T) {
	m := New()
	b := m.Begin(3)
	_, _ = b.Append(person(0), 1, Make())
	turn := b.Turn()
	for range 2 {
		m.Step(turn)
	}
	if m.Repeated() != 1 || len(m.items) != 1 {
		t.Errorf("%d repeated, %d items", m.Repeated(), len(m.items))
	}
}

// TestOrder: the same commands in another order leave another state.
func TestOrder(t *testing.T) {
	var digests [2]uint64
	for i, order := range [2][2]int{{0, 1}, {1, 0}} {
		m := New()
		turn := m.Begin(3)
		for _, author := range order {
			_, _ = turn.Append(person(author), 1, Say("here"))
		}
		m.Step(turn.Turn())
		digests[i] = m.Digest()
	}
	if digests[0] == digests[1] {
		t.Error("the order does not show")
	}
}

// FuzzRestore: every snapshot that is accepted is the only encoding of its state.
func FuzzRestore(f *testing.F) {
	m := New()
	f.Add(m.Snapshot(nil))
	turn := m.Begin(3)
	_, _ = turn.Append(person(0), 1, Make())
	m.Step(turn.Turn())
	f.Add(m.Snapshot(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m Machine
		if m.Restore(b) == nil && !bytes.Equal(m.Snapshot(nil), b) {
			t.Error("another encoding")
		}
	})
}

// FuzzStep: every turn that Parse accepts is executed, and nothing is lost or doubled.
func FuzzStep(f *testing.F) {
	for n := range 2 {
		turn := New().Begin(3)
		for i, body := range [][]byte{Pay(person(1), 7), Make(), Take(), Walk(7)}[:1+3*n] {
			_, _ = turn.Append(person(0), uint64(i)+1, body)
		}
		f.Add(turn.Turn().Bytes())
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m := New()
		if turn, err := m.Parse(body); err == nil {
			m.Step(turn)
		}
		if words := m.Holdings(); words != "" {
			t.Error(words)
		}
	})
}
