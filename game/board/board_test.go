package board_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/board"
	"manyhold/game/challenge"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// does lets a number of events of a challenge of this week happen by player n.
func does(i *world.State, n, slot int, times uint32) {
	row := &challenge.Rows[challenge.Of(i.Gen.Seed, challenge.WeekOf(i.Clock))[slot]]
	for range times {
		board.Step(i, []event.Event{{Kind: row.On, A: row.A, B: 1, Seat: i.Roster.ByKey(rig.Key(n)).Seat}})
	}
}

func goal(i *world.State, slot int) uint32 {
	return challenge.Rows[challenge.Of(i.Gen.Seed, challenge.WeekOf(i.Clock))[slot]].Goal
}

func read(s *rig.Stage, n int) {
	t := terrain.Notice(s.Gen.Seed)
	s.Put(n, t.X-s.SpawnTile.X, t.Y-s.SpawnTile.Y+1)
	s.Use(n, t.X-s.SpawnTile.X, t.Y-s.SpawnTile.Y)
}

// TestTheBoardStands: beside the hearth of the spawn, and nobody digs it up.
func TestTheBoardStands(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	at := terrain.Notice(s.Gen.Seed)
	if _, b, _, _ := s.Land.TileAt(at); b != tile.Notice || b.Info().DigTicks != 0 {
		t.Fatalf("%s stands there", b)
	}
	if read(s, 1); s.Saw(event.Opened) == nil || tile.Block(s.Saw(event.Opened).A) != tile.Notice {
		t.Errorf("it is not read: %v", s.Log)
	}
}

// TestPrizes: deeds of all players together meet a challenge, once; each player gets its prize once, whoever
// met it. One that came into the world later gets none, under however many keys. Next week there are others.
func TestPrizes(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(3)
	most := goal(&s.State, 0)
	if most > 1 {
		does(&s.State, 1, 0, most-1)
	}
	if board.Met(&s.State, 0) {
		t.Fatal("it is met too early")
	}
	does(&s.State, 2, 0, 1)
	does(&s.State, 2, 0, 1)
	if !board.Met(&s.State, 0) || board.Met(&s.State, 1) {
		t.Fatalf("%d of %d", s.Challenges.Of(1, 0), most)
	}
	prize := challenge.Rows[challenge.Of(s.Gen.Seed, 1)[0]].Prize
	for n := 1; n <= 3; n++ {
		s.Enter(n)
		had := s.Count(n, prize.Kind)
		read(s, n)
		read(s, n)
		if got := s.Count(n, prize.Kind) - had; got != int(prize.Count) || !board.Got(&s.State, s.Player(n), 0) || board.Got(&s.State, s.Player(n), 1) {
			t.Errorf("player %d got %d %s, want %d", n, got, prize.Kind, prize.Count)
		}
	}
	s.Run(3)
	for n := 4; n <= 6; n++ {
		s.Enter(n)
		had := s.Count(n, prize.Kind)
		read(s, n)
		if got := s.Count(n, prize.Kind) - had; got != 0 || !board.Late(&s.State, s.Player(n), 0) || board.Late(&s.State, s.Player(n), 1) {
			t.Errorf("player %d came later and got %d %s", n, got, prize.Kind)
		}
	}
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || !board.Late(&again.State, again.Roster.ByKey(rig.Key(5)), 0) || board.Late(&again.State, again.Roster.ByKey(rig.Key(2)), 0) {
		t.Errorf("after a snapshot others came too late: %v", err)
	}
	s.Clock += challenge.WeekTicks
	if board.Late(&s.State, s.Player(5), 0) {
		t.Error("player 5 is too late for this week")
	}
	if board.Met(&s.State, 0) || board.Got(&s.State, s.Player(1), 0) {
		t.Error("last week's challenge counts still")
	}
}

// TestDeedsCount: what players really do counts, and what others do or happens by itself does not.
func TestDeedsCount(t *testing.T) {
	for r := range challenge.Rows {
		row := &challenge.Rows[r]
		s := rig.NewStage(t)
		s.Enter(1)
		for challenge.Of(s.Gen.Seed, challenge.WeekOf(s.Clock))[0] != r {
			s.Clock += challenge.WeekTicks
		}
		week := challenge.WeekOf(s.Clock)
		does(&s.State, 1, 0, 1)
		if s.Challenges.Of(week, 0) != 1 {
			t.Errorf("%s: one deed counts %d", row.Name, s.Challenges.Of(week, 0))
		}
		board.Step(&s.State, []event.Event{{Kind: row.On, A: row.A + 1, B: 1, Seat: 1}, {Kind: row.On, A: row.A, B: 1, Seat: 999}})
		if s.Challenges.Of(week, 0) != 1 {
			t.Errorf("%s: what somebody else does elsewhere counts", row.Name)
		}
	}
}

