package window

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/window/lab"
	"manyhold/app/window/showroom"
	"manyhold/game/exhibit"
	"manyhold/game/island"
	"manyhold/input"
	"manyhold/input/fake"
	"manyhold/net/patience"
)

// visitor is a session without a window that a test leads by keys.
type visitor struct {
	t     *testing.T
	s     *session
	hands *fake.Source
}

func newVisitor(t *testing.T) *visitor {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	f := options.Play{Data: t.TempDir(), NoLAN: true, Hour: -1}
	id, err := node.OpenIdentity(f)
	if err != nil {
		t.Fatal(err)
	}
	id.Windowed = true
	id.Conf.Settings.Audio.Sound = false
	s, err := newSession(context.Background(), f, id, log)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{t, s, fake.New()}
	s.source = v.hands
	t.Cleanup(func() { s.close(); id.Close() })
	v.tick(3)
	return v
}

// tick lets the session update some times, as fast as it can.
func (v *visitor) tick(n int) {
	v.t.Helper()
	for range n {
		if err := v.s.Update(); err != nil {
			v.t.Fatal(err)
		}
	}
}

func (v *visitor) tap(buttons ...input.Button) {
	for _, b := range buttons {
		v.hands.Tap(b)
		v.tick(2)
	}
}

// until updates the session, at the pace of a window, until a condition holds.
func (v *visitor) until(what string, holds func() bool) {
	v.t.Helper()
	v.within(20*time.Second, what, holds)
}

// within is until with another limit.
func (v *visitor) within(limit time.Duration, what string, holds func() bool) {
	v.t.Helper()
	for late := patience.For(limit); !holds(); time.Sleep(5 * time.Millisecond) {
		if late.Over() {
			v.t.Fatalf("waited in vain for %s", what)
		}
		v.tick(1)
	}
}

// files lists the files of a data directory, with sizes.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestShowroom goes through the title to every scene of the showroom by keys, lets it run, walks or pauses in
// it, and leaves it again; nothing of it is kept.
func TestShowroom(t *testing.T) {
	v := newVisitor(t)
	before := files(t, v.s.id.Dir)
	down := input.KeyArrowDown
	v.tap(down, down, down, down, input.KeyEnter) // play, found, invite, settings, showroom
	for k := range v.s.model.Title.Showroom {
		name := v.s.model.Title.Showroom[k].ID
		if k > 0 {
			v.tap(down)
		}
		v.tap(input.KeyEnter)
		if slices.Contains(lab.Scenes, name) {
			v.watchTrial(name)
		} else {
			v.walk(name)
		}
		v.tap(input.KeyEscape)
		v.leave()
	}
	for _, o := range v.s.model.Title.Showroom {
		if o.Name == "showroom."+o.ID || o.About == "showroom."+o.ID+"_about" {
			t.Errorf("the scene %q has no words", o.ID)
		}
	}
	if want := len(exhibit.Exhibits) + len(lab.Scenes); len(v.s.model.Title.Showroom) != want {
		t.Errorf("%d scenes in the list, want %d", len(v.s.model.Title.Showroom), want)
	}
	if after := files(t, v.s.id.Dir); !slices.Equal(before, after) {
		t.Errorf("the data directory holds %v, before it was %v", after, before)
	}
}

