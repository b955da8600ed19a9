package epoch

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// TestShareOfCommandSignatures: a run has the same turns and terms for every receiver, and command signatures
// for those that share them.
func TestShareOfCommandSignatures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var signatures []byte
		body := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "body")
		n := rapid.IntRange(0, 20).Draw(t, "n")
		for place := range n {
			signatures = AppendCommandSignature(signatures, place, [key.HalfSize]byte{byte(place), 1})
		}
		if n > 0 {
			signatures = AppendAggregate(signatures, [key.HalfSize]byte{7})
		}
		data := signedEntry(body, signatures)
		for share, want := range map[Share][]byte{{Signatures: true}: signatures, {}: nil} {
			out := share.append(nil, data)
			if n := share.size(data); len(out) > n || n > len(out)+6 {
				t.Fatalf("%v: %d bytes, counted as %d", share, len(out), n)
			}
			k := wire.NewCursor(out)
			got := k.Blob(MaxData)
			if k.Done() != nil || !isTurn(got) {
				t.Fatalf("%v: %x", share, out)
			}
			b, w, err := splitTurn(got)
			if err != nil || !bytes.Equal(b, body) || !bytes.Equal(w, want) || !bytes.Equal(got, signedEntry(b, w)) {
				t.Fatalf("%v: body %x, signatures %x, %v", share, b, w, err)
			}
		}
	})
}

// FuzzSplitTurn: any bytes are refused or decode to a turn's entry that encodes to the same bytes.
func FuzzSplitTurn(f *testing.F) {
	f.Add(signedEntry([]byte("turn"), nil))
	f.Add(signedEntry([]byte("turn"), AppendAggregate(AppendCommandSignature(AppendCommandSignature(nil, 0, [key.HalfSize]byte{1}), 3, [key.HalfSize]byte{2}), [key.HalfSize]byte{3})))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !isTurn(data) {
			return
		}
		body, signatures, err := splitTurn(data)
		if err != nil {
			return
		}
		if again := signedEntry(body, signatures); !bytes.Equal(again, data) {
			t.Errorf("two encodings of one turn:\n%x\n%x", data, again)
		}
		last, rest := -1, signatures
		for {
			place, _, after, ok := ReadCommandSignature(rest)
			if !ok {
				break
			}
			if place <= last {
				t.Fatalf("place %d after %d", place, last)
			}
			last, rest = place, after
		}
		if len(signatures) > 0 && (last < 0 || len(rest) != key.HalfSize) {
			t.Fatalf("%d bytes are left", len(rest))
		}
		for _, s := range []Share{{}, {Signatures: true}} {
			s.append(nil, data)
		}
	})
}

// TestUncertainTurns: turns that cannot be judged are cut off and may come again. Wrong turns are refused,
// and their leader is ignored from then on. A voter is told before turns are replaced.
func TestUncertainTurns(t *testing.T) {
	now := time.Unix(0, 0)
	a, b := pair(1), pair(2)
	r := &Record{Reason: Founded, World: [32]byte{1}, Island: Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true,
		Voters: []Voter{{a.ID(), 1}, {b.ID(), 1}, {pair(3).ID(), 1}}}
	r.Sign(a)
	answer := map[string]error{"later": ErrUncertain, "forged": ErrUnsigned}
	var asked []Position
	e := New(Config{Record: r, Me: Voter{b.ID(), 1}, Fresh: true, Now: now, Parse: parseWords, VerifyCommands: func(before Position, turn Parsed, signatures []byte) error {
		asked = append(asked, before)
		return answer[string(turn.Bytes())]
	}})
	turn := func(words string) RunEntry { return RunEntry{2, signedEntry([]byte(words), nil)} }
	run := func(words ...string) *Run {
		out := &Run{Term: 2, Previous: 1, LogTerm: 1}
		for _, w := range words {
			out.Entries = append(out.Entries, turn(w))
		}
		out.Commit = out.Last()
		return out
	}
	if err := e.Accept(a.ID(), run("one", "two", "later", "three"), false); err != nil || e.Last().Turn != 2 || e.Committed() != 2 {
		t.Fatalf("%v: turn %d", err, e.Last().Turn)
	}
	if len(asked) != 3 || asked[2].Turn != 2 || asked[2].Hash != e.Last().Hash || asked[2].Index != e.Last().Index {
		t.Errorf("asked about what follows %v", asked)
	}
	delete(answer, "later")
	if err := e.Accept(a.ID(), run("one", "two", "later", "three"), false); err != nil || e.Last().Turn != 4 {
		t.Fatalf("%v: turn %d", err, e.Last().Turn)
	}
	ahead := run("one", "two", "later", "three", "forged", "four")
	if err := e.Accept(a.ID(), ahead, false); !errors.Is(err, ErrUnsigned) || !errors.Is(err, ErrInvalid) || e.Last().Turn != 4 {
		t.Fatalf("%v: turn %d", err, e.Last().Turn)
	}
	if err := e.Accept(a.ID(), run("one", "two", "later", "three", "five"), false); !errors.Is(err, ErrInvalid) {
		t.Errorf("a leader that forged is heard: %v", err)
	}
	five := Run{Term: 2, Previous: 1, LogTerm: 1, Entries: []RunEntry{turn("one"), turn("two"), turn("later"), turn("three"), turn("five")}, Commit: 5}
	if err := e.Accept(a.ID(), &five, true); err != nil { // a voter that passes on committed entries
		t.Fatal(err)
	}
}

