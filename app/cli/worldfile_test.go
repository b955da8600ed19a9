package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/usage"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// TestJudgeRecords: every fault in the records of a file is found at its place.
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
	lines := func(rows ...store.EpochRow) []admin.Records {
		return []admin.Records{{Island: store.Home, Epochs: rows}}
	}
	promise := store.EpochRow{Number: 0, Record: []byte("a promise")}
	for _, c := range []struct {
		name   string
		all    []admin.Records
		number uint64
		says   string
	}{
		{"in order", lines(promise, row(first), row(second)), 0, ""},
		{"with an archive", append(lines(row(first), row(second)), admin.Records{Island: store.Home, Archive: [32]byte{1}, From: 5, Epochs: []store.EpochRow{row(alone)}}), 0, ""},
		{"a flipped bit", lines(row(first), broken), 2, "not a valid record"},
		{"by a stranger", lines(row(first), row(stranger)), 2, "not signed by a voter"},
		{"one is missing", lines(row(second)), 2, "no record leads to it"},
		{"other rules", lines(row(first), rules), 2, "of rules 5 instead of 1"},
		{"of another island", []admin.Records{{Island: 99, Epochs: []store.EpochRow{row(first)}}}, 1, "island 0000000000000001"},
		{"an archive of another past", append(lines(row(first)), admin.Records{Island: store.Home, Archive: [32]byte{1}, Epochs: []store.EpochRow{row(stranger)}}), 2, "not signed by a voter"},
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

// TestLargeImport: an export that claims to be large is refused with the flag that allows it.
func TestLargeImport(t *testing.T) {
	g := store.Genesis{Founder: key.Generate().ID(), Name: "x", Licence: store.DefaultLicence, Rules: 1}
	file := filepath.Join(t.TempDir(), "x"+ExportSuffix)
	if err := os.WriteFile(file, admin.Header{Genesis: g, Licence: g.Licence, Size: 2 << 30}.Append(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"import", "verify"} {
		for _, large := range []bool{false, true} {
			args := []string{"world", command, file, "--data", t.TempDir()}
			if large {
				args = append(args, "--large")
			}
			var out, errs strings.Builder
			if code := Run(rig.Config(), args, &out, &errs); code != usage.ExitFailed || strings.Contains(errs.String(), "--large") == large {
				t.Errorf("%q: code %d, %s", args, code, errs.String())
			}
		}
	}
}
