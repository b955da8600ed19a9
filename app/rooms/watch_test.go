package rooms

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/room"
)

// bad is a line of 400 ms there and back that loses a fifth of all packets.
var bad = memory.Conditions{Delay: 200 * time.Millisecond, Loss: 0.2}

// TestDead: when the machine of a player dies, a strict room shows it as lagging within a second, and goes on
// within three. When it was the host of the room, the others find another one first.
func TestDead(t *testing.T) {
	for _, n := range []int{2, 3, 4} {
		for _, host := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d players, the host %v", n, host), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					x := newMatch(t, 1, n, true, lan)
					p := x.players[n-1]
					for _, o := range x.players {
						if _, own := o.room.Host(); own == host {
							p = o
						}
					}
					pass(5 * time.Second)
					p.kill()
					x.players = x.others(p)
					began := time.Now()
					lags := x.shown(p, "it lags", func(s *room.Seat) bool { return s.Lagging || s.Vacant > 0 })
					x.shown(p, "its seat is vacant", func(s *room.Seat) bool { return s.Vacant > 0 })
					vacant := time.Since(began)
					t.Logf("lagging after %v, vacant after %v", lags, vacant)
					soon := time.Second
					if host && n == 2 {
						soon = 3500 * time.Millisecond // nobody can close a turn until the host is replaced
					}
					if lags > soon || vacant > 3500*time.Millisecond {
						t.Errorf("lagging after %v, vacant after %v", lags, vacant)
					}
					x.goesOn()
				})
			})
		}
	}
}

// TestStutters: a strict room waits for a player whose computer stands still for two seconds again and again,
// on good lines and on bad ones: its seat is never vacant.
func TestStutters(t *testing.T) {
	for _, c := range []memory.Conditions{lan, {Delay: 200 * time.Millisecond, Jitter: 40 * time.Millisecond}, bad} {
		t.Run(fmt.Sprintf("%v, loss %v", 2*c.Delay, c.Loss), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := newMatch(t, 1, 4, true, c)
				p := x.players[2]
				if _, own := p.room.Host(); own {
					p = x.players[1]
				}
				pass(5 * time.Second)
				for k := range 5 {
					x.stand(p, true)
					pass(2 * time.Second)
					x.stand(p, false)
					for range 50 {
						pass(100 * time.Millisecond)
						for _, o := range x.others(p) {
							for _, s := range o.room.View().Seats {
								if s.Vacant > 0 {
									t.Fatalf("pause %d: %s", k, words(o.room.View()))
								}
							}
						}
					}
				}
				x.goesOn()
			})
		})
	}
}

// stand stops a player's computer, or lets it go on.
func (x *table) stand(p *player, still bool) {
	p.frozen.Store(still)
	x.net.Suspend(p.pair.ID(), still)
}

// TestPlayOnWithout: the others play on without a player whose program is slow, by a vote; it comes back.
func TestPlayOnWithout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, p := strict(t, 3)
		p.frozen.Store(true) // its node goes on
		x.shown(p, "it lags", func(s *room.Seat) bool { return s.Lagging })
		for _, o := range x.others(p) {
			o.send(room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
		}
		if took := x.shown(p, "its seat is vacant", func(s *room.Seat) bool { return s.Vacant > 0 }); took > time.Second {
			t.Errorf("after %v", took)
		}
		was := x.players[0].room.View().Generation
		x.players[0].await("the others go on", func(v *View) bool { return v.Generation > was+60 })
		p.frozen.Store(false)
		x.shown(p, "it is back", func(s *room.Seat) bool { return s.Vacant == 0 && s.Taken() })
		x.goesOn()
	})
}

