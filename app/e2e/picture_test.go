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
		c := program("play", "--data", filepath.Join(dir, "none"), "--screenshot", file, "--seed", "9", "--at", "-9,-4", "--hour", "18.6", "--after", "3s", "--do", do)
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
	dir, board := t.TempDir(), terrain.Notice(1)
	file := filepath.Join(dir, "board.png")
	do := fmt.Sprintf("walk to %d %d; use %d %d; wait 1m; Bo: wait 1m", board.X, board.Y+1, board.X, board.Y)
	if out, err := program("play", "--data", dir, "--screenshot", file, "--seed", "1", "--hour", "10", "--after", "5s", "--do", do).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	picture := readPicture(t, file)
	for words, want := range map[string]bool{
		"Notice board": true, "Tower of the Bright Lantern": true, "days left": true, "0 days left": false, "Ada": true,
		"challenge.": false, "Unknown item": false,
	} {
		if got := rig.Reads(picture, wholeWindow, words, textScale); got != want {
			t.Errorf("it reads %q: %v", words, got)
		}
	}
}

// readPicture reads a picture of a file.
func readPicture(t *testing.T, file string) *image.RGBA {
	t.Helper()
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
	return picture
}

// TestPictureObeysFlagsAndSettings: a picture shows what newcomers of --start carry, in the language and the
// size of the settings: those of --config, else those of the data directory, which it never makes.
func TestPictureObeysFlagsAndSettings(t *testing.T) {
	windowed(t)
	dir := t.TempDir()
	conf := filepath.Join(dir, "german.toml")
	german := "[player]\nlanguage = \"de\"\n[video]\nwidth = 1440\nheight = 900\n"
	if err := os.WriteFile(conf, []byte(german), 0o600); err != nil {
		t.Fatal(err)
	}
	take := func(flags ...string) *image.RGBA {
		t.Helper()
		file := filepath.Join(dir, "picture.png")
		c := program(append([]string{"play", "--screenshot", file, "--seed", "9", "--at", "-6,-12", "--hour", "17", "--press", "Tab"}, flags...)...)
		c.Env = append(c.Env, "LC_ALL=C")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", flags, err, out)
		}
		defer os.Remove(file)
		return readPicture(t, file)
	}
	none, home := filepath.Join(dir, "none"), filepath.Join(dir, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte("[player]\nlanguage = \"de\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	builder, settler := take("--data", none, "--start", "builder"), take("--data", none, "--start", "settler")
	flagged, kept := take("--data", none, "--start", "settler", "--config", conf), take("--data", home, "--start", "settler")
	for what, c := range map[string]struct {
		picture *image.RGBA
		size    image.Point
		title   string
	}{
		"a builder":                          {builder, image.Pt(1280, 720), "Inventory"},
		"a settler":                          {settler, image.Pt(1280, 720), "Inventory"},
		"the settings of --config":           {flagged, image.Pt(1440, 900), "Inventar"},
		"the settings of the data directory": {kept, image.Pt(1280, 720), "Inventar"},
	} {
		all := c.picture.Bounds()
		if all.Size() != c.size {
			t.Errorf("%s: a picture of %v, want %v", what, all.Size(), c.size)
		}
		if !rig.Reads(c.picture, all, c.title, textScale) {
			t.Errorf("%s: it does not read %q", what, c.title)
		}
	}
	// The slots behind the hotbar are full of what a builder carries, and a settler's are empty.
	slots := image.Rect(350, 455, 930, 555)
	if got := changed(builder, settler, slots); got < 0.1 {
		t.Errorf("%.3f of the slots of a builder are another than those of a settler", got)
	}
	if got := changed(settler, kept, slots); got > 0.01 { // one pixel in a hundred may be of the words
		t.Errorf("%.3f of a settler's slots depend on the language", got)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a picture made a data directory")
	}
}
