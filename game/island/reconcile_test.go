package island_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/reconcile"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// fork is a world of which two sides go on by themselves: here and there.
type fork struct {
	t           *testing.T
	base        []byte
	here, there *stage
	said        string // the report
}

// forkOf begins a fork. On each side the others fall asleep: their peers are on the other one.
func forkOf(s *stage, here, there []int) *fork {
	f := &fork{t: s.t.(*testing.T), base: s.Snapshot(nil)}
	side := func(gone []int) *stage {
		o := &stage{t: s.t, Island: new(island.Island)}
		if err := o.Restore(f.base); err != nil {
			s.t.Fatal(err)
		}
		for _, n := range gone {
			o.next().Depart(key(n))
		}
		o.run(3)
		return o
	}
	f.here, f.there = side(there), side(here)
	return f
}

// merge takes what happened there in, and checks what must always hold.
func (f *fork) merge() *fork {
	f.t.Helper()
	branch := f.there.Snapshot(nil)
	var again island.Island
	if err := again.Restore(f.here.Snapshot(nil)); err != nil {
		f.t.Fatal(err)
	}
	report, err := f.here.Reconcile(f.base, branch)
	if err != nil {
		f.t.Fatal(err)
	}
	other, err := again.Reconcile(f.base, branch)
	if err != nil || !bytes.Equal(report, other) || !bytes.Equal(again.Snapshot(nil), f.here.Snapshot(nil)) {
		f.t.Fatalf("another peer comes to something else: %v\n%s\n%s", err, report, other)
	}
	sound(f.t, f.here.Island)
	f.said = string(report)
	return f
}

// says fails unless the report has a line.
func (f *fork) says(line string) {
	f.t.Helper()
	if !strings.Contains(f.said, line+"\n") {
		f.t.Errorf("the report does not say %q:\n%s", line, f.said)
	}
}

// pair is a stage on which 1 (Ada) and 2 (Bo) stand on bare ground.
func pair(t testing.TB) *stage {
	s := newStage(t).enter(2).clear(10).put(1, 0, 0).put(2, 5, 0)
	s.player(1).Name, s.player(2).Name = entity.NameOf("Ada"), entity.NameOf("Bo")
	return s
}

func TestWhatOneSideBuiltIsTaken(t *testing.T) {
	f := forkOf(pair(t), []int{1}, []int{2})
	f.here.place(1, item.Lamp, 1, 0)
	f.there.place(2, item.WoodWall, 6, 0)
	f.there.place(2, item.WoodWall, 6, 1)
	f.here.run(30)
	f.there.run(60)
	f.merge()
	if f.here.block(1, 0) != tile.Lamp || f.here.block(6, 0) != tile.WoodWall || f.here.block(6, 1) != tile.WoodWall {
		t.Error("what was built is not all there")
	}
	if n := f.here.count(2, item.WoodWall); n != 58 {
		t.Errorf("Bo has %d walls, want those that are left", n)
	}
	if f.here.body(2).Flags&entity.Asleep != 0 || f.here.body(1).Flags&entity.Asleep != 0 {
		t.Error("who played on one side is not awake")
	}
	if f.here.Clock != f.there.Clock {
		t.Errorf("the tick is %d, want the greater, %d", f.here.Clock, f.there.Clock)
	}
	f.says("Bo went on apart for 1 second")
	f.says("region of the spawn: 2 tiles of Bo's taken")
}

func TestWhatBothBuiltIsOutlined(t *testing.T) {
	f := forkOf(pair(t), []int{1}, []int{2})
	f.here.put(1, 2, 1)
	f.there.put(2, 4, 1)
	f.here.place(1, item.Lamp, 3, 0)
	f.here.run(30)
	f.there.place(2, item.StoneWall, 3, 0)
	f.there.place(2, item.StoneWall, 4, 0)
	f.there.run(30)
	f.merge()
	o := f.here.Outlines.At(f.here.at(3, 0))
	if f.here.block(3, 0) != tile.Lamp || o == nil || o.Block != tile.StoneWall || o.Seat != 2 || len(f.here.Outlines.List) != 1 {
		t.Fatalf("the lamp should stand and the wall be outlined: %v", f.here.Outlines.List)
	}
	if n := f.here.count(2, item.StoneWall); n != 59 {
		t.Errorf("Bo has %d walls, want the one of the outline back", n)
	}
	f.says("region of the spawn: 1 tile of Bo's taken; both built: Ada's stands, 1 tile of Bo's kept as an outline")
	f.says("back to Bo: 1 × stone wall")
	f.here.ask(1, command.Command{Kind: command.Dig, Tile: f.here.at(3, 0)})
	f.here.run(60)
	f.here.ask(2, command.Command{Kind: command.Fill, Tile: f.here.at(3, 0)})
	f.here.run(30)
	if f.here.block(3, 0) != tile.StoneWall || len(f.here.Outlines.List) != 0 || f.here.count(2, item.StoneWall) != 58 {
		t.Error("the outline is not filled")
	}
	f.here.balanced()
}