// TestWatcher: what a node says of others that it does not hear: once for each seat and generation, not of
// itself, and not when it stood still itself.
func TestWatcher(t *testing.T) {
	start := time.Unix(1000, 0)
	v := &View{}
	v.Strict, v.Phase, v.Generation = true, room.Running, 7
	v.Seats = []room.Seat{{Holder: room.Key{1}, Lagging: true}, {Holder: room.Key{2}, Lagging: true}, {Holder: room.Key{3}}, {Holder: room.Key{4}, Lagging: true}}
	w := newWatcher(room.Key{1})
	heard := status.Host{Peers: []status.Peer{{Key: key.ID{2}, Heard: start}, {Key: key.ID{3}, Heard: start}}}
	heard.Island.Leader = key.ID{1}
	w.hear(heard, start)
	said := ""
	for tick := range 60 {
		now := start.Add(time.Duration(tick) * watchEvery)
		switch tick {
		case 35:
			v.Generation = 8
		case 40:
			v.Generation, now = 9, now.Add(time.Second) // it stood still
		case 41, 42, 43, 44, 45:
			now = now.Add(time.Second)
		case 46:
			v.Seats[1].Lagging = false
		}
		if !w.waits(v, now) {
			continue
		}
		for _, p := range w.misses(v, now) {
			said += fmt.Sprintf("%d: %s %d in %d; ", tick, p.Kind, p.Number, p.Generation)
		}
	}
	if want := "23: miss 2 in 7; 33: miss 2 in 7; 35: miss 2 in 8; "; said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	later := start.Add(20 * time.Second) // another one hosts the room: its word counts, unless the node hears the other
	for _, c := range []struct {
		lags         bool          // the host says so
		since, heard time.Duration // ago
		host         time.Duration // since it is the host
		trip         time.Duration
		setup, want  bool
	}{
		{false, 0, 9 * time.Second, time.Minute, 0, false, false},
		{true, time.Second, 9 * time.Second, time.Minute, 0, false, false},
		{true, lagsAfter, 9 * time.Second, time.Minute, 0, false, true},
		{true, lagsAfter, 2 * time.Second, time.Minute, 0, false, false},
		{true, lagsAfter, 2500 * time.Millisecond, time.Minute, 400 * time.Millisecond, false, true},
		{true, lagsAfter, 2500 * time.Millisecond, time.Minute, 400 * time.Millisecond, true, false}, // a setup waits as the line needs it
		{true, lagsAfter, 3200 * time.Millisecond, time.Minute, 400 * time.Millisecond, true, true},
		{true, lagsAfter, 3400 * time.Millisecond, time.Minute, 4 * time.Second, true, true},
		{true, lagsAfter, 9 * time.Second, 900 * time.Millisecond, 0, false, false}, // a new host has not heard from all
		{true, lagsAfter, 9 * time.Second, 1500 * time.Millisecond, 400 * time.Millisecond, false, false},
		{true, lagsAfter, 9 * time.Second, 1900 * time.Millisecond, 400 * time.Millisecond, false, true},
	} {
		w := newWatcher(room.Key{1})
		at := status.Host{Peers: []status.Peer{{Key: key.ID{2}, Heard: later.Add(-c.heard), RTT: c.trip}}}
		at.Island.Leader = key.ID{4}
		w.hear(at, later.Add(-time.Hour))
		at.Island.Leader = key.ID{3}
		w.hear(at, later.Add(-c.host))
		if c.lags {
			at.Island.Lagging = []key.ID{{2}}
		}
		w.hear(at, later.Add(-c.since))
		if got := w.silent(key.ID{2}, c.setup, later); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	v.Strict = false
	if w.waits(v, start.Add(time.Hour)) {
		t.Error("a flowing room waits for nobody")
	}
}

// TestReadyAgain: a player whose seat of a setup was vacant for a while, although it is here, is ready again
// by itself; not if it took that back, if there is something else to agree to, or if its program was started
// anew.
func TestReadyAgain(t *testing.T) {
	start := time.Unix(1000, 0)
	for _, c := range []struct {
		name   string
		change func(v *View, w *watcher) *watcher // while it is away
		want   string
	}{
		{"as it was", nil, "return; ready 7; "},
		{"another configuration", func(v *View, w *watcher) *watcher { v.Version++; return w }, "return; "},
		{"another stage", func(v *View, w *watcher) *watcher { v.Child = "map"; return w }, "return; "},
		{"another player", func(v *View, w *watcher) *watcher { v.Seats[1].Holder[1] = 7; return w }, "return; "},
		{"taken back", func(v *View, w *watcher) *watcher { w.ready = ""; return w }, "return; "},
		{"started anew", func(_ *View, w *watcher) *watcher { n := newWatcher(w.me); return &n }, "return; return; "},
	} {
		v := &View{Left: 60}
		v.Phase, v.Version, v.Child, v.Engine.Stages = room.Setup, 7, "countdown", []string{"map", "teams"}
		v.Seats = []room.Seat{{Holder: room.Key{1}, Ready: true}, {Holder: room.Key{2}, Ready: true}}
		w, said := new(watcher), ""
		*w = newWatcher(room.Key{1})
		for tick := range 20 {
			switch s := &v.Seats[0]; tick {
			case 5:
				s.Vacant, s.Ready, v.Left, v.Child = 100, false, 0, "teams"
			case 6:
				if c.change != nil {
					w = c.change(v, w)
				}
			case 9:
				s.Vacant = 0
			case 12:
				s.Ready = c.want == "return; ready 7; "
			case 15:
				s.Ready, w.ready = false, "" // the player itself
			}
			for _, p := range w.own(v, start.Add(time.Duration(tick)*watchEvery)) {
				if said += p.Kind.String(); p.Kind == room.Ready {
					said += fmt.Sprint(" ", p.Generation)
				}
				said += "; "
			}
		}
		if said != c.want {
			t.Errorf("%s: said %q, want %q", c.name, said, c.want)
		}
	}
}

// TestCutOffInCountdown: a player who is cut off in the countdown is missed, and is ready again by itself
// when it is back: the match begins without anybody doing anything.
func TestCutOffInCountdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTable(t, 1, 3, false, lan)
		p := x.players[1]
		if _, own := p.room.Host(); own {
			p = x.players[2]
		}
		x.ready(x.players...)
		x.cut(p)
		x.shown(p, "its seat is vacant", func(s *room.Seat) bool { return s.Vacant > 0 })
		if v := x.players[0].room.View(); v.Phase != room.Setup || v.Left > 0 {
			t.Fatalf("the countdown goes on: %s", words(v))
		}
		x.net.Heal()
		began := time.Now()
		x.players[0].await("the match", func(v *View) bool { return v.Phase == room.Running })
		t.Logf("the match begins after %v", time.Since(began))
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("the match begins after %v", took)
		}
	})
}

