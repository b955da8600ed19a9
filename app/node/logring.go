package node

import (
	"os"
	"path/filepath"
	"runtime"
)

const (
	// logFile is the newer half of the log of the present run, in the data directory.
	logFile = "manyhold.log"
	// olderLog is the older half, absent in a short run.
	olderLog = "manyhold.log.1"
	// maxLog is how much of the log is kept in files, in bytes; beyond it the oldest lines are lost, not the
	// newest: nobody can fill the log before they do something.
	maxLog = 8 << 20
)

// logRing is the log in two files of half the size: when the newer one is full, it replaces the older one. It
// is not safe for concurrent use; slog's handlers take turns.
type logRing struct {
	dir  string
	half int      // the size of a file in bytes
	file *os.File // nil if it could not be made
	used int      // of file, in bytes
}

// openLogRing begins the log of a run; that of the last run is removed.
func openLogRing(dir string, size int) (*logRing, error) {
	r := &logRing{dir: dir, half: size / 2}
	if err := os.Remove(filepath.Join(dir, olderLog)); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var err error
	r.file, err = createAnew(filepath.Join(dir, logFile))
	return r, err
}

// Write appends a line. It never fails: the log must not stop the world.
func (r *logRing) Write(b []byte) (int, error) {
	if r.file == nil || r.used+len(b) > r.half && r.used > 0 {
		r.turn()
	}
	if r.file != nil && len(b) <= r.half {
		n, _ := r.file.Write(b)
		r.used += n
	}
	return len(b), nil
}

// turn begins an empty file.
func (r *logRing) turn() {
	r.Close()
	path := filepath.Join(r.dir, logFile)
	os.Rename(path, filepath.Join(r.dir, olderLog)) // or else the newer half is lost as well
	r.used = 0
	r.file, _ = createAnew(path)
}

func (r *logRing) Close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

// logEnd returns the last n bytes of the log in dir.
func logEnd(dir string, n int64) ([]byte, error) {
	newer, err := tailOf(filepath.Join(dir, logFile), n)
	if left := n - int64(len(newer)); err == nil && left > 0 {
		if older, none := tailOf(filepath.Join(dir, olderLog), left); none == nil {
			newer = append(older, newer...)
		}
	}
	return newer, err
}

// createAnew makes an empty file in the place of an old one. It replaces a link and does not follow it: where
// others can write into the directory, a link would choose the file that this process empties.
func createAnew(path string) (*os.File, error) {
	flags := os.O_CREATE | os.O_WRONLY | os.O_EXCL
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) && runtime.GOOS == "windows" {
		flags = os.O_CREATE | os.O_WRONLY | os.O_TRUNC // a program that shows the file keeps it from being removed
	}
	return os.OpenFile(path, flags, 0o600)
}
