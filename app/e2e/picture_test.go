package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/rig"
	"manyhold/game/terrain"
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

// TestPictureOfTheBoard: a picture of the notice board has the words of its world: the next lighthouse by
// name, the challenges of the week with their days, and who lives there.
func TestPictureOfTheBoard(t *testing.T) {
	windowed(t)
	file, board := filepath.Join(t.TempDir(), "board.png"), terrain.Notice(1)
	do := fmt.Sprintf("walk to %d %d; use %d %d; wait 1m; Bo: wait 1m", board.X, board.Y+1, board.X, board.Y)
	if out, err := program("play", "--screenshot", file, "--seed", "1", "--hour", "10", "--after", "5s", "--do", do).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	picture := image.NewRGBA(m.Bounds())
	draw.Draw(picture, m.Bounds(), m, m.Bounds().Min, draw.Src)
	for words, want := range map[string]bool{
		"Notice board": true, "Tower of the Bright Lantern": true, "days left": true, "0 days left": false, "Ada": true,
		"challenge.": false, "Unknown item": false,
	} {
		if got := rig.Reads(picture, wholeWindow, words, textScale); got != want {
			t.Errorf("it reads %q: %v", words, got)
		}
	}
}
