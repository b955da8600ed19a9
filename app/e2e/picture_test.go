package e2e

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPicture takes a picture twice, byte for byte the same, and is told of orders that fail.
func TestPicture(t *testing.T) {
	windowed(t)
	dir := t.TempDir()
	take := func(file, do string) (string, error) {
		c := program("play", "--screenshot", file, "--seed", "9", "--at", "-9,-4", "--hour", "18.6", "--after", "3s", "--do", do)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	const orders = "walk to -10 -5; place lamp -11 -5; walk south 5s; Bo: walk west 500ms; Bo: say hi; Cleo: select 11; Cleo: wait 2s; Cleo: throw east"
	var pictures [2][]byte
	for i := range pictures {
		file := filepath.Join(dir, "picture.png")
		if out, err := take(file, orders); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		pictures[i], _ = os.ReadFile(file)
		os.Remove(file)
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the same flags gave two different pictures")
	}
	m, err := png.Decode(bytes.NewReader(pictures[0]))
	if err != nil || m.Bounds() != wholeWindow {
		t.Fatalf("a picture of %v: %v", m, err)
	}
	for do, want := range map[string]string{
		"Bo: place chest ~9 ~9":   `Bo could not "place chest ~9 ~9": refused: too far`,
		"wait 1m; dig ~1 ~0":      "had not begun 1 of the orders",
		"Bo: dance":               `cannot understand "dance"`,
		"Bo: place saxophone 1 1": "unknown item",
	} {
		file := filepath.Join(dir, "none.png")
		out, err := take(file, do)
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("--do %q: %v: %q, want it to say %q", do, err, out, want)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("--do %q: wrote a picture all the same", do)
		}
	}
}
