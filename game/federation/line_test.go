package federation_test

import (
	"flag"
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/perception"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// collisions is how many rounds TestHitsAtALine plays.
var collisions = flag.Int("collisions", 300, "how many times things are thrown at each other across a line")

// TestHitsAtALine throws things at each other across a line, with a post that doubles, delays and loses
// parcels, and crashes: each hit that goes over is told once by each owner, and nothing is lost or doubled.
func TestHitsAtALine(t *testing.T) {
	p := rig.NewShores(t, rig.Chancer(5), 1)
	p.Post = true
	rounds := *collisions
	if testing.Short() {
		rounds /= 3
	}
	for round := range uint64(rounds) {
		y := int32(p.Draw(9)) - 4
		fast := func() fixed.S { return fixed.S(3+p.Draw(5)) * fixed.One / 2 }
		shift := func() fixed.Q { return fixed.Q(p.Draw(fixed.One)) }
		p.Throw(p.West, round, p.Mid.Add(-2-int32(p.Draw(2)), y).Centre().Add(fixed.Vec{Y: shift() / 4}), fixed.SVec{X: fast()})
		p.Throw(p.East, round, p.Mid.Add(1+int32(p.Draw(2)), y).Centre().Add(fixed.Vec{Y: shift() / 4}), fixed.SVec{X: -fast()})
		for range 16 {
			p.Turn(nil)
			if s := p.Ships[p.Draw(2)]; p.Draw(10) == 0 {
				p.TakeBack(s)
			}
		}
		p.LandIsOnce()
		if round%16 == 0 {
			p.Crash(p.West)
			p.Crash(p.East)
		}
		p.Quiet()
		if n := p.Loose(); n != 2 {
			t.Fatalf("round %d: %d things, not 2", round, n)
		}
		for _, s := range p.Ships {
			s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind != entity.Player })
			s.Save()
		}
		p.Turn(nil)
	}
	p.Balanced()
	t.Logf("%d hits went over in %d rounds", p.Hits, rounds)
	if p.Hits < rounds/10 {
		t.Errorf("only %d hits went over in %d rounds", p.Hits, rounds)
	}
}

// TestWalkingOverALine: a player goes over where the other side has room, with the things it carries and in
// its order of commands; where there is none, the line is closed and says so.
func TestWalkingOverALine(t *testing.T) {
	for _, most := range []uint16{1, 2} {
		p := rig.NewShores(t, rig.Chancer(1), most)
		p.Post = true
		p.West.PlaceAt(1, p.Mid.Add(-3, 0))
		crate := p.West.Space.NewID(1)
		p.West.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: p.Mid.Add(-3, 1).Centre()})
		if err := p.West.Components.Declare("test:mark", 2); err != nil {
			t.Fatal(err)
		}
		if err := p.West.SetComponent("test:mark", crate, []byte{4, 2}); err != nil {
			t.Fatal(err)
		}
		p.West.Save()
		had := p.West.Roster.ByKey(rig.Key(1)).Inventory
		p.Turn(map[int][]command.Command{1: {{Kind: command.PickUp, Entity: crate}, {Kind: command.Move, Dir: fixed.SVec{X: fixed.One}}}})
		seq, closed := p.West.Sequence(rig.Key(1)), 0
		for range 60 {
			p.Turn(nil)
			p.LandIsOnce()
			for _, e := range p.West.Happened {
				if e.Kind == event.Refused && event.Reason(e.A) == event.LineClosed {
					closed++
				}
			}
		}
		p.Quiet()
		if most == 1 {
			if closed == 0 || p.Of(1) != p.West || grid.TileAt(p.West.Space.Body(p.West.Roster.ByKey(rig.Key(1)).Body).Pos).X != p.Mid.X-1 {
				t.Errorf("the line is not closed; said %d times", closed)
			}
			continue
		}
		e := p.Of(1)
		if e != p.East || closed > 0 || p.West.Holds(rig.Key(1)) {
			t.Fatalf("the player is not over there; %d times it was told that the line is closed", closed)
		}
		q := e.Roster.ByKey(rig.Key(1))
		if q.Inventory != had || q.Seat != 1 || e.Sequence(rig.Key(1)) != seq || string(e.Components.Get("test:mark", crate)) != "\x04\x02" {
			t.Error("it has not all that it had")
		}
		if o := e.Space.Body(crate); o == nil || o.Other != q.Body {
			t.Error("it does not carry what it carried")
		}
		p.Turn(map[int][]command.Command{1: {{Kind: command.Say, Text: "here I am"}}})
		if len(e.Chat.Log) != 1 {
			t.Error("it cannot say anything over there")
		}
		p.Balanced()
		p.Settle()
		p.Balanced()
	}
}

// TestWhatIsKnownOfTheOtherSide: tiles bar, bodies are seen, and both are kept in snapshots and copies.
func TestWhatIsKnownOfTheOtherSide(t *testing.T) {
	p := rig.NewShores(t, nil, 1)
	living.SetTile(&p.East.State, p.Mid.Add(0, 0), tile.Grass, tile.StoneWall, 0)
	p.Lay(p.East, entity.Crate, p.Mid.Add(2, 2))
	for range 30 {
		p.Turn(nil)
	}
	if c := p.West.Land.Cell(p.Mid.X, p.Mid.Y); c.Height == 0 {
		t.Error("the wall over there does not bar")
	}
	if c := p.West.Land.Cell(p.Mid.X+world.BorderWidth, p.Mid.Y); c != physics.Unknown {
		t.Error("a tile beyond the border strip is known")
	}
	if g := p.West.Ghosts(); len(g) != 1 || g[0].Kind != entity.Crate {
		t.Fatalf("ghosts: %v", g)
	}
	if seen := perception.Perceived(&p.West.State, nil, p.Mid.Add(-2, 2).Centre()); len(seen) == 0 || seen[len(seen)-1].Kind != entity.Crate {
		t.Errorf("the crate over there is not among what is known: %v", seen)
	}
	var again, near, scratch island.Island
	if err := again.Restore(p.West.Snapshot(nil)); err != nil || again.Digest() != p.West.Digest() {
		t.Fatalf("restored: %v", err)
	}
	p.West.CopyNear(&near, p.Mid.Add(-2, 0))
	near.Copy(&scratch)
	for _, i := range []*island.Island{&again, &near, &scratch} {
		if i.Land.Cell(p.Mid.X, p.Mid.Y).Height == 0 || len(i.Ghosts()) != 1 || i.Beyond(p.Mid.Region()) == nil {
			t.Error("a copy does not know the other side")
		}
	}
	p.Absorb(p.West, p.East)
	for range 30 {
		p.Step(3, nil)
	}
	if len(p.West.Ghosts())+len(p.West.Land.Borders) != 0 {
		t.Error("there are still images of what is here now")
	}
}
