package island

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// world7 is a snapshot to begin fuzzing from: small, with something of everything.
func world7(t testing.TB) []byte {
	s := newStage(t).enter(2).clear(3)
	s.setTile(s.at(1, 0), tile.Grass, tile.Chest, 0)
	s.addChest(s.at(1, 0))
	if err := s.Declare("test:heat", 2); err != nil {
		t.Fatal(err)
	}
	if err := s.SetComponent("test:heat", s.player(1).Body, []byte{1, 2}); err != nil {
		t.Fatal(err)
	}
	s.ask(1, command.Command{Kind: command.Say, Text: "hello"})
	s.run(3)
	return s.Snapshot(nil)
}

func FuzzStep(f *testing.F) {
	snapshot := world7(f)
	s := newStage(f)
	if err := s.Restore(snapshot); err != nil {
		f.Fatal(err)
	}
	f.Add(s.Begin(nil, 3))
	turn, _, _ := s.Append(nil, key(1), s.Sequence(key(1))+1, command.Append(nil, moving(fixed.One, 0)))
	f.Add(turn)
	turn, _ = s.Depart(turn, key(2))
	f.Add(turn)
	turn, _, _ = s.Append(turn, key(3), 1, command.Append(nil, command.Command{Kind: command.Enter, Text: "Cleo"}))
	f.Add(turn)
	turn, _, _ = s.Deliver(nil, 77, 1, append([]byte{0}, appendMoved(78, 77)[:9]...))
	f.Add(turn)
	turn, _, _ = s.Deliver(nil, 77, 1, append([]byte{1}, appendMoved(78, 77)...))
	turn = codec.Uvarint(codec.U64(codec.Uvarint(append(turn, 0), acknowledgeSeat), 77), 2)
	f.Add(turn)
	f.Fuzz(func(t *testing.T, turn []byte) {
		i := new(Island)
		if err := i.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		before := i.Digest()
		check := i.Check(turn)
		err := i.Step(turn)
		if (check == nil) != (err == nil) {
			t.Fatalf("Check says %v, Step %v", check, err)
		}
		if err != nil && i.Digest() != before {
			t.Fatal("a refused turn changed the state")
		}
		balanced(t, i)
	})
}

