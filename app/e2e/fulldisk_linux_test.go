package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"manyhold/app/usage"
)

// TestKilledWithFullDisk: three peers hold a world, and the leader's disk is full, as its log and `manyhold
// status` say. The leader is killed in that state. When it comes back it has, also in its file, everything
// that the others committed meanwhile.
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
		return code == usage.ExitDone && strings.Contains(out, "no space on the disk") && strings.Contains(a.output(), "no space on the disk")
	})
	a.must("say and yet it moves")
	b.await("the lamp's turn to be committed by a majority", 10*time.Second, func() bool { _, i := b.island(); return i.TurnCommitted > at.TurnOrdered })
	a.kill()
	if err := os.Remove(fill.Name()); err != nil {
		t.Fatal(err)
	}
	b.forkOf(true, at.TurnOrdered+2, 15*time.Second)
	a = headless(t, dir, "--no-lan", "--signal", url, "--name", "Ada")
	_, was := b.island()
	a.forkOf(true, was.TurnOrdered, 20*time.Second)
	a.sees(lamp, "Bo")
	a.await("equal digests", 10*time.Second, func() bool { _, i := a.island(); return i.TurnsEqual > 5 })
	if strings.Contains(a.output(), "no space") {
		t.Error("it still complains about the disk")
	}
	a.quit()
	if out, code := commandLine(t, "world", "check", "--data", dir, "last"); code != usage.ExitDone {
		t.Errorf("its file is not in order, %d: %s", code, out)
	}
}

// forbid has the system refuse all writing in a directory, also by processes with open files there, as on a
// disk that has turned read-only. The returned function takes that back. The test skips where that cannot be.
func forbid(t *testing.T, dir string) (allow func()) {
	t.Helper()
	const immutable = 0x10 // FS_IMMUTABLE_FL of linux/fs.h
	probe, err := os.Create(filepath.Join(dir, "probe"))
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(probe.Name())
	defer probe.Close()
	set := func(f *os.File, on int) error {
		flags, err := unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
		if err != nil {
			return err
		}
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, flags&^immutable|on)
	}
	err = set(probe, immutable)
	_, written := probe.Write([]byte{1})
	set(probe, 0)
	if err != nil || written == nil {
		t.Skipf("open files cannot be made immutable here (%v)", err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*os.File
	allow = func() {
		for _, f := range files {
			set(f, 0)
			f.Close()
		}
		files = nil
	}
	t.Cleanup(func() { allow() })
	for _, name := range append(names, dir) {
		f, err := os.Open(name)
		if err != nil {
			continue // one of the moment
		}
		files = append(files, f)
		if err := set(f, immutable); err != nil {
			t.Fatal(err)
		}
	}
	return allow
}

// TestDiskTurnsReadOnly: the leader's disk turns read-only while it runs. Its log and `manyhold status` say
// so, the world goes on, and the waiting data is written when the disk can be written again.
func TestDiskTurnsReadOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := headless(t, dir, "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	const words = "the world file cannot be written"
	allow := forbid(t, filepath.Join(dir, "worlds"))
	lamp := b.lamp()
	a.await("the disk to be named", 20*time.Second, func() bool {
		st, _ := a.island()
		return strings.Contains(strings.Join(st.Notes, " "), words) && strings.Contains(a.output(), words)
	})
	b.must("say and yet it moves")
	allow()
	a.await("the note to go away", 20*time.Second, func() bool {
		st, i := a.island()
		return !strings.Contains(strings.Join(st.Notes, " "), words) && i.TurnCommitted+40 > i.TurnOrdered
	})
	sameState(t, b, "Ada")
	b.sees(lamp, "Bo")
	a.quit()
	if out, code := commandLine(t, "world", "check", "--data", dir, "Ada's world"); code != usage.ExitDone {
		t.Errorf("world check, %d: %s", code, out)
	}
}
