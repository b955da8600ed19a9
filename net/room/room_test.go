package room

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"manyhold/net/key"
)

// table is a room with the players of a test.
type table struct {
	*Room
	t    *testing.T
	keys map[string]key.Pair
}

// ball is the engine of the tests.
func ball() Engine {
	return Engine{Name: "ball", Hash: [32]byte{1}, Seats: []string{"red 1", "blue 1", "red 2"}, Least: 2,
		Stages: []string{"map", "teams"}, States: []string{"play", "overtime"}, Moves: [][2]uint8{{0, 1}, {1, 2}}}
}

func newTable(t *testing.T, e Engine, strict bool) *table {
	t.Helper()
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	return &table{New(7, "a match", e, 42, strict), t, map[string]key.Pair{}}
}

// pair returns the keys of a player, which follow from the name.
func (x *table) pair(name string) key.Pair {
	if x.keys[name].IsZero() {
		var seed [32]byte
		copy(seed[:], name)
		x.keys[name] = key.FromSeed(seed)
	}
	return x.keys[name]
}

func (x *table) key(name string) Key { return Key(x.pair(name).ID()) }

// send applies a packet of a player.
func (x *table) send(name string, p Packet) error {
	Attest(x.Room, x.pair(name), &p)
	b := p.Append(nil)
	got, err := ParsePacket(x.ID(), x.key(name), b)
	if err != nil || len(b) > MaxPacket {
		x.t.Fatalf("a packet of %d bytes does not come through: %v", len(b), err)
	}
	return x.Apply(got.Player, &got)
}

// play sends the packet of a player for the next generation that it can be for, with a digest.
func (x *table) play(name string, digest uint64, body string) error {
	done := x.Generation() - 1
	return x.send(name, Packet{Kind: Play, Header: Header{Generation: x.Generation(), Done: done, Digest: digest, State: 1, RoundTrip: 20, FrameRate: 60}, Body: []byte(body)})
}

// do carries out a line of a transcript, and returns what is refused, or the state.
func (x *table) do(line string) string {
	w := strings.Fields(line)
	number := func(k int) uint32 {
		n, err := strconv.ParseUint(w[k], 0, 32)
		if err != nil {
			x.t.Fatalf("%s: %v", line, err)
		}
		return uint32(n)
	}
	var err error
	switch who := w[0]; w[1] {
	case "passes": // time passes
		for range number(2) / step {
			x.Advance(step)
		}
	case "sits":
		err = x.send(who, Packet{Kind: Sit, Number: number(2), Text: who})
	case "watches":
		err = x.send(who, Packet{Kind: Watch, Text: who})
	case "leaves":
		err = x.send(who, Packet{Kind: Leave})
	case "departs":
		x.Depart(x.key(who))
	case "configures":
		if err = x.send(who, Packet{Kind: Draft, Body: []byte(w[3])}); err == nil {
			err = x.send(who, Packet{Kind: Configure, Number: number(2)})
		}
	case "ready", "unready":
		_, v := x.Config()
		err = x.send(who, Packet{Kind: Ready, Header: Header{Generation: v}, Number: uint32(one(w[1] == "ready"))})
	case "rejects":
		_, v := x.Config()
		err = x.send(who, Packet{Kind: Reject, Header: Header{Generation: v}, Text: strings.Join(w[2:], " ")})
	case "plays": // plays DIGEST [BODY]
		err = x.play(who, uint64(number(2)), strings.Join(w[3:], " "))
	case "holds": // holds the viewers' view back by SECONDS
		err = x.send(who, Packet{Kind: Hold, Number: number(2)})
	case "sits-nameless":
		err = x.send(who, Packet{Kind: Sit, Number: number(2)})
	case "watches-nameless":
		err = x.send(who, Packet{Kind: Watch})
	case "votes":
		err = x.send(who, Packet{Kind: Vote, Number: map[string]uint32{"pause": 1, "resume": 2, "go": 3, "odd": 9}[w[2]]})
	case "returns": // returns DONE DIGEST
		err = x.send(who, Packet{Kind: Return, Header: Header{Done: number(2), Digest: uint64(number(3))}})
	case "misses": // misses SEAT: its node hears nothing of that seat
		about := x.Generation()
		if x.Phase() == Setup {
			_, about = x.Config()
		}
		err = x.send(who, Packet{Kind: Miss, Header: Header{Generation: about}, Number: number(2)})
	case "repeats": // repeats DONE DIGEST: what it came to when it executed everything again
		err = x.send(who, Packet{Kind: Again, Header: Header{Done: number(2), Digest: uint64(number(3)), State: 1}})
	case "reports": // reports DONE RESULT
		p := Packet{Kind: Report, Header: Header{Done: number(2)}, Signature: x.Sign(x.pair(who), number(2), []byte(w[3]))}
		if err = x.send(who, Packet{Kind: Draft, Body: []byte(w[3])}); err == nil {
			err = x.send(who, p)
		}
	default:
		x.t.Fatalf("unknown line %q", line)
	}
	if err != nil {
		var r *Refusal
		if !errors.As(err, &r) {
			x.t.Fatalf("%s: %T %v", line, err, err)
		}
		return "refused: " + err.Error()
	}
	return x.words()
}

