package settings

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"manyhold/app/usage"
	"manyhold/input"
)

// ConfigFile is a settings file in memory: its exact text, and its values.
type ConfigFile struct {
	path     string // "" for the defaults alone
	Text     string
	Settings Settings
	Refused  []string // what was refused of the file, in words: the defaults stand in for it
}

// loadConfig reads the settings at path. A file that is not there is made from the defaults when create
// is set, and is an error otherwise.
func loadConfig(path string, create bool) (*ConfigFile, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && create {
		b, err = []byte(DefaultConfig), nil
		if werr := WriteAtomically(path, b); werr != nil {
			return nil, fmt.Errorf("cannot write the settings: %w", werr)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings: %w", err)
	}
	s, err := ParseConfig(path, string(b))
	if err != nil {
		return nil, err
	}
	return &ConfigFile{path: path, Text: string(b), Settings: s}, nil
}

// ParseConfig reads settings on top of the defaults. Its errors name the file and the line.
func ParseConfig(name, text string) (Settings, error) {
	var s Settings
	if _, err := toml.Decode(DefaultConfig, &s); err != nil {
		panic("built-in config.toml: " + err.Error())
	}
	meta, err := toml.Decode(text, &s)
	if err != nil {
		return s, tomlError(name, err)
	}
	refuse := func(key string, err error) error {
		line := lineOf(text, key)
		return &settingError{line, fmt.Errorf("%s:%d: %w: %w", name, line, err, usage.ErrSettings)}
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		key := unknown[0].String()
		return s, refuse(key, fmt.Errorf("unknown setting %q%s", key, nearest(key)))
	}
	for i := range SettingRules {
		r := &SettingRules[i]
		if err := r.accept(&s); err != nil {
			return s, refuse(r.Key, err)
		}
	}
	for _, action := range slices.Sorted(maps.Keys(s.Keys)) {
		if _, err := input.NewBindings(map[string][]string{action: s.Keys[action]}); err != nil {
			return s, refuse("keys."+action, err)
		}
	}
	return s, nil
}

// tomlError turns an error of the TOML library into one line with file and line number.
func tomlError(name string, err error) error {
	var pe toml.ParseError
	if errors.As(err, &pe) {
		return &settingError{pe.Position.Line, fmt.Errorf("%s:%d: %s: %w", name, pe.Position.Line, pe.Message, usage.ErrSettings)}
	}
	text, line := strings.TrimPrefix(err.Error(), "toml: "), 0
	if n, _ := fmt.Sscanf(text, "line %d", &line); n == 1 { // of another type than the setting
		return &settingError{line, fmt.Errorf("%s:%d: %s: %w", name, line, text, usage.ErrSettings)}
	}
	return fmt.Errorf("%s: %s: %w", name, text, usage.ErrSettings)
}

// lineOf returns the line on which "table.key" is set, or the line of its table, or 1.
func lineOf(text, key string) int {
	table, name, _ := strings.Cut(key, ".")
	in, found := "", 1
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = strings.Trim(strings.SplitN(line, "]", 2)[0], "[] ")
			if in == table {
				found = i + 1
			}
			continue
		}
		k, _, ok := strings.Cut(line, "=")
		k = strings.Trim(strings.TrimSpace(k), `"`)
		if ok && (in == table && k == name || in == "" && k == key) {
			return i + 1
		}
	}
	return found
}

// nearest suggests a setting whose name is close to key.
func nearest(key string) string {
	_, name, ok := strings.Cut(key, ".")
	if !ok {
		name = key
	}
	for _, r := range SettingRules {
		_, known, _ := strings.Cut(r.Key, ".")
		if input.Distance(known, name) <= 2 {
			return fmt.Sprintf(" (did you mean %q?)", r.Key)
		}
	}
	return ""
}

// Set changes one setting and writes the file, keeping every other line and all comments. The change
// is refused, and nothing written, when the value is out of bounds.
func (f *ConfigFile) Set(key, value string) error {
	text, settings := f.Text, f.Settings
	if err := f.Change(key, value); err != nil {
		return err
	}
	if err := f.Write(); err != nil {
		f.Text, f.Settings = text, settings
		return err
	}
	return nil
}

// Change changes one setting in memory alone, as set does; write writes it down.
func (f *ConfigFile) Change(key, value string) error {
	literal := ""
	next := f.Settings
	next.Keys = maps.Clone(f.Settings.Keys)
	if action, ok := strings.CutPrefix(key, "keys."); ok {
		keys := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		if _, err := input.NewBindings(map[string][]string{action: keys}); err != nil {
			return err
		}
		next.Keys[action] = keys
		literal = quoteList(keys)
	} else {
		r := RuleOf(key)
		if r == nil {
			return fmt.Errorf("unknown setting %q", key)
		}
		if err := r.set(&next, value); err != nil {
			return err
		}
		literal = r.literal(&next)
	}
	f.Text, f.Settings = setLine(f.Text, key, literal), next
	return nil
}

// Write writes the file as it is in memory. The first time that it replaces a file with refused lines, that
// file is kept beside it.
func (f *ConfigFile) Write() error {
	if f.path == "" {
		return nil
	}
	if len(f.Refused) > 0 {
		if err := os.Rename(f.path, f.path+".refused"); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("cannot save the invalid settings: %w", err)
		}
		f.Refused = nil
	}
	if err := WriteAtomically(f.path, []byte(f.Text)); err != nil {
		return fmt.Errorf("cannot write the settings: %w", err)
	}
	return nil
}

func quoteList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// setLine returns text with "table.key" set to a TOML literal: in its line, keeping the comment that
// follows, or in a new line at the end of its table.
func setLine(text, key, literal string) string {
	table, name, _ := strings.Cut(key, ".")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	in, end := "", -1
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "[") {
			in = strings.Trim(strings.SplitN(trimmed, "]", 2)[0], "[] ")
		}
		if in == table && trimmed != "" {
			end = i + 1
		}
		if k, rest, ok := strings.Cut(trimmed, "="); ok && in == table && strings.Trim(strings.TrimSpace(k), `"`) == name {
			lines[i] = name + " = " + literal + commentOf(rest)
			return strings.Join(lines, "\n") + "\n"
		}
	}
	added := name + " = " + literal
	if end < 0 {
		lines = append(lines, "", "["+table+"]", added)
	} else {
		lines = slices.Insert(lines, end, added)
	}
	return strings.Join(lines, "\n") + "\n"
}

// commentOf returns the comment at the end of a line's value, aligned again, or "".
func commentOf(value string) string {
	quoted := false
	for i, r := range value {
		switch {
		case r == '"':
			quoted = !quoted
		case r == '#' && !quoted:
			return "  " + value[i:]
		}
	}
	return ""
}

// WriteAtomically replaces the file at path as a whole: a crash leaves the old one or the new one.
func WriteAtomically(path string, b []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(b); err == nil {
		err = tmp.Sync()
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
