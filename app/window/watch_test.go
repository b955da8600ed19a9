package window

import (
	"path/filepath"
	"testing"

	"manyhold/app/rig"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/render/ui/model"
)

// TestReplayer: a recording runs as fast as it was, or at any pace, goes on by turns and to any place, and
// bodies never jump while it runs.
func TestReplayer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mhrec")
	rig.RecordWalk(t, path, 200)
	v, err := openWatch(path)
	if err != nil {
		t.Fatal(err)
	}
	run := func(frames int) (turns uint64, farthest fixed.Q) {
		before, was := v.playback.Turn(), v.at
		for range frames {
			v.advance()
			v.show()
			farthest = max(farthest, v.at.Sub(was).Len())
			was = v.at
		}
		return v.playback.Turn() - before, farthest
	}
	if p := v.playback.World().Roster.ByKey(v.follow); p == nil || p.Name.String() != "Ada" {
		t.Fatalf("the camera follows %v", p)
	}
	if n, far := run(60); n < 19 || n > 21 || far == 0 || far > fixed.One/4 {
		t.Errorf("in a second %d turns; at most %v tiles in a frame", n, far)
	}
	v.act(model.PaceReplay{By: 2})
	if n, _ := run(30); n < 39 || n > 41 {
		t.Errorf("four times as fast, in half a second: %d turns", n)
	}
	v.act(model.PaceReplay{By: -100})
	if n, _ := run(48); n != 2 {
		t.Errorf("at an eighth, in 48 frames: %d turns", n)
	}
	v.act(model.PauseReplay{})
	if n, far := run(30); n != 0 || far != 0 {
		t.Errorf("it stands still, and goes on by %d turns", n)
	}
	at := v.playback.Turn()
	v.act(model.StepReplay{By: 1})
	v.act(model.StepReplay{By: 1})
	v.act(model.StepReplay{By: -1})
	if v.playback.Turn() != at+1 || !v.paused {
		t.Errorf("two turns on and one back of %d is %d", at, v.playback.Turn())
	}
	v.act(model.StepReplay{By: -10000})
	if v.playback.Turn() != v.playback.First() {
		t.Errorf("before the beginning: %d", v.playback.Turn())
	}
	v.act(model.SeekReplay{Turn: 190})
	v.act(model.PaceReplay{By: 100})
	v.act(model.PauseReplay{})
	if run(60); v.playback.Turn() != v.playback.Last() || !v.paused {
		t.Errorf("at turn %d of %d, paused %v", v.playback.Turn(), v.playback.Last(), v.paused)
	}
	v.act(model.PauseReplay{})
	if v.playback.Turn() != v.playback.First() || v.paused {
		t.Error("it does not begin anew")
	}
	v.act(model.FollowReplay{})
	if p := v.playback.World().Roster.ByKey(v.follow); p == nil || p.Name.String() != "Bo" {
		t.Error("the next is not followed")
	}
	v.act(model.FollowReplay{})
	v.show()
	old := v.at
	v.float(1, 0)
	v.show()
	if v.follow != (game.PlayerID{}) || v.at.X <= old.X {
		t.Error("the camera does not float")
	}
	if v.playback.Differs != 0 {
		t.Errorf("turn %d differs", v.playback.Differs)
	}
}
