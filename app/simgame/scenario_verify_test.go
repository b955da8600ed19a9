package simgame_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/cli"
	"manyhold/app/rig"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/game/item"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/worldfile"
)

// TestVerify: three peers of a world sign its state; the file of one shows that they did, and so does its
// export. A state with too few signatures, or another state than the signed one, is reported.
func TestVerify(t *testing.T) {
	v := newVoyage(t, 3, 64)
	g := store.Genesis{Founder: key.FromSeed([32]byte{1}).ID(), Seed: 7, Rules: uint32(game.CurrentRules), Name: "voyage", Licence: store.DefaultLicence, Cap: 64, Start: uint8(item.Builders)}
	dir := t.TempDir()
	file, err := worldfile.Create(dir, g)
	if err != nil || g.ID() != v.world {
		t.Fatal(err)
	}
	var last kernel.CertificateRow
	v.crew[1].keep = func(o kernel.Output) { // the outputs are in the order in which they are to be written
		for _, e := range o.Appends {
			file.Append(e)
		}
		for _, r := range o.Records {
			file.Epoch(r, nil)
		}
		for _, s := range o.Saves {
			file.Save(s)
		}
		for _, r := range o.Certificates {
			last = r
			file.Certify(r.Turn, r.Bytes)
		}
	}
	verify := func() (string, error) {
		t.Helper()
		var out bytes.Buffer
		err := cli.VerifyFile(&out, file.Path())
		return strings.TrimSpace(out.String()), err
	}
	v.run(2 * time.Second)
	if said, err := verify(); !errors.Is(err, cli.ErrUnsigned) || said != "home: no state is signed" {
		t.Errorf("before anything is signed: %q, %v", said, err)
	}
	v.run(70 * time.Second)
	if last.Turn != 1200 {
		t.Fatalf("turn %d was signed last", last.Turn)
	}
	settled := func(want string, failed error) {
		t.Helper()
		for deadline := patience.For(10 * time.Second); ; {
			said, err := verify()
			if strings.HasSuffix(said, want) && errors.Is(err, failed) {
				return
			}
			if deadline.Over() {
				t.Fatalf("%q, %v; want %q, %v", said, err, want, failed)
			}
		}
	}
	settled(": 3 of 3 signatures ok", nil)

	packed := filepath.Join(t.TempDir(), "voyage"+cli.ExportSuffix)
	if _, err := admin.Export(file.Path(), packed, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	code := cli.Run(rig.Config(), []string{"world", "verify", packed}, &out, &out)
	if said := out.String(); code != usage.ExitDone || !strings.Contains(said, "home: turn 1200 of epoch ") || !strings.Contains(said, ": 3 of 3 signatures ok") {
		t.Errorf("an export: %s, %d", said, code)
	}

	for _, c := range []struct {
		change func(c *epoch.Certificate)
		says   string
		failed error
	}{
		{func(c *epoch.Certificate) { c.Signatures = c.Signatures[:2] }, ": 2 of 3 signatures ok", nil},
		{func(c *epoch.Certificate) { c.Signatures[0].Signature[5]++ }, ": 2 of 3 signatures ok", nil},
		{func(c *epoch.Certificate) { c.Signatures = c.Signatures[:1] }, ": 1 of 3 signatures ok", cli.ErrUnsigned},
		{func(c *epoch.Certificate) { c.Root[0]++ }, "is not the signed one", cli.ErrUnsigned},
		{func(c *epoch.Certificate) { c.Hash[0]++ }, "is not the signed one", cli.ErrUnsigned},
	} {
		x, err := epoch.DecodeCertificate(last.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		c.change(x)
		file.Certify(last.Turn, x.Append(nil))
		settled(c.says, c.failed)
	}
	ctx, cancel := patience.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := file.Close(ctx); err != nil {
		t.Fatal(err)
	}
}
