package epoch

import "testing"

// words is a parsed turn of these tests.
type words struct{ b []byte }

func (w words) Bytes() []byte { return w.b }

// parseWords accepts every turn.
func parseWords(body []byte) (Parsed, error) { return words{body}, nil }

// TestCheckedHashes: a hash from check, and the parsed turn, are used for an equal turn, and for no other.
func TestCheckedHashes(t *testing.T) {
	e := chain{record: first()}
	entry := func(body string) []byte { return append([]byte{entryTurn}, body...) }
	one := e.check([32]byte{1}, 1, entry("one"), words{[]byte("one")})
	two := e.check(one, 2, entry("two"), words{[]byte("two")})
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
		got, parsed := e.known(c.before, c.turn, entry(c.body))
		if got != want || (parsed != nil) != c.kept || c.kept && string(parsed.Bytes()) != c.body {
			t.Errorf("%s: %x with %v, not %x", c.what, got[:4], parsed, want[:4])
		}
	}
	e.forget()
	if sum, parsed := e.known(one, 2, entry("two")); sum != two || parsed != nil {
		t.Error("what was forgotten is still known")
	}
}
