package island_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/component"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// TestRefusedChangesNothing: a command that is refused says why, and the world is as if it had not been asked
// for, but that its number is used.
func TestRefusedChangesNothing(t *testing.T) {
	var whys [event.ReasonCount]int
	var kinds [command.KindCount]int
	check := func(rt *rapid.T) {
		j := newJumble(rt, t)
		for range rapid.IntRange(1, 12).Draw(rt, "commands") {
			var twin island.Island
			if err := twin.Restore(j.Snapshot(nil)); err != nil {
				rt.Fatal(err)
			}
			who := rapid.IntRange(1, 2).Draw(rt, "who")
			c := rig.AnyCommand(rt, j.Island)
			if here := j.Space.Body(j.Player(who).Body); here != nil && rapid.Bool().Draw(rt, "near") {
				at := grid.TileAt(here.Pos)
				c.Tile = at.Add(c.Tile.X-j.SpawnTile.X, c.Tile.Y-j.SpawnTile.Y)
			}
			c.Tick = j.Clock
			seq := j.Sequence(rig.Key(who)) + 1
			next := j.Begin(1)
			taken, err := next.Append(rig.Key(who), seq, command.Append(nil, c))
			if err != nil || !taken {
				continue
			}
			j.Step(next.Turn())
			twin.Step(twin.Begin(1).Turn())
			for _, e := range j.Happened {
				if e.Kind != event.Refused || e.Seq != seq || e.Seat != j.Player(who).Seat {
					continue
				}
				if e.A <= int32(event.NoReason) || e.A >= int32(event.ReasonCount) {
					rt.Fatalf("%s is refused for reason %d", c.Kind, e.A)
				}
				whys[e.A]++
				kinds[c.Kind]++
				p, o := j.Player(who), twin.Roster.ByKey(rig.Key(who))
				o.LastSeq, o.LastSeen = p.LastSeq, p.LastSeen
				twin.Roster.SumAway()
				if field, differ := island.Diff(&twin, j.Island); differ {
					rt.Fatalf("%s was refused (%s) and changed: %s", c.Kind, event.Reason(e.A), field)
				}
			}
		}
	}
	rapid.Check(t, check)
	if t.Failed() || testing.Short() { // a fifth of the runs does not meet every kind
		return
	}
	different := func(list []int) (n int) {
		for _, k := range list {
			if k > 0 {
				n++
			}
		}
		return n
	}
	met := func() (reasons, commands int) { return different(whys[:]), different(kinds[:]) }
	for range 2 { // a run may miss the sixth reason by chance
		if r, k := met(); r < 6 || k < 12 {
			rapid.Check(t, check)
		}
	}
	if r, k := met(); r < 6 || k < 12 {
		t.Errorf("only %d reasons and %d kinds of commands were seen: %v %v", r, k, whys, kinds)
	}
}

// TestBodiesAreConserved: through all commands but crafting, which the ledger watches, and through the work
// of machines, fire and water, the number of things that can be in a hand and on the ground stays the same.
func TestBodiesAreConserved(t *testing.T) {
	moved := 0
	rapid.Check(t, func(rt *rapid.T) {
		j := newJumble(rt, t)
		for n := 1; n <= 2; n++ {
			j.Give(n, item.Cart, 3)
		}
		was := bodied(j.Stage)
		before := len(j.Space.Bodies())
		for range rapid.IntRange(1, 60).Draw(rt, "turns") {
			next := j.Begin(uint8(rapid.IntRange(1, 6).Draw(rt, "ticks")))
			for n := 1; n <= 2; n++ {
				c := j.wish(rt, n)
				if c.Kind == command.Craft {
					c.Kind = command.PickUp
				}
				if list := j.Space.Bodies(); c.Kind == command.PickUp {
					c.Entity = list[rapid.IntRange(0, len(list)-1).Draw(rt, "body")].ID
				}
				c.Tick = j.Clock
				_, _ = next.Append(rig.Key(n), j.Sequence(rig.Key(n))+1, command.Append(nil, c))
			}
			j.Step(rig.Reparsed(rt, next.Turn()))
			if is := bodied(j.Stage); is != was {
				rt.Fatalf("tick %d: there were %v, there are %v", j.Clock, was, is)
			}
		}
		if len(j.Space.Bodies()) != before {
			moved++
		}
		rig.Holds(rt, j.Island)
	})
	if moved == 0 && !t.Failed() {
		t.Error("nothing was ever set down or taken up")
	}
}

