package act_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/gate"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// comes lets a player enter, and returns why it was refused.
func comes(s *rig.Stage, n int) event.Reason {
	s.Ask(n, command.Command{Kind: command.Enter})
	s.Run(3)
	for _, e := range s.Log {
		if e.Kind == event.Refused && e.Seq != 0 {
			return event.Reason(e.A)
		}
	}
	return event.NoReason
}

// fill lets strangers enter until they are refused, and returns how many came.
func fill(s *rig.Stage, from int) (n int, why event.Reason) {
	for ; ; n++ {
		if why = comes(s, from+n); why != event.NoReason {
			return n, why
		}
	}
}

// TestAFullWorld: strangers leave room for those that were here before, and give way to members.
func TestAFullWorld(t *testing.T) {
	s := rig.NewStage(t)
	if why := comes(s, 1); why != event.NoReason {
		t.Fatal(why)
	}
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	n, why := fill(s, 100)
	if n != world.MaxPlayers-world.KeptPlaces || why != event.WorldFull {
		t.Fatalf("%d strangers come, then %s", n, why)
	}
	if s.Player(100+n) != nil {
		t.Error("who was refused is known")
	}
	if why := comes(s, 1); why != event.NoReason {
		t.Errorf("a known player: %s", why)
	}
	here := func(n int) bool { p := s.Player(n); return p != nil && p.Body != 0 }
	// one more place, then somebody must give way
	s.Grant(2, rights.Builder)
	s.Grant(3, rights.Visitor)
	s.Grant(4, rights.Keeper)
	if why := comes(s, 2); why != event.NoReason || len(s.Roster.Here) != world.MaxPlayers {
		t.Fatalf("a member: %s, %d are here", why, len(s.Roster.Here))
	}
	if why := comes(s, 3); why != event.WorldFull {
		t.Errorf("an invited visitor sends somebody away that is awake: %s", why)
	}
	if why := comes(s, 4); why != event.NoReason || here(100+n-1) {
		t.Errorf("a keeper: %s; the latest stranger is here: %v", why, here(100+n-1))
	}
	gaveWay := false
	for _, e := range s.Log {
		gaveWay = gaveWay || e.Kind == event.Refused && event.Reason(e.A) == event.GaveWay
	}
	if !gaveWay {
		t.Error("nobody tells the stranger")
	}
	// a sleeper gives way at once
	s.Sleep(105)
	s.Run(3)
	if why := comes(s, 3); why != event.NoReason || here(105) {
		t.Errorf("an invited visitor: %s; the sleeper is here: %v", why, here(105))
	}
	s.Balanced()
}

// TestManyStrangers: they enter at a bounded rate; players with a rank by name do not count.
func TestManyStrangers(t *testing.T) {
	s := rig.NewStage(t)
	visit := func(n int) event.Reason {
		why := comes(s, n)
		if why == event.NoReason {
			s.Ask(n, command.Command{Kind: command.Leave})
			s.Run(3)
		}
		return why
	}
	came := 0
	for n := 1; n <= 300; n++ {
		if why := visit(n); why == event.NoReason {
			came++
		} else if why != event.Crowded {
			t.Fatal(why)
		}
	}
	most := gate.StrangerBurst + int(s.Clock/gate.StrangerEvery) + 1
	if came > most || came < most-5 {
		t.Errorf("%d came in %d ticks, not %d", came, s.Clock, most)
	}
	s.Grant(1000, rights.Visitor)
	if why := visit(1000); why != event.NoReason {
		t.Errorf("an invited player: %s", why)
	}
	s.Run(int(gate.StrangerEvery))
	if why := visit(1001); why != event.NoReason {
		t.Errorf("a stranger, later: %s", why)
	}
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Errorf("a snapshot: %v", err)
	}
}

// TestForgotten: when too many are known, the stranger that was here least recently is forgotten, if it
// changed nothing. Players with a rank by name, and those that built, stay.
func TestForgotten(t *testing.T) {
	s := rig.NewStage(t).Clear(6)
	const builds, rich, granted, first = 1, 2, 3, 4
	for n := builds; n <= first; n++ {
		if why := comes(s, n); why != event.NoReason {
			t.Fatal(why)
		}
	}
	s.Grant(granted, rights.Visitor)
	s.Put(builds, 0, 0).Give(builds, item.Lamp, 0)
	s.Ask(builds, command.Command{Kind: command.Kick, Dir: rig.Moving(1, 0).Dir})
	s.Ask(builds, command.Command{Kind: command.Place, Tile: s.At(1, 1), Slot: s.Slot(builds, item.Torch)})
	s.Ask(rich, command.Command{Kind: command.Craft, Slot: 0, Count: 1})
	s.Run(3)
	s.Player(builds).Inventory = item.Builders.Kit() // it has found its torch again
	s.Ledger.Created[item.Torch]++
	s.Player(rich).Inventory[0].Count--
	s.Ledger.Destroyed[s.Player(rich).Inventory[0].Kind]++
	for n := builds; n <= first; n++ {
		s.Ask(n, command.Command{Kind: command.Leave})
	}
	s.Run(3)
	for n := s.Known(); n < world.MaxKnown-world.KeptRecords; n++ {
		act.Admit(&s.State, &world.SeatCommand{Key: rig.Key(5000 + n)})
		s.Roster.Away[len(s.Roster.Away)-1].LastSeen = s.Clock + game.Tick(n)
	}
	s.Roster.SumAway()
	known := s.Known()
	if why := comes(s, 9); why != event.NoReason {
		t.Fatalf("a stranger: %s", why)
	}
	if s.Known() != known || s.Player(first) != nil || s.Player(builds) == nil || s.Player(rich) == nil || s.Player(granted) == nil {
		t.Errorf("%d of %d are known; the one that changed nothing: %v", s.Known(), known, s.Player(first) != nil)
	}
	s.Balanced()
	// Where everybody has changed something, there is room only for players with a rank by name.
	for k := range s.Roster.Away {
		s.Gate.Mark(s.Roster.Away[k].Seat)
	}
	if why := comes(s, 10); why != event.WorldFull {
		t.Errorf("one more stranger: %s", why)
	}
	s.Grant(11, rights.Builder)
	if why := comes(s, 11); why != event.NoReason {
		t.Errorf("a member: %s", why)
	}
}

