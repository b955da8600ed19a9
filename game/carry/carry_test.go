package carry_test

import (
	"testing"

	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// pair is two players side by side in an open field.
func pair(t *testing.T) *rig.Stage {
	s := rig.NewStage(t)
	s.Enter(1).Enter(2).Clear(12)
	s.Put(1, 0, 3).Put(2, 1, 3)
	s.Run(6)
	return s
}

// do lets player n give the command about player o.
func do(s *rig.Stage, n, o int) {
	s.Ask(n, command.Command{Kind: command.Carry, Entity: s.Player(o).Body})
	s.Run(6)
}

// knock knocks player n out.
func knock(s *rig.Stage, n int) {
	s.Rule(world.Keep)
	living.Hurt(&s.State, s.Player(n), world.MaxHealth)
	s.Run(6)
}

// together reports whether player o is where player n is.
func together(s *rig.Stage, n, o int) bool {
	return bond.Load(&s.State, s.Player(n).Body) == s.Player(o).Body && s.Between(n, o) < fixed.One/8
}

// TestFriendsAgree: an awake player is asked, and is carried when it gives the same command; it goes where
// the carrier goes, slowly, and gets off with its first step.
func TestFriendsAgree(t *testing.T) {
	s := pair(t)
	if do(s, 1, 2); s.Saw(event.CarryAsked) == nil || together(s, 1, 2) {
		t.Fatal("player 2 was not asked, or has no say")
	}
	if do(s, 2, 1); s.Saw(event.Hoisted) == nil || !together(s, 1, 2) {
		t.Fatalf("player 2 agreed and is not carried: %v", s.Log)
	}
	from := s.Body(1).Pos
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(60)
	far := s.Body(1).Pos.X - from.X
	if !together(s, 1, 2) || s.Body(2).Z == 0 || far < 2*fixed.One || far > 7*fixed.One/2 {
		t.Errorf("after a second the carrier went %.2f tiles, %.2f from its friend", float64(far)/fixed.One, float64(s.Between(1, 2))/fixed.One)
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(3, 3)})
	if s.Run(6); event.Reason(s.Saw(event.Refused).A) != event.HandsFull {
		t.Error("a carrier digs")
	}
	s.Ask(2, rig.Moving(0, fixed.One))
	if s.Run(30); bond.Load(&s.State, s.Player(1).Body) != 0 || s.Saw(event.SetDown) == nil {
		t.Error("player 2 took a step and is still carried")
	}
	s.Run(60)
	if s.Body(2).Z != 0 {
		t.Error("player 2 hangs in the air")
	}
}

// TestTheKnockedOut: a friend that is knocked out is carried at once, does not wake elsewhere meanwhile, and
// wakes where it is put down by a burning hearth. Whenever it wants to it wakes at its own.
func TestTheKnockedOut(t *testing.T) {
	s := pair(t)
	living.SetTile(&s.State, s.At(3, 5), tile.Path, tile.Hearth, tile.StateBit0)
	knock(s, 2)
	if do(s, 1, 2); !together(s, 1, 2) {
		t.Fatalf("not carried: %v", s.Log)
	}
	s.Run(60 * 60)
	if !together(s, 1, 2) || !fall.Out(&s.State, s.Player(2)) {
		t.Fatal("it woke by itself while it was carried")
	}
	s.Put(1, 3, 3)
	s.Run(3)
	if do(s, 1, 2); fall.Out(&s.State, s.Player(2)) || s.Player(2).Health != fall.WakeHealth || s.Saw(event.Revived) == nil || s.Between(1, 2) > 2*fixed.One {
		t.Errorf("by the hearth it has health %d, %v", s.Player(2).Health, s.Log)
	}
	knock(s, 2)
	do(s, 1, 2)
	s.Run(150)
	s.Ask(2, command.Command{Kind: command.Home})
	if s.Run(6); fall.Out(&s.State, s.Player(2)) || bond.Load(&s.State, s.Player(1).Body) != 0 {
		t.Error("it gave up and is carried still")
	}
}

// TestRefusals: nobody is carried from afar, while asleep, twice, or by one whose hands are full.
func TestRefusals(t *testing.T) {
	s := pair(t)
	s.Enter(3)
	s.Put(3, 0, 4)
	s.Run(3)
	refused := func(n, o int, why event.Reason) {
		t.Helper()
		do(s, n, o)
		if e := s.Saw(event.Refused); e == nil || event.Reason(e.A) != why {
			t.Errorf("%d about %d: %+v, want %s", n, o, e, why)
		}
	}
	refused(1, 1, event.NothingThere)
	s.Put(2, 9, 3)
	refused(1, 2, event.TooFar)
	s.Put(2, 1, 3)
	s.Sleep(2)
	s.Run(6)
	refused(1, 2, event.NothingThere)
	s.Enter(2)
	do(s, 1, 2)
	refused(1, 2, event.TooSoon)
	do(s, 2, 1)
	refused(3, 2, event.Blocked)
	refused(1, 3, event.HandsFull)
	refused(3, 1, event.Blocked)
	s.Ask(1, command.Command{Kind: command.Carry})
	if s.Run(6); bond.Load(&s.State, s.Player(1).Body) != 0 {
		t.Error("player 2 was not put down")
	}
	do(s, 3, 1)
	s.Run(11 * 60) // the question has grown old
	if do(s, 1, 3); together(s, 3, 1) || s.Saw(event.CarryAsked) == nil {
		t.Error("an old question was answered")
	}
}

