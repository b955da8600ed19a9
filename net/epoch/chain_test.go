package epoch

import "testing"

// TestCheckedHashes: a hash from check is used for an equal turn, and for no other.
func TestCheckedHashes(t *testing.T) {
	e := chain{record: first()}
	entry := func(body string) []byte { return append([]byte{entryTurn}, body...) }
	one := e.check([32]byte{1}, 1, entry("one"))
	two := e.check(one, 2, entry("two"))
	e.checks[1].hash[0]++ // shows where the hash came from
	for _, c := range []struct {
		what   string
		before [32]byte
		turn   uint64
		body   string
		kept   bool
	}{
		{"what was checked", one, 2, "two", true},
		{"another body", one, 2, "twO", false},
		{"after another turn", [32]byte{1}, 2, "two", false},
		{"of another number", one, 3, "two", false},
		{"an earlier number", one, 0, "two", false},
	} {
		want := ChainHash(c.before, first().World, 1, c.turn, 1, []byte(c.body))
		if c.kept {
			if want != two {
				t.Fatal(c.what, "has another hash than it was checked with")
			}
			want[0]++
		}
		if got := e.known(c.before, c.turn, entry(c.body)); got != want {
			t.Errorf("%s: %x, not %x", c.what, got[:4], want[:4])
		}
	}
	e.forget()
	if e.known(one, 2, entry("two")) != two {
		t.Error("what was forgotten is still known")
	}
}
