package recordlist

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// chain makes consecutive records, the first of which founds a world.
func chain(n int) (list []*epoch.Record) {
	p := key.FromSeed([32]byte{1})
	r := &epoch.Record{Reason: epoch.Founded, World: [32]byte{1}, Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true, Voters: []epoch.Voter{{Key: p.ID(), Incarnation: 1}}}
	for range n {
		r.Sign(p)
		list = append(list, r)
		next := r.After(epoch.Committee, epoch.Position{Turn: r.FirstTurn + 1})
		next.Voters = r.Voters
		r = next
	}
	return list
}

func part(t *testing.T, b []byte) *Part {
	t.Helper()
	p, err := DecodePart(b)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// TestReply: the answer follows the first named record that is known, and all of a list begins with the
// ancestry.
func TestReply(t *testing.T) {
	list, ancestry := chain(9), chain(2)
	tail := list[4:]
	name := func(i int) Name { return Name{list[i].Number, list[i].Hash()} }
	other := Name{list[6].Number, [32]byte{9}}
	for _, c := range []struct {
		name  string
		names []Name
		of    []*epoch.Record
		after [32]byte
		want  []*epoch.Record // nil: no answer
	}{
		{"all", nil, list, [32]byte{}, list},
		{"all of a tail", nil, tail, [32]byte{}, nil},
		{"of nothing", nil, nil, [32]byte{}, nil},
		{"after the last", []Name{name(8)}, list, list[8].Hash(), list[9:]},
		{"after one of a tail", []Name{name(6)}, tail, list[6].Hash(), list[7:]},
		{"after one before a tail", []Name{name(3)}, tail, [32]byte{}, nil},
		{"after another of that number", []Name{other}, list, [32]byte{}, nil},
		{"after the second named", []Name{other, name(5), name(1)}, list, list[5].Hash(), list[6:]},
		{"after one that is not yet", []Name{{Number: 10}}, list, [32]byte{}, nil},
		{"after number zero", []Name{{}}, list, [32]byte{}, nil},
	} {
		messages := Reply(c.names, c.of, ancestry)
		if c.want == nil {
			if messages != nil {
				t.Errorf("%s: %d messages", c.name, len(messages))
			}
			continue
		}
		if c.names == nil {
			if Step(messages[0]) != Ancestry {
				t.Errorf("%s: no ancestry", c.name)
			}
			messages = messages[1:]
		}
		var q Collector
		got, done, err := q.Add(part(t, messages[0]), Usual)
		if !done || err != nil || !same(got, c.want) || part(t, messages[0]).After != c.after {
			t.Errorf("%s: %d records, done %v, %v", c.name, len(got), done, err)
		}
	}
}

func same(a, b []*epoch.Record) bool {
	return slices.EqualFunc(a, b, func(a, b *epoch.Record) bool { return a.Hash() == b.Hash() })
}

// TestBounds: a list with a gap, one that is too long or too large, and parts of another one are refused, and
// so is the rest of a refused list.
func TestBounds(t *testing.T) {
	list := chain(200)
	size := len(Append(nil, list))
	for _, c := range []struct {
		name string
		list []*epoch.Record
		most Bound
		want bool
	}{
		{"as it is", list, Bound{len(list), size}, true},
		{"one record too many", list, Bound{len(list) - 1, size}, false},
		{"one byte too many", list, Bound{len(list), size - 1}, false},
		{"a gap", append(slices.Clone(list[:3]), list[4:]...), Usual, false},
		{"backwards", append(slices.Clone(list[:3]), list[1:]...), Usual, false},
	} {
		var q Collector
		messages := Encode(Answer, [32]byte{}, c.list)
		if len(messages) < 3 {
			t.Fatalf("%d messages", len(messages))
		}
		failed := false
		for _, m := range messages {
			got, done, err := q.Add(part(t, m), c.most)
			if failed && !errors.Is(err, ErrOther) || c.want && (err != nil || done && !same(got, c.list)) || done && !c.want {
				t.Errorf("%s: %d records, done %v, %v", c.name, len(got), done, err)
			}
			failed = failed || err != nil
		}
		if failed == c.want {
			t.Errorf("%s: refused: %v", c.name, failed)
		}
	}
	var q Collector
	if _, _, err := q.Add(part(t, Encode(Answer, list[4].Hash(), list[6:9])[0]), Usual); !errors.Is(err, ErrGap) {
		t.Errorf("a list that does not follow: %v", err)
	}
}

// TestCollected: however lists are cut short and mixed, a collected one is a list that was sent as a whole.
func TestCollected(t *testing.T) {
	list := chain(120)
	rapid.Check(t, func(t *rapid.T) {
		var q Collector
		for range rapid.IntRange(1, 5).Draw(t, "lists") {
			from := rapid.IntRange(0, len(list)-1).Draw(t, "from")
			to := rapid.IntRange(from, len(list)).Draw(t, "to")
			after := list[from].Previous
			messages := Encode(Told, after, list[from:to])
			if skip := rapid.IntRange(0, len(messages)).Draw(t, "lost"); rapid.Bool().Draw(t, "loses") && skip < len(messages) {
				messages = append(slices.Clone(messages[:skip]), messages[skip+1:]...)
			}
			for _, m := range messages {
				p, err := DecodePart(m)
				if err != nil {
					t.Fatal(err)
				}
				got, done, _ := q.Add(&p, Usual)
				if done && (p.After != after || len(got) > 0 && !same(got, list[from:from+len(got)]) || len(got) != to-from) {
					t.Fatalf("%d records of %d to %d", len(got), from, to)
				}
			}
		}
	})
}

// FuzzRecords: a message that decodes encodes to the same bytes, within its limits.
func FuzzRecords(f *testing.F) {
	list := chain(4)
	f.Add(EncodeAsk())
	f.Add(EncodeAsk(Name{3, [32]byte{1}}, Name{1, list[0].Hash()}))
	f.Add(EncodeAsk(make([]Name, MaxNames)...))
	f.Add(EncodeAsk(make([]Name, MaxNames+1)...))
	for step := byte(Answer); step <= Ancestry; step++ {
		f.Add(Encode(step, list[0].Hash(), list[1:])[0])
		f.Add(Encode(step, [32]byte{}, nil)[0])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 || wire.Kind(b[0]) != wire.Record {
			return
		}
		if Step(b) == Ask {
			names, err := DecodeAsk(b)
			if err == nil && (!bytes.Equal(EncodeAsk(names...), b) || len(names) > MaxNames) {
				t.Errorf("%x gave %v", b, names)
			}
			return
		}
		p, err := DecodePart(b)
		if err != nil {
			return
		}
		var q Collector
		records, err := p.Records()
		if err == nil && len(b) <= maxMessage {
			again := Encode(b[1], p.After, records)[0]
			again[len(again)-len(p.Bytes)-2], again[len(again)-len(p.Bytes)-1] = b[34], b[35]
			if !bytes.Equal(again, b) {
				t.Errorf("%x gave %x", b, again)
			}
		}
		if got, done, err := q.Add(&p, Bound{2, 1000}); done && (err != nil || len(got) > 2 || !p.First || !p.Last) {
			t.Errorf("%d records, %v", len(got), err)
		}
	})
}
