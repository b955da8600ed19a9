package settings

import (
	"errors"
	"os"
	"path/filepath"

	"manyhold/app/options"
	"manyhold/app/usage"
)

// LoadSettings reads the settings that apply: --config or the data directory's file, with flags on top.
func LoadSettings(f *options.Play, dir string) (*ConfigFile, error) {
	path, create := f.Config, false
	if path == "" {
		path, create = filepath.Join(dir, "config.toml"), true
	}
	c, err := loadConfig(path, create)
	if create && f.Windowed && errors.Is(err, usage.ErrSettings) {
		c, err = repairConfig(path)
	}
	if err != nil {
		return nil, err
	}
	over := func(key, value string) error {
		if value == "" {
			return nil
		}
		if err := RuleOf(key).set(&c.Settings, value); err != nil {
			return usage.Mark(err)
		}
		return nil
	}
	if f.NoLAN {
		c.Settings.Net.LAN, c.Settings.Net.PortMapping = false, false // routers are searched there, too
	}
	if f.NoMapping {
		c.Settings.Net.PortMapping = false
	}
	if f.NoHost {
		c.Settings.Net.Host = false
	}
	for _, o := range [][2]string{{"player.name", f.Name}, {"net.signal", f.Signal}, {"net.listen", f.Listen}} {
		if err := over(o[0], o[1]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// PeekSettings reads the settings that apply without making a file: those of --config, else those of the data
// directory where it has a file, else the defaults.
func PeekSettings(f *options.Play, dir string) (*ConfigFile, error) {
	if f.Config != "" {
		return loadConfig(f.Config, false)
	}
	c, err := loadConfig(filepath.Join(dir, "config.toml"), false)
	if errors.Is(err, os.ErrNotExist) {
		c = &ConfigFile{Text: DefaultConfig}
		c.Settings, err = ParseConfig("config.toml", DefaultConfig)
	}
	return c, err
}
