package ui

import (
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"manyhold/render/gputest"
)

var dump = flag.String("dump", "", "directory to write a PNG of every screen to")

func TestMain(m *testing.M) {
	flag.Parse()
	gputest.Main(m)
}

// save writes a picture into the directory of -dump.
func save(t *testing.T, name string, img *image.RGBA) {
	if *dump == "" {
		return
	}
	if err := os.MkdirAll(*dump, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(*dump, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
