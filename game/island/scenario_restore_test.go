package island_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/claim"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// world7 is a snapshot to begin fuzzing from: small, with something of everything.
func world7(t testing.TB) []byte {
	s := rig.NewStage(t).Enter(2).Clear(3)
	living.SetTile(&s.State, s.At(1, 0), tile.Grass, tile.Chest, 0)
	s.Chests.Add(s.At(1, 0))
	if err := s.Components.Declare("test:heat", 2); err != nil {
		t.Fatal(err)
	}
	if err := s.SetComponent("test:heat", s.Player(1).Body, []byte{1, 2}); err != nil {
		t.Fatal(err)
	}
	s.Ask(1, command.Command{Kind: command.Say, Text: "hello"})
	s.Ask(1, command.Command{Kind: command.Claim, Tile: s.At(20, 2), Slot: 5, Slot2: 4})
	s.Ask(1, command.Command{Kind: command.Share, Tile: s.At(20, 2), Count: uint8(claim.Befriend), Entity: s.Player(2).Body})
	s.Run(3)
	return s.Snapshot(nil)
}

func FuzzStep(f *testing.F) {
	snapshot := world7(f)
	s := rig.NewStage(f)
	if err := s.Restore(snapshot); err != nil {
		f.Fatal(err)
	}
	seed := func(b *turn.Builder) []byte {
		out := b.Turn().Bytes()
		f.Add(out)
		return out
	}
	next := s.Begin(3)
	seed(next)
	_, _ = next.Append(rig.Key(1), s.Sequence(rig.Key(1))+1, command.Append(nil, rig.Moving(fixed.One, 0)))
	seed(next)
	next.Depart(rig.Key(2))
	seed(next)
	_, _ = next.Append(rig.Key(3), 1, command.Append(nil, command.Command{Kind: command.Enter, Text: "Cleo"}))
	seed(next)
	next = s.Begin(3)
	_, _ = next.Deliver(77, 1, append([]byte{0}, federation.AppendMoved(78, 77)[:9]...))
	seed(next)
	next = s.Begin(3)
	_, _ = next.Deliver(77, 1, append([]byte{1}, federation.AppendMoved(78, 77)...))
	const acknowledgement = 1<<16 + 1 // in place of a seat
	f.Add(codec.Uvarint(codec.U64(codec.Uvarint(append(next.Turn().Bytes(), 0), acknowledgement), 77), 2))
	f.Fuzz(func(t *testing.T, body []byte) {
		i := new(island.Island)
		if err := i.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		before := i.Digest()
		if err := i.Replay(body); err != nil && i.Digest() != before {
			t.Fatal("a refused turn changed the state")
		}
		rig.Balanced(t, i)
	})
}

func FuzzRestore(f *testing.F) {
	snapshot := world7(f)
	f.Add(snapshot)
	f.Add(snapshot[:len(snapshot)/2])
	f.Add([]byte(nil))
	kept := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	before := kept.Digest()
	f.Fuzz(func(t *testing.T, b []byte) {
		i := new(island.Island)
		if i.Restore(b) != nil {
			if kept.Restore(b) == nil || kept.Digest() != before {
				t.Fatal("a refused snapshot changed the state")
			}
			return
		}
		if !bytes.Equal(i.Snapshot(nil), b) {
			t.Fatal("accepted bytes that are not canonical")
		}
		turn := i.Begin(6).Turn()
		for range 4 { // whatever was accepted can be lived in
			i.Step(turn)
		}
	})
}

// FuzzRegion reads the part of a region, without the cost of a whole snapshot.
func FuzzRegion(f *testing.F) {
	parts, err := world.ReadParts(world7(f))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range parts[1:] {
		f.Add(p.Data)
	}
	i := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	town(i.Land.Regions[0], 1)
	f.Add(i.EncodeRegion(nil, i.Land.Regions[0], 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := world.DecodeRegion(b); err == nil {
			p.Belongs(grid.Region{})
			c := codec.Read(world.AppendTiles(nil, p.Edits))
			if back, _ := world.ReadTiles(&c); !slices.Equal(back, p.Edits) {
				t.Fatal("tiles that were read are not written so that they are read again")
			}
		}
	})
}

// TestDamagedSnapshots flips each bit of a stretch of a snapshot, and cuts it short everywhere.
func TestDamagedSnapshots(t *testing.T) {
	snapshot := world7(t)
	i := new(island.Island)
	for n := 0; n < len(snapshot); n += 7 {
		if i.Restore(snapshot[:n]) == nil {
			parts, err := world.ReadParts(snapshot[:n])
			if err != nil || len(parts) == 10 {
				t.Fatalf("accepted the first %d of %d bytes", n, len(snapshot))
			}
		}
		i = new(island.Island)
		damaged := bytes.Clone(snapshot)
		damaged[n] ^= 1 << (n % 8)
		if i.Restore(damaged) == nil {
			i.Step(i.Begin(6).Turn())
		}
		i = new(island.Island)
	}
	newer := bytes.Clone(snapshot)
	at := bytes.Index(newer, []byte(world.SnapshotMagic)) + len(world.SnapshotMagic)
	newer[at] = world.SnapshotFormat + 1
	if err := i.Restore(newer); !errors.Is(err, world.ErrNewer) {
		t.Errorf("a newer format: %v", err)
	}
	other := island.New(world.Genesis{Seed: 8, Rules: game.CurrentRules})
	if err := other.Restore(snapshot); !errors.Is(err, world.ErrOtherWorld) {
		t.Errorf("a snapshot of another world: %v", err)
	}
}

