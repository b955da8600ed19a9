package board_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/annals"
	"manyhold/game/board"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// rowOf is the number of a row of the annals.
func rowOf(t *testing.T, name string) int {
	t.Helper()
	for n := range annals.Rows {
		if annals.Rows[n].Name == name {
			return n
		}
	}
	t.Fatalf("no row %q", name)
	return 0
}

// TestFirsts: what players do is noted once, with the name of the one who did it first.
func TestFirsts(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(2).Clear(12)
	s.Player(1).Name, s.Player(2).Name = entity.NameOf("Ada"), entity.NameOf("Bo")
	s.Put(1, 0, 3).Put(2, 1, 3)
	s.Set(2, 4, tile.Lever, 0)
	s.Animal(entity.Cart, 0, 4)
	s.Run(3)
	check := func(row, who string) {
		t.Helper()
		if e, ok := s.Annals.Entry(rowOf(t, row)); !ok || e.Name != entity.NameOf(who) || e.Since == 0 {
			t.Errorf("%s: %+v, %v, want %s; %v", row, e, ok, who, s.Log)
		}
	}
	s.Ask(2, command.Command{Kind: command.Use, Tile: s.At(2, 4)})
	s.Run(6)
	check("lever", "Bo")
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(2, 4)})
	s.Run(30)
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(2, 4)})
	s.Run(6)
	check("lever", "Bo")
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(0, 4)})
	s.Run(6)
	check("cart", "Ada")
	board.Chronicle(&s.State, []event.Event{
		{Kind: event.Crafted, Seat: s.Player(2).Seat, A: int32(item.StonePick), B: 1},
		{Kind: event.Crafted, Seat: 99, A: int32(item.CopperPick), B: 1}, // of another island
		{Kind: event.MothFled, Pos: s.Body(2).Pos},
		{Kind: event.Travelled, Seat: s.Player(1).Seat, Tile: s.At(5, 5)}, // home, not through a portal
	})
	check("stone_pick", "Bo")
	check("moth", "Bo")
	for _, row := range []string{"copper_pick", "portal"} {
		if _, ok := s.Annals.Entry(rowOf(t, row)); ok {
			t.Errorf("%s was not done here", row)
		}
	}
	again := rig.BareStage(t)
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() || again.Annals != s.Annals {
		t.Errorf("after a snapshot: %v", err)
	}
}

// TestFirstsEverywhere: a first is known on all islands, the same one everywhere, and stays where islands
// meet.
func TestFirstsEverywhere(t *testing.T) {
	f := rig.NewFleet(t, rig.Chancer(5))
	f.SpreadOut(3, 8)
	f.Carve(f.Home(), 77, 2)
	f.Carve(f.Home(), 78, 3)
	note := func(id uint64, name string) {
		s := f.Ship(id)
		s.Annals.Note(rowOf(t, "cart"), annals.Entry{Since: s.Clock, Name: entity.NameOf(name)})
		s.Save()
	}
	note(77, "Ada")
	note(78, "Bo") // before it hears of the other one
	for range 8 {
		f.Step(game.TicksPerTurn, nil)
	}
	want, ok := f.Home().Annals.Entry(rowOf(t, "cart"))
	for _, s := range f.Ships {
		if e, there := s.Annals.Entry(rowOf(t, "cart")); !ok || !there || e.Name != want.Name || s.Annals.News() {
			t.Errorf("island %d knows %+v, home %+v", s.Self(), e, want)
		}
	}
	if e, _ := f.Settle().Annals.Entry(rowOf(t, "cart")); e.Name != want.Name {
		t.Errorf("in the end %+v", e)
	}
}

// TestFirstsOfBranches: what was done on a branch is kept, and the firm side's first stays.
func TestFirstsOfBranches(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	f.Here.Annals.Note(2, annals.Entry{Since: f.Here.Clock, Name: entity.NameOf("Ada")})
	f.There.Annals.Note(2, annals.Entry{Since: f.There.Clock, Name: entity.NameOf("Bo")})
	f.There.Annals.Note(3, annals.Entry{Since: f.There.Clock, Name: entity.NameOf("Bo")})
	f.Here.Run(3)
	f.There.Run(6)
	f.Merge()
	a, _ := f.Here.Annals.Entry(2)
	if b, ok := f.Here.Annals.Entry(3); a.Name != entity.NameOf("Ada") || !ok || b.Name != entity.NameOf("Bo") || b.Since > f.Here.Clock {
		t.Errorf("%+v, %+v", a, b)
	}
}

// TestFalseFirsts: an island hears of firsts from home only, and times to come count as now.
func TestFalseFirsts(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	var o annals.Table
	o.Note(1, annals.Entry{Since: s.Clock + 1000, Name: entity.NameOf("Eve")})
	m := o.Append(codec.U64([]byte{uint8(federation.AnnalsLetter)}, uint64(s.Clock)))
	s.Register.SelfID = 77
	for k := range m {
		federation.Receive(&s.State, world.Home, m[:k])
	}
	if federation.Receive(&s.State, 78, m); !s.Annals.Empty() {
		t.Error("it believes an island that is not home")
	}
	federation.Receive(&s.State, world.Home, m)
	if e, ok := s.Annals.Entry(1); !ok || e.Since != s.Clock {
		t.Errorf("%+v at tick %d", e, s.Clock)
	}
	s.Register.SelfID = world.Home
}
