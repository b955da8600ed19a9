package act_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// guests is a world of three islands: player 1 at home, 2 and 3 each on a child.
type guests struct {
	*rig.Fleet
	said map[*rig.Ship]map[event.Kind][]event.Event
}

func newGuests(t rig.Failer) *guests {
	f := &guests{Fleet: &rig.Fleet{T: t, Draw: func(n uint32) uint32 { return 0 }}, said: map[*rig.Ship]map[event.Kind][]event.Event{}}
	f.Add(island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules}).Snapshot(nil))
	f.SpreadOut(3, 12)
	f.Carve(f.Home(), 77, 2)
	f.Carve(f.Home(), 78, 3)
	f.After = func(s *rig.Ship) {
		for _, e := range s.Happened {
			if f.said[s] == nil {
				f.said[s] = map[event.Kind][]event.Event{}
			}
			f.said[s][e.Kind] = append(f.said[s][e.Kind], e)
		}
	}
	f.Wait(40)
	return f
}

// call lets a guest ask a host, whose assumed place is a tile.
func (f *guests) call(guest, host int, at grid.Tile) {
	f.Do(guest, command.Command{Kind: command.RemoteVisit, Entity: f.Body(host).ID, Tile: at})
}

func (f *guests) welcome(host, guest int) {
	f.Do(host, command.Command{Kind: command.Welcome, Entity: f.Body(guest).ID})
}

// refusals returns why commands were refused on the island of a player since the last look.
func (f *guests) refusals(n int) (list []event.Reason) {
	s := f.Of(n)
	for _, e := range f.said[s][event.Refused] {
		list = append(list, event.Reason(e.A))
	}
	delete(f.said[s], event.Refused)
	return list
}

func (f *guests) near(a, b int) bool {
	return f.Of(a) == f.Of(b) && f.Body(a).Pos.Sub(f.Body(b).Pos).Near(2*fixed.One)
}

// TestCalls: a guest that asks a player on another island and is let in arrives beside that player with its
// load, from a child to home, from home to a child and from child to child. A guest that was not let in, or
// too late, or by another player, stays.
func TestCalls(t *testing.T) {
	for _, c := range []struct{ guest, host int }{{2, 1}, {1, 2}, {3, 2}} {
		f := newGuests(t)
		at := grid.TileAt(f.Body(c.host).Pos)
		other := 6 - c.guest - c.host
		f.welcome(c.host, c.guest)
		if why := f.refusals(c.host); len(why) != 1 || why[0] != event.NothingThere {
			t.Errorf("%v: who did not ask is let in: %v", c, why)
		}
		// a body that is not there
		f.Step(3, map[int][]command.Command{c.guest: {{Kind: command.RemoteVisit, Entity: 12345, Tile: at}}})
		f.Wait(10)
		f.call(c.guest, c.host, at)
		if why := f.refusals(c.guest); len(why) != 1 || why[0] != event.TooSoon {
			t.Errorf("%v: asked twice at once: %v", c, why)
		}
		f.Wait(70)
		f.call(c.guest, c.host, at)
		f.Wait(10)
		requested := f.said[f.Of(c.host)][event.VisitRequested]
		if len(requested) != 1 || requested[0].Entity != f.Body(c.host).ID || requested[0].Seat != f.Body(c.guest).Seat {
			t.Fatalf("%v: told %+v", c, requested)
		}
		f.welcome(other, c.guest)
		if why := f.refusals(other); len(why) != 1 || why[0] != event.NothingThere {
			t.Errorf("%v: another lets in: %v", c, why)
		}
		p := f.Of(c.guest).Roster.ByKey(rig.Key(c.guest))
		before := p.Inventory
		f.welcome(c.host, c.guest)
		f.Wait(20)
		if !f.near(c.guest, c.host) {
			t.Fatalf("%v: the guest is on island %d at %v, the host on %d at %v", c, f.Of(c.guest).Self(), grid.TileAt(f.Body(c.guest).Pos), f.Of(c.host).Self(), grid.TileAt(f.Body(c.host).Pos))
		}
		if after := f.Of(c.guest).Roster.ByKey(rig.Key(c.guest)).Inventory; after != before {
			t.Errorf("%v: it had %v and has %v", c, before, after)
		}
		f.Balanced()
		f.LandIsOnce()
	}
}

// TestCallsEnd: a guest that is let in too late, is asleep or has left stays; older rules do not know calls.
func TestCallsEnd(t *testing.T) {
	f := newGuests(t)
	at := grid.TileAt(f.Body(1).Pos)
	f.call(2, 1, at)
	f.Wait(int(federation.VisitTime) / 3)
	f.welcome(1, 2)
	f.Wait(20)
	if why := f.refusals(1); len(why) != 1 || why[0] != event.NothingThere || f.near(1, 2) {
		t.Errorf("let in too late: %v", why)
	}
	f.call(2, 1, at)
	f.Wait(10)
	guest := f.Body(2).ID
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Leave}}})
	f.Step(3, map[int][]command.Command{1: {{Kind: command.Welcome, Entity: guest}}})
	f.Wait(20)
	if f.near(1, 2) {
		t.Error("who has left was moved")
	}
	f.Balanced()
}
