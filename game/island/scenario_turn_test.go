package island_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// TestRestoreThenStepEqualsStep takes a snapshot at many points of the script, goes on from it on another
// island, and compares every digest on the way and the last snapshot byte by byte.
func TestRestoreThenStepEqualsStep(t *testing.T) {
	s := rig.NewScript(t)
	var copies []*island.Island
	for n := 0; s.Tick() < 6000; n++ {
		turn := s.Cast.Next().Turn()
		if n%171 == 0 {
			c := new(island.Island)
			if err := c.Restore(s.Snapshot(nil)); err != nil {
				t.Fatalf("tick %d: %v", s.Tick(), err)
			}
			copies = append(copies, c)
		}
		s.Play(s.Island, turn)
		for k, c := range copies {
			s.Play(c, turn)
			if n%10 == 0 && c.Digest() != s.Digest() {
				field, _ := island.Diff(s.Island, c)
				t.Fatalf("copy %d differs at tick %d: %s", k, s.Tick(), field)
			}
		}
		if len(copies) > 4 {
			copies = copies[1:]
		}
	}
	want := s.Snapshot(nil)
	for k, c := range copies {
		if !bytes.Equal(c.Snapshot(nil), want) {
			t.Errorf("copy %d has another snapshot", k)
		}
	}
}

// TestAnyOrderOfArrival forms one turn of commands that arrive in different orders: the result is the
// same.
func TestAnyOrderOfArrival(t *testing.T) {
	base := rig.NewStage(t).Enter(5).Clear(6)
	for n := 1; n <= 5; n++ {
		base.Put(n, int32(n)-3, 0)
	}
	base.Run(3)
	snapshot := base.Snapshot(nil)
	type arrival struct {
		n   int
		cmd command.Command
	}
	var all []arrival
	for n := 1; n <= 5; n++ { // all want the same tile
		all = append(all, arrival{n, command.Command{Kind: command.Place, Tile: base.At(0, 1), Slot: uint8(n)}},
			arrival{n, rig.Moving(fixed.One, 0)})
	}
	digest := uint64(0)
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation([]int{0, 1, 2, 3, 4}).Draw(t, "order")
		i := new(island.Island)
		if err := i.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		next := i.Begin(3)
		for _, who := range order {
			for k := range 2 {
				if _, err := next.Append(rig.Key(who+1), i.Sequence(rig.Key(who+1))+uint64(k)+1, command.Append(nil, all[2*who+k].cmd)); err != nil {
					t.Fatal(err)
				}
			}
		}
		i.Step(rig.Reparsed(t, next.Turn()))
		if digest == 0 {
			digest = i.Digest()
		}
		if i.Digest() != digest {
			t.Fatalf("order %v: another result", order)
		}
	})
}

// TestCompositionDoesNotMatter runs the same players at home on two islands. One of the islands also holds
// the surroundings of a player far away.
func TestCompositionDoesNotMatter(t *testing.T) {
	a, b := rig.NewScript(t), rig.NewScript(t)
	far := b.FarMeadow()
	b.Cast.Seqs = a.Cast.Seqs
	b.Roster.Away = b.Roster.Away[:0]
	// seat 1 is the far one's, so seats differ: enter it on both
	act.Admit(&b.Stage.Island.State, &world.SeatCommand{Key: rig.Key(50)})
	act.Admit(&a.Stage.Island.State, &world.SeatCommand{Key: rig.Key(50)})
	a.Roster.SumAway()
	b.Roster.Away[0].Last = far.Centre()
	b.Ask(50, command.Command{Kind: command.Enter})
	a.Stage.Building()
	a.Run(3)
	b.Run(3)
	if len(a.Land.Regions) == len(b.Land.Regions) {
		t.Fatal("the far player holds no regions")
	}
	for a.Tick() < 2400 {
		turn := a.Cast.Next().Turn()
		for _, i := range []*island.Island{a.Island, b.Island} {
			a.Play(i, turn)
		}
		for _, r := range a.Land.Regions {
			if o := b.Land.Active(r.At); o == nil || o.Sum != r.Sum {
				t.Fatalf("tick %d: region %v differs", a.Tick(), r.At)
			}
		}
		for _, body := range a.Space.Bodies() {
			if o := b.Space.Body(body.ID); o == nil || *o != body {
				t.Fatalf("tick %d: %s %x differs: %v and %v", a.Tick(), body.Kind, body.ID, body, o)
			}
		}
	}
}

