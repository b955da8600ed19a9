//go:build !js

package worldfile

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// child runs in a process of its own; see TestMain.
func child(role string) int {
	dir := os.Getenv("STORE_TEST_DIR")
	switch role {
	case "play":
		return childPlay(dir)
	case "archive":
		return childArchive(dir)
	case "memory":
		return childMemory(dir)
	}
	return 2
}

func startChild(t *testing.T, role, dir string) *exec.Cmd {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "STORE_TEST_CHILD="+role, "STORE_TEST_DIR="+dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// childPlay continues the world in dir for ever, and prints each report of Written.
func childPlay(dir string) int {
	g := testGenesis()
	w, loaded, err := Open(dir, g.ID(), testChain)
	l := newLine(g)
	switch {
	case errors.Is(err, store.ErrNotFound):
		w, err = Create(dir, g)
		if err == nil {
			w.Save(l.checkpoint())
		}
	case len(loaded.Damage) > 0:
		err = fmt.Errorf("damage: %q", loaded.Damage)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for l.turn < end(loaded) {
		l.next(l.turn%3 == 0)
	}
	if err := l.consistent(loaded); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for {
		for range 5 {
			w.Append(l.next(l.turn%3 == 0))
		}
		if l.turn%50 == 0 {
			w.Save(l.checkpoint())
		}
		for l.turn > w.Written()+100 {
			<-w.Notify()
		}
		fmt.Println(w.Written())
	}
}

// A process that is killed at any moment loses nothing that Written had reported.
func TestKilledProcessLosesNothing(t *testing.T) {
	dir := t.TempDir()
	kills := 12
	if testing.Short() {
		kills = 3
	}
	rng := rand.New(rand.NewPCG(1, 2))
	reported := uint64(0)
	for range kills {
		cmd := startChild(t, "play", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 20 + rng.IntN(200); n > 0 && lines.Scan(); n-- {
			reported, _ = strconv.ParseUint(lines.Text(), 10, 64)
		}
		cmd.Process.Kill()
		for lines.Scan() { // its output before it died
			if n, err := strconv.ParseUint(lines.Text(), 10, 64); err == nil && strings.TrimSpace(lines.Text()) != "" && n > reported && n < reported+100000 {
				reported = n
			}
		}
		cmd.Wait()
		w, got := open(t, dir)
		if end(got) < reported || len(got.Damage) > 0 {
			t.Fatalf("turn %d was reported, the file ends at %d; damage %q", reported, end(got), got.Damage)
		}
		shut(t, w)
	}
	report, err := admin.Check(store.Path(dir, testGenesis().ID()), testChain)
	if err != nil || len(report.Problems) > 0 {
		t.Fatal(err, report.Problems)
	}
	t.Logf("%d turns reported, %d verified, after %d kills", reported, report.Verified, kills)
}

// childMemory prints its resident memory before and after it opens a world and keeps it busy, in KiB.
func childMemory(dir string) int {
	before := resident()
	g := testGenesis()
	w, err := Create(dir, g)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	l := newLine(g)
	for range 2000 {
		w.Append(l.next(true))
		if l.turn%200 == 0 {
			w.Save(l.checkpoint())
			for w.Written() < l.turn {
				<-w.Notify()
			}
		}
	}
	after := resident()
	if err := w.Close(context.Background()); err != nil {
		return 1
	}
	return exitAfter(gob.NewEncoder(os.Stdout).Encode([2]int{before, after}))
}

func exitAfter(err error) int {
	if err != nil {
		return 1
	}
	return 0
}

// resident returns the resident memory of this process in KiB; zero where the system does not tell.
func resident() int {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), "VmRSS:")
	var kib int
	fmt.Sscan(rest, &kib)
	return kib
}

func TestMemoryOfAnOpenWorld(t *testing.T) {
	cmd := startChild(t, "memory", t.TempDir())
	cmd.Env = append(cmd.Env, "GOGC=50")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var kib [2]int
	if err := gob.NewDecoder(out).Decode(&kib); err != nil && err != io.EOF {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if kib[0] == 0 {
		t.Skip("the system does not tell the resident memory")
	}
	t.Logf("%d KiB before, %d KiB with a world after 2,000 busy turns and ten checkpoints", kib[0], kib[1])
	if kib[1]-kib[0] > 25<<10 {
		t.Errorf("an open world takes %d KiB", kib[1]-kib[0])
	}
}

// A file that was being put in the place of a damaged one when the power went is finished at the next Open.
func TestInterruptedInstall(t *testing.T) {
	dir := t.TempDir()
	w, l := create(t, dir)
	w.Append(l.next(true))
	shut(t, w)
	path := store.Path(dir, l.g.ID())
	if err := os.Rename(path, format.NewPath(path)); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(filepath.Dir(path), l.g.ID().String()+".damaged-1.db")
	for _, name := range []string{old, path + "-wal"} {
		if err := os.WriteFile(name, []byte("damaged"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w, got := open(t, dir)
	defer shut(t, w)
	if end(got) != 1 || len(got.Damage) > 0 || !format.Exists(old+"-wal") {
		t.Errorf("it ends at turn %d, damage %q", end(got), got.Damage)
	}
}
