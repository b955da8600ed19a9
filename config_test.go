package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/input"
)

// TestDefaultsAreTheTable holds config.toml, the struct and the table of rules together.
func TestDefaultsAreTheTable(t *testing.T) {
	s, err := parseConfig("config.toml", defaultConfig)
	if err != nil {
		t.Fatal(err)
	}
	for i := range settingRules {
		r := &settingRules[i]
		table, name, _ := strings.Cut(r.key, ".")
		line := strings.Split(defaultConfig, "\n")[lineOf(defaultConfig, r.key)-1]
		if !strings.HasPrefix(line, name+" ") {
			t.Errorf("[%s] of config.toml has no line for %s", table, name)
		}
		if !strings.Contains(line, "#") {
			t.Errorf("%s has no comment in config.toml", r.key)
		}
		if err := r.accept(&s); err != nil {
			t.Errorf("the default of %s: %v", r.key, err)
		}
	}
	settings := 0
	for _, line := range strings.Split(strings.SplitN(defaultConfig, "[keys]", 2)[0], "\n") {
		if k, _, ok := strings.Cut(line, " ="); ok && !strings.HasPrefix(k, "#") {
			settings++
		}
	}
	if settings != len(settingRules) {
		t.Errorf("config.toml sets %d things, the table has %d", settings, len(settingRules))
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
		if err := f.set(kv[0], kv[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.set("audio.master", "101"); err == nil {
		t.Error("a volume of 101 was accepted")
	}
	if err := f.set("video.light", "dark"); err == nil {
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
	if again.settings.Video.Light != "simple" || again.settings.Audio.Effects != 35 || again.settings.Player.Name != `A "b" #c` {
		t.Errorf("read back: %+v", again.settings)
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
