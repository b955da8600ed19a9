package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"manyhold/app/usage"
	"manyhold/net/key"
)

// TestBundleIntoAWipedWorld: a blueprint with an asset is exported as a bundle. Then the world is wiped,
// assets and all; only the player's identity is left. Imported into a new world and exported again, it is the
// same bundle, byte by byte: the hashes of blueprint, assets and licence are those of before.
func TestBundleIntoAWipedWorld(t *testing.T) {
	t.Parallel()
	first, second, work1 := t.TempDir(), t.TempDir(), t.TempDir()
	work(t, work1, 1)
	portrait(t, work1)
	export := func(p *process, dir string) (data []byte, words string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "lamp.manyhold")
		p.pushes(dir)
		if out, code := p.makes("pull", "Lamp", file); code != usage.ExitDone {
			t.Fatalf("pull: %d %s", code, out)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words, _ = p.makes("list", file)
		return data, words
	}
	a := headless(t, first, "--no-lan", "--world", "new", "--name", "Ada")
	a.must("say hello")
	was, told := export(a, work1)
	a.quit()
	identity, err := os.ReadFile(filepath.Join(first, key.FileName))
	if err == nil {
		err = os.WriteFile(filepath.Join(second, key.FileName), identity, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	file, folders := filepath.Join(t.TempDir(), "kept.manyhold"), t.TempDir()
	if err := os.WriteFile(file, was, 0o600); err != nil {
		t.Fatal(err)
	}
	a = headless(t, second, "--no-lan", "--world", "new", "--name", "Ada")
	a.must("say hello")
	if list := a.blueprints(); len(list) != 0 {
		t.Fatalf("the world is not empty: %+v", list)
	}
	if out, code := a.makes("unpack", file, folders); code != usage.ExitDone {
		t.Fatalf("unpack: %d %s", code, out)
	}
	is, tells := export(a, filepath.Join(folders, "Lamp"))
	if !bytes.Equal(is, was) || told != tells || told == "" {
		t.Errorf("%d bytes and %d, with\n%s\n%s", len(was), len(is), told, tells)
	}
}
