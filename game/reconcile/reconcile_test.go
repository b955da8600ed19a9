package reconcile_test

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
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

func TestWhatOneSideBuiltIsTaken(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	f.Here.Place(1, item.Lamp, 1, 0)
	f.There.Place(2, item.WoodWall, 6, 0)
	f.There.Place(2, item.WoodWall, 6, 1)
	f.Here.Run(30)
	f.There.Run(60)
	f.Merge()
	if f.Here.Block(1, 0) != tile.Lamp || f.Here.Block(6, 0) != tile.WoodWall || f.Here.Block(6, 1) != tile.WoodWall {
		t.Error("what was built is not all there")
	}
	if n := f.Here.Count(2, item.WoodWall); n != 58 {
		t.Errorf("Bo has %d walls, want those that are left", n)
	}
	if f.Here.Body(2).Flags&entity.Asleep != 0 || f.Here.Body(1).Flags&entity.Asleep != 0 {
		t.Error("who played on one side is not awake")
	}
	if f.Here.Clock != f.There.Clock {
		t.Errorf("the tick is %d, want the greater, %d", f.Here.Clock, f.There.Clock)
	}
	f.Says(`merged_apart_seconds n="1" who="Bo"`)
	f.Says(`merged_tiles x="0" y="0" n="2" who="Bo"`)
}

func TestWhatBothBuiltIsOutlined(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	f.Here.Put(1, 2, 1)
	f.There.Put(2, 4, 1)
	f.Here.Place(1, item.Lamp, 3, 0)
	f.Here.Run(30)
	f.There.Place(2, item.StoneWall, 3, 0)
	f.There.Place(2, item.StoneWall, 4, 0)
	f.There.Run(30)
	f.Merge()
	o := f.Here.Outlines.At(f.Here.At(3, 0))
	if f.Here.Block(3, 0) != tile.Lamp || o == nil || o.Block != tile.StoneWall || o.Seat != 2 || len(f.Here.Outlines.List) != 1 {
		t.Fatalf("the lamp should stand and the wall be outlined: %v", f.Here.Outlines.List)
	}
	if n := f.Here.Count(2, item.StoneWall); n != 59 {
		t.Errorf("Bo has %d walls, want the one of the outline back", n)
	}
	f.Says(`merged_tiles x="0" y="0" n="1" who="Bo"`)
	f.Says(`merged_outlined x="0" y="0" n="1" who="Bo"`)
	f.Says(`merged_given item="1 stone wall" who="Bo"`)
	f.Here.Ask(1, command.Command{Kind: command.Dig, Tile: f.Here.At(3, 0)})
	f.Here.Run(60)
	f.Here.Ask(2, command.Command{Kind: command.Fill, Tile: f.Here.At(3, 0)})
	f.Here.Run(30)
	if f.Here.Block(3, 0) != tile.StoneWall || len(f.Here.Outlines.List) != 0 || f.Here.Count(2, item.StoneWall) != 58 {
		t.Error("the outline is not filled")
	}
	f.Here.Balanced()
}

func TestWhatBothTookExistsOnce(t *testing.T) {
	s := rig.Pair(t)
	s.Put(1, 0, 2).Put(2, 2, 2)
	living.SetTile(&s.State, s.At(1, 2), tile.Grass, tile.Chest, 0)
	s.Chests.Add(s.At(1, 2)).Slots[0] = item.Stack{Kind: item.Crystal, Count: 5}
	living.SetTile(&s.State, s.At(1, 1), tile.Rock, tile.CrystalOre, 0)
	s.Ledger.Created[item.Crystal] += 5
	drop := entity.Body{ID: 77, Kind: entity.Drop, Pos: s.At(1, 3).Centre(), Stack: item.Stack{Kind: item.Coal, Count: 9}}
	s.Space.Insert(drop)
	s.Ledger.Created[item.Coal] += 9
	s.Space.Insert(entity.Body{ID: 78, Kind: entity.Crate, Pos: s.At(1, 3).Centre()})
	f := rig.ForkOf(s, []int{1}, []int{2})
	for n, side := range [...]*rig.Stage{f.Here, f.There} {
		side.Ask(n+1, command.Command{Kind: command.ChestTake, Tile: s.At(1, 2), Count: 5})
		side.Ask(n+1, command.Command{Kind: command.PickUp, Entity: 77})
		side.Ask(n+1, command.Command{Kind: command.Dig, Tile: s.At(1, 3)})
		side.Run(90)
		side.Ask(n+1, command.Command{Kind: command.Dig, Tile: s.At(1, 1)})
		side.Run(240)
		if side.Count(n+1, item.Crystal) != 6 || side.Count(n+1, item.Coal) != 9 || side.Count(n+1, item.Crate) != 7 {
			t.Fatalf("side %d has %d crystals, %d coal, %d crates", n, side.Count(n+1, item.Crystal), side.Count(n+1, item.Coal), side.Count(n+1, item.Crate))
		}
	}
	f.Merge()
	if a, b := f.Here.Count(1, item.Crystal), f.Here.Count(2, item.Crystal); a != 6 || b != 0 {
		t.Errorf("Ada has %d crystals and Bo %d, want 6 and 0", a, b)
	}
	if a, b := f.Here.Count(1, item.Coal), f.Here.Count(2, item.Coal); a != 9 || b != 0 {
		t.Errorf("Ada has %d coal and Bo %d, want 9 and 0", a, b)
	}
	if a, b := f.Here.Count(1, item.Crate), f.Here.Count(2, item.Crate); a != 7 || b != 6 || f.Here.Space.Body(78) != nil {
		t.Errorf("Ada has %d crates and Bo %d, want 7 and 6", a, b)
	}
	f.Says(`merged_once item="9 coal" item="6 crystal" item="1 stone" item="1 crate" who="Bo"`)
}