// words describes the state in a line.
func (x *table) words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s", x.Phase(), x.Child())
	if x.Phase() == Running {
		fmt.Fprintf(&b, " %d", x.Generation())
	}
	for k := range x.Seats() {
		s := &x.Seats()[k]
		b.WriteString(" ")
		switch {
		case !s.Taken():
			b.WriteString("-")
			continue
		case s.Vacant > 0:
			b.WriteString("(" + s.Name + ")")
		default:
			b.WriteString(s.Name)
		}
		for _, f := range []struct {
			on   bool
			mark string
		}{{s.HoldsUp(), "?"}, {s.Ready, "+"}, {s.Lagging, "~"}, {s.Diverged > 0, "!"}} {
			if f.on {
				b.WriteString(f.mark)
			}
		}
	}
	for _, v := range x.Viewers() {
		b.WriteString(" [" + v.Name + "]")
	}
	if x.ViewDelay() > 0 {
		fmt.Fprintf(&b, " %ds late", x.ViewDelay())
	}
	if x.Invalid() != "" {
		fmt.Fprintf(&b, " invalid: %s", x.Invalid())
	}
	if o := x.Outcome(); o.After > 0 {
		fmt.Fprintf(&b, " result %s by %d", o.Result, len(o.Signed))
		if x.Phase() == Ended && !Full(x.Room) {
			b.WriteString(", not full")
		}
		for _, p := range Objections(x.Room) {
			fmt.Fprintf(&b, ", seat %d says %s", p.Seat+1, p.Result)
		}
	}
	for _, d := range Dismissed(x.Room) {
		fmt.Fprintf(&b, " seat %d sent away by %b", d.Seat+1, d.By)
	}
	return b.String()
}

var update = flag.Bool("update", false, "write the outcomes of transcripts as they are now")