func TestWhatBothTookExistsOnce(t *testing.T) {
	s := pair(t)
	s.put(1, 0, 2).put(2, 2, 2)
	living.SetTile(&s.State, s.at(1, 2), tile.Grass, tile.Chest, 0)
	s.Chests.Add(s.at(1, 2)).Slots[0] = item.Stack{Kind: item.Crystal, Count: 5}
	living.SetTile(&s.State, s.at(1, 1), tile.Rock, tile.CrystalOre, 0)
	s.Ledger.Created[item.Crystal] += 5
	drop := entity.Body{ID: 77, Kind: entity.Drop, Pos: s.at(1, 3).Centre(), Stack: item.Stack{Kind: item.Coal, Count: 9}}
	s.Space.Insert(drop)
	s.Ledger.Created[item.Coal] += 9
	s.Space.Insert(entity.Body{ID: 78, Kind: entity.Crate, Pos: s.at(1, 3).Centre()})
	f := forkOf(s, []int{1}, []int{2})
	for n, side := range [...]*stage{f.here, f.there} {
		side.ask(n+1, command.Command{Kind: command.ChestTake, Tile: s.at(1, 2), Count: 5})
		side.ask(n+1, command.Command{Kind: command.PickUp, Entity: 77})
		side.ask(n+1, command.Command{Kind: command.Dig, Tile: s.at(1, 3)})
		side.run(90)
		side.ask(n+1, command.Command{Kind: command.Dig, Tile: s.at(1, 1)})
		side.run(240)
		if side.count(n+1, item.Crystal) != 6 || side.count(n+1, item.Coal) != 9 || side.count(n+1, item.Crate) != 7 {
			t.Fatalf("side %d has %d crystals, %d coal, %d crates", n, side.count(n+1, item.Crystal), side.count(n+1, item.Coal), side.count(n+1, item.Crate))
		}
	}
	f.merge()
	if a, b := f.here.count(1, item.Crystal), f.here.count(2, item.Crystal); a != 6 || b != 0 {
		t.Errorf("Ada has %d crystals and Bo %d, want 6 and 0", a, b)
	}
	if a, b := f.here.count(1, item.Coal), f.here.count(2, item.Coal); a != 9 || b != 0 {
		t.Errorf("Ada has %d coal and Bo %d, want 9 and 0", a, b)
	}
	if a, b := f.here.count(1, item.Crate), f.here.count(2, item.Crate); a != 7 || b != 6 || f.here.Space.Body(78) != nil {
		t.Errorf("Ada has %d crates and Bo %d, want 7 and 6", a, b)
	}
	f.says("taken on both sides, and there once: 9 × coal, 6 × crystal, 1 × stone, 1 × crate")
}

// TestWhatWasBuiltOfWhatBothTook lets Bo build with what both took: it becomes an outline, as nothing
// else of the kind is left to him.
func TestWhatWasBuiltOfWhatBothTook(t *testing.T) {
	s := pair(t)
	s.put(1, 0, 2).put(2, 2, 2)
	living.SetTile(&s.State, s.at(1, 2), tile.Grass, tile.Chest, 0)
	s.Chests.Add(s.at(1, 2)).Slots[0] = item.Stack{Kind: item.Bed, Count: 3}
	s.Ledger.Created[item.Bed] += 3
	p := s.player(2)
	s.Ledger.Destroyed[item.Bed] += 2
	p.Inventory[s.slot(2, item.Bed)] = item.Stack{}
	f := forkOf(s, []int{1}, []int{2})
	f.here.ask(1, command.Command{Kind: command.ChestTake, Tile: s.at(1, 2), Count: 3})
	f.here.run(3)
	f.there.ask(2, command.Command{Kind: command.ChestTake, Tile: s.at(1, 2), Count: 3})
	f.there.run(3)
	f.there.place(2, item.Bed, 3, 2)
	f.there.run(3)
	f.merge()
	if f.here.count(1, item.Bed) != 5 || f.here.count(2, item.Bed) != 0 || f.here.block(3, 2) != tile.NoBlock || f.here.Outlines.At(s.at(3, 2)) == nil {
		t.Errorf("Ada has %d beds, Bo %d, and a %s stands there", f.here.count(1, item.Bed), f.here.count(2, item.Bed), f.here.block(3, 2).Info().Name)
	}
	f.says("taken on both sides, and there once: 3 × bed")
}