// TestAnybodyMayCarry: visitors carry friends, too, on land of anybody.
func TestAnybodyMayCarry(t *testing.T) {
	s := pair(t)
	s.Grant(1, rights.Visitor)
	do(s, 1, 2)
	if do(s, 2, 1); !together(s, 1, 2) {
		t.Errorf("a visitor does not carry: %v", s.Log)
	}
}

// TestBothAreApart: when the carrier or the carried one goes elsewhere, or falls asleep, they part. A
// snapshot at any time goes on as the state that it was made of.
func TestBothAreApart(t *testing.T) {
	for name, part := range map[string]func(s *rig.Stage){
		"the carried one goes home":    func(s *rig.Stage) { s.Put(2, 9, 9) },
		"the carrier is put elsewhere": func(s *rig.Stage) { s.Put(1, -9, 3) },
		"the carrier falls asleep":     func(s *rig.Stage) { s.Sleep(1) },
		"the carried one falls asleep": func(s *rig.Stage) { s.Sleep(2) },
		"the carrier leaves the world": func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Leave}) },
		"the carried one leaves":       func(s *rig.Stage) { s.Ask(2, command.Command{Kind: command.Leave}) },
		"the carrier picks up a crate": func(s *rig.Stage) { s.Body(1).Flags |= 0; s.Ask(2, rig.Moving(fixed.One, 0)) },
		"the carrier is knocked out":   func(s *rig.Stage) { living.Hurt(&s.State, s.Player(1), world.MaxHealth) },
	} {
		s := pair(t)
		do(s, 1, 2)
		do(s, 2, 1)
		if !together(s, 1, 2) {
			t.Fatal("they do not come together")
		}
		var again island.Island
		if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
			t.Fatalf("%s: %v", name, err)
		}
		part(s)
		s.Run(30)
		if p := s.Roster.ByKey(rig.Key(1)); p.Body != 0 && bond.Load(&s.State, p.Body) != 0 {
			t.Errorf("%s: they are still together", name)
		}
		for n := 1; n <= 2; n++ {
			if p := s.Roster.ByKey(rig.Key(n)); p.Body != 0 {
				s.Run(60)
				if b := s.Space.Body(p.Body); b != nil && b.Z != 0 {
					t.Errorf("%s: player %d hangs in the air", name, n)
				}
			}
		}
		_ = entity.Asleep
	}
}

// TestWhoRidesIsNotCarried: a player that got into a cart after it was asked does not agree, and one that
// gets into a cart while it is carried is carried no more.
func TestWhoRidesIsNotCarried(t *testing.T) {
	s := pair(t)
	s.Animal(entity.Cart, 1, 4)
	ride := command.Command{Kind: command.Use, Tile: s.At(1, 4)}
	do(s, 1, 2)
	s.Ask(2, ride)
	if s.Run(6); s.Body(2).Flags&entity.Riding == 0 {
		t.Fatalf("player 2 does not ride: %v", s.Log)
	}
	if do(s, 2, 1); together(s, 1, 2) || event.Reason(s.Saw(event.Refused).A) != event.HandsFull {
		t.Errorf("player 2 is carried with its cart: %v", s.Log)
	}
	s = pair(t)
	cart := s.Animal(entity.Cart, 1, 4)
	do(s, 1, 2)
	do(s, 2, 1)
	s.Ask(2, ride)
	if s.Run(6); s.Body(2).Flags&entity.Riding == 0 || bond.Load(&s.State, s.Player(1).Body) != 0 || s.Body(2).Pos != s.Space.Body(cart).Pos {
		t.Errorf("player 2 rides and is carried: %v", s.Log)
	}
}

// TestNobodyIsPulledThroughWalls: neither one that is knocked out nor one that would agree.
func TestNobodyIsPulledThroughWalls(t *testing.T) {
	for _, wall := range []bool{false, true} {
		s := pair(t)
		s.Put(1, 0, 3).Put(2, 2, 3)
		if wall {
			s.Set(1, 3, tile.StoneWall, 0)
		}
		for n, d := range map[int]fixed.Q{1: fixed.One / 7, 2: -fixed.One / 7} {
			k, _ := s.Space.Find(s.Player(n).Body)
			b := &s.Space.Bodies()[k]
			from := b.Pos
			b.Pos.X += d
			s.Space.Moved(k, from)
		}
		knock(s, 2)
		if do(s, 1, 2); (s.Saw(event.Hoisted) == nil) != wall {
			t.Errorf("with a wall between them %v: %v", wall, s.Log)
		}
	}
}
