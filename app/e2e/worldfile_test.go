package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/cli"
	"manyhold/app/status"
	"manyhold/app/usage"
)

// TestWorldsAreCarriedAbout exports, backs up, checks and imports a world while a node holds it.
func TestWorldsAreCarriedAbout(t *testing.T) {
	data, away := t.TempDir(), t.TempDir()
	p := headless(t, data, "--no-lan") // tests of other packages announce worlds
	st, _ := p.island()
	p.must("walk east 1s; say hello")
	world := st.World.ID
	run := func(says string, want int, args ...string) {
		t.Helper()
		out, code := commandLine(t, args...)
		if code != want || !strings.Contains(out, says) {
			t.Errorf("%s: %d instead of %d: %s", strings.Join(args, " "), code, want, out)
		}
	}
	file := filepath.Join(away, "world.manyhold")
	run("everything is in order", usage.ExitDone, "world", "check", world, "--data", data)
	run("home: ", usage.ExitDone, "world", "check", world, "--data", data)
	run("verified, licence CC-BY-SA-4.0", usage.ExitDone, "world", "export", world, file, "--data", data)
	run("already exists", usage.ExitUsage, "world", "export", world, file, "--data", data)
	run("is open in another process", usage.ExitFailed, "world", "import", file, "--data", data, "--replace")
	run("is here, up to turn", usage.ExitDone, "world", "import", file, "--data", away)
	run("everything is in order", usage.ExitDone, "world", "check", world, "--data", away)
	run("--replace puts", usage.ExitFailed, "world", "import", file, "--data", away)
	run("was kept as", usage.ExitDone, "world", "import", file, "--data", away, "--replace")
	run("not an exported world", usage.ExitFailed, "world", "import", filepath.Join(data, "config.toml"), "--data", away)
	run("at least 1", usage.ExitUsage, "world", "backup", world, away, "--keep", "0", "--data", data)

	kept := filepath.Join(away, "kept")
	for _, old := range []string{"2020-01-02T03-04-05", "2021-01-02T03-04-05"} {
		if err := os.MkdirAll(kept, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(kept, status.Short(world)+"-"+old+cli.ExportSuffix), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(kept, status.Short(world)+"-holiday"+cli.ExportSuffix)
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	run("removed the older "+status.Short(world)+"-2020", usage.ExitDone, "world", "backup", world, kept, "--keep", "2", "--data", data)
	if left, _ := os.ReadDir(kept); len(left) != 3 {
		t.Errorf("%d files are left instead of two copies and one that is no copy", len(left))
	}
	run("no peer is missing", usage.ExitFailed, "world", "decree", "--data", data)
	before, _ := p.status()
	p.await("the node to go on", 5*time.Second, func() bool {
		now, err := p.status()
		return err == nil && now.Islands[0].TurnOrdered > before.Islands[0].TurnOrdered
	})
}

// TestDecree: three hold a world, two are killed and never come back. The founder goes on provisionally, and
// decrees.
func TestDecree(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--name", "Ada")
	alone, _ := a.island()
	var others []*process
	for _, name := range []string{"Bert", "Cleo"} {
		others = append(others, headless(t, t.TempDir(), "--no-lan", "--name", name, "--join", alone.World.Invite))
	}
	a.await("a committee of three", 40*time.Second, func() bool {
		st, err := a.status()
		return err == nil && len(st.Islands) == 1 && len(st.Islands[0].Voters) == 3
	})
	if out, code := commandLine(t, "world", "decree", "--data", others[0].data); code != usage.ExitFailed || !strings.Contains(out, "only the founder can decree") {
		t.Errorf("another's decree: %d: %s", code, out)
	}
	for _, p := range others {
		p.cmd.Process.Kill()
	}
	a.await("a provisional epoch", 30*time.Second, func() bool {
		st, err := a.status()
		return err == nil && len(st.Islands) > 0 && !st.Islands[0].Firm
	})
	if out, code := commandLine(t, "world", "decree", "--data", a.data); code != usage.ExitDone {
		t.Fatalf("%d: %s", code, out)
	}
	a.await("a firm epoch", 10*time.Second, func() bool {
		st, err := a.status()
		return err == nil && len(st.Islands) > 0 && st.Islands[0].Firm
	})
	a.must("say we go on")
	if out, code := commandLine(t, "world", "check", alone.World.ID, "--data", a.data); code != usage.ExitDone {
		t.Errorf("%d: %s", code, out)
	}
}