// TestWrongTurnsAreWrongAsAWhole: a turn that breaks a limit has no effect at all, also by its valid
// commands.
func TestWrongTurnsAreWrongAsAWhole(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	only := func(n int, c command.Command) []byte {
		next := s.Begin(3)
		if ok, err := next.Append(rig.Key(n), s.Sequence(rig.Key(n))+1, command.Append(nil, c)); err != nil || !ok {
			t.Fatal(err)
		}
		return rig.Reparsed(t, next.Turn()).Bytes()
	}
	right := only(1, command.Command{Kind: command.Say, Text: "right"})
	one := func(n int, b []byte) []byte {
		return append(bytes.Clone(b), only(n, command.Command{Kind: command.StopDig})[turn.Head:]...)
	}
	longer := bytes.Clone(right)
	longer[1] = game.MaxTicksPerTurn + 1
	over := bytes.Clone(right)
	for len(over) <= turn.Head+command.MaxTurnBytes {
		over = append(over, over[turn.Head:]...)
	}
	for name, wrong := range map[string][]byte{
		"too many ticks": longer, "no ticks": append([]byte{right[0], 0}, right[turn.Head:]...), "another version": append([]byte{right[0] + 1}, right[1:]...),
		"too many bytes": over, "a number twice": append(bytes.Clone(right), right[turn.Head:]...), "half a record": right[:len(right)-1],
		"two numbers the wrong way round": one(1, one(1, right)), "nothing": nil,
	} {
		was := s.Digest()
		if err := s.Replay(wrong); !errors.Is(err, turn.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
		if s.Digest() != was {
			t.Errorf("%s: something of it took effect", name)
		}
	}
	if err := s.Replay(right); err != nil || len(s.Chat.Log) != 1 {
		t.Errorf("the right one: %v", err)
	}
}

// TestDamageIsNamed: the refusal of a snapshot names the place in it and the fault.
func TestDamageIsNamed(t *testing.T) {
	snapshot := world7(t)
	refused := 0
	for n := 0; n < len(snapshot); n += 3 {
		damaged := bytes.Clone(snapshot)
		damaged[n] ^= 0x55
		err := new(island.Island).Restore(damaged)
		switch {
		case err == nil || errors.Is(err, world.ErrNewer), errors.Is(err, world.ErrOlder):
			continue
		case !errors.Is(err, world.ErrSnapshot):
			t.Fatalf("byte %d: %v", n, err)
		}
		refused++
		if place := strings.TrimPrefix(err.Error(), world.ErrSnapshot.Error()+": "); place == err.Error() || len(strings.Fields(place)) < 2 {
			t.Errorf("byte %d: %q names no place", n, err)
		}
	}
	if refused < len(snapshot)/20 {
		t.Errorf("%d of %d damaged snapshots were refused", refused, len(snapshot)/3)
	}
}

// TestRefusedSnapshots writes states that cannot be, and expects to read where and why.
func TestRefusedSnapshots(t *testing.T) {
	var at grid.Tile // of the chest
	for _, c := range []struct {
		damage func(i *island.Island)
		says   string // # stands for any word
	}{
		{func(i *island.Island) { i.Space.Bodies()[0].VZ = encoding.MaxMotion + 1 }, "region # #: body #: no body is that fast or that high (at byte #)"},
		{func(i *island.Island) { i.Space.Bodies()[0].Kind = entity.KindCount }, "region # #: body #: a body must be of some kind, and have a number (at byte #)"},
		{func(i *island.Island) { i.Space.Bodies()[0].Other = 5 }, "region # #: body #: who carries or is carried must name the other (at byte #)"},
		{func(i *island.Island) { i.Land.Active(at.Region()).Set(at.Index(), tile.Grass, tile.BlockCount, 0) }, "region # #: tile # of the region: there is no such ground or block (at byte #)"},
		{func(i *island.Island) { i.Land.Active(at.Region()).Set(at.Index(), tile.Grass, tile.Lamp, 0) }, "region # #: tile # #: contents of a chest, but no chest is there"},
		{func(i *island.Island) { i.Chests.List[0].Slots[3] = item.Stack{Kind: item.KindCount, Count: 1} }, "region # #: the chest on tile #: there is no such stack of items (at byte #)"},
		{func(i *island.Island) { i.Roster.Here[1].Health = world.MaxHealth + 1 }, "its head: the player of seat 2: no hand holds that slot, or nobody is that well (at byte #)"},
		{func(i *island.Island) { i.Roster.Here[1].Seat = 1; i.Roster.Here[1].Slot = 0 }, "its head: the player of seat 1: seats must be in ascending order (at byte #)"},
		{func(i *island.Island) { i.Chat.Log[0].Text = "\xff" }, "its head: line 1 of the chat: words must be in UTF-8 (at byte #)"},
		{func(i *island.Island) {
			i.Components.Columns[0].Size, i.Components.Columns[0].Data = component.MaxBytes+1, make([]byte, component.MaxBytes+1)
		}, "its head: its columns: a column must have a name, behind the last one's, and its size (at byte #)"},
		{func(i *island.Island) { i.Outlines.List = []world.Outline{{At: at, Ground: tile.GroundCount}} }, "region # #: the outline on tile #: there is no such ground or block (at byte #)"},
		{func(i *island.Island) { i.Clock = 1 << 60 }, "its head: no world is as old as its tick (at byte #)"},
		{func(i *island.Island) { i.Roster.Here[0].Body = 99 }, "seat 1 is in the world and has no body"},
		{func(i *island.Island) { living.Retire(&i.State, 0); i.Clock -= 2 }, "region # #: asleep since tick #, which is in the future"},
		{func(i *island.Island) { // the same asleep
			i.Land.Active(at.Region()).Set(at.Index(), tile.Grass, tile.Lamp, 0)
			k, _ := i.Land.Find(at.Region())
			i.Space.RemoveAll(func(*entity.Body) bool { return true })
			i.Roster.Here, i.Components.Columns = nil, nil
			living.Retire(&i.State, k)
		}, "region # #: tile # #: contents of a chest, but no chest is there"},
		{func(i *island.Island) { // on an untouched tile
			i.Chests.List[0].At = at.Region().Tile(grid.RegionTiles - 1)
		}, "region # #: tile # #: contents of a chest, but no chest is there"},
	} {
		i := new(island.Island)
		if err := i.Restore(world7(t)); err != nil {
			t.Fatal(err)
		}
		at = i.Chests.List[0].At
		i.Land.Regions[0].Set(0, tile.Grass, tile.Lamp, 0)
		c.damage(i)
		err := new(island.Island).Restore(i.Snapshot(nil))
		want := regexp.QuoteMeta(world.ErrSnapshot.Error() + ": " + c.says)
		if err == nil || !regexp.MustCompile("^"+strings.ReplaceAll(want, "#", "[-0-9a-f]+")+"$").MatchString(err.Error()) {
			t.Errorf("%v\nwant %s", err, c.says)
		}
	}
}

// bodied counts what there is of each kind of body that is an item in a hand: on the ground and in hands,
// chests and drops.
func bodied(s *rig.Stage) (n [entity.KindCount]uint64) {
	_, _, present := world.Audit(&s.State)
	for k := entity.NoKind + 1; k < entity.KindCount; k++ {
		if it := k.Item(); it != item.None {
			n[k] = present[it]
		}
	}
	for k := range s.Space.Bodies() {
		// those in the wild come with their regions
		if b := &s.Space.Bodies()[k]; b.Kind.Item() != item.None && (b.Born != 0 || !b.Kind.Animal()) {
			n[b.Kind]++
		}
	}
	return n
}