// TestFellingCounts: an oak that is felled by hand counts for the challenge of oaks, in the tick in which it
// falls, and the count survives a snapshot.
func TestFellingCounts(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1).Clear(8)
	for challenge.Rows[challenge.Of(s.Gen.Seed, challenge.WeekOf(s.Clock))[0]].Name != "trees" {
		s.Clock += challenge.WeekTicks
	}
	week := challenge.WeekOf(s.Clock)
	s.Put(1, 0, 3)
	living.SetTile(&s.State, s.At(1, 3), tile.Grass, tile.Oak, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 3)})
	s.Run(240)
	if s.Challenges.Of(week, 0) != 1 {
		t.Fatalf("an oak counts %d: %v", s.Challenges.Of(week, 0), s.Log)
	}
	again := rig.BareStage(t)
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() || again.Challenges.Of(week, 0) != 1 {
		t.Errorf("after a snapshot %d, %v", again.Challenges.Of(week, 0), err)
	}
}

// TestNeeds: the board names players who are knocked out, then those whose things lie somewhere.
func TestNeeds(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1).Enter(2)
	if list := board.Needs(&s.State); len(list) != 0 {
		t.Fatalf("%+v", list)
	}
	s.Player(1).Fell, s.Player(1).FellAt = s.At(5, 5), max(s.Clock, 1)
	living.Hurt(&s.State, s.Player(2), world.MaxHealth)
	list := board.Needs(&s.State)
	if len(list) != 2 || !list[0].Out || list[0].Seat != s.Player(2).Seat || list[1].Out || list[1].At != s.At(5, 5) {
		t.Errorf("%+v", list)
	}
	s.Clock += entity.RemainsTime
	if list := board.Needs(&s.State); len(list) != 1 {
		t.Errorf("old remains: %+v", list)
	}
}

// TestIslandsTell: what is done on one island is known on all, and counts once when they meet.
func TestIslandsTell(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(5))
	f.SpreadOut(2, 8)
	far := f.Carve(f.Home(), 77, 2)
	does(&f.Home().State, 1, 1, 2)
	does(&far.State, 2, 1, 1)
	for range 2 * 1800 / game.TicksPerTurn * 2 {
		f.Step(game.TicksPerTurn, nil)
	}
	want := min(goal(&far.State, 1), 3)
	for _, s := range f.Ships {
		if got := s.Challenges.Of(challenge.WeekOf(s.Clock), 1); got != want {
			t.Errorf("island %x knows of %d, want %d", s.Self(), got, want)
		}
	}
	all := f.Settle()
	if got := all.Challenges.Of(challenge.WeekOf(all.Clock), 1); got != want {
		t.Errorf("together %d, want %d", got, want)
	}
}

// TestNothingIsDoubled: hats and instruments that there are once in a world are there once, whatever players
// do with them, and however islands part and meet.
func TestNothingIsDoubled(t *testing.T) {
	once := []item.Kind{item.OldCrown, item.MothCrown, item.Harp, item.NineScore, item.RoseLantern}
	for seed := range uint64(4) {
		draw := rig.Chancer(seed)
		f := rig.NewFleet(t, draw)
		f.SpreadOut(3, 6)
		for n, k := range once {
			p := f.Home().Roster.ByKey(rig.Key(1 + n%3))
			f.Home().Ledger.Destroyed[p.Inventory[20+n].Kind] += uint64(p.Inventory[20+n].Count)
			p.Inventory[20+n] = item.Stack{Kind: k, Count: 1}
			f.Home().Ledger.Created[k]++
		}
		f.Home().Save()
		for round := range 40 {
			f.Step(game.TicksPerTurn, wishes(f, draw))
			f.Balanced()
			if round%13 == 6 && len(f.Ships) < 3 {
				if of := f.Of(2 + round%2); of == f.Home() {
					f.Carve(of, uint64(100+round), 2+round%2)
				}
			}
			if round%13 == 12 && len(f.Ships) > 1 {
				f.Absorb(f.Home(), f.Ships[len(f.Ships)-1])
			}
		}
		all := f.Settle()
		_, _, present := world.Audit(&all.State)
		for _, k := range once {
			if present[k] != 1 {
				t.Errorf("seed %d: there are %d %s", seed, present[k], k)
			}
		}
	}
}

// wishes are what players ask for by chance: to put on, to drop, to throw and to lose what they have.
func wishes(f *rig.Fleet, draw func(uint32) uint32) map[int][]command.Command {
	list := map[int][]command.Command{}
	for n := 1; n <= 3; n++ {
		s := f.Of(n)
		if s == nil {
			continue
		}
		p := s.Roster.ByKey(rig.Key(n))
		b := s.Space.Body(p.Body)
		if b == nil {
			continue
		}
		slot := uint8(20 + draw(5))
		switch draw(8) {
		case 0, 1:
			list[n] = []command.Command{{Kind: command.Place, Tile: grid.TileAt(b.Pos), Slot: slot}}
		case 2:
			list[n] = []command.Command{{Kind: command.Drop, Slot: slot, Count: 1}}
		case 3:
			list[n] = []command.Command{{Kind: command.Throw, Dir: fixed.Direction(fixed.Angle(draw(1 << 16))), Slot: slot}}
		case 4:
			list[n] = []command.Command{{Kind: command.Swap, Slot: slot, Slot2: uint8(draw(item.InventorySlots))}}
		case 5:
			if b.Flags&entity.Asleep == 0 && p.Health > 0 {
				living.Hurt(&s.State, p, world.MaxHealth)
				s.Save()
			}
		default:
			dir := fixed.Direction(fixed.Angle(draw(1 << 16)))
			list[n] = []command.Command{{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}}
		}
	}
	return list
}
