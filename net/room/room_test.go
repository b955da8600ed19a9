package room

import (
	"errors"
	"fmt"
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
	case "votes":
		err = x.send(who, Packet{Kind: Vote, Number: map[string]uint32{"pause": 1, "resume": 2, "go": 3, "odd": 9}[w[2]]})
	case "returns": // returns DONE DIGEST
		err = x.send(who, Packet{Kind: Return, Header: Header{Done: number(2), Digest: uint64(number(3))}})
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

// follows carries out a transcript: lines "deed = outcome".
func (x *table) follows(text string) {
	x.t.Helper()
	for line := range strings.Lines(text) {
		do, want, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			continue
		}
		if got := x.do(do); got != want {
			x.t.Fatalf("%s\n got %q\nwant %q", do, got, want)
		}
	}
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
		}{{s.Ready, "+"}, {s.Lagging, "~"}, {s.Diverged > 0, "!"}} {
			if f.on {
				b.WriteString(f.mark)
			}
		}
	}
	for _, v := range x.Viewers() {
		b.WriteString(" [" + v.Name + "]")
	}
	if x.Invalid() != "" {
		fmt.Fprintf(&b, " invalid: %s", x.Invalid())
	}
	if o := x.Outcome(); o.After > 0 {
		fmt.Fprintf(&b, " result %s by %d", o.Result, len(o.Signed))
	}
	return b.String()
}

