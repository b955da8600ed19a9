package rooms

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/room"
)

// TestHostDiesIn: the machine that hosts a room dies in setup, in the countdown, in the match, or while the
// result is signed. The others go on, and end with one result that both have signed.
func TestHostDiesIn(t *testing.T) {
	for _, strict := range []bool{false, true} {
		for _, when := range []string{"setup", "countdown", "running", "signing"} {
			t.Run(fmt.Sprintf("%s, strict %v", when, strict), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { hostDiesIn(t, when, strict) })
			})
		}
	}
}

func hostDiesIn(t *testing.T, when string, strict bool) {
	x := newTable(t, 1, 3, strict, lan)
	host := x.host()
	others := x.others(host)
	seats := func(v *View) (n int) {
		for k := range v.Seats {
			if v.Seats[k].Taken() && v.Seats[k].Vacant == 0 {
				n++
			}
		}
		return n
	}
	if when != "setup" {
		x.ready(x.players...)
		others[0].await("the countdown", func(v *View) bool { return v.Child == "countdown" })
	}
	if when == "running" || when == "signing" {
		for _, p := range x.players {
			p.await("the match", func(v *View) bool { return v.Phase == room.Running })
			p.play()
		}
		pass(3 * time.Second)
	}
	if when == "signing" {
		host.sign(30)
	}
	was := others[0].room.View()
	host.kill()
	died := time.Now()
	if when == "setup" || when == "countdown" {
		for _, p := range others {
			p.await("two players", func(v *View) bool { return seats(v) == 2 })
		}
		if others[0].room.View().Phase == room.Setup { // they go on without it
			for _, p := range others {
				p.send(room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
			}
			others[0].await("a free seat", func(v *View) bool { return !v.Seats[host.n-1].Taken() })
			x.ready(others...)
		}
		for _, p := range others {
			p.await("the match", func(v *View) bool { return v.Phase == room.Running })
			p.play()
		}
	}
	for _, p := range others {
		p.await("a new generation", func(v *View) bool { return v.Generation > was.Generation+1 })
	}
	t.Logf("%v from the death to the next generation", time.Since(died).Round(10*time.Millisecond))
	for _, p := range others {
		p.await("to agree", func(v *View) bool { return v.Agreed > was.Generation+40 })
	}
	for _, p := range others {
		p.sign(30)
	}
	for _, p := range others {
		v := p.await("the result", func(v *View) bool { return v.Phase == room.Ended && len(v.Outcome.Signed) >= 2 })
		if string(v.Outcome.Result) != "thirty" || v.Outcome.After != 30 {
			t.Errorf("player %d: %+v", p.n, v.Outcome)
		}
	}
}

// host returns the player whose node orders the packets.
func (x *table) host() *player {
	for range 100 {
		for _, p := range x.players {
			if _, own := p.room.Host(); own {
				return p
			}
		}
		pass(10 * time.Millisecond)
	}
	x.t.Fatal("nobody hosts the room")
	return nil
}

// sign signs the result "thirty" after a generation.
func (p *player) sign(after uint32) {
	p.t.Helper()
	p.await("that generation", func(v *View) bool { return v.Generation > after })
	p.send(room.Packet{Kind: room.Draft, Body: []byte("thirty")})
	k := room.Packet{Kind: room.Report, Header: room.Header{Done: after}}
	if err := p.room.Inspect(p.t.Context(), func(r *room.Room) { k.Signature = r.Sign(p.pair, after, []byte("thirty")) }); err != nil {
		p.t.Fatal(err)
	}
	p.send(k)
}

// TestFailover measures the time from the death of the room's host to the next generation, with two seeds, or
// five with MANYHOLD_FIGURES. A strict room has
// some packets of the dead one, and then waits until its seat is vacant.
func TestFailover(t *testing.T) {
	for _, strict := range []bool{false, true} {
		var gaps []time.Duration
		for seed := range manySeeds(2, 5) {
			synctest.Test(t, func(t *testing.T) {
				x := newMatch(t, seed, 4, strict, far)
				pass(3 * time.Second)
				host := x.host()
				others := x.others(host)
				was := others[0].room.View().Generation
				host.kill()
				died := time.Now()
				more := uint32(3)
				if strict {
					more = 20
				}
				for _, p := range others {
					p.await("a new generation", func(v *View) bool { return v.Generation > was+more })
				}
				gaps = append(gaps, time.Since(died))
				others[0].await("its seat is vacant", func(v *View) bool { return v.Seats[host.n-1].Vacant > 0 })
				x.players = others
				x.goesOn()
			})
		}
		slices.Sort(gaps)
		t.Logf("strict %v: from the death of the host to the next generation: median %v, worst %v", strict, gaps[len(gaps)/2], gaps[len(gaps)-1])
		limit := 3 * time.Second
		if strict {
			limit = 6 * time.Second
		}
		if gaps[len(gaps)-1] > limit {
			t.Errorf("strict %v: %v", strict, gaps)
		}
	}
}
