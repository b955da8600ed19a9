package e2e

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// The resource limits of a volunteer without a window that holds dormantRegions regions and leads two islands
// of four players each.
const (
	dormantRegions  = 1000
	volunteerMemory = 100_000_000 // bytes
	volunteerShare  = 0.10        // of a core
)

// furnished adds that number of dormant regions to a snapshot, each with 200 edited tiles, and a portal to
// another scene at a tile of an active region. It writes them as the format of snapshots says.
func furnished(t testing.TB, snapshot []byte, regions int, door grid.Tile) []byte {
	t.Helper()
	name := func(at grid.Region) string {
		b := binary.BigEndian.AppendUint32([]byte{'r'}, uint32(at.X)^1<<31)
		return string(binary.BigEndian.AppendUint32(b, uint32(at.Y)^1<<31))
	}
	parts := map[string][]byte{}
	for c := codec.Read(snapshot); c.Len() > 0; {
		n, data := string(c.Blob(1<<10)), slices.Clone(c.Blob(1<<26))
		if parts[n] = data; c.Err() != nil {
			t.Fatal(c.Err())
		}
	}
	edit := func(dst []byte, at grid.Index, b tile.Block, state uint8) []byte {
		return append(codec.U16(dst, uint16(at)), uint8(tile.Grass), uint8(b), state)
	}
	here, has := parts[name(door.Region())]
	if !has { // it is as it was made: no tiles, no bodies, no chests, no components
		here = make([]byte, 5)
	}
	if len(here) < 2 || here[0] != 0 || here[1] != 0 {
		t.Fatal("the region of the spawn is not an active one on which nobody built")
	}
	parts[name(door.Region())] = append(edit([]byte{0, 1}, door.Index(), tile.Portal, 1), here[2:]...)
	for side := int32(0); regions > 0; side++ {
		at := grid.Region{X: 20 + side%40, Y: 20 + side/40}
		data := codec.Uvarint([]byte{2}, 2*grid.RegionTiles+200) // so many are stored in planes
		var built [grid.RegionTiles / 64]uint64
		for k := range 200 {
			built[k*5/64] |= 1 << (k * 5 % 64)
		}
		for _, w := range built {
			data = codec.U64(data, w)
		}
		data = append(data, 1, uint8(tile.Grass), uint8(tile.Lamp), 0) // all look alike
		data = append(data, make([]byte, 200)...)
		parts[name(at)] = append(data, 0, 0, 0) // no bodies, no chests, no components
		regions--
	}
	var names []string
	for n := range parts {
		names = append(names, n)
	}
	slices.Sort(names)
	var out []byte
	for _, n := range names {
		out = codec.Blob(codec.Text(out, n), parts[n])
	}
	return out
}

// oldWorld makes a world in which people have built in many places: the file of a node that they played on.
func oldWorld(t testing.TB, data string) (door grid.Tile) {
	t.Helper()
	p := headless(t, data, "--no-lan", "--world", "new", "--name", "Vol")
	st, _ := p.island()
	p.quit()
	id, err := store.ParseWorldID(st.World.ID)
	if err != nil {
		t.Fatal(err)
	}
	file, l, err := worldfile.Open(data, id, epoch.ChainHash)
	if err != nil {
		t.Fatal(err)
	}
	w := node.NewIsland(l.Genesis)
	last, record := l.Checkpoint, l.Epochs[len(l.Epochs)-1]
	if err := w.Restore(last.Snapshot); err != nil || len(l.Tail) > 0 {
		t.Fatalf("%v; %d turns beyond the checkpoint", err, len(l.Tail))
	}
	door = w.SpawnTile.Add(24, 0) // farther than bots walk
	if err := w.Restore(furnished(t, last.Snapshot, dormantRegions, door)); err != nil {
		t.Fatal(err)
	}
	turn := w.Begin(game.TicksPerTurn).Turn()
	e := store.Entry{Epoch: record.Number, Turn: last.Turn + 1, Body: turn.Bytes()}
	e.Hash = epoch.ChainHash(last.Hash, id, e.Epoch, e.Turn, record.Rules, e.Body)
	w.Step(turn)
	file.Append(e)
	file.Save(store.Checkpoint{Epoch: e.Epoch, Turn: e.Turn, Hash: e.Hash, Digest: w.Digest(), Snapshot: w.Snapshot(nil)})
	if err := file.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(w.Dormant.List); n < dormantRegions {
		t.Fatalf("%d regions are dormant", n)
	}
	return door
}

// BenchmarkVolunteer measures the resources of a node without a window that holds a thousand edited regions,
// and leads two islands of four building bots each: four have gone through a portal to another scene.
func BenchmarkVolunteer(b *testing.B) {
	data := b.TempDir()
	door := oldWorld(b, data)
	v := headless(b, data, "--no-lan", "--name", "Vol")
	st, _ := v.island()
	there := filepath.Join(b.TempDir(), "there")
	bots := func(dir string) {
		launch(b, program("bot", "-n", "4", "--plan", "build", "--no-lan", "--data", dir, "--join", st.World.Invite), "")
	}
	for i := range 4 {
		one := filepath.Join(there, "bot"+string(rune('1'+i)))
		p := headless(b, one, "--no-lan", "--join", st.World.Invite, "--name", order.BotNames[8+i])
		p.must(fmt.Sprintf("walk to %d %d; wait 1s; where", door.X-1, door.Y))
		p.do("walk east 2s")                                       // until it stands elsewhere
		b.Log(p.must("where; walk east 5s; walk south 4s; where")) // and away from the portal there
		p.quit()
	}
	bots(filepath.Join(b.TempDir(), "here"))
	bots(there)
	leads := func() (players []int) {
		st, err := v.status()
		if err != nil {
			return nil
		}
		for _, i := range st.Islands {
			if i.Role == "leads" {
				players = append(players, i.Players)
			}
		}
		return players
	}
	var seen []int
	v.await("it to lead two islands of four", 3*time.Minute, func() bool {
		if now := leads(); !slices.Equal(now, seen) {
			seen = now
			b.Logf("it leads islands of %v players", seen)
		}
		return slices.Equal(seen, []int{4, 4})
	})
	for b.Loop() {
		const span = 20 * time.Second
		pid := v.cmd.Process.Pid
		before, began := cpuTime(b, pid), time.Now()
		v.await("the time to pass", span+5*time.Second, func() bool { return time.Since(began) > span })
		share, most := float64(cpuTime(b, pid)-before)/float64(time.Since(began)), memory(b, pid)
		if now := leads(); !slices.Equal(now, []int{4, 4}) {
			b.Fatalf("it leads islands of %v", now)
		}
		b.ReportMetric(100*share, "%core")
		b.ReportMetric(most/1e6, "MB")
		b.ReportMetric(0, "ns/op")
		if share > volunteerShare || most > volunteerMemory {
			b.Errorf("%.1f %% of a core of at most %.0f, %.0f MB of at most %d", 100*share, 100*volunteerShare, most/1e6, volunteerMemory/1_000_000)
		}
	}
}
