package making_test

import (
	"bytes"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

func shift(s *rig.Stage, n int, id game.EntityID, dx, dy int32) event.Reason {
	s.Ask(n, command.Command{Kind: command.Shift, Entity: id, Tile: s.At(dx, dy)})
	return refused(s.Run(3))
}

// lampPost places a lamp at 2, 0 with an area beside it and a ball below it, and lets it have settings, a
// state and a timer.
func lampPost(t *testing.T, s *rig.Stage) (post *thing.Thing, area, ball game.EntityID) {
	t.Helper()
	b := lamp(1)
	b.Title = "Post"
	field := body(blueprint.Area, "Field", 0, 0)
	field.Shape.Width, field.Shape.Height = 2, 2
	b.Childs = []blueprint.Child{{Of: publish(t, &s.State, field), X: 0, Y: -1}, {Of: publish(t, &s.State, body(blueprint.Ball, "Bell", 0, 0)), X: 0, Y: 1}}
	if why := put(s, 1, publish(t, &s.State, b), 2, 0); why != event.NoReason {
		t.Fatal(why)
	}
	id := s.Things.Block(s.At(2, 0)).ID
	x := *s.Things.Find(id)
	x.Set(b.Prop("words"), blueprint.Value{Text: "hello"})
	x.Start(s.Clock+1_000_000, "later")
	x.Label, x.Light = "a post", 9
	living.SetThing(&s.State, &x)
	for _, c := range s.Things.Children(id) {
		if c.Body != 0 {
			ball = c.ID
		} else {
			area = c.ID
		}
	}
	return s.Things.Find(id), area, ball
}

// TestAThingMoves: it keeps all that it is, and takes its children along; where it was is free again.
func TestAThingMoves(t *testing.T) {
	s := stage(t)
	was, area, ball := lampPost(t, s)
	if why := shift(s, 1, was.ID, 1, -2); why != event.NoReason {
		t.Fatal(why)
	}
	moved := map[game.EntityID]grid.Tile{}
	for _, e := range s.Log {
		if e.Kind == event.ThingMoved && e.Seat == s.Player(1).Seat {
			moved[e.Entity] = e.Tile
		}
		if e.Kind == event.ThingGone || e.Kind == event.ThingPut {
			t.Errorf("it is told that a thing comes or goes: %+v", e)
		}
	}
	if len(moved) != 3 || moved[was.ID] != s.At(1, -2) || moved[area] != s.At(1, -3) || moved[ball] != s.At(1, -1) {
		t.Errorf("told: %v", moved)
	}
	is := s.Things.Block(s.At(1, -2))
	if is == nil {
		t.Fatal("nothing is there")
	}
	back := *is
	back.At = was.At
	if !bytes.Equal(thing.Append(nil, &back), thing.Append(nil, was)) {
		t.Errorf("it was %+v, and is %+v", was, is)
	}
	if _, b, state, _ := s.TileAt(s.At(1, -2)); b != tile.Gadget || tile.Emits(b, state) != 9 {
		t.Errorf("its tile is %s in state %x", b, state)
	}
	if _, b, _, _ := s.TileAt(s.At(2, 0)); b != tile.NoBlock || s.Things.Block(s.At(2, 0)) != nil || s.Things.Area(s.At(2, -1)) != nil {
		t.Errorf("where it was is %s", b)
	}
	if b := s.Space.Body(ball); s.Things.Area(s.At(1, -3)) == nil || b == nil || grid.TileAt(b.Pos) != s.At(1, -1) {
		t.Errorf("its children are not beside it: %+v", b)
	}
	rig.Sound(t, s.Island)
	s.Put(1, 0, -2)
	if why := shift(s, 1, area, 2, -3); why != event.NoReason || s.Things.Block(s.At(2, -2)) == nil {
		t.Errorf("a child does not take the whole along: %s", why)
	}
	if why := shift(s, 1, was.ID, 2, -2); why != event.NoReason {
		t.Errorf("to where it is: %s", why)
	}
	if why := shift(s, 1, was.ID, 2, -1); why != event.Blocked {
		t.Errorf("onto the ball that comes along, before it has gone: %s", why)
	}
}

// TestMovesThatAreRefused: each reason is told, and nothing has moved.
func TestMovesThatAreRefused(t *testing.T) {
	s := stage(t)
	was, _, ball := lampPost(t, s)
	at := s.At(2, 0)
	wall := lamp(1)
	wall.Title = "Wall"
	put(s, 1, publish(t, &s.State, wall), -1, 0)
	other := s.Things.Block(s.At(-1, 0)).ID
	for _, c := range []struct {
		name   string
		n      int
		id     game.EntityID
		dx, dy int32
		why    event.Reason
	}{
		{"no such thing", 1, 77, 0, 2, event.NothingThere},
		{"too far", 1, was.ID, 7, 0, event.TooFar},
		{"not its owner", 2, was.ID, 2, -2, event.NotAllowed},
		{"onto another thing", 1, was.ID, -1, 0, event.Blocked},
		{"its child onto another thing", 1, was.ID, -1, -1, event.Blocked},
		{"onto a player", 1, was.ID, 1, 0, event.Blocked},
		{"fine, at last", 1, other, -1, 1, event.NoReason},
	} {
		if why := shift(s, c.n, c.id, c.dx, c.dy); why != c.why {
			t.Errorf("%s: %s", c.name, why)
		}
	}
	s.Put(2, 4, 0)
	grant(s, 2, rights.Keeper)
	if why := shift(s, 2, was.ID, 2, -1); why != event.Blocked && why != event.NoReason {
		t.Errorf("a keeper: %s", why)
	}
	if s.Things.Find(was.ID).At != at && s.Things.Find(was.ID).At != s.At(2, -1) {
		t.Error("it has moved")
	}
	s.Put(1, 2, 2)
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: ball})
	if s.Run(3); s.Body(1).Other != ball {
		t.Fatalf("the ball is not carried: %s", refused(s))
	}
	if why := shift(s, 1, was.ID, 1, 0); why != event.HandsFull {
		t.Errorf("with full hands: %s", why)
	}
	if why := shift(s, 2, was.ID, 5, -1); why != event.Blocked {
		t.Errorf("while a child is carried: %s", why)
	}
	rig.Sound(t, s.Island)
}

