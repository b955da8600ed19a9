package rig

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/record"
	"manyhold/game/world"
)

// RecordWalk writes a recording in which a player walks east for some turns, and another stands beside.
func RecordWalk(t testing.TB, path string, turns int) {
	t.Helper()
	w := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders})
	var file bytes.Buffer
	out, err := record.NewWriter(&file, record.HeaderOf(w, [32]byte{1}, 5), w.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	for n := range turns {
		next := w.Begin(game.TicksPerTurn)
		for k, name := range []string{"Ada", "Bo"} {
			c := command.Command{Kind: command.Enter, Text: name}
			switch {
			case n == 0:
			case k == 0 && n == 3:
				c = command.Command{Kind: command.Move, Dir: fixed.Direction(0)}
			default:
				continue
			}
			me := [32]byte{byte(k + 1)}
			if _, err = next.Append(me, w.Sequence(me)+1, command.Append(nil, c)); err != nil {
				t.Fatal(err)
			}
		}
		turn := next.Turn()
		w.Step(turn)
		if err := out.Turn(uint64(5+n), w.Digest(), turn.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.End(w.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
