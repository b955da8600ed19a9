package arena

import (
	"os"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/net/room"
)

// TestJudge: an invalid setup is rejected in words, once for each version, and the countdown does not begin.
func TestJudge(t *testing.T) {
	o := newOmni(t, 1, false, "")
	o.r = room.New(7, "a match", *o.r.Engine(), 42, false)
	h := o.join(1)
	o.all = []*hand{h}
	o.must(h, room.Packet{Kind: room.Sit, Number: 1})
	for k, c := range []struct{ config, want string }{
		{`{"bots":false}`, "Nobody plays for blue: take a seat there, or let bots fill empty seats."}, {`{"goals":99}`, "the setting goals needs a number from 1 to 15"}, {`{"goals":3}`, ""}, {`nonsense`, `a configuration is a JSON object, such as {"bots": true}`},
	} {
		o.must(h, room.Packet{Kind: room.Draft, Body: []byte(c.config)})
		o.must(h, room.Packet{Kind: room.Configure, Number: uint32(k)})
		for range 3 {
			o.turn()
		}
		if got := o.r.Invalid(); got != c.want {
			t.Errorf("%s: %q", c.config, got)
		}
	}
	if len(o.faults) > 0 {
		t.Error(o.faults)
	}
}

// TestAway: a player that was away catches up much faster than the match goes on, proves its state, and plays
// on; meanwhile the bot has played for it. One that begins anew does the same.
func TestAway(t *testing.T) {
	for _, anew := range []bool{false, true} {
		o := newOmni(t, 3, false, `{"seconds":300,"goals":9}`)
		for _, h := range o.all {
			h.do = walks
		}
		o.until(10, "some generations", func() bool { return o.all[1].Executed() > 50 })
		lost := o.all[1]
		lost.away = true
		o.until(60, "the seat is vacant", func() bool { return o.r.Seats()[1].Vacant > 0 })
		was := o.r.Generation()
		o.until(60, "the match goes on", func() bool { return o.r.Generation() > was+400 })
		if anew {
			o.all = append(o.all[:1], o.all[2])
			lost = o.join(2)
			lost.do = walks
		}
		lost.away = false
		began, left := o.now, o.r.Generation()-lost.Executed()
		o.until(30, "it is back", func() bool { return o.r.Seats()[1].Vacant == 0 })
		took := o.now.Sub(began)
		played := time.Duration(left) * time.Duration(o.r.Length()) * time.Second / game.TicksPerSecond
		t.Logf("anew %v: %d generations, %v of play, in %v of virtual time", anew, left, played, took)
		if 4*took > played {
			t.Errorf("anew %v: it took %v to catch up with %v", anew, took, played)
		}
		at := lost.Executed()
		o.until(30, "it plays", func() bool { return lost.Executed() > at+60 })
		o.equal()
		for k := range o.r.Seats() {
			if g := o.r.Seats()[k].Diverged; g > 0 {
				t.Errorf("anew %v: seat %d differs at generation %d", anew, k, g)
			}
		}
	}
}

// TestLatecomer: one that comes when the seat of a lost player is free already has the match of the others
// all the same: who was there at the beginning counts.
func TestLatecomer(t *testing.T) {
	o := newOmni(t, 3, false, `{"bots":false,"seconds":300,"goals":9}`)
	for _, h := range o.all {
		h.do = walks
	}
	o.until(10, "some generations", func() bool { return o.all[1].Executed() > 50 })
	o.all[1].away = true
	o.until(120, "the seat is free", func() bool { return !o.r.Seats()[1].Taken() })
	o.all = append(o.all[:1], o.all[2])
	late := o.join(9)
	o.until(20, "it has the match", func() bool { return late.Executed()+10 > o.r.Generation() })
	o.equal()
}

// TestReplaySpeed: a returning player executes at least four times as fast as the match was played.
func TestReplaySpeed(t *testing.T) {
	o := newOmni(t, 2, false, `{"seconds":30,"goals":9}`)
	for _, h := range o.all {
		h.Bot = true
	}
	o.until(200, "the end", func() bool { return o.r.Phase() == room.Ended })
	a, err := NewArchive(RecordOf(o.r), o.p)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	r, err := a.Replay()
	took := time.Since(began)
	if err != nil {
		t.Fatal(err)
	}
	played := time.Duration(r.Ticks) * time.Second / game.TicksPerSecond
	t.Logf("%v of play in %v: %.0f times as fast", played, took, float64(played)/float64(took))
	if took > played/4 {
		t.Errorf("%v of play took %v", played, took)
	}
}