// TestDigestFollowsTheWholeState changes one thing of every kind and expects another digest, and Diff to
// name it.
func TestDigestFollowsTheWholeState(t *testing.T) {
	snapshot := world7(t)
	for _, c := range []struct {
		names  string
		change func(i *island.Island)
	}{
		{"tick", func(i *island.Island) { i.Clock++ }},
		{"created", func(i *island.Island) { i.Ledger.Created[3]++ }},
		{"Health", func(i *island.Island) { i.Roster.Here[1].Health-- }},
		{"Inventory[5]", func(i *island.Island) { i.Roster.Here[0].Inventory[5].Count-- }},
		{"VZ", func(i *island.Island) { i.Space.Bodies()[0].VZ++ }},
		{"Block", func(i *island.Island) {
			i.Land.Active(i.SpawnTile.Region()).Set(i.SpawnTile.Index(), tile.Grass, tile.Lamp, 0)
		}},
		{"State", func(i *island.Island) {
			i.Land.Active(i.SpawnTile.Region()).Set(i.SpawnTile.Index(), tile.Grass, tile.NoBlock, 1)
		}},
		{"slots[0]", func(i *island.Island) { i.Chests.List[0].Slots[0].Count++ }},
		{"chat[0]", func(i *island.Island) { i.Chat.Log[0].Text += "!"; i.Chat.Sum() }},
		{"test:heat", func(i *island.Island) { i.Components.Columns[0].Data[1]++ }},
		{"number of bodies", func(i *island.Island) { i.Space.Remove(len(i.Space.Bodies()) - 1) }},
		{"self", func(i *island.Island) { i.Register.SelfID = 77 }},
		{"lease[0]", func(i *island.Island) { i.Register.Leases[0].Number++ }},
		{"alias[0]", func(i *island.Island) { i.Register.Aliases[0].Into = 99 }},
		{"players elsewhere[0]", func(i *island.Island) { i.Register.AwayPlayers[0].Key[4]++ }},
		{"apart[0]", func(i *island.Island) { i.Watch.Apart[0].Since-- }},
		{"ask[0]", func(i *island.Island) { i.Register.Asks[0].Holder++ }},
		{"neighbour[0]", func(i *island.Island) { i.Border.Islands[0].People++ }},
		{"ghost[0]", func(i *island.Island) { i.Border.Ghosts[0].Body.VZ++ }},
		{"strip of region", func(i *island.Island) { i.Border.Strips[0].Edits[0].State++ }},
		{"view[0]", func(i *island.Island) { i.Border.Views[0].Of++ }},
		{"outbox for island 4d: parcel 1", func(i *island.Island) { i.Mail.Outboxes[0].List = [][]byte{{1, 77}} }},
		{"inbox of island 4d: expected", func(i *island.Island) { i.Mail.Inboxes[0].Next++ }},
		{"number of active regions", func(i *island.Island) { i.Land.Regions = i.Land.Regions[:8] }},
	} {
		var a, b island.Island
		if a.Restore(snapshot) != nil || b.Restore(snapshot) != nil {
			t.Fatal("cannot restore")
		}
		for _, i := range []*island.Island{&a, &b} {
			among(i)
		}
		if a.Digest() != b.Digest() {
			t.Fatal("equal states have different digests")
		}
		c.change(&b)
		if a.Digest() == b.Digest() {
			t.Errorf("%s: the digest does not follow", c.names)
		}
		if field, ok := island.Diff(&a, &b); !ok || !strings.Contains(field, c.names) {
			t.Errorf("%s: Diff says %q", c.names, field)
		}
	}
}

// among gives an island one row of everything that is there among others.
func among(i *island.Island) {
	i.Register.Leases = []world.Lease{{At: grid.Region{X: 90}, Number: 1, To: 77}}
	i.Register.Aliases = []world.Alias{{From: 78, Into: 77}}
	i.Register.AwayPlayers = []world.AwayPlayer{{Key: rig.Key(50), Seat: 50}}
	i.Watch.Apart = []world.ApartSince{{Seat: 1, Since: 1}}
	i.Register.Asks = []world.Ask{{At: grid.Region{X: 9}, Since: 1, Holder: 0}}
	i.Border.Islands = []world.Neighbour{{Island: 77}}
	i.Border.Ghosts = []world.Ghost{{Of: 77, Body: i.Space.Bodies()[0]}}
	i.Border.Strips = []world.Strip{{Of: 77, At: grid.Region{X: 90}, Edits: []world.Edit{{K: 3}}}}
	i.Border.Views = []world.View{{Of: 77, At: grid.Region{}}}
	i.Mail.Outboxes = []world.Outbox{{To: 77, First: 1, List: [][]byte{{1, 5}}}}
	i.Mail.Inboxes = []world.Inbox{{From: 77, As: world.Home, Next: 1}}
}

// TestTileSumsAreTheTiles compares the sums that changes kept up to date with sums made anew.
func TestTileSumsAreTheTiles(t *testing.T) {
	s := rig.NewScript(t)
	for s.Tick() < 3000 {
		s.Play(s.Island, s.Cast.Next().Turn())
	}
	for _, r := range s.Land.Regions {
		kept := r.Sum
		if r.Resum(); r.Sum != kept {
			t.Errorf("region %v: kept %x, made anew %x", r.At, kept, r.Sum)
		}
	}
}
