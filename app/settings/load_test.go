package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/options"
	"manyhold/app/usage"
)

// TestLoadPortMapping: the router is asked unless the file or --no-lan says otherwise.
func TestLoadPortMapping(t *testing.T) {
	for _, c := range []struct {
		text  string
		noLAN bool
		want  bool
		wrong bool
	}{
		{"", false, true, false},
		{"", true, false, false},
		{"[net]\nport_mapping = false\n", false, false, false},
		{"[net]\nport_mapping = true\n", true, false, false},
		{"[net]\nport_mapping = 1\n", false, false, true},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := LoadSettings(&options.Play{NoLAN: c.noLAN}, dir)
		if c.wrong {
			if !errors.Is(err, usage.ErrSettings) || !strings.Contains(err.Error(), "config.toml:2") {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if err != nil || f.Settings.Net.PortMapping != c.want {
			t.Errorf("%q, without LAN %v: %v", c.text, c.noLAN, err)
		}
	}
}

// TestLoadHost: this computer hosts unless the file or --no-host says otherwise.
func TestLoadHost(t *testing.T) {
	for _, c := range []struct {
		text   string
		noHost bool
		want   bool
	}{
		{"", false, true},
		{"", true, false},
		{"[net]\nhost = false\n", false, false},
		{"[net]\nhost = true\n", true, false},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := LoadSettings(&options.Play{Duties: options.Duties{NoHost: c.noHost}}, dir); err != nil || f.Settings.Net.Host != c.want {
			t.Errorf("%q, --no-host %v: %v, %v", c.text, c.noHost, f.Settings.Net.Host, err)
		}
	}
}
