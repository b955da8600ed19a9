package rooms

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/store"
)

// TestResume: a node that was killed in a match resumes it by itself, before it is linked with anybody. It
// has its seat again once it is, however long that took, as long as the seat is kept. A room in which it had
// no seat is left closed.
func TestResume(t *testing.T) {
	for _, strict := range []bool{false, true} {
		for _, alone := range []time.Duration{0, 25 * time.Second} {
			t.Run(fmt.Sprintf("strict %v, %v alone", strict, alone), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { resumes(t, strict, alone) })
			})
		}
	}
}

// resumes is TestResume, with the time that the node is alone after its restart.
func resumes(t *testing.T, strict bool, alone time.Duration) {
	x := newMatch(t, 1, 4, strict, memory.Conditions{Delay: 10 * time.Millisecond})
	p, others := x.players[0], x.players[1:]
	other, err := p.Create(Order{Title: "Nobody's", Engine: toy})
	if err != nil {
		t.Fatal(err)
	}
	pass(5 * time.Second)
	p.kill()
	others[0].await("its seat is vacant", func(v *View) bool { return v.Seats[0].Vacant > 0 })
	was := others[0].room.View()
	others[0].await("the match to go on", func(v *View) bool { return v.Generation > was.Generation+20 })
	p.start()
	if n := p.Resume(context.Background()); n != 1 {
		t.Fatalf("resumes %d rooms", n)
	}
	if p.room = p.Room(x.id); p.room == nil {
		t.Fatal("it does not resume the room in which it had a seat")
	}
	p.play()
	pass(alone)
	if v := others[0].room.View(); v.Seats[0].Vacant == 0 || v.Seats[0].Name == "" {
		t.Fatalf("not linked, and back: %s", words(v))
	}
	x.connect()
	was = others[0].room.View()
	for _, o := range x.players {
		v := o.await("all to be there and agree", func(v *View) bool {
			return v.Agreed > was.Generation+30 && v.Seats[0].Vacant == 0 && v.Phase == room.Running
		})
		if v.Seats[0].Holder != room.Key(p.pair.ID()) || v.Seats[0].Diverged > 0 {
			t.Errorf("player %d: %s", o.n, words(v))
		}
	}
	x.equal()
	pass(doubtTime)
	if p.Room(other.ID()) != nil || p.Room(x.id) == nil {
		t.Error("it does not leave the room in which it had no seat, and no other")
	}
}

// TestResumeSetup: a node that is killed in a setup keeps its seat. A countdown that begins before the others
// notice it stops, and does not begin again without it. It is back by itself, has to be ready again, and the
// match begins. One that does not come back loses its seat after a minute.
func TestResumeSetup(t *testing.T) {
	for _, when := range []string{"setup", "countdown"} {
		for _, back := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, back %v", when, back), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { resumesSetup(t, when == "countdown", back) })
			})
		}
	}
}

func resumesSetup(t *testing.T, countdown, back bool) {
	x := newTable(t, 1, 4, false, lan)
	p, others := x.players[2], x.others(x.players[2])
	p.send(room.Packet{Kind: room.Ready, Number: 1})
	p.kill()
	if countdown {
		x.ready(others...)
		others[0].await("the countdown", func(v *View) bool { return v.Child == "countdown" })
	}
	v := others[0].await("its seat is vacant", func(v *View) bool { return v.Seats[2].Vacant > 0 })
	if !countdown {
		x.ready(others...)
		v = others[0].await("the others are ready", func(v *View) bool { return v.Seats[0].Ready && v.Seats[1].Ready && v.Seats[3].Ready })
	}
	if v.Seats[2].Ready || v.Child == "countdown" {
		t.Fatalf("a dead player is ready: %s", words(v))
	}
	if pass(20 * time.Second); others[0].room.View().Phase != room.Setup {
		t.Fatal("the match began without it")
	}
	if !back {
		died := time.Now()
		x.players = others
		if x.shown(p, "its seat is free", func(s *room.Seat) bool { return !s.Taken() }); time.Since(died) > 42*time.Second {
			t.Errorf("its seat was kept for %v more", time.Since(died))
		}
		return
	}
	p.start()
	if n := p.Resume(context.Background()); n != 1 {
		t.Fatalf("resumes %d rooms", n)
	}
	p.room = p.Room(x.id)
	x.connect()
	began := time.Now()
	x.shown(p, "it is back", func(s *room.Seat) bool { return s.Vacant == 0 && s.Holder == room.Key(p.pair.ID()) && !s.Ready })
	t.Logf("back in its seat after %v", time.Since(began))
	if v := others[0].room.View(); !v.Seats[0].Ready || !v.Seats[3].Ready || v.Child == "countdown" {
		t.Errorf("the others are not ready any more, or the countdown began: %s", words(v))
	}
	x.ready(p)
	for _, o := range x.players {
		o.await("the match", func(v *View) bool { return v.Phase == room.Running })
	}
}

// TestPrune: the oldest files beyond the limit are deleted, with what belongs to them, and no other file.
func TestPrune(t *testing.T) {
	s := New(Options{Dir: t.TempDir()})
	folder := filepath.Join(s.o.Dir, store.WorldsDir)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name string, at time.Time) {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(folder, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("notes.txt", time.Unix(1, 0))
	for k := range maxKept + 2 {
		id := store.WorldID{byte(k)}.String()
		write(id+store.Extension, time.Unix(int64(1000+k), 0))
		write(id+store.Extension+"-wal", time.Unix(int64(1000+k), 0))
		write(id+".lock", time.Unix(int64(1000+k), 0))
	}
	s.prune()
	kept := s.Kept()
	if len(kept) != maxKept || kept[0] != (store.WorldID{maxKept + 1}) || kept[maxKept-1] != (store.WorldID{2}) {
		t.Errorf("%d are kept: %v", len(kept), kept)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 3*maxKept+1 {
		t.Errorf("%d files are there: %v", len(files), err)
	}
}
