package island_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// The golden digests of a world in which every rule of the table is at work.
//
//go:embed testdata/golden-living-2.txt
var goldenLiving string

// livingRun is the exhibit of living things and machines, and the events in it.
type livingRun struct {
	*exhibit.Workshop
	t       testing.TB
	events  [event.KindCount]int
	why     [event.ReasonCount]int
	grew    [tile.BlockCount]int  // grown blocks, by their present kind
	dug     [tile.BlockCount]int  // blocks taken away by hand
	moved   [entity.KindCount]int // in how many turns something of the kind went on
	places  map[game.EntityID]fixed.Vec
	angles  map[game.EntityID]uint32
	turned  [entity.KindCount]int // in how many turns an arm of the kind turned
	climbs  [2]int                // in how many turns somebody went down and up a ladder
	made    [item.KindCount]int   // by recipe
	tied    [2]int                // ropes: taken off or torn, and tied
	thrust  int                   // bodies that pistons pushed
	numbers rig.Numbers
}

func newLivingRun(t testing.TB) *livingRun {
	return &livingRun{Workshop: exhibit.NewLiving(rig.NewStage(t).Island), t: t, places: map[game.EntityID]fixed.Vec{}, angles: map[game.EntityID]uint32{}}
}

// TestGoldenLiving: a world of everything that works by itself goes the same way everywhere.
func TestGoldenLiving(t *testing.T) {
	l := newLivingRun(t)
	sameAsGolden(t, "golden-living-2.txt", l.digests()+packed(t, l.Island), goldenLiving)
	l.covers()
}

// digests plays the world and lists its digests on the way.
func (l *livingRun) digests() string {
	l.t.Helper()
	var out strings.Builder
	next := uint64(1000)
	for l.Tick() < rig.GoldenTicks {
		l.Step(rig.Reparsed(l.t, l.Next().Turn()))
		l.numbers.After(l.t, l.Island)
		l.watch()
		if l.Tick() >= next {
			next += 1000
			fmt.Fprintf(&out, "%5d %016x  %d visits due, %d bodies\n", l.Tick(), l.Digest(), l.Works.Due(l.SpawnTile.Region()), len(l.Space.Bodies()))
			rig.Sound(l.t, l.Island)
		}
	}
	return out.String()
}

// watch counts the events of a turn.
func (l *livingRun) watch() {
	for _, e := range l.Happened {
		l.events[e.Kind]++
		switch e.Kind {
		case event.Refused:
			l.why[e.A]++
		case event.Grew:
			l.grew[e.A]++
		case event.Crafted:
			l.made[e.A]++
		case event.Switched:
			if e.A == 0 {
				l.tied[e.B]++
			} else if tile.Block(e.A) == tile.Piston && e.B != 0 {
				l.thrust += l.thrustBy(e.Tile)
			}
		case event.Dug:
			if e.B == 0 {
				l.dug[e.A]++
			}
		}
	}
	for k := range l.Space.Bodies() {
		b := &l.Space.Bodies()[k]
		if was, known := l.places[b.ID]; was != b.Pos {
			if on, _ := living.Rungs(&l.Workshop.Decor.Island.State, b); b.Kind == entity.Player && on && known && was.X.Floor() == b.Pos.X.Floor() && was.Y != b.Pos.Y {
				l.climbs[living.Either(was.Y < b.Pos.Y, 0, 1)]++
			}
			l.moved[b.Kind]++
			l.places[b.ID] = b.Pos
		}
		if b.Kind.Pinned() && l.angles[b.ID] != b.Angle {
			l.turned[b.Kind]++
			l.angles[b.ID] = b.Angle
		}
	}
}

// thrustBy returns how many bodies were, a turn ago, where the head of a piston is now.
func (l *livingRun) thrustBy(piston grid.Tile) (n int) {
	_, _, state, _ := l.TileAt(piston)
	for k := range l.Space.Bodies() {
		if b := &l.Space.Bodies()[k]; grid.TileAt(l.places[b.ID]) == world.Beside(piston, tile.HeadingOf(state)) && grid.TileAt(b.Pos) != grid.TileAt(l.places[b.ID]) {
			n++
		}
	}
	return n
}

// covers fails unless everything has happened but what the charter is about: see package act's tests.
func (l *livingRun) covers() {
	t := l.t
	t.Helper()
	for k := event.Switched; k <= event.Creaked; k++ {
		if l.events[k] == 0 && k != event.VisitRequested && k != event.Visited { // which TestGolden sees
			t.Errorf("never saw the event %q", k)
		}
	}
	for k := event.NeedsKey; k <= event.Frozen; k++ {
		if l.why[k] == 0 {
			t.Errorf("never refused because %q", k)
		}
	}
	for _, k := range []entity.Kind{entity.Player, entity.Crate, entity.Ball, entity.Drop, entity.Cart, entity.Hen, entity.Sheep, entity.Platform} {
		if l.moved[k] < 100 {
			t.Errorf("of the kind %q something moved in %d turns only", k, l.moved[k])
		}
	}
	if l.turned[entity.GateArm] < 100 || l.turned[entity.RotorArm] < 1000 || l.climbs[0] < 20 || l.climbs[1] < 20 {
		t.Errorf("gates turned in %d turns, rotors in %d; somebody went down a ladder in %d and up in %d", l.turned[entity.GateArm], l.turned[entity.RotorArm], l.climbs[0], l.climbs[1])
	}
	if l.tied[0] == 0 || l.tied[1] == 0 || l.thrust < 10 {
		t.Errorf("%d ropes were tied and %d taken off, pistons pushed %d times", l.tied[1], l.tied[0], l.thrust)
	}
	kinds := 0
	for _, n := range l.made {
		kinds += min(n, 1)
	}
	if l.grew[tile.Oak] == 0 || l.grew[tile.Wheat] == 0 || l.dug[tile.Wheat] == 0 || kinds < 30 {
		t.Errorf("%d trees grew again and %d ears of wheat, of which %d were cut; %d kinds of things were made", l.grew[tile.Oak], l.grew[tile.Wheat], l.dug[tile.Wheat], kinds)
	}
	for k := range living.Rules {
		if l.Visits.Applied[k] == 0 {
			t.Errorf("%s: never did", living.Rules[k].Name)
		}
	}
}