// TestSeatUndone: a seat of a setup that was undone with the past is asked for again, or another one when
// somebody else has it; a seat that the player has left, or that was vacant for too long, is not.
func TestSeatUndone(t *testing.T) {
	start := time.Unix(1000, 0)
	for _, c := range []struct {
		name   string
		change func(v *View)
		want   string
	}{
		{"undone", func(v *View) { v.Rewinds++ }, "sit 1 Ada; sit 1 Ada; "},
		{"undone, and taken", func(v *View) { v.Rewinds++; v.Seats[0].Holder = room.Key{3} }, "sit 0 Ada; sit 0 Ada; "},
		{"left", func(*View) {}, ""},
		{"begun", func(v *View) { v.Rewinds++; v.Phase = room.Running }, ""},
	} {
		v := &View{}
		v.Phase, v.Engine.Stages, v.Child, v.Rewinds = room.Setup, []string{"teams"}, "teams", 4
		v.Seats = []room.Seat{{Holder: room.Key{1}, Name: "Ada"}, {Holder: room.Key{2}}}
		w, said := newWatcher(room.Key{1}), ""
		for tick := range 30 {
			if tick == 5 {
				v.Seats[0] = room.Seat{}
				c.change(v)
			}
			if tick == 18 {
				v.Seats[0], v.Seats[1] = room.Seat{}, room.Seat{Holder: room.Key{1}, Name: "Ada"}
			}
			for _, p := range w.own(v, start.Add(time.Duration(tick)*watchEvery)) {
				said += fmt.Sprintf("%s %d %s; ", p.Kind, p.Number, p.Text)
			}
		}
		if said != c.want {
			t.Errorf("%s: said %q, want %q", c.name, said, c.want)
		}
	}
}

// TestSetupsApart: two nodes are cut off from each other in a setup before both sit, and go on apart. Only
// one past remains when they meet again, and yet both have their seats.
func TestSetupsApart(t *testing.T) {
	for _, first := range []int{0, 1} {
		synctest.Test(t, func(t *testing.T) {
			x := newNodes(t, 1, 2, true, lan)
			pass(5 * time.Second)
			x.cut(x.players[1])
			pass(time.Second)
			for _, k := range []int{first, 1 - first} {
				_, _ = x.players[k].room.Post(t.Context(), room.Packet{Kind: room.Sit, Number: uint32(k + 1), Text: fmt.Sprint("player ", k+1)})
				pass(30 * time.Second)
			}
			alone := 0
			for _, p := range x.players {
				for _, s := range p.room.View().Seats {
					if s.Taken() {
						alone++
					}
				}
			}
			x.net.Heal()
			x.connect()
			for _, p := range x.players {
				p.await("both seats", func(v *View) bool {
					return v.Seats[0].Taken() && v.Seats[1].Taken() && v.Seats[0].Vacant+v.Seats[1].Vacant == 0
				})
			}
			if alone != 2 {
				t.Errorf("%d seats were taken apart, want one on each side", alone)
			}
		})
	}
}
