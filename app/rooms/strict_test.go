package rooms

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/room"
)

// seat is what a player sees of the seat of another.
func (p *player) seat(of *player) *room.Seat { return &p.room.View().Seats[of.n-1] }

// others returns all players but one.
func (x *table) others(than *player) (list []*player) {
	for _, p := range x.players {
		if p != than {
			list = append(list, p)
		}
	}
	return list
}

// shown waits until all others see something of a player's seat, and returns how long it took.
func (x *table) shown(of *player, what string, fits func(s *room.Seat) bool) time.Duration {
	x.t.Helper()
	began := time.Now()
	for _, p := range x.others(of) {
		p.await(what, func(v *View) bool { return fits(&v.Seats[of.n-1]) })
	}
	return time.Since(began)
}

// goesOn waits until generations are closed again, with packets of all seats that are there.
func (x *table) goesOn() {
	x.t.Helper()
	was := x.players[0].room.View().Generation
	for _, p := range x.players {
		p.await("the match to go on", func(v *View) bool { return v.Generation > was+20 && v.Agreed > was+10 })
	}
	pass(time.Second)
	x.equal()
}

// TestStopped: a strict room waits for a player that is stopped, shows it as lagging after a second, and goes
// on as if nothing had been when it is there again soon.
func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newMatch(t, 1, 4, true, lan)
		p := x.players[2]
		pass(3 * time.Second)
		p.frozen.Store(true)
		x.net.Suspend(p.pair.ID(), true)
		took := x.shown(p, "it lags", func(s *room.Seat) bool { return s.Lagging })
		t.Logf("shown as lagging after %v", took)
		if took < room.LagAfter*time.Second/60 || took > 2*time.Second {
			t.Errorf("shown as lagging after %v", took)
		}
		was := x.players[0].room.View().Generation
		pass(400 * time.Millisecond)
		if now := x.players[0].room.View(); now.Generation != was || x.players[0].seat(p).Vacant > 0 {
			t.Errorf("the room does not wait: %s", words(now))
		}
		x.net.Suspend(p.pair.ID(), false)
		p.frozen.Store(false)
		x.goesOn()
		if s := x.players[0].seat(p); s.Vacant > 0 || s.Lagging || s.Diverged > 0 {
			t.Errorf("its seat is not as before: %s", words(x.players[0].room.View()))
		}
	})
}

// TestFrozenProgram: a program that stands still while its node goes on loses its seat after ten seconds; the
// others go on. It comes back with the proof of its state.
func TestFrozenProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newMatch(t, 1, 6, true, lan)
		p := x.players[2]
		pass(3 * time.Second)
		p.frozen.Store(true)
		took := x.shown(p, "its seat is vacant", func(s *room.Seat) bool { return s.Vacant > 0 })
		t.Logf("vacant after %v", took)
		if took < room.LostAfter*time.Second/60 || took > 12*time.Second {
			t.Errorf("vacant after %v", took)
		}
		was := x.players[0].room.View().Generation
		x.players[0].await("the others go on", func(v *View) bool { return v.Generation > was+100 })
		p.frozen.Store(false)
		x.shown(p, "it is back", func(s *room.Seat) bool { return s.Vacant == 0 && s.Taken() })
		x.goesOn()
	})
}

// TestCutOff: a strict room goes on without a player that is cut off, keeps its seat, and takes it back when
// it has caught up and proves its state. After a minute the seat is free.
func TestCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newMatch(t, 1, 4, true, lan)
		p := x.players[2]
		pass(3 * time.Second)
		for _, o := range x.others(p) {
			x.net.Cut(p.pair.ID(), o.pair.ID())
			x.net.Cut(o.pair.ID(), p.pair.ID())
		}
		lagging := x.shown(p, "it lags", func(s *room.Seat) bool { return s.Lagging })
		vacant := lagging + x.shown(p, "its seat is vacant", func(s *room.Seat) bool { return s.Vacant > 0 })
		t.Logf("lagging after %v, vacant after %v", lagging, vacant)
		was := x.players[0].room.View().Generation
		x.players[0].await("the others go on", func(v *View) bool { return v.Generation > was+100 })
		mend := func() {
			for _, o := range x.others(p) {
				x.net.Mend(p.pair.ID(), o.pair.ID())
				x.net.Mend(o.pair.ID(), p.pair.ID())
				p.node.Dial(o.pair.ID(), nil)
			}
		}
		mend()
		began := time.Now()
		x.shown(p, "it is back", func(s *room.Seat) bool { return s.Vacant == 0 && s.Taken() })
		t.Logf("back in its seat %v after the cut", time.Since(began))
		x.goesOn()
		for _, o := range x.others(p) {
			x.net.Cut(p.pair.ID(), o.pair.ID())
			x.net.Cut(o.pair.ID(), p.pair.ID())
		}
		x.shown(p, "its seat is vacant", func(s *room.Seat) bool { return s.Vacant > 0 })
		kept := x.shown(p, "its seat is free", func(s *room.Seat) bool { return !s.Taken() })
		if kept < 59*time.Second || kept > 62*time.Second {
			t.Errorf("the seat was kept for %v", kept)
		}
	})
}

// TestTampered: a strict room halts at the first digest that differs and names its player; all show the same
// turn. The others go on without it by a vote. It cannot come back with a wrong state, and can with a right
// one.
func TestTampered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newMatch(t, 1, 4, true, lan)
		p := x.players[2]
		pass(3 * time.Second)
		at := x.players[0].room.View().Generation
		p.lies.Store(true)
		var halted *View
		for _, o := range x.players {
			v := o.await("the halt", func(v *View) bool { return v.Child == "halted" })
			if halted == nil {
				halted = v
			}
			named := v.Seats[p.n-1].Diverged
			if v.Generation != halted.Generation || named+2 < at || named > at+10 {
				t.Errorf("player %d: halted at %d, others at %d; named for turn %d, tampered at %d", o.n, v.Generation, halted.Generation, named, at)
			}
			for _, h := range x.others(p) {
				if v.Seats[h.n-1].Diverged > 0 {
					t.Errorf("player %d is named, too", h.n)
				}
			}
		}
		t.Logf("tampered with at turn %d, named for turn %d, halted at %d", at, halted.Seats[p.n-1].Diverged, halted.Generation)
		pass(2 * time.Second)
		if v := x.players[1].room.View(); v.Generation != halted.Generation {
			t.Errorf("a halted room goes on: %s", words(v))
		}
		x.players[0].send(room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
		x.players[1].send(room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
		x.players[0].await("the others go on", func(v *View) bool { return v.Generation > halted.Generation+40 && v.Seats[p.n-1].Vacant > 0 })
		p.mu.Lock()
		refused := 0
		for words, n := range p.errors {
			if strings.HasPrefix(words, "hash mismatch at turn ") {
				refused += n
			}
		}
		p.mu.Unlock()
		if refused == 0 {
			t.Errorf("a wrong state was not refused: %v", p.errors)
		}
		p.lies.Store(false)
		x.shown(p, "it is back", func(s *room.Seat) bool { return s.Vacant == 0 && s.Taken() && s.Diverged == 0 })
		x.goesOn()
	})
}
