package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/app/usage"
)

// TestRottenFiles: each kind of row of a world's file rots while its node does not run. `world check` names
// it; the node starts nevertheless, fetches the missing data from another, and its file is in order
// afterwards.
func TestRottenFiles(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say hello")
	st, _ := b.island()
	file := filepath.Join(b.data, "worlds", st.World.ID+".db")
	for _, x := range []struct{ name, sql, says string }{
		{"a turn", `UPDATE turns SET body = x'00' WHERE turn = (SELECT turn FROM turns WHERE island = 1 ORDER BY turn DESC LIMIT 1 OFFSET 2)`, "turn"},
		{"checkpoints", `UPDATE checkpoints SET digest = digest + 1`, "checkpoint"},
		{"parts", `UPDATE parts SET data = zeroblob(9)`, "checkpoint"},
		{"the founding record", `UPDATE epochs SET record = x'00' WHERE number = 1`, "record of epoch 1"},
		{"the last record", `UPDATE epochs SET record = x'00' WHERE number = (SELECT max(number) FROM epochs)`, "record of epoch"},
		{"marks", `UPDATE marks SET most = most + 1`, "how the file was closed"},
	} {
		_, since := b.island()
		b.await("turns to lose", 10*time.Second, func() bool { _, i := b.island(); return i.TurnOrdered > since.TurnOrdered+20 })
		b.quit()
		rot(t, file, x.sql)
		if out, code := commandLine(t, "world", "check", file); code != usage.ExitFailed || !strings.Contains(out, x.says) || !strings.Contains(out, "to do: ") {
			t.Errorf("%s: world check ends with %d: %s", x.name, code, out)
		}
		b = headless(t, b.data, "--no-lan", "--signal", url, "--name", "Bo")
		_, was := a.island()
		b.await(x.name+": it has the others' turns", 40*time.Second, func() bool {
			st, err := b.status()
			return err == nil && len(st.Islands) == 1 && st.Islands[0].Firm && st.Islands[0].TurnOrdered > was.TurnOrdered && st.Islands[0].TurnsEqual > 5
		})
	}
	b.quit()
	if out, code := commandLine(t, "world", "check", file); code != usage.ExitDone {
		t.Errorf("the file is not in order: %s", out)
	}
}

// rot changes a file that no process has open.
func rot(t *testing.T, file, sql string) {
	t.Helper()
	c, err := sqlite3.Open("file:" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Exec(sql); err != nil || c.Changes() == 0 {
		t.Fatal(sql, err)
	}
}

// TestRottenFileAlone: a player that starts alone from a file that lost a record is told at once the reason
// for waiting, and for how long.
func TestRottenFileAlone(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	a.must("say hello")
	st, _ := a.island()
	file := filepath.Join(a.data, "worlds", st.World.ID+".db")
	for range 2 { // each start is an epoch of its own
		a.quit()
		a = headless(t, a.data, "--no-lan", "--name", "Ada")
		a.must("say hello again")
	}
	a.quit()
	rot(t, file, `UPDATE epochs SET record = x'00' WHERE number = (SELECT max(number) - 1 FROM epochs)`)
	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	a.await("what it waits for", 5*time.Second, func() bool {
		st, err := a.status()
		return err == nil && strings.Contains(st.Waiting.String(), "damaged file") && strings.Contains(st.Waiting.String(), "continues alone")
	})
	if !strings.Contains(a.output(), "waits=\"for a peer that has the lost part") {
		t.Error("the log does not say it")
	}
}
