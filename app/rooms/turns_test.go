package rooms

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/room"
)

// generations returns the open generation as each player sees it.
func generations(list []*player) (open []uint32) {
	for _, p := range list {
		open = append(open, p.room.View().Generation)
	}
	return open
}

// same reports whether all see the same generation.
func same(open []uint32) bool {
	for _, g := range open {
		if g != open[0] {
			return false
		}
	}
	return true
}

// TestHostStopped: the machine that hosts a room stands still for a moment: nothing of it arrives anywhere.
// All others stop at the same generation. When it stands still for longer, a flowing match goes on under
// another host; a strict one waits, at one generation, until the seat is vacant. Afterwards all have the same
// states again.
func TestHostStopped(t *testing.T) {
	for _, strict := range []bool{false, true} {
		for _, long := range []bool{false, true} {
			t.Run(fmt.Sprintf("strict %v, long %v", strict, long), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					x := newMatch(t, 1, 4, strict, lan)
					pass(5 * time.Second)
					host := x.host()
					others := x.others(host)
					host.frozen.Store(true)
					for _, o := range others {
						x.net.Cut(host.pair.ID(), o.pair.ID())
						x.net.Cut(o.pair.ID(), host.pair.ID())
					}
					pass(100 * time.Millisecond) // what was under way has come
					stood := generations(others)
					pass(200 * time.Millisecond)
					if now := generations(others); !same(stood) || !same(now) || now[0] != stood[0] {
						t.Errorf("the others stop at %v, and then are at %v", stood, now)
					}
					if long {
						for end := time.Now().Add(8 * time.Second); time.Now().Before(end); pass(50 * time.Millisecond) {
							v := others[0].room.View()
							if v.Seats[host.n-1].Vacant > 0 {
								break
							}
							// Packets that the host had sent ahead may close some more generations.
							if strict && v.Generation > stood[0]+v.Delay+1 {
								t.Fatalf("a strict match goes on without a packet of a player: %s", words(v))
							}
						}
						if now := generations(others); !strict && now[0] < stood[0]+20 {
							t.Errorf("a flowing match does not go on: %d, then %v", stood[0], now)
						}
					}
					for _, o := range others {
						x.net.Mend(host.pair.ID(), o.pair.ID())
						x.net.Mend(o.pair.ID(), host.pair.ID())
						host.node.Dial(o.pair.ID(), nil)
					}
					host.frozen.Store(false)
					x.shown(host, "it is back", func(s *room.Seat) bool { return s.Taken() && s.Vacant == 0 })
					x.goesOn()
				})
			})
		}
	}
}

// TestIssueAndExecution: a click goes into the packet for the generation that lies the room's delay behind
// the one that was executed, and is executed there: for every click, over lines of 80 ± 40 ms in a strict
// room, and in a house in a flowing one.
func TestIssueAndExecution(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				line := lan
				if strict {
					line = far
				}
				x := newMatch(t, 2, 3, strict, line)
				pass(15 * time.Second)
				for _, p := range x.players {
					p.mu.Lock()
					clear(p.lag)
					p.mu.Unlock()
				}
				was := x.players[0].room.View()
				pass(20 * time.Second)
				v := x.players[0].room.View()
				if v.Delay != was.Delay {
					t.Fatalf("the delay changed from %d to %d: nothing can be told", was.Delay, v.Delay)
				}
				for _, p := range x.players {
					p.mu.Lock()
					if n := p.lag[v.Delay]; len(p.lag) != 1 || n < 50 {
						t.Errorf("player %d: generations from issue to execution, and how often: %v; the delay is %d", p.n, p.lag, v.Delay)
					}
					p.mu.Unlock()
				}
			})
		})
	}
}

// TestPauseOfAll: a pause by vote stops all nodes at the same generation, over lines of 80 ± 40 ms; they
// stand there with equal states until they vote for going on.
func TestPauseOfAll(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := newMatch(t, 3, 4, strict, far)
				pass(5 * time.Second)
				vote := func(b room.Ballot, want string) []uint32 {
					for _, p := range x.players[1:] {
						p.send(room.Packet{Kind: room.Vote, Number: uint32(b)})
					}
					for _, p := range x.players {
						p.await(want, func(v *View) bool { return v.Child == want })
					}
					return generations(x.players)
				}
				stood := vote(room.ForPause, "paused")
				pass(5 * time.Second)
				if now := generations(x.players); !same(stood) || !same(now) || stood[0] != now[0] {
					t.Errorf("they pause at %v, and later are at %v", stood, now)
				}
				for _, p := range x.players {
					if g, _ := p.latest(); g != int(stood[0])-1 {
						t.Errorf("player %d has executed %d generations of %d", p.n, g, stood[0]-1)
					}
				}
				x.equal()
				vote(room.ForResume, "iterating")
				x.goesOn()
			})
		})
	}
}

// TestIllegalIsLogged: a state that an engine wants without a declared transition is named in the log of each
// node, once.
func TestIllegalIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newNodes(t, 1, 1, false, lan)
		p := x.players[0]
		var log bytes.Buffer
		p.Service.o.Log = slog.New(slog.NewTextHandler(&log, nil))
		r, err := p.Create(Order{Title: "Another", Engine: room.Engine{Name: "toy", Seats: []string{"a"}, Least: 1, Stages: []string{"ready"},
			States: []string{"play", "overtime"}, Moves: [][2]uint8{{0, 1}}}})
		if err != nil {
			t.Fatal(err)
		}
		p.room = r
		p.await("the room", func(*View) bool { return true })
		p.send(room.Packet{Kind: room.Sit})
		p.send(room.Packet{Kind: room.Ready, Number: 1})
		for range 3 {
			v := p.await("a new generation", func(v *View) bool { return v.Generation > 3 })
			p.send(room.Packet{Kind: room.Play, Header: room.Header{Generation: v.Generation, Done: v.Generation - 1, State: 2}})
			pass(time.Second)
		}
		p.Quit(r.ID())
		if n := strings.Count(log.String(), "no transition from the beginning to overtime"); n != 1 || !strings.Contains(log.String(), "level=WARN") {
			t.Errorf("%d lines: %s", n, log.String())
		}
	})
}
