package usage

import (
	"errors"
)

// ErrSettings marks a settings file that was refused. Its message names file and line.
var ErrSettings = errors.New("invalid settings")
