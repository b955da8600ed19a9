package epoch

import (
	"testing"
	"time"
)

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

// TestParsedOnce: a turn is parsed when it comes in, and again neither when frames repeat it nor when it is
// ordered. A leader's turn is ordered in the form in which it was closed. The log keeps no parsed turns.
func TestParsedOnce(t *testing.T) {
	parsed := map[string]int{}
	parse := func(body []byte) (Parsed, error) {
		parsed[string(body)]++
		return words{body}, nil
	}
	now := time.Unix(0, 0)
	voter := New(Config{Record: second(first()), Me: Voter{pair(2).ID(), 8}, Fresh: true, Now: now, Parse: parse})
	run := func(bodies ...string) *Run {
		out := &Run{Term: 2, Previous: 1, LogTerm: 1}
		for _, b := range bodies {
			out.Entries = append(out.Entries, RunEntry{2, signedEntry([]byte(b), nil)})
		}
		out.Commit = out.Last()
		return out
	}
	message := run("one", "two")
	data := message.Entries[1].Data
	for _, r := range []*Run{message, run("one", "two", "three"), run("one", "two", "three")} {
		if err := voter.Accept(pair(1).ID(), r, false); err != nil {
			t.Fatal(err)
		}
	}
	clear(data) // the message's memory is its sender's
	ordered := voter.Ready().Ordered
	if len(ordered) != 3 || len(parsed) != 3 {
		t.Fatalf("%d turns are ordered, %v", len(ordered), parsed)
	}
	for _, o := range ordered {
		if n := parsed[string(o.Body)]; n != 1 || o.Parsed == nil || string(o.Parsed.Bytes()) != string(o.Body) {
			t.Errorf("turn %d, %q: parsed %d times, and ordered as %v", o.Number, o.Body, n, o.Parsed)
		}
	}
	leader := New(Config{Record: first(), Me: Voter{pair(1).ID(), 7}, Fresh: true, Now: now, Parse: parse})
	own := &words{[]byte("own")}
	if err := leader.Close(now, own.b, nil, own); err != nil {
		t.Fatal(err)
	}
	if o := leader.Ready().Ordered; len(o) != 1 || o[0].Parsed != Parsed(own) || parsed["own"] != 0 {
		t.Errorf("ordered as %+v", o)
	}
	for _, e := range []*Epoch{voter, leader} {
		e.Turns(1, func(x Turn) bool {
			if x.Parsed != nil {
				t.Errorf("the log keeps turn %d parsed", x.Number)
			}
			return true
		})
		if len(e.chain.checks) > 0 {
			t.Errorf("%d turns are still kept parsed", len(e.chain.checks))
		}
	}
}