// TestWindowDoesNotWaitForPhysics: beside 12,800 bodies that never rest frames go on, 55 a second and more,
// and they go on also while a step does not end at all.
func TestWindowDoesNotWaitForPhysics(t *testing.T) {
	v := newVisitor(t)
	v.s.openScene("crowd")
	v.until("the player to be there", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	x := v.s.playing().node.(*showroom.Exhibition)
	near := len(v.s.playing().View.World.Space.Bodies())
	var took [120]time.Duration
	for n := range took {
		began := time.Now()
		v.tick(1)
		took[n] = time.Since(began)
	}
	slices.Sort(took[:])
	if most := time.Second / 55; took[len(took)/2] > most || near < 1000 {
		t.Errorf("beside %d bodies near, which it predicts, a frame takes %v, want %v at most", near, took[len(took)/2], most)
	}
	t.Logf("beside %d bodies near, which it predicts, a frame takes %v without drawing", near, took[len(took)/2])
	held, hold := make(chan struct{}), make(chan struct{})
	go x.Inside(func(*island.Island, uint64) { close(held); <-hold }) // a step that does not end
	<-held
	ended := make(chan error, 1)
	go func() {
		var err error
		for n := 0; n < 120 && err == nil; n++ {
			err = v.s.Update()
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		close(hold)
		if err != nil {
			t.Fatal(err)
		}
	case <-patience.After(t, 20*time.Second):
		close(hold)
		<-ended
		t.Fatal("frames wait for the step")
	}
	turn := turnOf(x)
	v.until("turns", func() bool { return turnOf(x) > turn })
}

// turnOf returns the last turn of an exhibition, digestOf the digest after it.
func turnOf(x *showroom.Exhibition) (turn uint64) {
	x.Inside(func(_ *island.Island, t uint64) { turn = t })
	return turn
}

func digestOf(x *showroom.Exhibition) (digest uint64) {
	x.Inside(func(w *island.Island, _ uint64) { digest = w.Digest() })
	return digest
}

// leave goes back to the list by the last row but one of the menu.
func (v *visitor) leave() {
	v.t.Helper()
	v.tap(input.KeyArrowUp, input.KeyEnter)
	v.tick(3)
	v.tap(input.KeyEnter)
	v.until("the title", func() bool { _, ok := v.s.mode.(*title); return ok })
	v.s.nodes.parting.Wait()
	v.tick(3)
}

// walk lets the visitor walk in a world of the showroom.
func (v *visitor) walk(name string) {
	v.t.Helper()
	v.until("the player to be in "+name, func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	x, ok := v.s.playing().node.(*showroom.Exhibition)
	if !ok || v.s.model.Game.Name == "" || v.s.travel.wanted.Exhibit != name {
		v.t.Fatalf("%s is not the scene %q", v.s.travel.wanted.Exhibit, name)
	}
	was, turn := digestOf(x), turnOf(x)
	from := v.s.playing().body().Pos
	v.hands.Press(input.KeyS)
	v.hands.Press(input.KeyD) // askew, along whatever stands in the way
	v.until("the player to walk in "+name, func() bool { b := v.s.playing().body(); return b != nil && b.Pos.Sub(from).Len() > 1<<15 })
	v.hands.Release(input.KeyS)
	v.hands.Release(input.KeyD)
	v.until("turns", func() bool { return turnOf(x) > turn+5 })
	if digestOf(x) == was {
		v.t.Errorf("%s stands still", name)
	}
	v.pause(x)
}

// pause lets a world of the showroom stand still, go on by one turn and by ten, and go on.
func (v *visitor) pause(x *showroom.Exhibition) {
	v.t.Helper()
	at := func() uint64 { return turnOf(x) }
	v.tap(input.KeyP)
	if !v.s.model.Scene.Paused {
		v.t.Fatalf("%s is not paused", x.Name)
	}
	turn := at() // the last one may have been under way when it was paused
	v.tick(20)
	from := v.s.playing().body().Pos
	v.hands.Press(input.KeyD)
	v.tick(20)
	v.hands.Release(input.KeyD)
	if now := at(); now != turn || v.s.playing().body().Pos != from {
		v.t.Errorf("%s is paused, and has run %d turns; the visitor was at %v and is at %v", x.Name, now-turn, from, v.s.playing().body().Pos)
	}
	v.tap(input.KeyPeriod)
	v.until("one turn", func() bool { return at() == turn+1 })
	v.hands.Press(input.KeyShiftLeft)
	v.tap(input.KeyPeriod)
	v.hands.Release(input.KeyShiftLeft)
	v.until("ten turns", func() bool { return at() == turn+11 })
	v.tap(input.KeyP)
	v.until("it to go on", func() bool { return at() > turn+12 })
}

// watchTrial lets a scene of physics run, pauses it, steps it and begins it anew.
func (v *visitor) watchTrial(name string) {
	v.t.Helper()
	t := v.s.mode.(*physicsTrial)
	if t == nil || t.name != name {
		v.t.Fatalf("the scene %q did not open", name)
	}
	anew, err := lab.Open(name)
	if err != nil {
		v.t.Fatal(err)
	}
	v.tick(6)
	if t.lab.World.Digest() == anew.World.Digest() || t.lab.Steps == 0 {
		v.t.Errorf("%s does not move", name)
	}
	v.tap(input.KeySpace)
	at := t.lab.Steps
	v.tick(5)
	if !t.paused || t.lab.Steps != at {
		v.t.Errorf("%s is paused: %v, and has done %d steps since", name, t.paused, t.lab.Steps-at)
	}
	v.tap(input.KeyBracketRight)
	if t.lab.Steps != at+1 {
		v.t.Errorf("%s: a step is %d", name, t.lab.Steps-at)
	}
	v.tap(input.KeyR)
	if t.lab.Steps != 0 || t.lab.World.Digest() != anew.World.Digest() || v.s.model.Trial.Bodies == 0 {
		v.t.Errorf("%s does not begin anew: step %d", name, t.lab.Steps)
	}
	if img := t.lab.Show(); len(img.Bodies) < v.s.model.Trial.Bodies {
		v.t.Errorf("%s shows %d bodies of %d", name, len(img.Bodies), v.s.model.Trial.Bodies)
	}
}