func TestTurnLimits(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	body := command.Append(nil, command.Command{Kind: command.Say, Text: strings.Repeat("x", 60)})
	next := s.Begin(3)
	taken := 0
	for seq := s.Sequence(rig.Key(1)) + 1; ; seq++ {
		ok, err := next.Append(rig.Key(1), seq, body)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		taken++
	}
	if n := len(next.Turn().Bytes()); taken != 3 || n > turn.Head+command.MaxPlayerBytes {
		t.Errorf("%d commands and %d bytes of one player", taken, n)
	}
	small := command.Append(nil, command.Command{Kind: command.StopDig})
	for n := 0; n < 9; n++ {
		ok, err := next.Append(rig.Key(2), s.Sequence(rig.Key(2))+1+uint64(n), small)
		if err != nil || ok != (n < command.MaxPerTurn) {
			t.Fatalf("command %d of the other: taken %v, %v", n, ok, err)
		}
	}
	full := rig.Reparsed(t, next.Turn()).Bytes()
	// An over-full turn, a repeated number, a stranger and a forged Sleep are refused.
	if _, err := turn.Parse(append(full, make([]byte, command.MaxTurnBytes)...)); err == nil {
		t.Error("an over-full turn is valid")
	}
	next = s.Begin(3)
	_, _ = next.Append(rig.Key(2), s.Sequence(rig.Key(2))+1, small)
	one := next.Turn().Bytes()
	if _, err := turn.Parse(append(one, one[turn.Head:]...)); err == nil {
		t.Error("a repeated number is valid")
	}
	if _, err := s.Begin(3).Append(rig.Key(9), 1, small); !errors.Is(err, world.ErrStranger) {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := s.Begin(3).Append(rig.Key(2), s.Sequence(rig.Key(2))+1, command.Append(nil, command.Command{Kind: command.Sleep})); err == nil {
		t.Error("Sleep was taken from a player")
	}
	long := command.Command{Kind: command.Enter, Text: strings.Repeat("x", command.MaxText)}
	if ok, err := s.Begin(3).Append(rig.Key(9), 1, command.Append(nil, long)); !ok || err != nil {
		t.Errorf("the longest Enter: taken %v, %v", ok, err)
	}
	if ok, err := s.Begin(3).Append(rig.Key(2), s.Sequence(rig.Key(2)), small); !ok || err != nil {
		t.Errorf("a command that was executed: taken %v, %v; want done with", ok, err)
	}
}

// TestCommandsWaitForTheirTick stamps a command with later ticks.
func TestCommandsWaitForTheirTick(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	for _, c := range []struct {
		ahead int
		taken bool
		at    uint8
	}{{-5, true, 0}, {0, true, 0}, {1, true, 1}, {2, true, 2}, {3, false, 0}, {3 + int(world.Ahead) - 1, false, 0}, {3 + int(world.Ahead), true, 0}} {
		cmd := rig.Moving(fixed.One, 0)
		cmd.Tick = game.Tick(int(s.Clock) + c.ahead)
		next := s.Begin(3)
		taken, err := next.Append(rig.Key(1), s.Sequence(rig.Key(1))+1, command.Append(nil, cmd))
		if err != nil || taken != c.taken {
			t.Errorf("%d ticks ahead: taken %v, %v", c.ahead, taken, err)
		}
		if taken {
			if at := rig.Reparsed(t, next.Turn()).Records[0].At; at != c.at {
				t.Errorf("%d ticks ahead: executed at %d, want %d", c.ahead, at, c.at)
			}
		}
	}
	// A gap is waited for, but not for ever.
	cmd := rig.Moving(fixed.One, 0)
	cmd.Tick = s.Clock
	if taken, _ := s.Begin(3).Append(rig.Key(1), s.Sequence(rig.Key(1))+2, command.Append(nil, cmd)); taken {
		t.Error("a command overtook the one before it")
	}
	s.Run(int(world.Patience) + 1)
	if taken, _ := s.Begin(3).Append(rig.Key(1), s.Sequence(rig.Key(1))+2, command.Append(nil, cmd)); !taken {
		t.Error("a missing command is waited for for ever")
	}
}

// TestNothingPanicsAndItemsBalance lets chance ask for anything; it checks the books.
func TestNothingPanicsAndItemsBalance(t *testing.T) {
	start := rig.NewStage(t).Enter(3).Clear(4)
	for n, b := range []tile.Block{tile.Chest, tile.Door, tile.Oak, tile.BerryBush, tile.Cliff} {
		living.SetTile(&start.State, start.At(int32(n)-2, 2), tile.Grass, b, 0)
	}
	snapshot := start.Snapshot(nil)
	rapid.Check(t, func(t *rapid.T) {
		i := new(island.Island)
		if err := i.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		var n rig.Numbers
		for range rapid.IntRange(1, 60).Draw(t, "turns") {
			next := i.Begin(uint8(rapid.IntRange(1, 6).Draw(t, "ticks")))
			for range rapid.IntRange(0, 4).Draw(t, "commands") {
				who := rapid.IntRange(1, 4).Draw(t, "who")
				c := rig.AnyCommand(t, i)
				_, _ = next.Append(rig.Key(who), i.Sequence(rig.Key(who))+1, command.Append(nil, c))
			}
			i.Step(rig.Reparsed(t, next.Turn()))
			n.After(t, i)
		}
		rig.Holds(t, i)
	})
}

// TestMailIsNobodysCommand: the numbers of parcels and of commands have nothing to do with each other.
func TestMailIsNobodysCommand(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	seq := s.Player(1).LastSeq + 1
	next := s.Begin(3)
	for n := uint64(1); n <= seq+command.MaxPerTurn; n++ {
		taken, err := next.Deliver(77, n, []byte{1, 0})
		if err != nil || !taken {
			t.Fatalf("parcel %d: %v, %v", n, taken, err)
		}
	}
	for range 2 {
		taken, err := next.Append(rig.Key(1), seq, command.Append(nil, command.Command{Kind: command.Move, Tick: s.Clock}))
		if err != nil || !taken {
			t.Fatalf("command %d: %v, %v", seq, taken, err)
		}
		seq++
	}
	rig.Reparsed(t, next.Turn())
}
