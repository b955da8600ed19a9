package act_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestRanksInTheWorld: commands of all ranks on common land, through turns: forbidden ones are refused
// with that reason.
func TestRanksInTheWorld(t *testing.T) {
	ask := func(s *rig.Stage, k command.Kind) command.Command {
		c := command.Command{Kind: k, Tile: s.At(1, 0), Text: "hello", Count: 1, Face: entity.FacingOf(rig.Moving(1, 0).Dir)}
		switch k {
		case command.Place:
			c.Slot = s.Slot(1, item.StoneWall)
		case command.Use:
			c.Tile = s.At(0, 1) // a lamp
		case command.ChestPut, command.ChestTake:
			c.Tile = s.At(-1, 0)
		case command.PickUp:
			c.Entity = s.Space.Bodies()[s.Find(entity.Crate)].ID
		}
		return c
	}
	for r := range rights.RankCount {
		for k := command.NoKind + 1; k < command.KindCount; k++ {
			switch k {
			case command.Enter, command.Leave, command.Sleep: // not refused by rank: see TestRights
				continue
			}
			s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0)
			living.SetTile(&s.State, s.At(0, 1), tile.Grass, tile.Lamp, 0)
			living.SetTile(&s.State, s.At(-1, 0), tile.Grass, tile.Chest, 0)
			s.Chests.Add(s.At(-1, 0))
			s.Crate(0, -1)
			s.Grant(1, r)
			s.Ask(1, ask(s, k))
			s.Run(3)
			refused := false
			if e := s.Saw(event.Refused); e != nil {
				refused = event.Reason(e.A) == event.NotAllowed
			}
			if may := rights.May(rights.DeedOf(k), r, rights.Common, rights.Law{}) == event.NoReason; may == refused {
				t.Errorf("%s by a %s: refused by rank %v", k, r, refused)
			}
		}
	}
}

// TestAVisitorEats: food is placed on oneself, which changes no land.
func TestAVisitorEats(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0)
	s.Grant(1, rights.Visitor)
	s.Give(1, item.Berry, 3)
	s.Player(1).Health = 5
	s.Ask(1, command.Command{Kind: command.Place, Tile: s.At(0, 0), Slot: s.Slot(1, item.Berry)})
	s.Run(3)
	s.Allowed()
	if s.Player(1).Health == 5 {
		t.Error("is not fed")
	}
}

// TestARankThatGoesWhileDigging: what was begun as a builder is not finished as a visitor.
func TestARankThatGoesWhileDigging(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(1, 0), tile.Grass, tile.StoneWall, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(6)
	s.Grant(1, rights.Visitor)
	if e := s.Saw(event.Granted); e == nil || e.A != int32(rights.Visitor) {
		t.Errorf("told %+v", e)
	}
	s.Run(10 * game.TicksPerSecond)
	s.Refused(event.NotAllowed)
	if s.Block(1, 0) != tile.StoneWall || s.Player(1).Action == entity.Digging {
		t.Error("goes on")
	}
	s.Grant(1, rights.Builder).Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(10 * game.TicksPerSecond)
	if s.Block(1, 0) == tile.StoneWall {
		t.Error("a builder does not")
	}
}

// TestHomestead: under the law nobody but keepers builds on common land.
func TestHomestead(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0).Rule(world.Homestead)
	s.Place(1, item.StoneWall, 1, 0)
	s.Run(3)
	s.Refused(event.NotYours)
	s.Grant(1, rights.Keeper)
	s.Place(1, item.StoneWall, 1, 0)
	s.Run(3)
	s.Allowed()
}

// TestTheDefaultRank: players without a rank by name have it, from the tick of the ordinance on; a rank that
// is taken away leaves it.
func TestTheDefaultRank(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0)
	rank := func() rights.Rank { return s.Rank(s.Player(1)) }
	if rank() != rights.Builder {
		t.Fatalf("a newcomer is a %s", rank())
	}
	s.Decide(world.Ordinance{Topic: world.OfDefaultRank, Value: uint64(rights.Visitor)})
	if rank() != rights.Visitor {
		t.Fatalf("a newcomer is a %s", rank())
	}
	s.Grant(1, rights.Keeper)
	if rank() != rights.Keeper {
		t.Fatalf("the keeper is a %s", rank())
	}
	s.Decide(world.Ordinance{Topic: world.OfRank, Subject: rig.Key(1), Value: 255})
	if e := s.Saw(event.Granted); rank() != rights.Visitor || e == nil || e.A != -1 {
		t.Fatalf("the former keeper is a %s; told %+v", rank(), e)
	}
}

// TestMuted: a muted player talks again when the time is over.
func TestMuted(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	say := func() {
		s.Ask(1, command.Command{Kind: command.Say, Text: "hear me"})
		s.Run(3)
	}
	s.Decide(world.Ordinance{Topic: world.OfMute, Subject: rig.Key(1), Value: uint64(s.Clock) + 600})
	if e := s.Saw(event.Hushed); e == nil || e.A != 1 {
		t.Errorf("told %+v", e)
	}
	say()
	s.Refused(event.Muted)
	s.Run(600)
	say()
	s.Allowed()
}

// TestTalkative: a player says five lines in five seconds, and others are not held back by it.
func TestTalkative(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	said := func(n int) bool {
		s.Ask(n, command.Command{Kind: command.Say, Text: "spam"})
		s.Run(3)
		return s.Saw(event.Refused) == nil
	}
	for n := range 20 {
		if said(1) != (n < world.ChatBurst) {
			t.Errorf("line %d", n+1)
		}
	}
	if !said(2) {
		t.Error("another player is held back")
	}
	s.Run(int(world.ChatTime))
	if !said(1) {
		t.Error("is held back for ever")
	}
}

// TestTheArrival: newcomers appear at the spawn that the charter sets, and where the world began when it is
// cleared.
func TestTheArrival(t *testing.T) {
	s := rig.NewStage(t).Clear(30)
	at := s.At(20, 3)
	s.Decide(world.Ordinance{Topic: world.OfSpawn, Value: world.PackTile(at)})
	near := func(n int, want grid.Tile) bool {
		s.Ask(n, command.Command{Kind: command.Enter})
		s.Run(3)
		d := grid.TileAt(s.Body(n).Pos)
		return max(d.X-want.X, want.X-d.X, d.Y-want.Y, want.Y-d.Y) <= 4
	}
	if !near(1, at) {
		t.Errorf("appears at %v", s.Body(1).Pos)
	}
	s.Decide(world.Ordinance{Topic: world.OfSpawn})
	if !near(2, s.SpawnTile) {
		t.Errorf("appears at %v", s.Body(2).Pos)
	}
	for _, o := range []grid.Tile{{}, {X: -1, Y: 7}, {X: 1 << 29, Y: -1 << 29}} {
		if got, ok := world.UnpackTile(world.PackTile(o)); !ok || got != o {
			t.Errorf("%v packs to %v", o, got)
		}
	}
}
