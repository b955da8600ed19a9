package table

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// pairKey begins like many others: its prefix is the first number alone.
type pairKey struct{ first, second uint8 }

func (k pairKey) Prefix() uint64 { return uint64(k.first) }
func (k pairKey) Compare(o pairKey) int {
	return cmp.Or(cmp.Compare(k.first, o.first), cmp.Compare(k.second, o.second))
}

// A table has what a map would have, in ascending order, after any changes; also where keys share a prefix.
func TestTableIsASortedMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var table Table[pairKey, int]
	model := map[pairKey]int{}
	for step := range 5000 {
		k := pairKey{uint8(random.IntN(6)), uint8(random.IntN(6))}
		if random.IntN(3) == 0 {
			_, had := model[k]
			delete(model, k)
			if table.Delete(k) != had {
				t.Fatalf("step %d: Delete(%v) is not %v", step, k, had)
			}
		} else {
			table.Set(k, step)
			model[k] = step
		}
		sorted := slices.SortedFunc(maps.Keys(model), pairKey.Compare)
		if !slices.Equal(table.Keys(), sorted) || table.Len() != len(model) {
			t.Fatalf("step %d: keys %v, want %v", step, table.Keys(), sorted)
		}
		for i, k := range sorted {
			if v, ok := table.Find(k); !ok || v != model[k] || table.Values()[i] != v || table.Get(k) != v || !table.Has(k) {
				t.Fatalf("step %d: %v has %d, want %d", step, k, v, model[k])
			}
		}
		absent := pairKey{uint8(random.IntN(8)), 9}
		if v, ok := table.Find(absent); ok || v != 0 || table.Has(absent) {
			t.Fatalf("step %d: found %v, which was never set", step, absent)
		}
	}
}

// A list that was taken before a change stays as it was.
func TestListsStay(t *testing.T) {
	var table Table[Number, string]
	table.Set(3, "c")
	table.Set(1, "a")
	keys, values := table.Keys(), table.Values()
	var seen []Number
	for k := range table.All() {
		seen = append(seen, k)
		table.Set(k, "other")
		table.Set(2, "b")
		table.Delete(3)
	}
	if !slices.Equal(keys, []Number{1, 3}) || !slices.Equal(values, []string{"a", "c"}) || !slices.Equal(seen, keys) {
		t.Errorf("the lists changed: %v, %v, walked %v", keys, values, seen)
	}
	if !slices.Equal(table.Keys(), []Number{1, 2}) {
		t.Errorf("the table has %v", table.Keys())
	}
}

// The version grows with each change, and only with changes.
func TestVersion(t *testing.T) {
	var table Table[Number, int]
	expect := func(want uint64) {
		t.Helper()
		if table.Version() != want {
			t.Errorf("version %d, want %d", table.Version(), want)
		}
	}
	expect(0)
	table.Set(1, 1)
	expect(1)
	table.Set(1, 2)
	expect(2)
	table.Get(1)
	if table.Delete(7) {
		t.Error("deleted 7, which was never set")
	}
	expect(2)
	table.Delete(1)
	expect(3)
}

func BenchmarkGet(b *testing.B) {
	var table Table[Number, int]
	for i := range 64 {
		table.Set(Number(i)*0x9e3779b97f4a7c15, i)
	}
	keys := table.Keys()
	for i := 0; b.Loop(); i++ {
		if table.Get(keys[i%len(keys)]) < 0 {
			b.Fatal("a value that was never set")
		}
	}
}
