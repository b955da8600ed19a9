package policy

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"manyhold/app/rig"
)

// TestDocsNameLibraries: docs/libraries.md gives the reason for each library that go.mod requires directly.
func TestDocsNameLibraries(t *testing.T) {
	mod, table := readText(t, "go.mod"), readText(t, "docs/libraries.md")
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\t?([a-z0-9.]+/\S+) v\S+$`).FindAllStringSubmatch(mod, -1) {
		n++
		name := strings.TrimPrefix(m[1], "github.com/")
		if strings.HasPrefix(name, "golang.org/x/") {
			name = strings.TrimPrefix(name, "golang.org/")
		}
		if !strings.Contains(table, name) {
			t.Errorf("docs/libraries.md gives no reason for %s", m[1])
		}
	}
	if n < 10 {
		t.Errorf("found only %d libraries in go.mod", n)
	}
}

// readmePictures is how many pictures README shows.
const readmePictures = 5

// TestGallery: README shows five pictures, docs/playing.md and docs/evening.md the others. Each is as large
// as the window and unlike the others, has the light of its hour, and shows legible text if it is a screen.
func TestGallery(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(rig.Root(), "assets/pictures/*.png"))
	if err != nil || len(files) < 10 {
		t.Fatalf("there are %d pictures: %v", len(files), err)
	}
	shown := map[string]bool{}
	for _, page := range []string{"README.md", "docs/playing.md", "docs/evening.md"} {
		for _, m := range regexp.MustCompile(`!\[[^\]]*\]\((?:\.\./)?(assets/pictures/[^)]+)\)`).FindAllStringSubmatch(readText(t, page), -1) {
			shown[m[1]] = true
		}
		if page == "README.md" && len(shown) != readmePictures {
			t.Errorf("README shows %d pictures, not %d", len(shown), readmePictures)
		}
	}
	pictures, light := map[string]*image.RGBA{}, map[string][3]float64{}
	for _, file := range files {
		linked := "assets/pictures/" + filepath.Base(file)
		if !shown[linked] {
			t.Errorf("neither README nor docs/playing.md nor docs/evening.md shows %s", linked)
		}
		delete(shown, linked)
		name := strings.TrimSuffix(filepath.Base(file), ".png")
		pictures[name] = readPicture(t, file)
		light[name] = meanLight(pictures[name])
	}
	for file := range shown {
		t.Errorf("%s is shown, but is not there", file)
	}
	for a, p := range pictures {
		if p.Bounds() != rig.Window {
			t.Errorf("%s is %v", a, p.Bounds())
		}
		for b, q := range pictures {
			if a < b && p.Bounds() == q.Bounds() && alike(p, q) > 0.8 {
				t.Errorf("%.0f %% of %s and %s are alike", 100*alike(p, q), a, b)
			}
		}
	}
	const r, g, b = 0, 1, 2
	if l := light["meadow"]; l[g] < l[r] || l[g] < l[b] {
		t.Errorf("the meadow is not green: %.0f", l)
	}
	if l := light["dusk"]; l[r] < 1.2*l[b] {
		t.Errorf("dusk is not warm: %.0f", l)
	}
	if l := light["snow"]; l[b] < 1.2*l[r] {
		t.Errorf("the night in the snow is not blue: %.0f", l)
	}
	if l, m := light["cave"], light["meadow"]; l[g] > 0.9*m[g] {
		t.Errorf("the cave is not dark: %.0f, the meadow %.0f", l, m)
	}
	for _, screen := range []string{"title", "inventory", "settings", "network"} {
		if n := rig.Legible(pictures[screen], rig.Window); n < 500 {
			t.Errorf("%s has %d legible pixels of text", screen, n)
		}
	}
}

// readPicture reads a picture of the size of a window.
func readPicture(t *testing.T, file string) *image.RGBA {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	p := image.NewRGBA(m.Bounds())
	draw.Draw(p, p.Rect, m, m.Bounds().Min, draw.Src)
	return p
}

// sampled is the step in pixels in which pictures are looked at: three picture pixels.
const sampled = 9

// meanLight is the mean of red, green and blue in a picture, 0 to 255.
func meanLight(m *image.RGBA) (mean [3]float64) {
	n := 0.0
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y += sampled {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x += sampled {
			c := m.RGBAAt(x, y)
			for k, v := range [3]uint8{c.R, c.G, c.B} {
				mean[k] += float64(v)
			}
			n++
		}
	}
	for k := range mean {
		mean[k] /= max(n, 1)
	}
	return mean
}

// alike is the share of the pixels of two pictures of one size that are the same.
func alike(a, b *image.RGBA) float64 {
	same, n := 0, 0
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y += sampled {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x += sampled {
			if a.RGBAAt(x, y) == b.RGBAAt(x, y) {
				same++
			}
			n++
		}
	}
	return float64(same) / float64(max(n, 1))
}
