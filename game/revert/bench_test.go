package revert_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/diary"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	undo "manyhold/game/revert"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
)

// full is an island with full diaries of one player in the nine regions round the spawn.
func full(t testing.TB) *rig.Stage {
	s := rig.BareStage(t).Enter(2)
	s.Grant(2, rights.Keeper)
	s.Diary.Hand = s.Player(1).Seat
	for _, r := range s.Land.Regions {
		for k := range grid.Index(diary.MaxEntries) {
			t := r.At.Tile(k * 2)
			g, b, _, _ := s.TileAt(t)
			if b == tile.NoBlock || b.Info().Soft {
				living.SetTile(&s.State, t, g, tile.Torch, 0)
			} else {
				living.SetTile(&s.State, t, g, tile.NoBlock, 0)
			}
		}
	}
	s.Diary.Hand = 0
	return s.Run(game.TicksPerTurn)
}

// TestTheLargestRevert undoes MaxChanges entries, the next command goes on, and after that nothing is left.
func TestTheLargestRevert(t *testing.T) {
	s := full(t)
	total := 0
	for n := 0; ; n++ {
		s.Ask(2, order(s, 1, undo.MaxRadius, 255))
		s.Run(game.TicksPerTurn)
		e := s.Saw(event.Reverted)
		if e == nil {
			s.Refused(event.NothingToRevert)
			break
		}
		if e.A > undo.MaxChanges || n == 0 && e.A < undo.MaxChanges*9/10 {
			t.Fatalf("command %d: %+v", n, e)
		}
		total += int(e.A)
	}
	if total <= undo.MaxChanges {
		t.Errorf("%d changes in all", total)
	}
	rig.Sound(t, s.Island)
}

// BenchmarkLargestRevert is the time of a command that undoes MaxChanges entries, with its plan.
func BenchmarkLargestRevert(b *testing.B) {
	s := full(b)
	snapshot := s.Snapshot(nil)
	for b.Loop() {
		b.StopTimer()
		i := new(island.Island)
		if err := i.Restore(snapshot); err != nil {
			b.Fatal(err)
		}
		c := order(s, 1, undo.MaxRadius, 255)
		p := i.Roster.ByKey(rig.Key(2))
		b.StartTimer()
		if why := undo.Do(&i.State, p, &c); why != event.NoReason {
			b.Fatal(why)
		}
	}
}

// BenchmarkDigestFullDiaries hashes a state with nine full diaries, and BenchmarkCopyFullDiaries copies it.
func BenchmarkDigestFullDiaries(b *testing.B) {
	s := full(b)
	for b.Loop() {
		s.Digest()
	}
}

func BenchmarkCopyFullDiaries(b *testing.B) {
	s := full(b)
	dst := new(island.Island)
	s.CopyNear(dst, s.SpawnTile)
	b.ReportAllocs()
	for b.Loop() {
		s.CopyNear(dst, s.SpawnTile)
	}
}
