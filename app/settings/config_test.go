package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/input"
)

// TestDefaultsAreTheTable holds config.toml, the struct and the table of rules together.
func TestDefaultsAreTheTable(t *testing.T) {
	s, err := ParseConfig("config.toml", DefaultConfig)
	if err != nil {
		t.Fatal(err)
	}
	for i := range SettingRules {
		r := &SettingRules[i]
		table, name, _ := strings.Cut(r.Key, ".")
		line := strings.Split(DefaultConfig, "\n")[lineOf(DefaultConfig, r.Key)-1]
		if !strings.HasPrefix(line, name+" ") {
			t.Errorf("[%s] of config.toml has no line for %s", table, name)
		}
		if !strings.Contains(line, "#") {
			t.Errorf("%s has no comment in config.toml", r.Key)
		}
		if err := r.accept(&s); err != nil {
			t.Errorf("the default of %s: %v", r.Key, err)
		}
	}
	settings := 0
	for _, line := range strings.Split(strings.SplitN(DefaultConfig, "[keys]", 2)[0], "\n") {
		if k, _, ok := strings.Cut(line, " ="); ok && !strings.HasPrefix(k, "#") {
			settings++
		}
	}
	if settings != len(SettingRules) {
		t.Errorf("config.toml sets %d things, the table has %d", settings, len(SettingRules))
	}
}

func TestSetKeepsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	text := "# mine\n[video]\nlight = \"full\"   # bright # really\n\n[audio]\nmaster = 80\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := loadConfig(path, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, kv := range [][2]string{{"video.light", "simple"}, {"audio.effects", "35"}, {"player.name", `A "b" #c`}, {"keys.chat", "T,Enter"}} {
		if err := f.Set(kv[0], kv[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Set("audio.master", "101"); err == nil {
		t.Error("a volume of 101 was accepted")
	}
	if err := f.Set("video.light", "dark"); err == nil {
		t.Error("a light called dark was accepted")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := "# mine\n[video]\nlight = \"simple\"  # bright # really\n\n[audio]\nmaster = 80\neffects = 35\n\n[player]\nname = \"A \\\"b\\\" #c\"\n\n[keys]\nchat = [\"T\", \"Enter\"]\n"
	if string(b) != want {
		t.Errorf("the file is\n%s\nwant\n%s", b, want)
	}
	again, err := loadConfig(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if again.Settings.Video.Light != "simple" || again.Settings.Audio.Effects != 35 || again.Settings.Player.Name != `A "b" #c` {
		t.Errorf("read back: %+v", again.Settings)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"light", "lihgt", 2}, {"light", "light", 0}, {"zoom", "room", 1}, {"abc", "", 3}} {
		if got := input.Distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
