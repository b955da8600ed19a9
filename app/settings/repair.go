package settings

import (
	"errors"
	"os"
	"strings"

	"manyhold/app/usage"
)

// mostRepairs is how many settings of a file are put right one after the other; beyond it all of it is
// refused.
const mostRepairs = 50

// repairConfig reads settings with errors: a wrong setting is refused and replaced by its default, the rest
// counts. The file stays as it is until a setting is changed. It is for a window, because nobody reads a
// terminal before the title appears.
func repairConfig(path string) (*ConfigFile, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &ConfigFile{path: path, Text: strings.ToValidUTF8(string(b), "?")}
	for range mostRepairs {
		f.Settings, err = ParseConfig(path, f.Text)
		if err == nil {
			return f, nil
		}
		f.Refused = append(f.Refused, strings.TrimSuffix(err.Error(), ": "+usage.ErrSettings.Error()))
		var wrong *settingError
		if !errors.As(err, &wrong) {
			break
		}
		f.Text = withoutLine(f.Text, wrong.line)
	}
	f.Text = DefaultConfig
	f.Settings, err = ParseConfig(path, f.Text)
	return f, err
}

// withoutLine returns text without a line of it, counted from 1.
func withoutLine(text string, n int) string {
	lines := strings.Split(text, "\n")
	if n < 1 || n > len(lines) {
		return text
	}
	return strings.Join(append(lines[:n-1:n-1], lines[n:]...), "\n")
}

// settingError says that one line of the settings is wrong; without it the others can count.
type settingError struct {
	line int
	err  error
}

func (e *settingError) Error() string { return e.err.Error() }
func (e *settingError) Unwrap() error { return e.err }
