package rig

import (
	"context"
	"testing"
	"time"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/world"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// LostBranch makes a world with a lost branch, on which Bo built a row of lamps for half an hour, and
// returns its file and the branch.
func LostBranch(t testing.TB, data string) (string, store.Branch) {
	t.Helper()
	g := store.Genesis{Founder: key.Generate().ID(), Rules: uint32(game.CurrentRules), Name: "Hill", Licence: store.DefaultLicence, Seed: 7, Start: uint8(item.Builders)}
	w, err := worldfile.Create(data, g)
	if err != nil {
		t.Fatal(err)
	}
	i := island.New(world.Genesis{Seed: g.Seed, Rules: game.CurrentRules, Start: item.Start(g.Start)})
	bo, seq := game.PlayerID{2}, uint64(0)
	ask := func(c command.Command) {
		seq++
		turn := i.Begin(3)
		taken, err := turn.Append(bo, seq, command.Append(nil, c))
		if err != nil || !taken {
			t.Fatalf("%s: %v %v", c.Kind, taken, err)
		}
		i.Step(turn.Turn())
	}
	ask(command.Command{Kind: command.Enter, Text: "Bo", Look: entity.Look{Shirt: 3}})
	b := store.Branch{ID: [32]byte{0xb0, 1, 2, 3}, Base: i.Snapshot(nil), Records: [][]byte{[]byte("provisional")}, Words: "Bo alone",
		At: time.Date(2026, 11, 20, 20, 15, 0, 0, time.UTC), Island: world.Home}
	w.Save(store.Checkpoint{Epoch: 1, Turn: 1, Digest: i.Digest(), Snapshot: b.Base})
	b.Turn = 1
	for n := range int32(5) {
		ask(command.Command{Kind: command.Place, Tile: i.SpawnTile.Add(n-2, -2), Slot: 3})
	}
	for i.Clock < 34*60*game.TicksPerSecond+game.TicksPerTurn {
		i.Step(i.Begin(game.MaxTicksPerTurn).Turn())
	}
	b.Tip = store.Checkpoint{Epoch: 2, Turn: i.Tick() / 3, Digest: i.Digest(), Snapshot: i.Snapshot(nil)}
	done := make(chan error, 1)
	w.Archive(b, func(err error) { done <- err })
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := patience.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := w.Close(ctx); err != nil {
		t.Fatal(err)
	}
	return store.Path(data, g.ID()), b
}