// TestTranscripts: what a room does, line by line.
func TestTranscripts(t *testing.T) {
	const two = "ann sits 1 = setup/map ann - -\nbo sits 2 = setup/map ann bo -\n"
	const running = two + "ann ready = setup/map ann+ bo -\nbo ready = setup/teams ann bo -\nann ready = setup/teams ann+ bo -\nbo ready = setup/countdown ann+ bo+ -\n" +
		"time passes 180 = running/iterating 1 ann bo -\ntime passes 6 = running/iterating 3 ann bo -\n"
	for _, c := range []struct {
		name   string
		strict bool
		text   string
	}{
		{"seats are taken in their order, and one for each player", false, `
			ann sits 0 = setup/map ann - -
			bo sits 1 = refused: seat taken
			bo sits 4 = refused: no such seat
			bo sits 0 = setup/map ann bo -
			ann sits 3 = setup/map - bo ann
			cy sits 0 = setup/map cy bo ann
			di sits 0 = refused: no seat left
			di watches = setup/map cy bo ann [di]
			cy leaves = setup/map - bo ann [di]
			di sits 0 = setup/map di bo ann
			di watches = setup/map - bo ann [di]
			ed leaves = refused: not seated
			ed ready = refused: not seated
			ed configures 0 x = refused: not seated
			bo departs = setup/map - - ann [di]`},
		{"the first configuration of a version is taken", false, two + `
			ann ready = setup/map ann+ bo -
			bo configures 0 small = setup/map ann bo -
			ann configures 0 large = refused: other version: it is 1
			ann configures 1 large = setup/map ann bo -`},
		{"a stage ends when all are ready, and a countdown stops when one withdraws", false, two + `
			ann ready = setup/map ann+ bo -
			bo ready = setup/teams ann bo -
			bo ready = setup/teams ann bo+ -
			ann ready = setup/countdown ann+ bo+ -
			time passes 60 = setup/countdown ann+ bo+ -
			bo unready = setup/teams ann+ bo -
			time passes 300 = setup/teams ann+ bo -
			bo ready = setup/countdown ann+ bo+ -
			cy sits 0 = setup/teams ann bo cy
			time passes 300 = setup/teams ann bo cy`},
		{"fewer than are needed do not begin", false, `
			ann sits 1 = setup/map ann - -
			ann ready = setup/map ann+ - -
			time passes 600 = setup/map ann+ - -`},
		{"the engine finds the setup invalid, not the room", false, two + `
			bo configures 0 huge = setup/map ann bo -
			ann rejects the map has 9999 tiles = setup/map ann bo - invalid: the map has 9999 tiles
			ann ready = setup/map ann+ bo - invalid: the map has 9999 tiles
			bo ready = setup/map ann+ bo+ - invalid: the map has 9999 tiles
			bo configures 1 small = setup/map ann bo -
			ann ready = setup/map ann+ bo -
			bo ready = setup/teams ann bo -`},
		{"a setup that nobody uses ends", false, `
			time passes 299 = setup/map - - -
			ann sits 1 = setup/map ann - -
			time passes 30000 = setup/map ann - -
			ann leaves = setup/map - - -
			time passes 18003 = ended/ - - -
			ann sits 1 = refused: wrong phase: the room is ended`},
		{"players are locked, others watch", false, running + `
			cy sits 3 = refused: wrong phase: the room is running
			ann configures 0 x = refused: wrong phase: the room is running
			cy watches = running/iterating 3 ann bo - [cy]
			cy plays 1 = refused: not seated
			ann watches = refused: wrong phase: the room is running`},
		{"a strict generation closes when all packets are there", true, running + `
			time passes 30 = running/iterating 3 ann bo -
			ann plays 5 north = running/iterating 3 ann bo -
			ann plays 5 south = refused: second packet
			time passes 30 = running/iterating 3 ann bo -
			bo plays 5 = running/play 3 ann bo -
			time passes 3 = running/play 4 ann bo -`},
		{"a strict room shows who lags, and goes on without who is lost", true, running + `
			ann plays 5 = running/iterating 3 ann bo -
			time passes 63 = running/iterating 3 ann bo~ -
			bo plays 5 = running/play 3 ann bo~ -
			time passes 3 = running/play 4 ann bo -
			ann plays 6 = running/play 4 ann bo -
			time passes 597 = running/play 4 ann bo~ -
			time passes 6 = running/play 5 ann (bo) -
			bo plays 7 = refused: not seated
			ann plays 7 = running/play 5 ann (bo) -
			time passes 3 = running/play 6 ann (bo) -
			bo returns 6 9 = refused: far generation: it is 6
			bo returns 5 9 = refused: not compared yet
			ann plays 9 = running/play 6 ann (bo) -
			bo returns 5 8 = refused: hash mismatch at turn 5
			bo returns 5 9 = running/play 6 ann bo -
			time passes 3 = running/play 7 ann bo -`},
		{"a flowing room does not wait", false, running + `
			time passes 6 = running/iterating 5 ann bo -
			bo plays 5 = running/iterating 5 ann bo -
			time passes 300 = running/iterating 105 ann~ bo~ -`},
		{"a vacant seat is kept for a minute", false, running + `
			bo departs = running/iterating 3 ann (bo) -
			time passes 3597 = running/iterating 1202 ann~ (bo) -
			time passes 3 = running/iterating 1203 ann~ - -
			bo returns 1202 1 = refused: not seated
			ann departs = running/iterating 1203 (ann) - -
			time passes 3600 = ended/ - - -`},
		{"a pause and its end need a majority, and all stop at the same generation", false, running + `
			ann votes pause = running/iterating 3 ann bo -
			time passes 3 = running/iterating 4 ann bo -
			bo votes pause = running/paused 4 ann bo -
			time passes 600 = running/paused 4 ann bo -
			bo votes resume = running/paused 4 ann bo -
			ann votes odd = refused: unknown kind
			ann votes go = refused: not halted
			ann votes resume = running/iterating 4 ann bo -
			time passes 3 = running/iterating 5 ann bo -`},
		{"who leaves does not hold up a vote", false, running + `
			ann votes pause = running/iterating 3 ann bo -
			bo leaves = running/paused 3 ann - -`},
		{"a result holds when a majority has signed it", false, running + `
			ann reports 2 3:1 = running/iterating 3 ann bo -
			bo reports 2 1:3 = running/iterating 3 ann bo -
			bo reports 9 3:1 = refused: far generation: it is 3
			ann reports 2 1:3 = ended/ ann bo - result 1:3 by 2
			ann reports 2 3:1 = refused: other result
			ann reports 2 1:3 = ended/ ann bo - result 1:3 by 2
			ann plays 1 = refused: wrong phase: the room is ended`},
		{"the engine's states are shown by their names", false, running + `
			ann plays 1 = running/iterating 3 ann bo -
			bo plays 1 = running/play 3 ann bo -`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newTable(t, ball(), c.strict)
			x.follows(c.text)
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

// TestDivergence: a strict room names the seat that differs, halts, and goes on without it by a vote; a
// flowing room only names it. Two that differ from each other are both named.
func TestDivergence(t *testing.T) {
	for _, c := range []struct {
		name   string
		strict bool
		text   string
	}{
		{"strict", true, `
			ann plays 5 = running/iterating 3 ann bo cy
			cy plays 6 = running/iterating 3 ann bo cy
			bo plays 5 = running/halted 3 ann bo cy!
			time passes 600 = running/halted 3 ann bo cy!
			cy votes go = running/halted 3 ann bo cy!
			ann votes go = running/halted 3 ann bo cy!
			bo votes go = running/play 3 ann bo (cy)!
			time passes 3 = running/play 4 ann bo (cy)!
			cy returns 2 6 = refused: hash mismatch at turn 2
			cy returns 2 5 = running/play 4 ann bo cy`},
		{"flowing", false, `
			ann plays 5 = running/iterating 3 ann bo cy
			cy plays 6 = running/iterating 3 ann bo cy
			bo plays 5 = running/play 3 ann bo cy!
			time passes 3 = running/play 4 ann bo cy!`},
		{"nobody has a majority", true, `
			ann plays 5 = running/iterating 3 ann bo cy
			cy plays 6 = running/iterating 3 ann bo cy
			bo plays 7 = running/halted 3 ann! bo! cy!`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := three(t, c.strict)
			x.follows(c.text)
		})
	}
}

// TestTransitions: the phases only go on; the engine's transitions are those that it declares, and another one
// is refused by its names.
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
