package revert_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestDiariesGoWithTheLand: what was done before an island was divided is reverted on the new island, and
// what was done there on home after it has ended, whether its region sleeps or not.
func TestDiariesGoWithTheLand(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	h := f.Home()
	h.Code.Put(world.Ordinance{Topic: world.OfRank, Subject: rig.Key(2), Value: uint64(rights.Keeper), Word: 1})
	h.Code.Put(world.Ordinance{Topic: world.OfRank, Subject: rig.Key(1), Value: uint64(rights.Keeper), Word: 2})
	at := grid.TileAt(h.Space.Body(h.Roster.ByKey(rig.Key(2)).Body).Pos)
	wall := func(s *rig.Ship, dx int32) {
		t.Helper()
		living.SetTile(&s.State, at.Add(dx, 0), tile.Grass, tile.NoBlock, 0)
		s.Save()
		slot := uint8(0)
		for k, st := range s.Roster.ByKey(rig.Key(2)).Inventory {
			if st.Kind == item.WoodWall {
				slot = uint8(k)
			}
		}
		f.Step(3, map[int][]command.Command{2: {{Kind: command.Place, Tile: at.Add(dx, 0), Slot: slot}}})
		if _, b, _, _ := s.TileAt(at.Add(dx, 0)); b != tile.WoodWall {
			t.Fatalf("there is %s", b)
		}
	}
	undo := func(s *rig.Ship, by int, want int32) {
		t.Helper()
		f.Step(3, map[int][]command.Command{by: {{Kind: command.Revert, Tile: at, Slot: 9, Count: 200, Entity: 2}}})
		for _, e := range s.Happened {
			switch e.Kind {
			case event.Refused:
				t.Fatalf("refused: %s", event.Reason(e.A))
			case event.Reverted:
				if e.A != want {
					t.Fatalf("%d reverted, not %d", e.A, want)
				}
				return
			}
		}
		t.Fatal("nothing was reverted")
	}
	wall(h, 1)
	child := f.Carve(h, 77, 2)
	if len(h.Diary.List) != 0 || len(child.Diary.List) != 1 {
		t.Fatalf("%d diaries stay, %d go", len(h.Diary.List), len(child.Diary.List))
	}
	undo(child, 2, 1)
	wall(child, -1)
	for range 20 { // home's clock is ahead, or behind
		child.StepTick(nil)
	}
	child.Save()
	f.Absorb(h, child)
	if len(h.Diary.List) != 1 || h.Diary.List[0].Ahead(h.Clock) {
		t.Fatal("the diary did not come home")
	}
	h.Code.Put(world.Ordinance{Topic: world.OfRank, Subject: rig.Key(2), Value: uint64(rights.Builder), Word: 3})
	h.Save()
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Leave}}})
	for h.Land.Active(at.Region()) != nil {
		f.Step(6, nil)
	}
	if len(h.Diary.List) != 0 {
		t.Fatal("the diary does not sleep")
	}
	undo(h, 1, 1)
	f.Balanced()
	rig.Sound(t, h.Island)
}

// TestLentLandKeepsItsDiary: a region that home grants to another island, and gets back, comes with it.
func TestLentLandKeepsItsDiary(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	h := f.Home()
	child := f.Carve(h, 77, 2)
	mid := grid.TileAt(child.Space.Body(child.Roster.Here[0].Body).Pos)
	at := mid.Region()
	for at.X++; child.Register.Owns(at); at.X++ {
	}
	living.Activate(&h.State, at)
	h.Diary.Hand = 1
	living.SetTile(&h.State, at.Tile(100), tile.Grass, tile.StoneWall, 0)
	h.Diary.Hand = 0
	h.Save()
	entry := h.Diary.Of(at).Entries[0]
	child.Drag(2, 64*((at.X-1)-mid.Region().X), 0)
	for n := 0; child.Land.Active(at) == nil; n++ {
		if n > 400 {
			t.Fatal("the land does not come")
		}
		if n%20 == 0 {
			child.Drag(2, 20, 0)
		}
		f.Step(6, nil)
	}
	d := child.Diary.Of(at)
	if h.Diary.Of(at) != nil || d == nil || len(d.Entries) != 1 || d.Entries[0] != entry || d.Authors[0].Key != rig.Key(1) {
		t.Fatalf("on the new holder's side: %+v", d)
	}
}

// TestBranchesJoinTheirDiaries: what a player did on a branch is reverted after the merge, and what both saw
// is there once.
func TestBranchesJoinTheirDiaries(t *testing.T) {
	s := rig.Pair(t)
	s.Grant(1, rights.Keeper)
	place(s, 2, item.WoodWall, 6, 1)
	f := rig.ForkOf(s, []int{1}, []int{2})
	f.Here.Put(1, 0, 0)
	f.Here.Place(1, item.Lamp, 1, 0)
	f.Here.Run(30)
	f.There.Place(2, item.WoodWall, 6, 0)
	f.There.Run(40)
	f.Merge()
	entries := 0
	for _, d := range f.Here.Diary.List {
		entries += len(d.Entries)
	}
	if entries != 3 {
		t.Fatalf("%d entries of three changes", entries)
	}
	f.Here.Ask(1, order(f.Here, 2, 20, 10))
	f.Here.Run(3)
	f.Here.Allowed()
	if f.Here.Block(6, 0) != tile.NoBlock || f.Here.Block(6, 1) != tile.NoBlock || f.Here.Block(1, 0) != tile.Lamp {
		t.Error("not all of it was reverted, or too much")
	}
}