// TestWhatWasBuiltOfWhatBothTook lets Bo build with an item that both took: it becomes an outline, as nothing
// else of the kind is left to him.
func TestWhatWasBuiltOfWhatBothTook(t *testing.T) {
	s := rig.Pair(t)
	s.Put(1, 0, 2).Put(2, 2, 2)
	living.SetTile(&s.State, s.At(1, 2), tile.Grass, tile.Chest, 0)
	s.Chests.Add(s.At(1, 2)).Slots[0] = item.Stack{Kind: item.Bed, Count: 3}
	s.Ledger.Created[item.Bed] += 3
	p := s.Player(2)
	s.Ledger.Destroyed[item.Bed] += 2
	p.Inventory[s.Slot(2, item.Bed)] = item.Stack{}
	f := rig.ForkOf(s, []int{1}, []int{2})
	f.Here.Ask(1, command.Command{Kind: command.ChestTake, Tile: s.At(1, 2), Count: 3})
	f.Here.Run(3)
	f.There.Ask(2, command.Command{Kind: command.ChestTake, Tile: s.At(1, 2), Count: 3})
	f.There.Run(3)
	f.There.Place(2, item.Bed, 3, 2)
	f.There.Run(3)
	f.Merge()
	if f.Here.Count(1, item.Bed) != 5 || f.Here.Count(2, item.Bed) != 0 || f.Here.Block(3, 2) != tile.NoBlock || f.Here.Outlines.At(s.At(3, 2)) == nil {
		t.Errorf("Ada has %d beds, Bo %d, and a %s stands there", f.Here.Count(1, item.Bed), f.Here.Count(2, item.Bed), f.Here.Block(3, 2).Info().Name)
	}
	f.Says(`merged_once item="3 bed" who="Bo"`)
}

func TestPeopleOfBothSides(t *testing.T) {
	s := rig.Pair(t)
	f := rig.ForkOf(s, []int{1}, []int{2})
	f.Here.Ask(3, command.Command{Kind: command.Enter, Text: "Cleo"})
	f.Here.Run(3)
	f.There.Ask(4, command.Command{Kind: command.Enter, Text: "Dan"})
	f.There.Run(3)
	f.There.Ask(3, command.Command{Kind: command.Enter, Text: "Cleo"}) // on both, for the first time
	f.There.Run(3)
	f.Here.Ask(1, command.Command{Kind: command.Say, Text: "where is Bo?"})
	f.Here.Run(6)
	f.There.Ask(4, command.Command{Kind: command.Say, Text: "where is Ada?"})
	f.There.Ask(2, rig.Moving(0, fixed.One))
	f.There.Run(60)
	f.There.Ask(2, rig.Moving(0, 0))
	f.There.Run(3)
	seq, pos := f.There.Sequence(rig.Key(2)), f.There.Body(2).Pos
	f.Merge()
	if f.Here.Player(3).Seat != 3 || f.Here.Player(4).Seat != 4 || f.Here.Known() != 4 || f.Here.Roster.LastSeat != 4 {
		t.Errorf("Cleo has seat %d and Dan %d of %d", f.Here.Player(3).Seat, f.Here.Player(4).Seat, f.Here.Roster.LastSeat)
	}
	if f.Here.Body(4).Seat != 4 || f.Here.Count(3, item.Lamp) != 12 || f.Here.Count(4, item.Lamp) != 12 {
		t.Error("the strangers are not as they came")
	}
	if f.Here.Sequence(rig.Key(2)) != seq || f.Here.Body(2).Pos != pos {
		t.Errorf("Bo is not where he went, or his commands would be executed again: %d, want %d", f.Here.Sequence(rig.Key(2)), seq)
	}
	var said []string
	for k, l := range f.Here.Chat.Log {
		said = append(said, l.Name+": "+l.Text)
		if k > 0 && l.Seq <= f.Here.Chat.Log[k-1].Seq || l.Seq > f.Here.Chat.Seq {
			t.Error("lines are not numbered in order")
		}
	}
	if got := strings.Join(said, "; "); got != "Ada: where is Bo?; Dan: where is Ada?" {
		t.Errorf("the chat is %q", got)
	}
	f.Says(`merged_newcomers who="Dan"`)
	f.Here.Ask(4, rig.Moving(0, 0)) // numbering is not stuck
	f.Here.Run(3)
}

func TestNothingChangedOnOneSide(t *testing.T) {
	s := rig.NewScript(t)
	for s.Tick() < 1500 {
		s.Play(s.Island, s.Cast.Next().Turn())
	}
	base := s.Snapshot(nil)
	for s.Tick() < 3000 {
		s.Play(s.Island, s.Cast.Next().Turn())
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
	s := rig.NewStage(t).Enter(1)
	base := s.Snapshot(nil)
	s.Enter(2)
	tip := s.Snapshot(nil)
	before := s.Digest()
	other := island.New(world.Genesis{Seed: 8, Rules: game.CurrentRules})
	stranger := rig.NewStage(t)
	stranger.Ask(9, command.Command{Kind: command.Enter})
	stranger.Run(3)
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
