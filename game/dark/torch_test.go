package dark_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/dark"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// torches lets player 1 have n torches in hand, and nothing else.
func torches(s *rig.Stage, n uint8) {
	s.Hold(1, item.Torch)
	p := s.Player(1)
	s.Ledger.Created[item.Torch] += uint64(n) - uint64(p.Inventory[p.Slot].Count)
	p.Inventory[p.Slot].Count = n
}

// TestTorchesBurnDown in the hand and in the gloom alone: not by day, not under a lamp, not in the bag and
// not in Peace. The next of the stack burns then.
func TestTorchesBurnDown(t *testing.T) {
	for _, c := range []struct {
		name  string
		set   func(s *rig.Stage)
		burns bool
	}{
		{"at night", func(*rig.Stage) {}, true},
		{"by day", func(s *rig.Stage) { s.Clock = night / 4 }, false},
		{"under a lamp", func(s *rig.Stage) { lit(s, 2, 0) }, false},
		{"in the bag", func(s *rig.Stage) { s.Rule(world.Mercy).Player(1).Slot ^= 1 }, false},
		{"in Peace", func(s *rig.Stage) { s.Rule(world.Peaceful) }, false},
	} {
		s := nightStage(t)
		torches(s, 2)
		c.set(s)
		was := item.Total(s.Player(1).Inventory[:], item.Torch)
		s.Run(int(dark.TorchTime - dark.GutterTime - 2*game.TicksPerSecond))
		if s.Saw(event.Guttered) != nil {
			t.Errorf("%s: it gutters early", c.name)
		}
		s.Run(int(dark.GutterTime / 2))
		if got := s.Saw(event.Guttered) != nil; got != c.burns || (dark.TorchLeft(&s.Components, s.Body(1).ID) <= dark.GutterTime) != c.burns {
			t.Errorf("%s: it gutters: %v", c.name, got)
		}
		s.Run(int(dark.GutterTime))
		left := item.Total(s.Player(1).Inventory[:], item.Torch)
		if e := s.Saw(event.BurntDown); (e != nil) != c.burns || c.burns && (left != was-1 || e.A != int32(left)) || !c.burns && left != was {
			t.Errorf("%s: of %d torches %d are left, %+v", c.name, was, left, e)
		}
		rig.Balanced(t, s.Island)
	}
}

// TestTorchesKeepWhatIsLeft: a torch that is put away does not burn meanwhile, nor does a restart renew it;
// a fire does.
func TestTorchesKeepWhatIsLeft(t *testing.T) {
	s := nightStage(t)
	torches(s, 1)
	slot := s.Player(1).Slot
	s.Run(int(dark.TorchTime / 2))
	left := dark.TorchLeft(&s.Components, s.Body(1).ID)
	if left > dark.TorchTime/2+2*game.TicksPerSecond || left < dark.TorchTime/2-2*game.TicksPerSecond {
		t.Fatalf("of %d ticks %d are left", dark.TorchTime, left)
	}
	s.Ask(1, command.Command{Kind: command.Select, Slot: slot ^ 1})
	s.Run(180)
	s.Player(1).Health = world.MaxHealth
	s.Ask(1, command.Command{Kind: command.Select, Slot: slot})
	s.Run(3)
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if now := dark.TorchLeft(&again.Components, s.Body(1).ID); now < left-2*game.TicksPerSecond || now > left || again.Digest() != s.Digest() {
		t.Errorf("after a restart %d ticks are left of %d", now, left)
	}
	living.SetTile(&s.State, s.At(1, 0), tile.Grass, tile.Hearth, tile.StateBit0)
	s.Run(90)
	if now := dark.TorchLeft(&s.Components, s.Body(1).ID); now != dark.TorchTime || s.Saw(event.Lit) == nil {
		t.Errorf("by the fire %d ticks are left of %d", now, dark.TorchTime)
	}
}

// TestWithoutLightOneFalls: at night, away from light, a player who walks on is knocked out within a minute
// and a half. With a torch in hand it is not.
func TestWithoutLightOneFalls(t *testing.T) {
	for _, armed := range []bool{false, true} {
		s := rig.NewStage(t).Enter(1).Clear(26).Put(1, -20, 0)
		s.Clock = night
		if armed {
			torches(s, 1)
		}
		fell := false
		for n := range 45 {
			s.Ask(1, rig.Moving([]fixed.S{fixed.One, 0, -fixed.One, 0}[n%4], []fixed.S{0, fixed.One, 0, -fixed.One}[n%4]))
			s.Run(120)
			fell = fell || s.Saw(event.KnockedOut) != nil
		}
		if fell == armed {
			t.Errorf("with a torch %v: falls %v, health %d", armed, fell, s.Player(1).Health)
		}
	}
}

// TestShadesSpareTheQuick: a player that takes a torch in hand within five seconds of the first touch is not
// knocked out by a single shade, nor by two.
func TestShadesSpareTheQuick(t *testing.T) {
	s := nightStage(t)
	torches(s, 1)
	slot := s.Player(1).Slot
	s.Player(1).Slot ^= 1
	for n := range uint64(2) {
		dark.NewShade(&s.State, s.At(2, int32(n)).Centre(), n)
	}
	clung, n := false, 0
	for ; n < 40 && !clung; n++ {
		clung = s.Run(30).Saw(event.Clung) != nil
	}
	fell := s.Run(5*game.TicksPerSecond).Saw(event.KnockedOut) != nil
	hurt := s.Player(1).Health < world.MaxHealth/2
	s.Ask(1, command.Command{Kind: command.Select, Slot: slot})
	fell = fell || s.Run(10*game.TicksPerSecond).Saw(event.KnockedOut) != nil
	if !clung || fell || !hurt {
		t.Errorf("clung %v, hurt %v, health %d, knocked out %v", clung, hurt, s.Player(1).Health, fell)
	}
}
