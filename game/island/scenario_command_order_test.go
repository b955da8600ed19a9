package island_test

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/exhibit"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/turn"
)

// shuffled returns the same arrivals in another order, in which each player's own stay as they were: the
// commands of one player are numbered, and all else about when they arrive is the network's.
func shuffled(t *rapid.T, list []rig.Arrival) (out []rig.Arrival) {
	var of [exhibit.CastSize + 1][]rig.Arrival
	var order []int
	for _, a := range list {
		of[a.Who] = append(of[a.Who], a)
		order = append(order, a.Who)
	}
	for _, who := range rapid.Permutation(order).Draw(t, "order") {
		out = append(out, of[who][0])
		of[who] = of[who][1:]
	}
	return out
}

// form makes a turn of the arrivals. Arrivals that the turn has no room for are left out, and not in taken.
func form(t *rapid.T, i *island.Island, ticks uint8, list []rig.Arrival) (built *turn.Turn, taken []rig.Arrival) {
	next := i.Begin(ticks)
	for _, a := range list {
		if ok, err := next.Append(rig.Key(a.Who), a.Seq, a.Cmd); err == nil && ok {
			taken = append(taken, a)
		}
	}
	return next.Turn(), taken
}

// TestShuffled: two replicas of one world. To the one commands arrive in another order in every turn, it is
// written and read again at moments of its own, its work is shared out to cores, and it holds a region more,
// far off, where a machine works. Tile for tile and thing for thing both come to the same.
func TestShuffled(t *testing.T) {
	var trunks [][]byte
	s := rig.NewScript(t)
	for _, at := range []game.Tick{60, 700, 2600} {
		trunks = append(trunks, s.Until(at).Snapshot(nil))
	}
	rapid.Check(t, func(rt *rapid.T) {
		from := trunks[rapid.IntRange(0, len(trunks)-1).Draw(rt, "from")]
		a := side(t, from, rapid.Uint64Range(1, 1<<30).Draw(rt, "chance"), 0)
		round := a.MeetUp()
		b := new(island.Island)
		if err := b.Restore(a.Snapshot(nil)); err != nil {
			rt.Fatal(err)
		}
		far := grid.Region{X: a.SpawnTile.Region().X + 40, Y: a.SpawnTile.Region().Y}
		living.Activate(&b.State, far)
		exhibit.ShowMachine(exhibit.Decor{Island: b, Middle: far.Tile(0).Add(32, 32)})
		b.Motion.ShareOut(onCores)
		for range rapid.IntRange(1, 30).Draw(rt, "turns") {
			ticks := uint8(rapid.IntRange(1, game.MaxTicksPerTurn).Draw(rt, "ticks"))
			turn, taken := form(rt, a.Island, ticks, a.Asks(rt, round))
			other, all := form(rt, b, ticks, shuffled(rt, taken))
			if len(all) != len(taken) {
				rt.Fatalf("of %d commands that one turn had room for another order has room for %d", len(taken), len(all))
			}
			a.Step(turn)
			b.Step(other)
			if rapid.IntRange(0, 4).Draw(rt, "write and read") == 0 {
				again := new(island.Island)
				if err := again.Restore(b.Snapshot(nil)); err != nil {
					rt.Fatal(err)
				}
				if again.Digest() != b.Digest() {
					rt.Fatal("what was written is another")
				}
				again.Motion.ShareOut(onCores)
				b = again
			}
			a.Numbers.After(rt, a.Island)
			sameBut(rt, a.Island, b, far)
		}
		rig.Holds(rt, a.Island)
	})
}

// sameBut fails unless b is as a, but for one region.
func sameBut(t rig.Failer, a, b *island.Island, but grid.Region) {
	t.Helper()
	for _, r := range a.Land.Regions {
		if o := b.Land.Active(r.At); o == nil || o.Tiles != r.Tiles {
			t.Fatalf("tick %d: region %v differs", a.Clock, r.At)
		}
	}
	for k := range a.Space.Bodies() {
		body := &a.Space.Bodies()[k]
		if o := b.Space.Body(body.ID); o == nil || *o != *body {
			t.Fatalf("tick %d: %s %x is %v here and %v there", a.Clock, body.Kind, body.ID, *body, o)
		}
	}
	for k := range b.Space.Bodies() {
		if o := &b.Space.Bodies()[k]; a.Space.Body(o.ID) == nil && grid.TileAt(o.Pos).Region() != but {
			t.Fatalf("tick %d: %s %x is there only", a.Clock, o.Kind, o.ID)
		}
	}
	if !slices.Equal(a.Roster.Here, b.Roster.Here) || !slices.Equal(a.Chat.Log, b.Chat.Log) || !slices.Equal(a.Outlines.List, b.Outlines.List) {
		t.Fatalf("tick %d: players, chat or outlines differ", a.Clock)
	}
	for k := range a.Chests.List {
		if n, ok := b.Chests.Find(a.Chests.List[k].At); !ok || b.Chests.List[n] != a.Chests.List[k] {
			t.Fatalf("tick %d: the chest on %v differs", a.Clock, a.Chests.List[k].At)
		}
	}
	if x, y := a.Components.Append(nil), b.Components.Append(nil); !bytes.Equal(x, y) {
		t.Fatalf("tick %d: components differ", a.Clock)
	}
}
