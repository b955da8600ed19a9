package usage

import (
	"errors"
)

// errConfig marks a settings file that was refused. Its message names file and line.
var ErrSettings = errors.New("settings refused")