// TestAllSeatsGiven: a newcomer gets the seat of a player that was forgotten, never one in use.
func TestAllSeatsGiven(t *testing.T) {
	s := rig.NewStage(t)
	s.Roster.LastSeat = act.MostSeats - 1
	seen := map[entity.Seat]bool{}
	for n := 1; n <= 20; n++ {
		if why := comes(s, n); why != event.NoReason {
			t.Fatal(why)
		}
		seat := s.Player(n).Seat
		if seat == 0 || seen[seat] {
			t.Fatalf("seat %d twice", seat)
		}
		seen[seat] = true
	}
}

// TestTheDoor: who enters by each policy, through turns. Players that are inside stay.
func TestTheDoor(t *testing.T) {
	for _, c := range []struct {
		entry               rights.Entry
		stranger, known     event.Reason
		visitor, memberKept event.Reason
	}{
		{rights.Anyone, event.NoReason, event.NoReason, event.NoReason, event.NoReason},
		{rights.Invited, event.NotInvited, event.NotInvited, event.NoReason, event.NoReason},
		{rights.Members, event.MembersOnly, event.MembersOnly, event.MembersOnly, event.NoReason},
	} {
		s := rig.NewStage(t).Enter(2)
		s.Ask(2, command.Command{Kind: command.Leave})
		s.Run(3)
		s.Grant(4, rights.Visitor).Grant(5, rights.Builder)
		s.Decide(world.Ordinance{Topic: world.OfEntry, Value: uint64(c.entry)})
		for n, want := range map[int]event.Reason{2: c.known, 3: c.stranger, 4: c.visitor, 5: c.memberKept} {
			if why := comes(s, n); why != want {
				t.Errorf("%s, player %d: %s, want %s", c.entry, n, why, want)
			}
		}
		if s.Body(1) == nil {
			t.Error("a player inside was sent away")
		}
	}
}

// TestFewPlaces: the charter says how many players are in the world at a time. Strangers leave a quarter of
// few places free, and when the number is lowered, one comes for one that goes.
func TestFewPlaces(t *testing.T) {
	s := rig.NewStage(t)
	limit := func(n uint64) { s.Decide(world.Ordinance{Topic: world.OfPlaces, Value: n}) }
	for _, c := range []struct {
		places    uint64
		strangers int
	}{{1, 1}, {2, 2}, {3, 3}, {4, 3}, {7, 6}, {8, 6}, {0, world.MaxPlayers - world.KeptPlaces}} {
		s := rig.NewStage(t)
		s.Decide(world.Ordinance{Topic: world.OfPlaces, Value: c.places})
		if n, why := fill(s, 100); n != c.strangers || why != event.WorldFull {
			t.Errorf("of %d places, strangers take %d, then %s; want %d", c.places, n, why, c.strangers)
		}
	}
	s.Enter(5)
	limit(3)
	s.Grant(200, rights.Visitor)
	s.Grant(201, rights.Keeper)
	if why := comes(s, 200); why != event.WorldFull || len(s.Roster.Here) != 5 {
		t.Errorf("beyond the number: %s, %d are here", why, len(s.Roster.Here))
	}
	if why := comes(s, 201); why != event.NoReason || len(s.Roster.Here) != 5 {
		t.Errorf("a keeper: %s, %d are here", why, len(s.Roster.Here))
	}
	s = rig.NewStage(t).Enter(1)
	limit(2)
	s.Roster.LastSeat = 300
	s.Register.AwayPlayers = []world.AwayPlayer{{Key: rig.Key(300), Seat: 300}}
	if why := comes(s, 2); why != event.WorldFull {
		t.Errorf("with a player on another island: %s", why)
	}
	limit(0)
	if why := comes(s, 2); why != event.NoReason {
		t.Errorf("without a limit: %s", why)
	}
}