func FuzzRestore(f *testing.F) {
	snapshot := world7(f)
	f.Add(snapshot)
	f.Add(snapshot[:len(snapshot)/2])
	f.Add([]byte(nil))
	kept := New(Genesis{Seed: 7, Rules: game.CurrentRules})
	before := kept.Digest()
	f.Fuzz(func(t *testing.T, b []byte) {
		i := new(Island)
		if i.Restore(b) != nil {
			if kept.Restore(b) == nil || kept.Digest() != before {
				t.Fatal("a refused snapshot changed the state")
			}
			return
		}
		if !bytes.Equal(i.Snapshot(nil), b) {
			t.Fatal("accepted bytes that are not canonical")
		}
		turn := i.Begin(nil, 6)
		for range 4 { // whatever was accepted can be lived in
			if err := i.Step(turn); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzRegion reads the part of a region, without the cost of a whole snapshot.
func FuzzRegion(f *testing.F) {
	parts, err := readParts(world7(f))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range parts[1:] {
		f.Add(p.data)
	}
	i := New(Genesis{Seed: 7, Rules: game.CurrentRules})
	town(i.regions[0], 1)
	f.Add(i.encodeRegion(nil, i.regions[0], 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := decodeRegion(b); err == nil {
			p.belongs(grid.Region{})
			c := codec.Read(appendTiles(nil, p.edits))
			if back, _ := readTiles(&c); !slices.Equal(back, p.edits) {
				t.Fatal("tiles that were read are not written so that they are read again")
			}
		}
	})
}

// TestDamagedSnapshots flips each bit of a stretch of a snapshot, and cuts it short everywhere.
func TestDamagedSnapshots(t *testing.T) {
	snapshot := world7(t)
	i := new(Island)
	for n := 0; n < len(snapshot); n += 7 {
		if i.Restore(snapshot[:n]) == nil {
			parts, err := readParts(snapshot[:n])
			if err != nil || len(parts) == 10 {
				t.Fatalf("accepted the first %d of %d bytes", n, len(snapshot))
			}
		}
		i = new(Island)
		damaged := bytes.Clone(snapshot)
		damaged[n] ^= 1 << (n % 8)
		if i.Restore(damaged) == nil {
			turn := i.Begin(nil, 6)
			if err := i.Step(turn); err != nil {
				t.Fatal(err)
			}
		}
		i = new(Island)
	}
	newer := bytes.Clone(snapshot)
	at := bytes.Index(newer, []byte(snapshotMagic)) + len(snapshotMagic)
	newer[at] = snapshotFormat + 1
	if err := i.Restore(newer); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer format: %v", err)
	}
	other := New(Genesis{Seed: 8, Rules: game.CurrentRules})
	if err := other.Restore(snapshot); !errors.Is(err, ErrOtherWorld) {
		t.Errorf("a snapshot of another world: %v", err)
	}
}

// TestDigestFollowsTheWholeState changes one thing of every kind and expects another digest, and Diff to
// name it.
func TestDigestFollowsTheWholeState(t *testing.T) {
	snapshot := world7(t)
	for _, c := range []struct {
		names  string
		change func(i *Island)
	}{
		{"tick", func(i *Island) { i.tick++ }},
		{"created", func(i *Island) { i.created[3]++ }},
		{"Health", func(i *Island) { i.players[1].Health-- }},
		{"Inventory[5]", func(i *Island) { i.players[0].Inventory[5].Count-- }},
		{"VZ", func(i *Island) { i.space.Bodies()[0].VZ++ }},
		{"Block", func(i *Island) { i.region(i.spawn.Region()).set(i.spawn.Index(), tile.Grass, tile.Lamp, 0) }},
		{"State", func(i *Island) { i.region(i.spawn.Region()).set(i.spawn.Index(), tile.Grass, tile.NoBlock, 1) }},
		{"slots[0]", func(i *Island) { i.chests[0].slots[0].Count++ }},
		{"chat[0]", func(i *Island) { i.chat[0].Text += "!"; i.sumChat() }},
		{"test:heat", func(i *Island) { i.columns[0].data[1]++ }},
		{"number of bodies", func(i *Island) { i.space.Remove(len(i.space.Bodies()) - 1) }},
		{"self", func(i *Island) { i.self = 77 }},
		{"lease[0]", func(i *Island) { i.leases[0].number++ }},
		{"alias[0]", func(i *Island) { i.aliases[0].into = 99 }},
		{"abroad[0]", func(i *Island) { i.abroad[0].key[4]++ }},
		{"apart[0]", func(i *Island) { i.apart[0].since-- }},
		{"ask[0]", func(i *Island) { i.asks[0].holder++ }},
		{"neighbour[0]", func(i *Island) { i.near[0].people++ }},
		{"ghost[0]", func(i *Island) { i.ghosts[0].body.VZ++ }},
		{"strip of region", func(i *Island) { i.strips[0].edits[0].state++ }},
		{"view[0]", func(i *Island) { i.views[0].of++ }},
		{"outbox for island 4d: parcel 1", func(i *Island) { i.outboxes[0].list = [][]byte{{1, 77}} }},
		{"inbox of island 4d: expected", func(i *Island) { i.inboxes[0].next++ }},
		{"number of active regions", func(i *Island) { i.regions = i.regions[:8] }},
	} {
		var a, b Island
		if a.Restore(snapshot) != nil || b.Restore(snapshot) != nil {
			t.Fatal("cannot restore")
		}
		for _, i := range []*Island{&a, &b} {
			among(i)
		}
		if a.Digest() != b.Digest() {
			t.Fatal("equal states have different digests")
		}
		c.change(&b)
		if a.Digest() == b.Digest() {
			t.Errorf("%s: the digest does not follow", c.names)
		}
		if field, ok := Diff(&a, &b); !ok || !strings.Contains(field, c.names) {
			t.Errorf("%s: Diff says %q", c.names, field)
		}
	}
}

// among gives an island one row of everything that is there among others.
func among(i *Island) {
	i.leases = []lease{{at: grid.Region{X: 90}, number: 1, to: 77}}
	i.aliases = []alias{{78, 77}}
	i.abroad = []abroad{{key: key(50), seat: 50}}
	i.apart = []solitude{{1, 1}}
	i.asks = []ask{{grid.Region{X: 9}, 1, 0}}
	i.near = []neighbour{{island: 77}}
	i.ghosts = []ghost{{of: 77, body: i.space.Bodies()[0]}}
	i.strips = []strip{{of: 77, at: grid.Region{X: 90}, edits: []edit{{k: 3}}}}
	i.views = []view{{77, grid.Region{}}}
	i.outboxes = []outbox{{to: 77, first: 1, list: [][]byte{{1, 5}}}}
	i.inboxes = []inbox{{from: 77, as: Home, next: 1}}
}

// TestTileSumsAreTheTiles compares the sums that changes kept up to date with sums made anew.
func TestTileSumsAreTheTiles(t *testing.T) {
	s := newScript(t)
	for s.Tick() < 3000 {
		s.play(s.Island, s.next())
	}
	for _, r := range s.regions {
		kept := r.sum
		if r.resum(); r.sum != kept {
			t.Errorf("region %v: kept %x, made anew %x", r.at, kept, r.sum)
		}
	}
}
