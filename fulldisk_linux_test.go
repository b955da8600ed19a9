package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledWithFullDisk: of three who hold a world the leader's disk is full, which its log and `manyhold status` name,
// and it is killed like that. What the others committed meanwhile is there when it comes back, also in its file.
func TestKilledWithFullDisk(t *testing.T) {
	t.Parallel()
	dir := small(t, "size=1m")
	_, url := signalServer(t)
	a := headless(t, dir, "--no-lan", "--signal", url, "--world", "new", "--name", "Ada")
	b, c := follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	for _, p := range []*process{a, b, c} {
		p.await("three voters", 30*time.Second, func() bool { st, i := p.island(); return len(i.Voters) == 3 && len(st.Links) == 2 })
	}
	fill, err := os.Create(filepath.Join(dir, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = fill.Write(make([]byte, 4096))
	}
	fill.Close()
	lamp := b.lamp()
	_, at := b.island()
	a.await("the disk to be named", 20*time.Second, func() bool {
		out, code := commandLine(t, "status", "--data", dir)
		return code == exitDone && strings.Contains(out, "no space on the disk") && strings.Contains(a.output(), "no space on the disk")
	})
	a.must("say and yet it moves")
	b.await("the lamp's turn to be committed by a majority", 10*time.Second, func() bool { _, i := b.island(); return i.TurnCommitted > at.TurnOrdered })
	a.kill()
	if err := os.Remove(fill.Name()); err != nil {
		t.Fatal(err)
	}
	b.lineOf(true, at.TurnOrdered+2, 15*time.Second)
	a = headless(t, dir, "--no-lan", "--signal", url, "--name", "Ada")
	_, was := b.island()
	a.lineOf(true, was.TurnOrdered, 20*time.Second)
	a.sees(lamp, "Bo")
	a.await("equal digests", 10*time.Second, func() bool { _, i := a.island(); return i.TurnsEqual > 5 })
	if strings.Contains(a.output(), "no space") {
		t.Error("it still complains about the disk")
	}
	a.quit()
	if out, code := commandLine(t, "world", "check", "--data", dir, "last"); code != exitDone {
		t.Errorf("its file is not in order, %d: %s", code, out)
	}
}
