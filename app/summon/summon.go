// Package summon lets a second start of the game on a data directory call the window of the first: it puts a
// file beside the lock, which the window takes away. So it works at the title as well, where no node answers.
package summon

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	// name of the file in the data directory.
	name = "summon"
	// lookEvery is how often a window looks for the file, in ticks of 1/60 s.
	lookEvery = 15
	// pause is the time between two looks of the caller.
	pause = 20 * time.Millisecond
)

// Call calls the window that uses a data directory, and reports whether it answered in time.
func Call(ctx context.Context, dir string, limit time.Duration) bool {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600); err != nil {
		return false
	}
	defer os.Remove(path) // nobody came
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		if _, err := os.Stat(path); err != nil {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(pause):
		}
	}
}

// Bell is where a window hears calls. The zero value hears none.
type Bell struct {
	path  string
	ticks int
}

// Hang returns the bell of a data directory. A call that nobody took is forgotten.
func Hang(dir string) Bell {
	b := Bell{path: filepath.Join(dir, name)}
	os.Remove(b.path)
	return b
}

// Rang reports whether somebody called since the last time. It is asked once a tick.
func (b *Bell) Rang() bool {
	if b.ticks++; b.path == "" || b.ticks%lookEvery != 0 {
		return false
	}
	return os.Remove(b.path) == nil
}
