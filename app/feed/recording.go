package feed

import (
	"fmt"
	"io"
	"os"
)

// maxRecording is the largest recording that is read, in bytes: all of it is kept in memory while it is
// replayed.
const maxRecording = 1 << 30

// ReadRecording returns the bytes of a recording, and refuses a file above 1 GiB before reading it.
func ReadRecording(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w", err)
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w", err)
	}
	if stat.Size() > maxRecording {
		return nil, fmt.Errorf("cannot read the recording: %s has %d MiB; a recording may have %d MiB", path, stat.Size()>>20, maxRecording>>20)
	}
	b, err := io.ReadAll(io.LimitReader(f, maxRecording+1)) // a pipe has no size
	if err == nil && len(b) > maxRecording {
		err = fmt.Errorf("%s has more than %d MiB", path, maxRecording>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w", err)
	}
	return b, nil
}
