package film

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/app/rig"
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/net/room"
	"manyhold/render/ui/model"
)

// TestFilm: a recording runs as fast as it was, or at any pace, goes on by turns and to any place, and
// bodies never jump while it runs.
func TestFilm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mhrec")
	rig.RecordWalk(t, path, 200)
	v, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run := func(frames int) (turns uint64, farthest fixed.Q) {
		before, was := v.playback.Turn(), v.at
		for range frames {
			v.Advance()
			v.Show()
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
	v.Act(model.PaceReplay{By: 2})
	if n, _ := run(30); n < 39 || n > 41 {
		t.Errorf("four times as fast, in half a second: %d turns", n)
	}
	v.Act(model.PaceReplay{By: -100})
	if n, _ := run(48); n != 2 {
		t.Errorf("at an eighth, in 48 frames: %d turns", n)
	}
	v.Act(model.PauseReplay{})
	if n, far := run(30); n != 0 || far != 0 {
		t.Errorf("it stands still, and goes on by %d turns", n)
	}
	at := v.playback.Turn()
	v.Act(model.StepReplay{By: 1})
	v.Act(model.StepReplay{By: 1})
	v.Act(model.StepReplay{By: -1})
	if v.playback.Turn() != at+1 || !v.paused {
		t.Errorf("two turns on and one back of %d is %d", at, v.playback.Turn())
	}
	v.Act(model.StepReplay{By: -10000})
	if v.playback.Turn() != v.playback.First() {
		t.Errorf("before the beginning: %d", v.playback.Turn())
	}
	v.Act(model.SeekReplay{Turn: 190})
	v.Act(model.PaceReplay{By: 100})
	v.Act(model.PauseReplay{})
	if run(60); v.playback.Turn() != v.playback.Last() || !v.paused {
		t.Errorf("at turn %d of %d, paused %v", v.playback.Turn(), v.playback.Last(), v.paused)
	}
	v.Act(model.PauseReplay{})
	if v.playback.Turn() != v.playback.First() || v.paused {
		t.Error("it does not begin anew")
	}
	v.Act(model.FollowReplay{})
	if p := v.playback.World().Roster.ByKey(v.follow); p == nil || p.Name.String() != "Bo" {
		t.Error("the next is not followed")
	}
	v.Act(model.FollowReplay{})
	v.Show()
	old := v.at
	v.Float(1, 0)
	v.Show()
	if v.follow != (game.PlayerID{}) || v.at.X <= old.X {
		t.Error("the camera does not float")
	}
	if differs, _ := v.playback.Fault(); differs != 0 {
		t.Errorf("turn %d differs", differs)
	}
}

// TestFilmOfAMatch: the archive of a match is watched like a recording: it runs, jumps and ends, shows
// the score, and the camera looks at the action, or at a player, who is named with the seat.
func TestFilmOfAMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a"+".match.json")
	keepShortMatch(t, path)
	v, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	var m model.Model
	see := func() *model.Model {
		v.Show()
		v.fillMatch(&m)
		return &m
	}
	first := see().Game.Matches.Live
	if !first.On || first.Headline == "" || m.Game.Name != "A short one" || m.Replay.Follows != "" {
		t.Errorf("at the beginning: %+v, title %q", first, m.Game.Name)
	}
	at, was := v.playback.Turn(), v.at
	for range 600 {
		v.Advance()
		v.Show()
	}
	if v.playback.Turn() <= at+20 || v.at == was {
		t.Errorf("after ten seconds it is at turn %d, and the camera at %v", v.playback.Turn(), v.at)
	}
	v.Act(model.FollowReplay{})
	if see(); m.Replay.Follows != "Ada (red-1)" {
		t.Errorf("it follows %q", m.Replay.Follows)
	}
	v.Act(model.SeekReplay{Turn: v.playback.Last()})
	if last := see().Game.Matches.Live; last.Headline == first.Headline || v.playback.Turn() != v.playback.Last() {
		t.Errorf("at the end, turn %d: %+v", v.playback.Turn(), last)
	}
	v.Act(model.StepReplay{By: -1})
	if v.playback.Turn() != v.playback.Last()-1 || !v.paused {
		t.Errorf("a step back leads to %d of %d", v.playback.Turn(), v.playback.Last())
	}
	if differs, _ := v.playback.Fault(); differs != 0 {
		t.Errorf("turn %d differs", differs)
	}
}

// keepShortMatch writes the archive of a match of ten seconds, which the bot plays for Ada.
func keepShortMatch(t *testing.T, path string) {
	t.Helper()
	p, err := engine.Find("emberball")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Room(p)
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(7, "A short one", e, 42, false)
	ada := arena.Pilot{Me: room.Key{1}, Package: p, Bot: true, Sign: func(uint32, []byte) (s [64]byte, err error) { return s, nil }}
	apply := func(x room.Packet) {
		x.Room, x.Player = r.ID(), ada.Me
		if err := r.Apply(ada.Me, &x); err != nil && x.Kind != room.Report {
			t.Fatalf("%s: %v", x.Kind, err)
		}
	}
	apply(room.Packet{Kind: room.Sit, Number: 1, Text: "Ada"})
	apply(room.Packet{Kind: room.Draft, Body: []byte(`{"seconds":10,"overtime":10}`)})
	apply(room.Packet{Kind: room.Configure})
	_, version := r.Config()
	for range p.Stages {
		apply(room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: version}})
	}
	now := time.Unix(1000, 0)
	for ticks := 0; ada.Match() == nil || ada.Match().Result() == nil; ticks++ {
		if ticks > 60*60 {
			t.Fatalf("the match does not end: %s", ada.Words())
		}
		for _, x := range ada.Look(arena.See(r, ada.Me, ada.Seen()), now) {
			apply(x)
		}
		r.Advance(1)
		now = now.Add(time.Second / 60)
	}
	a, err := arena.NewArchive(arena.RecordOf(r), p)
	if err != nil {
		t.Fatal(err)
	}
	data, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
