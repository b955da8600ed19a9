package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/options"
)

// TestMendedSettings opens settings with errors as a window does: a wrong setting has its default and is
// reported with its line, the rest counts, and the file is kept beside the new one when a setting is changed.
func TestMendedSettings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		refused    []string // a part of each complaint
		master     int
		light      string
	}{
		{"whole", "[audio]\nmaster = 35\n", nil, 35, "full"},
		{"out of bounds", "[audio]\nmaster = 350\n[video]\nlight = \"simple\"\n", []string{":2: audio.master is 350"}, 80, "simple"},
		{"three wrong", "[audio]\nmaster = 35\neffects = -1\n[video]\nlight = \"dark\"\nglow = 3\n", []string{"unknown setting \"video.glow\"", ":5: video.light", ":3: audio.effects"}, 35, "full"},
		{"another type", "[audio]\nmaster = \"loud\"\n[video]\nlight = \"simple\"\n", []string{":2: "}, 80, "simple"},
		{"torn apart", "[audio]\nmaster = 35\n[video\nlight = \"simple\"\n", []string{":3"}, 35, "full"},
		{"a key", "[keys]\ndig = [\"Nothing\"]\n[audio]\nmaster = 10\n", []string{":2: keys: dig"}, 10, "full"},
		{"no text at all", "\x00\x01\xff\xfe\x00", []string{"config.toml"}, 80, "full"},
		{"empty", "", nil, 80, "full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "config.toml")
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			f := options.Play{Windowed: true}
			conf, err := LoadSettings(&f, dir)
			if err != nil {
				t.Fatal(err)
			}
			if conf.Settings.Audio.Master != c.master || conf.Settings.Video.Light != c.light {
				t.Errorf("master is %d and light %s; %q", conf.Settings.Audio.Master, conf.Settings.Video.Light, conf.Refused)
			}
			all := strings.Join(conf.Refused, "\n")
			for _, want := range c.refused {
				if !strings.Contains(all, want) {
					t.Errorf("%q is not told: %s", want, all)
				}
			}
			if len(c.refused) == 0 && all != "" {
				t.Errorf("of a good file is told: %s", all)
			}
			if b, _ := os.ReadFile(path); string(b) != c.text {
				t.Error("the file was changed by reading it")
			}
			if err := conf.Set("audio.master", "55"); err != nil {
				t.Fatal(err)
			}
			old, err := os.ReadFile(path + ".refused")
			if (err == nil) != (len(c.refused) > 0) || err == nil && string(old) != c.text {
				t.Errorf("what was refused is not kept: %v", err)
			}
			if again, err := loadConfig(path, false); err != nil || again.Settings.Audio.Master != 55 {
				t.Errorf("what was written is not read: %v", err)
			}
			if _, err := LoadSettings(new(options.Play), dir); err != nil {
				t.Errorf("without a window: %v", err)
			}
		})
	}
}
