package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/store"
)

// TestWorldsAreCarriedAbout exports, backs up, checks and imports a world while a node holds it.
func TestWorldsAreCarriedAbout(t *testing.T) {
	data, away := t.TempDir(), t.TempDir()
	p := headless(t, data)
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
	run("everything is in order", exitDone, "world", "check", world, "--data", data)
	run("home: ", exitDone, "world", "check", world, "--data", data)
	run("verified, licence CC-BY-SA-4.0", exitDone, "world", "export", world, file, "--data", data)
	run("is there already", exitUsage, "world", "export", world, file, "--data", data)
	run("is open in another process", exitFailed, "world", "import", file, "--data", data, "--replace")
	run("is here, up to turn", exitDone, "world", "import", file, "--data", away)
	run("everything is in order", exitDone, "world", "check", world, "--data", away)
	run("--replace puts", exitFailed, "world", "import", file, "--data", away)
	run("is kept as", exitDone, "world", "import", file, "--data", away, "--replace")
	run("not an exported world", exitFailed, "world", "import", filepath.Join(data, "config.toml"), "--data", away)
	run("at least 1", exitUsage, "world", "backup", world, away, "--keep", "0", "--data", data)

	kept := filepath.Join(away, "kept")
	for _, old := range []string{"2020-01-02T03-04-05", "2021-01-02T03-04-05"} {
		if err := os.MkdirAll(kept, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(kept, short(world)+"-"+old+exportSuffix), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(kept, short(world)+"-holiday"+exportSuffix)
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	run("removed the older "+short(world)+"-2020", exitDone, "world", "backup", world, kept, "--keep", "2", "--data", data)
	if left, _ := os.ReadDir(kept); len(left) != 3 {
		t.Errorf("%d files are left instead of two copies and one that is no copy", len(left))
	}
	run("the world waits for nobody", exitFailed, "world", "decree", "--data", data)
	before, _ := p.status()
	p.await("the node to go on", 5*time.Second, func() bool {
		now, err := p.status()
		return err == nil && now.Islands[0].TurnOrdered > before.Islands[0].TurnOrdered
	})
}

// TestDecree: three hold a world, two are killed and never come back. The founder goes on provisionally, and decrees.
func TestDecree(t *testing.T) {
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
	if out, code := commandLine(t, "world", "decree", "--data", others[0].data); code != exitFailed || !strings.Contains(out, "only the world's founder") {
		t.Errorf("another's decree: %d: %s", code, out)
	}
	for _, p := range others {
		p.cmd.Process.Kill()
	}
	a.await("a provisional epoch", 30*time.Second, func() bool {
		st, err := a.status()
		return err == nil && len(st.Islands) > 0 && !st.Islands[0].Firm
	})
	if out, code := commandLine(t, "world", "decree", "--data", a.data); code != exitDone {
		t.Fatalf("%d: %s", code, out)
	}
	a.await("a firm epoch", 10*time.Second, func() bool {
		st, err := a.status()
		return err == nil && len(st.Islands) > 0 && st.Islands[0].Firm
	})
	a.must("say we go on")
	if out, code := commandLine(t, "world", "check", alone.World.ID, "--data", a.data); code != exitDone {
		t.Errorf("%d: %s", code, out)
	}
}

// TestJudgeRecords: what can be wrong with the records of a file is found at its place.
func TestJudgeRecords(t *testing.T) {
	founder, other := key.Generate(), key.Generate()
	g := store.Genesis{Founder: founder.ID(), Name: "x", Licence: store.DefaultLicence, Rules: 1}
	voter := func(p key.Pair) []epoch.Voter { return []epoch.Voter{{Key: p.ID(), Incarnation: 7}} }
	sign := func(r *epoch.Record, p key.Pair) *epoch.Record { r.Sign(p); return r }
	first := sign(&epoch.Record{Reason: epoch.Founded, World: g.ID(), Island: epoch.Home, Number: 1, FirstTurn: 1, Rules: 1, Ticks: 3, Firm: true, Voters: voter(founder)}, founder)
	second := first.After(epoch.Recovered, epoch.Position{Turn: 9})
	second.Voters = voter(founder)
	sign(second, founder)
	alone := first.After(epoch.Provisional, epoch.Position{Turn: 5})
	alone.Voters = voter(other)
	sign(alone, other)
	stranger := first.After(epoch.Recovered, epoch.Position{Turn: 9})
	stranger.Voters = voter(other)
	sign(stranger, other)
	row := func(r *epoch.Record) store.EpochRow {
		return store.EpochRow{Number: r.Number, Rules: r.Rules, Record: r.Append(nil)}
	}
	broken := row(second)
	broken.Record[len(broken.Record)-1] ^= 1
	rules := row(second)
	rules.Rules = 5
	lines := func(rows ...store.EpochRow) []store.Records {
		return []store.Records{{Island: store.Home, Epochs: rows}}
	}
	vow := store.EpochRow{Number: 0, Record: []byte("a promise")}
	for _, c := range []struct {
		name   string
		all    []store.Records
		number uint64
		says   string
	}{
		{"in order", lines(vow, row(first), row(second)), 0, ""},
		{"with an archive", append(lines(row(first), row(second)), store.Records{Island: store.Home, Archive: [32]byte{1}, From: 5, Epochs: []store.EpochRow{row(alone)}}), 0, ""},
		{"a flipped bit", lines(row(first), broken), 2, "not a valid record"},
		{"by a stranger", lines(row(first), row(stranger)), 2, "signed by no voter"},
		{"one is missing", lines(row(second)), 2, "nothing leads to it"},
		{"other rules", lines(row(first), rules), 2, "under rules 5 instead of 1"},
		{"of another island", []store.Records{{Island: 99, Epochs: []store.EpochRow{row(first)}}}, 1, "island 0000000000000001"},
		{"an archive of another past", append(lines(row(first)), store.Records{Island: store.Home, Archive: [32]byte{1}, Epochs: []store.EpochRow{row(stranger)}}), 2, "signed by no voter"},
	} {
		got := judgeRecords(g, c.all)
		switch {
		case c.says == "" && len(got) > 0:
			t.Errorf("%s: %+v", c.name, got)
		case c.says != "" && (len(got) != 1 || got[0].Number != c.number || !strings.Contains(got[0].Words, c.says)):
			t.Errorf("%s: %+v instead of epoch %d: %s", c.name, got, c.number, c.says)
		}
	}
}