// TestReplaces: a run that would replace uncommitted turns of the log is recognised.
func TestReplaces(t *testing.T) {
	a, b := pair(1), pair(2)
	r := &Record{Reason: Founded, World: [32]byte{1}, Island: Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true,
		Voters: []Voter{{a.ID(), 1}, {b.ID(), 1}, {pair(3).ID(), 1}}}
	r.Sign(a)
	e := New(Config{Record: r, Me: Voter{b.ID(), 1}, Fresh: true, Now: time.Unix(0, 0)})
	turn := func(term uint64, words string) RunEntry { return RunEntry{term, signedEntry([]byte(words), nil)} }
	if err := e.Accept(a.ID(), &Run{Term: 2, Previous: 1, LogTerm: 1, Commit: 2, Entries: []RunEntry{turn(2, "one"), turn(2, "two"), turn(2, "three")}}, false); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		run   Run
		after uint64
		yes   bool
	}{
		"of another before":  {Run{Term: 3, Previous: 4, LogTerm: 3, Entries: []RunEntry{turn(3, "four")}}, 0, false},
		"the same":           {Run{Term: 2, Previous: 1, LogTerm: 1, Entries: []RunEntry{turn(2, "one"), turn(2, "two")}}, 0, false},
		"more":               {Run{Term: 3, Previous: 4, LogTerm: 2, Entries: []RunEntry{turn(3, "four")}}, 0, false},
		"another":            {Run{Term: 3, Previous: 2, LogTerm: 2, Entries: []RunEntry{turn(2, "two"), turn(3, "other")}}, 2, true},
		"nothing instead":    {Run{Term: 3, Previous: 2, LogTerm: 2, Entries: []RunEntry{{3, nil}}}, 1, true},
		"of an older leader": {Run{Term: 1, Previous: 2, LogTerm: 1, Entries: []RunEntry{turn(1, "old")}}, 0, false},
		"what is committed":  {Run{Term: 3, Previous: 1, LogTerm: 1, Entries: []RunEntry{turn(3, "no")}}, 0, false},
	} {
		c.run.Commit = c.run.Last()
		for _, relayed := range []bool{false, true} {
			if after, yes := e.Replaces(a.ID(), &c.run, relayed); yes != c.yes || after != c.after {
				t.Errorf("%s: after turn %d, %v", name, after, yes)
			}
		}
		if _, yes := e.Replaces(pair(4).ID(), &c.run, false); yes {
			t.Errorf("%s, of a stranger: %v", name, yes)
		}
		if c.run.Commit = 2; c.yes && c.after == 2 {
			if _, yes := e.Replaces(a.ID(), &c.run, true); yes {
				t.Errorf("%s, passed on and not committed: %v", name, yes)
			}
		}
	}
	e.Renounce(time.Unix(0, 0), a.ID())
	if _, yes := e.Replaces(a.ID(), &Run{Term: 3, Previous: 2, LogTerm: 2, Entries: []RunEntry{{3, nil}}}, false); yes {
		t.Error("of a liar")
	}
}