func TestPeopleOfBothSides(t *testing.T) {
	s := pair(t)
	f := forkOf(s, []int{1}, []int{2})
	f.here.ask(3, command.Command{Kind: command.Enter, Text: "Cleo"})
	f.here.run(3)
	f.there.ask(4, command.Command{Kind: command.Enter, Text: "Dan"})
	f.there.run(3)
	f.there.ask(3, command.Command{Kind: command.Enter, Text: "Cleo"}) // on both, for the first time
	f.there.run(3)
	f.here.ask(1, command.Command{Kind: command.Say, Text: "where is Bo?"})
	f.here.run(6)
	f.there.ask(4, command.Command{Kind: command.Say, Text: "where is Ada?"})
	f.there.ask(2, moving(0, fixed.One))
	f.there.run(60)
	f.there.ask(2, moving(0, 0))
	f.there.run(3)
	seq, pos := f.there.Sequence(key(2)), f.there.body(2).Pos
	f.merge()
	if f.here.player(3).Seat != 3 || f.here.player(4).Seat != 4 || f.here.Known() != 4 || f.here.Roster.LastSeat != 4 {
		t.Errorf("Cleo has seat %d and Dan %d of %d", f.here.player(3).Seat, f.here.player(4).Seat, f.here.Roster.LastSeat)
	}
	if f.here.body(4).Seat != 4 || f.here.count(3, item.Lamp) != 12 || f.here.count(4, item.Lamp) != 12 {
		t.Error("the strangers are not as they came")
	}
	if f.here.Sequence(key(2)) != seq || f.here.body(2).Pos != pos {
		t.Errorf("Bo is not where he went, or his commands would be executed again: %d, want %d", f.here.Sequence(key(2)), seq)
	}
	var said []string
	for k, l := range f.here.Chat.Log {
		said = append(said, l.Name+": "+l.Text)
		if k > 0 && l.Seq <= f.here.Chat.Log[k-1].Seq || l.Seq > f.here.Chat.Seq {
			t.Error("lines are not numbered in order")
		}
	}
	if got := strings.Join(said, "; "); got != "Ada: where is Bo?; Dan: where is Ada?" {
		t.Errorf("the chat is %q", got)
	}
	f.says("Dan came into the world there and belong to it now")
	f.here.ask(4, moving(0, 0)) // numbering is not stuck
	f.here.run(3)
}

func TestNothingChangedOnOneSide(t *testing.T) {
	s := newScript(t)
	for s.Tick() < 1500 {
		s.play(s.Island, s.Next().Turn())
	}
	base := s.Snapshot(nil)
	for s.Tick() < 3000 {
		s.play(s.Island, s.Next().Turn())
	}
	want, tip := s.Digest(), s.Snapshot(nil)
	report, err := s.Reconcile(base, base)
	if err != nil || s.Digest() != want || string(report) != "merged_nothing\n" {
		t.Errorf("an unchanged branch: %s %v", report, err)
	}
	if _, err := s.Reconcile(tip, tip); err != nil || s.Digest() != want {
		t.Errorf("a branch that was merged: %v", err)
	}
	var firm island.Island
	if err := firm.Restore(base); err != nil {
		t.Fatal(err)
	}
	if report, err = firm.Reconcile(base, tip); err != nil || firm.Digest() != want || !bytes.Equal(firm.Snapshot(nil), tip) {
		t.Errorf("into an unchanged state: %s %v", report, err)
	}
	if !strings.Contains(string(report), "merged_whole\n") {
		t.Errorf("the report says %s", report)
	}
}

func TestBranchesThatAreRefused(t *testing.T) {
	s := newStage(t).enter(1)
	base := s.Snapshot(nil)
	s.enter(2)
	tip := s.Snapshot(nil)
	before := s.Digest()
	other := island.New(world.Genesis{Seed: 8, Rules: game.CurrentRules})
	stranger := newStage(t)
	stranger.ask(9, command.Command{Kind: command.Enter})
	stranger.run(3)
	for _, c := range []struct {
		what         string
		base, branch []byte
		want         error
	}{
		{"no base", nil, tip, world.ErrSnapshot},
		{"half a base", base[:len(base)/2+1], tip, world.ErrSnapshot},
		{"half a branch", base, tip[:len(tip)-1], world.ErrSnapshot},
		{"another world", other.Snapshot(nil), other.Snapshot(nil), reconcile.ErrBranch},
		{"a branch of another world", base, other.Snapshot(nil), reconcile.ErrBranch},
		{"a branch that ends before it begins", tip, base, reconcile.ErrBranch},
		{"seats that were never given so", stranger.Snapshot(nil), tip, reconcile.ErrBranch},
	} {
		if _, err := s.Reconcile(c.base, c.branch); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
		if s.Digest() != before {
			t.Fatalf("%s: the state has changed", c.what)
		}
	}
}
