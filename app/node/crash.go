package node

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"manyhold/app/version"
	"manyhold/net/store"
)

const (
	// traceFile takes the Go runtime's trace of a crash of the present run; it is empty or absent after a
	// clean end.
	traceFile = "crash.txt"
	// logTail is how much of the end of the log goes into a crash report, in bytes.
	logTail = 64 << 10
	// keptTurns is how many of the last turns go into a crash report, as hashes.
	keptTurns = 300
)

// diary is the log of a run in its files, and where a crash of it would be written.
type diary struct {
	*logRing
	trace *os.File
}

// openDiary starts the log of this run. If the last run ended in a crash, its trace and the end of
// its log are kept as a report first, and kept names the report's directory. No secret goes into a
// report: neither the key nor the control token is ever logged.
func openDiary(dir string) (d *diary, kept string, err error) {
	kept, err = keepCrash(dir)
	if err != nil {
		return nil, "", fmt.Errorf("cannot save the report of the last crash: %w", err)
	}
	d = &diary{}
	if d.logRing, err = openLogRing(dir, maxLog); err != nil {
		return nil, kept, fmt.Errorf("cannot write the log: %w", err)
	}
	if d.trace, err = createAnew(filepath.Join(dir, traceFile)); err != nil {
		d.logRing.Close()
		return nil, kept, fmt.Errorf("cannot write the log: %w", err)
	}
	if err := debug.SetCrashOutput(d.trace, debug.CrashOptions{}); err != nil {
		d.Close()
		return nil, kept, fmt.Errorf("cannot watch for crashes: %w", err)
	}
	return d, kept, nil
}

// Close ends the run cleanly: there is no crash to report.
func (d *diary) Close() {
	debug.SetCrashOutput(nil, debug.CrashOptions{})
	d.trace.Close()
	os.Remove(filepath.Join(d.dir, traceFile))
	d.logRing.Close()
}

// keepCrash moves the trace of a crashed run and the end of its log into a directory of their own, and
// returns that, "" when the last run did not crash.
func keepCrash(dir string) (string, error) {
	trace, err := os.ReadFile(filepath.Join(dir, traceFile))
	if os.IsNotExist(err) || err == nil && len(trace) == 0 {
		return "", nil // a clean end, or a kill
	}
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, "crashes", time.Now().UTC().Format("20060102-150405"))
	if err := os.MkdirAll(to, 0o700); err != nil {
		return "", err
	}
	head := fmt.Sprintf("manyhold %s\n\n", version.Version)
	if err := os.WriteFile(filepath.Join(to, "trace.txt"), append([]byte(head), trace...), 0o600); err != nil {
		return "", err
	}
	if tail, err := logEnd(dir, logTail); err == nil {
		if err := os.WriteFile(filepath.Join(to, "log.txt"), tail, 0o600); err != nil {
			return "", err
		}
	}
	return to, os.Remove(filepath.Join(dir, traceFile))
}

// tailOf returns the last n bytes of a file.
func tailOf(path string, n int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.Size() > n {
		if _, err := f.Seek(-n, io.SeekEnd); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(f)
}

// keepTurns adds the last turns of the world to a crash report: number, chain hash and commands of each.
func keepTurns(report string, tail []store.Entry) error {
	var b bytes.Buffer
	for _, e := range tail[max(0, len(tail)-keptTurns):] {
		fmt.Fprintf(&b, "epoch %d turn %d hash %x turn bytes %x\n", e.Epoch, e.Turn, e.Hash, e.Body)
	}
	return os.WriteFile(filepath.Join(report, "turns.txt"), b.Bytes(), 0o600)
}

// KeepDiary starts the log file of this run and copies the log to it. It reports a crash of the last run.
func (id *Identity) KeepDiary(log *slog.Logger) (*slog.Logger, error) {
	d, kept, err := openDiary(id.Dir)
	if err != nil {
		return nil, err
	}
	id.diary, id.crash = d, kept
	both := slog.New(slog.NewMultiHandler(log.Handler(), slog.NewTextHandler(d, nil)))
	id.warnExposed(both)
	if kept != "" {
		both.Error("the last run crashed", "report", kept)
	}
	return both, nil
}
