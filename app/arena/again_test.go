package arena

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"manyhold/net/room"
)

// dumps lets the hands of an omni write dumps, each into a directory of its own.
func (o *omni) dumps() (read func(k int) *Dump) {
	dirs := make([]string, len(o.all))
	for k, h := range o.all {
		dirs[k] = o.t.TempDir()
		c := &Client{o: Options{Dir: dirs[k], Log: discard}, pilot: *h.Pilot, name: "abcdefghijkl"}
		h.Pilot, h.looked = &c.pilot, c.noteDivergence
	}
	return func(k int) *Dump {
		o.t.Helper()
		list, err := os.ReadDir(dirs[k] + "/rooms")
		if err != nil || len(list) != 1 || !strings.HasPrefix(list[0].Name(), "abcdefgh-") {
			o.t.Fatalf("the dumps of %d: %v %v", k, list, err)
		}
		b, err := os.ReadFile(dirs[k] + "/rooms/" + list[0].Name())
		if err != nil || !IsDump(b) || IsArchive(b) {
			o.t.Fatal("it is no dump", err)
		}
		d, err := ReadDump(b)
		if err != nil {
			o.t.Fatal(err)
		}
		return d
	}
}

// named lists the seats that differ, from 1.
func (o *omni) named() (list []int) {
	for k := range o.r.Seats() {
		if o.r.Seats()[k].Diverged > 0 {
			list = append(list, k+1)
		}
	}
	return list
}

// hurt changes the memory of a player's machine: the health of the first figure.
func (h *hand) hurt() { h.Match().Island().Roster.Here[0].Health-- }

// TestTampered: a strict room halts when the memory of one machine was changed, and names its player, of
// three players or of two. Each machine writes down what it knows, and two dumps show which field differs.
// The others go on without that player by a vote; its machine has the right state then, and it comes back.
func TestTampered(t *testing.T) {
	for _, n := range []int{2, 3} {
		for _, liar := range []int{0, 1} {
			t.Run(fmt.Sprintf("player %d of %d", liar+1, n), func(t *testing.T) {
				o := newOmni(t, n, true, `{"seconds":300,"goals":9}`)
				for _, h := range o.all {
					h.do = walks
				}
				read := o.dumps()
				o.until(20, "some generations", func() bool { return o.all[n-1].Executed() > 40 })
				o.all[liar].hurt()
				at := o.all[liar].Executed()
				o.until(20, "the room halts", func() bool { return o.r.Child() == "halted" })
				halted := o.r.Generation()
				o.until(5, "one is named", func() bool { return len(o.named()) == 1 })
				if who := o.named()[0]; who != liar+1 || o.r.Seats()[liar].Diverged > at+5 {
					t.Fatalf("seat %d is named, for generation %d; changed at %d", who, o.r.Seats()[who-1].Diverged, at)
				}
				o.until(5, "it has the right state", func() bool { return o.all[liar].Undone() == 1 })
				for range 5 {
					o.turn()
				}
				if o.equal(); o.r.Generation() != halted || o.all[1-liar].Undone() > 0 {
					t.Errorf("halted at %d, and now at %d; the other went back %d times", halted, o.r.Generation(), o.all[1-liar].Undone())
				}
				checkDumps(t, o, read(1-liar), read(liar))
				for k, h := range o.all {
					if k != liar {
						o.must(h, room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
					}
				}
				if o.r.Child() == "halted" || o.r.Seats()[liar].Vacant == 0 {
					t.Fatal("the others do not go on")
				}
				o.until(20, "it is back", func() bool { return o.r.Seats()[liar].Vacant == 0 && o.r.Generation() > halted+40 })
				if o.equal(); len(o.named()) > 0 {
					t.Errorf("named: %v", o.named())
				}
			})
		}
	}
}

// checkDumps looks at the dump of a machine that is in order, and at that of the one that was changed.
func checkDumps(t *testing.T, o *omni, good, bad *Dump) {
	t.Helper()
	seat := o.r.Engine().Seats[o.named()[0]-1]
	if good.Seat != seat || bad.Seat != seat || bad.Mine != seat || good.Executed != bad.Executed || good.Again == nil || good.Again.Parted > 0 {
		t.Errorf("the dumps name %q and %q, after %d and %d: %+v", good.Seat, bad.Seat, good.Executed, bad.Executed, good.Again)
	}
	if bad.Again == nil || bad.Again.Digest != good.Digest || bad.Digest == good.Digest || bad.Again.Parted == 0 || bad.Again.Parted > bad.Generation {
		t.Fatalf("the changed one does not find itself: %+v", bad.Again)
	}
	first := o.all[0].Match().Island().Roster.Here[0]
	words := CompareDumps(good, bad)
	for _, want := range []string{
		"the state of " + seat + " differs; the states of " + good.Mine + " and " + seat + " after generation",
		fmt.Sprintf("players[0], seat %d: Health: ", first.Seat),
		good.Mine + " comes to the same state when it executes the match again",
		seat + " comes to another state when it executes the match again",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
	if words := CompareDumps(good, good); !strings.Contains(words, "same") {
		t.Errorf("two that agree: %s", words)
	}
}

// TestLiar: of two players, one has another state, and says that it comes to it when it executes the match
// again. Nobody can know which of them is right: the room stays halted, with both named, until one leaves.
func TestLiar(t *testing.T) {
	o := newOmni(t, 2, true, `{"seconds":300,"goals":9}`)
	for _, h := range o.all {
		h.do = walks
	}
	liar, told := o.all[1], uint64(0)
	liar.forge = func(p *room.Packet) {
		switch p.Kind {
		case room.Play:
			if p.Done > 40 {
				p.Digest++
			}
		case room.Again:
			p.Digest++
			told++
		}
	}
	o.until(30, "the room halts", func() bool { return o.r.Child() == "halted" })
	at := o.r.Generation()
	for range 20 * 30 {
		o.turn()
	}
	if told != 1 || o.r.Child() != "halted" || o.r.Generation() != at || len(o.named()) != 2 {
		t.Fatalf("told %d times, %s, generation %d, named %v", told, o.r.Child(), o.r.Generation(), o.named())
	}
	if o.all[0].Undone() > 0 || o.all[1].Undone() > 0 {
		t.Error("somebody gave its state up")
	}
	o.must(o.all[0], room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
	if o.r.Child() != "halted" {
		t.Error("one of two goes on by its own vote")
	}
	o.must(liar, room.Packet{Kind: room.Leave})
	o.all = o.all[:1]
	o.until(10, "the other goes on", func() bool { return o.r.Generation() > at+40 })
}

// TestFlowingDump: in a flowing room the match goes on, and the machines write the same generation down.
func TestFlowingDump(t *testing.T) {
	o := newOmni(t, 3, false, `{"seconds":300,"goals":9}`)
	for _, h := range o.all {
		h.do = walks
	}
	read := o.dumps()
	o.until(20, "some generations", func() bool { return o.all[2].Executed() > 40 })
	o.all[1].hurt()
	at := o.r.Generation()
	o.until(20, "the match goes on", func() bool { return o.r.Generation() > at+120 })
	a, b := read(0), read(1)
	if a.Executed != b.Executed || a.Seat != "blue-1" || a.Again != nil {
		t.Errorf("after %d and %d, of %q", a.Executed, b.Executed, a.Seat)
	}
	if words := CompareDumps(a, b); !strings.Contains(words, "Health: ") {
		t.Error(words)
	}
}