// TestTranscripts: what a room does, line by line. Each file of testdata is a room, and lines of a deed and
// its outcome.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var x *table
			var now strings.Builder
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSpace(line)
				deed, want, _ := strings.Cut(line, " = ")
				switch {
				case line == "" || line[0] == '#':
				case x == nil:
					x = newTable(t, ball(), line == "room strict")
				default:
					got := x.do(deed)
					if line = deed + " = " + got; got != want && !*update {
						t.Fatalf("%s\n got %q\nwant %q", deed, got, want)
					}
				}
				fmt.Fprintln(&now, line)
			}
			if *update {
				if err := os.WriteFile(path, []byte(now.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// three returns a running room with three players.
func three(t *testing.T, strict bool) *table {
	x := newTable(t, ball(), strict)
	for _, line := range strings.Split("ann sits 1|bo sits 2|cy sits 3|ann ready|bo ready|cy ready|ann ready|bo ready|cy ready|time passes 180|time passes 6", "|") {
		x.do(line)
	}
	if got := x.words(); got != "running/iterating 3 ann bo cy" {
		t.Fatal(got)
	}
	return x
}

// TestTransitions: the phases only go on; the engine's transitions are those that it declares, and another
// one is refused by its names.
func TestTransitions(t *testing.T) {
	for from := Setup; from <= Ended; from++ {
		for to := Setup; to <= Ended; to++ {
			want := from == Setup && to == Running || from != Ended && to == Ended
			func() {
				defer func() {
					if p := recover(); (p == nil) != want || p != nil && !strings.Contains(fmt.Sprint(p), fmt.Sprintf("from %s to %s", from, to)) {
						t.Errorf("from %s to %s: %v", from, to, p)
					}
				}()
				x := newTable(t, ball(), false)
				x.phase = from
				x.enter(to)
			}()
		}
	}
	x := three(t, false)
	for _, s := range []struct {
		state uint8
		child string
		wrong string
	}{{2, "iterating", "no transition from the beginning to overtime"}, {1, "play", ""}, {2, "overtime", ""}, {1, "overtime", "no transition from overtime to play"}} {
		for _, who := range []string{"ann", "bo", "cy"} {
			g := x.Generation()
			if err := x.send(who, Packet{Kind: Play, Header: Header{Generation: g, Done: g - 1, Digest: 1, State: s.state}}); err != nil {
				t.Fatal(err)
			}
		}
		x.Advance(step)
		err := x.Illegal()
		if x.Child() != s.child || s.wrong != "" && (err == nil || err.Error() != s.wrong) {
			t.Errorf("state %d: %s, %v", s.state, x.Child(), err)
		}
	}
	if err := x.send("ann", Packet{Kind: Play, Header: Header{Generation: x.Generation(), Done: x.Generation() - 1, State: 3}}); err == nil || !strings.Contains(err.Error(), "does not declare") {
		t.Errorf("a state beyond those declared: %v", err)
	}
}

// TestHeader: what does not fit the header is refused, and the body comes through as it is.
func TestHeader(t *testing.T) {
	x := three(t, true)
	ann := x.key("ann")
	for _, c := range []struct {
		name string
		p    Packet
		want Why
	}{
		{"another room", Packet{Header: Header{Room: 8, Player: ann}, Kind: Play}, OtherRoom},
		{"another player", Packet{Header: Header{Room: 7, Player: x.key("bo")}, Kind: Play}, OtherPlayer},
		{"an unknown kind", Packet{Header: Header{Room: 7, Player: ann}, Kind: kindCount}, Unknown},
		{"no kind", Packet{Header: Header{Room: 7, Player: ann}}, Unknown},
		{"an old generation", Packet{Header: Header{Room: 7, Player: ann, Generation: 2}, Kind: Play}, OldGeneration},
		{"a generation that is far ahead", Packet{Header: Header{Room: 7, Player: ann, Generation: 3 + Ahead + 1}, Kind: Play}, FarGeneration},
		{"the digest of a generation that is not closed", Packet{Header: Header{Room: 7, Player: ann, Generation: 3, Done: 3}, Kind: Play}, FarGeneration},
		{"a large body", Packet{Header: Header{Room: 7, Player: ann, Generation: 3}, Kind: Play, Body: make([]byte, MaxBody+1)}, TooLong},
		{"a seat that is not vacant", Packet{Header: Header{Room: 7, Player: ann, Done: 2}, Kind: Return}, NotVacant},
		{"a result without a signature", Packet{Header: Header{Room: 7, Player: ann, Done: 2}, Kind: Report}, BadSignature},
		{"a piece that does not follow", Packet{Header: Header{Room: 7, Player: ann}, Kind: Draft, Number: 5, Body: []byte("x")}, Misplaced},
	} {
		before := x.Digest()
		err := x.Apply(ann, &c.p)
		var r *Refusal
		if !errors.As(err, &r) || r.Why != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if x.Digest() != before {
			t.Errorf("%s: the refused packet changes the room", c.name)
		}
	}
	bodies := map[string]string{"ann": "\x00\xff opaque", "bo": "", "cy": strings.Repeat("\n", MaxBody)}
	for who, b := range bodies {
		if err := x.send(who, Packet{Kind: Play, Header: Header{Generation: 3, Done: 2}, Body: []byte(b)}); err != nil {
			t.Fatal(err)
		}
	}
	x.Advance(step)
	m, err := x.Master(3)
	if err != nil || len(m.Inputs) != 2 || m.Inputs[0].Seat != 0 || string(m.Inputs[0].Body) != bodies["ann"] || m.Inputs[1].Seat != 2 || string(m.Inputs[1].Body) != bodies["cy"] {
		t.Errorf("%+v %v", m, err)
	}
	if _, err := x.Master(4); err == nil {
		t.Error("an open generation has a master")
	}
}
