package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/maker"
)

// TestLandAndWithdrawal: a player publishes a land, and uses it for its claim and, as the founder, for the
// whole world. A withdrawn land is not used again, and its name stays taken.
func TestLandAndWithdrawal(t *testing.T) {
	p := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada", "--seed", "7")
	publish := func(title, terms string) {
		t.Helper()
		dir := t.TempDir()
		text := "title = \"" + title + "\"\nlicence = \"CC0-1.0\"\n[shape]\nform = \"land\"\n[land]\n" + terms + "\n"
		if err := os.WriteFile(filepath.Join(dir, maker.File), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p.pushes(dir)
	}
	says := func(order, want string) {
		t.Helper()
		if got := p.must(order); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", order, got, want)
		}
	}
	p.must("where") // it is in the world
	publish("Moon", "gravity = 0.25\nweather = \"clear\"\nground = \"sand\"\nlaws = [\"peaceful\"]")
	p.must("claim ~-2 ~-2 5 5")
	says("land", "as it was made, gravity 1, weather any")
	says("land use Moon", "your land is like Ada/Moon")
	says("land", "like Ada/Moon, gravity 0.25, weather clear, looks like sand, peaceful")
	publish("Moon", "gravity = 4")
	says("land", "like Ada/Moon, gravity 4, weather any")
	publish("$land", "weather = \"storm\"")
	says("land", "like Ada/Moon, gravity 4, weather any")
	says("land use none", "like the land around it")
	says("land", "like Ada/$land, gravity 1, weather storm")
	says("withdraw Moon", "withdrew Ada/Moon: its things stay")
	says("blueprints", "Ada/Moon, version 3, land, by Ada, CC0-1.0, withdrawn")
	if out, err := p.do("land use Moon"); err == nil {
		t.Errorf("a withdrawn land is used: %s", out)
	}
	says("withdraw Moon", "for good")
	if out, err := p.do("withdraw Moon"); err == nil || !strings.Contains(err.Error()+out, "already") {
		t.Errorf("it is withdrawn a third time: %v, %s", err, out)
	}
	publish("Moon", "gravity = 2")
	if out := p.must("blueprints"); !strings.Contains(out, "Ada/Moon, version 5, land") || strings.Contains(out, "withdrawn") {
		t.Errorf("it does not come back: %s", out)
	}
}
