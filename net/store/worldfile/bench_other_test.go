//go:build !unix && !js

package worldfile

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