// TestUndone: when the room takes masters back, as when its host dies, all go back to the state before them
// and go on together.
func TestUndone(t *testing.T) {
	for _, back := range []int{1, 5, 30} {
		o := newOmni(t, 3, false, `{"seconds":300,"goals":9}`)
		for _, h := range o.all {
			h.do = walks
		}
		o.until(20, "some generations", func() bool { return o.r.Generation() > 70 })
		state := o.r.Append(nil)
		log := append([][]byte(nil), o.r.Log()...)
		for range back {
			o.turn()
		}
		before := o.r.Generation()
		again, err := room.Restore(state, log)
		if err != nil {
			t.Fatal(err)
		}
		o.r = again
		o.all[2].do = nil // the other inputs are others now
		for _, h := range o.all[:2] {
			h.do = func(h *hand) { h.seq += 2; walks(h) }
		}
		o.until(30, "it goes on", func() bool {
			for _, h := range o.all {
				if h.Executed() < before+40 {
					return false
				}
			}
			return true
		})
		o.equal()
		for k, h := range o.all {
			if h.Undone() != 1 && back > 1 { // the same master may have come again
				t.Errorf("%d turns: player %d went back %d times", back, k, h.Undone())
			}
		}
		for k := range o.r.Seats() {
			if g := o.r.Seats()[k].Diverged; g > 0 {
				t.Errorf("%d turns: seat %d differs at generation %d", back, k, g)
			}
		}
		whole, err := NewArchive(RecordOf(o.r), o.p)
		if err != nil {
			t.Fatal(err)
		}
		o.until(10, "the rest", func() bool { return o.all[0].Executed() >= whole.Generations })
		if r, err := whole.Replay(); err != nil || r.Generations != whole.Generations {
			t.Error(err)
		}
	}
}

// TestViewer: a viewer sees the match as late as the roster wants, and at the end all of it; it sends
// nothing.
func TestViewer(t *testing.T) {
	o := newOmni(t, 2, false, `{"seconds":10,"goals":9}`)
	for _, h := range o.all {
		h.do = walks
	}
	for _, h := range o.all {
		o.must(h, room.Packet{Kind: room.Hold, Number: 3})
	}
	v := o.join(9)
	o.must(v, room.Packet{Kind: room.Watch, Text: "Vera"})
	if o.r.ViewDelay() != 3 {
		t.Fatalf("the delay is %d s", o.r.ViewDelay())
	}
	o.until(20, "it sees something", func() bool { return v.Executed() > 20 })
	behind := (o.r.Generation() - v.Executed()) * uint32(o.r.Length())
	if behind < 3*game.TicksPerSecond || behind > 4*game.TicksPerSecond {
		t.Errorf("the viewer is %d ticks behind", behind)
	}
	o.until(90, "the end", func() bool { return o.r.Phase() == room.Ended })
	if v.Match().Result() != nil {
		t.Error("the viewer knows the result at once")
	}
	o.until(5, "the viewer sees the end", func() bool { return v.Match().Result() != nil })
	o.equal()
	if v.sent > 0 {
		t.Error("a viewer sends packets")
	}
}

// TestLostWhileSigning: players are lost before the result has its majority: shortly before the last
// generation, and after it, before they sign. Those that are left sign once, and the match ends as soon as
// the lost seats are vacant.
func TestLostWhileSigning(t *testing.T) {
	const config = `{"seconds":10,"goals":9}`
	for _, strict := range []bool{false, true} {
		for _, c := range []struct{ players, lost int }{{2, 1}, {4, 2}} {
			calm := newOmni(t, c.players, strict, config)
			calm.until(60, "the end", func() bool { return calm.r.Phase() == room.Ended })
			last := calm.r.Outcome().After
			for _, before := range []uint32{80, 20, 0} {
				o := newOmni(t, c.players, strict, config)
				lost := o.all[c.players-c.lost:]
				for _, h := range lost {
					h.do = func(h *hand) { h.away = before > 0 && h.Executed()+before >= last }
					h.Sign = func(uint32, []byte) ([64]byte, error) {
						h.away = true
						return [64]byte{}, os.ErrDeadlineExceeded
					}
				}
				o.until(120, "the end", func() bool { return o.r.Phase() == room.Ended })
				if signed := o.r.Outcome().Signed; len(signed) != c.players-c.lost {
					t.Errorf("strict %v, %d players, %d generations before the end: signed by %d", strict, c.players, before, len(signed))
				}
				for _, h := range lost {
					if o.r.Seats()[0].Vacant > 0 || !h.away {
						t.Errorf("strict %v, %d players: the wrong ones are lost", strict, c.players)
					}
				}
				if len(o.faults) > 0 {
					t.Errorf("strict %v, %d players: %v", strict, c.players, o.faults)
				}
			}
		}
	}
}

// TestLostSignature: a host that dies takes a signature with it that it had answered. The player signs again,
// and the match ends.
func TestLostSignature(t *testing.T) {
	o := newOmni(t, 2, false, `{"seconds":10,"goals":9}`)
	o.all[1].Sign = func(uint32, []byte) ([64]byte, error) { return [64]byte{}, os.ErrDeadlineExceeded } // not yet
	state, log := o.r.Append(nil), o.r.Log()
	o.until(60, "the first signature", func() bool {
		if len(room.Proposed(o.r)) > 0 {
			return true
		}
		state, log = o.r.Append(nil), append([][]byte(nil), o.r.Log()...)
		return false
	})
	r, err := room.Restore(state, log)
	if err != nil {
		t.Fatal(err)
	}
	o.r = r
	o.until(20, "it is there again", func() bool { return len(room.Proposed(o.r)) > 0 })
	o.all[1].Sign = func(after uint32, result []byte) ([64]byte, error) {
		return o.r.Sign(o.all[1].pair, after, result), nil
	}
	o.until(20, "the end", func() bool { return o.r.Phase() == room.Ended })
}