// TestMovesRespectLand: what stands on somebody's land is moved neither there nor from there.
func TestMovesRespectLand(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	put(s, 1, of, 0, -1)
	put(s, 1, of, 0, 2)
	s.State.Claims.Put(claim.Claim{ID: 7, Plot: claim.Plot{At: s.At(-1, 1), W: 4, H: 4}, Owner: rig.Key(2)})
	if why := shift(s, 1, s.Things.Block(s.At(0, -1)).ID, 0, 1); why != event.Claimed {
		t.Errorf("onto another's land: %s", why)
	}
	if why := shift(s, 1, s.Things.Block(s.At(0, 2)).ID, 1, -1); why != event.Claimed {
		t.Errorf("from another's land: %s", why)
	}
	if why := shift(s, 1, s.Things.Block(s.At(0, -1)).ID, -1, -1); why != event.NoReason {
		t.Errorf("beside it: %s", why)
	}
}

// TestBodiesInTheDiary: placing, moving and taking away a ball is in the diary of the land, as it is for
// blocks; undoing what its maker did takes it away.
func TestBodiesInTheDiary(t *testing.T) {
	s := stage(t)
	ball := publish(t, &s.State, body(blueprint.Ball, "Bell", fixed.One, 0))
	grant(s, 2, rights.Keeper)
	put(s, 1, ball, 2, 0)
	id := s.Things.Loose()[0].ID
	told := func() (kinds []diary.Kind) {
		for _, l := range s.State.Diary.History(s.At(0, 0), id, 9) {
			if l.Author.Key != rig.Key(1) {
				t.Errorf("noted of %v", l.Author)
			}
			kinds = append([]diary.Kind{l.Kind}, kinds...)
		}
		return kinds
	}
	shift(s, 1, id, 2, 1)
	if got := told(); len(got) != 3 || got[0] != diary.SetDown || got[1] != diary.PutAway || got[2] != diary.SetDown {
		t.Errorf("placed and moved: %v", got)
	}
	for _, l := range s.State.Diary.History(s.At(2, 1), 0, 9) {
		if d, what := l.Deed(); d != diary.Placed || what.Block != tile.Gadget {
			t.Errorf("told as %d of %v", d, what)
		}
	}
	putAway(s, 1, id)
	if got := told(); len(got) != 4 || got[3] != diary.PutAway {
		t.Errorf("and taken away: %v", got)
	}
	snapshot := s.Snapshot(nil)
	if err := s.Restore(snapshot); err != nil {
		t.Fatalf("the diary is not read back: %v", err)
	}
	s.Run(60)
	put(s, 1, ball, 2, 0)
	s.Ask(2, command.Command{Kind: command.Revert, Tile: s.At(2, 0), Slot: 3, Count: 5, Entity: s.Player(1).Body})
	if s.Run(3); s.Things.Count() != 0 {
		t.Errorf("the revert leaves %d things: %s", s.Things.Count(), refused(s))
	}
	rig.Sound(t, s.Island)
}
