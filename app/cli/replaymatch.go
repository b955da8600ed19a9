package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"manyhold/app/arena"
	"manyhold/game"
)

// readArchive reads the archive of a match. It returns nil for a file that is none, such as a recording.
func readArchive(file string) (*arena.Archive, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil // the reader of recordings says so
	}
	defer f.Close()
	b := bufio.NewReader(f)
	if head, _ := b.Peek(64); !arena.IsArchive(head) {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(b, arena.MaxArchive+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	a, err := arena.ReadArchive(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return a, nil
}

// replayArchive plays a match again, and prints what came of it.
func replayArchive(out io.Writer, a *arena.Archive, asJSON bool, err error) error {
	if err != nil {
		return err
	}
	began := time.Now()
	r, err := a.Replay()
	if err != nil {
		return err
	}
	if asJSON {
		lines := json.NewEncoder(out)
		lines.SetEscapeHTML(false)
		return lines.Encode(r)
	}
	played := (time.Duration(r.Ticks) * time.Second / game.TicksPerSecond).Round(time.Millisecond)
	fmt.Fprintf(out, "%s: %d generations (%s of play) in %s\n", r.Engine, r.Generations, played, time.Since(began).Round(time.Millisecond))
	if r.Result != nil {
		fmt.Fprintf(out, "result: %s\n", r.Result)
	}
	if len(r.Signed) > 0 {
		fmt.Fprintf(out, "signed by: %s\n", strings.Join(r.Signed, ", "))
	}
	fmt.Fprintf(out, "digest at the end: %s\n", r.Digest)
	return nil
}

// compareDumps says where the states of two machines differ that the clients of a match wrote down. done is
// false for other files.
func compareDumps(out io.Writer, a, b string) (done bool, err error) {
	var dumps [2]*arena.Dump
	for k, file := range []string{a, b} {
		if st, err := os.Stat(file); err != nil || !st.Mode().IsRegular() || st.Size() > arena.MaxArchive {
			return false, nil
		}
		data, err := os.ReadFile(file)
		if err != nil || !arena.IsDump(data) {
			return false, nil
		}
		if dumps[k], err = arena.ReadDump(data); err != nil {
			return true, fmt.Errorf("%s: %w", file, err)
		}
	}
	fmt.Fprintln(out, arena.CompareDumps(dumps[0], dumps[1]))
	if dumps[0].Digest != dumps[1].Digest {
		return true, errParted
	}
	return true, nil
}
