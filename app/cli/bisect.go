package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"manyhold/app/arena"
	"manyhold/app/control"
	"manyhold/app/feed"
	"manyhold/game"
	"manyhold/game/record"
)

// errParted says that two recordings differ; where was printed.
var errParted = errors.New("the recordings differ")

// bisect compares two recordings, or the next seconds of two running nodes, and prints the place where they
// diverge.
func bisect(ctx context.Context, out io.Writer, a, b string) error {
	if done, err := compareDumps(out, a, b); done {
		return err
	}
	type side struct {
		playback *record.Playback
		err      error
	}
	second := make(chan side, 1)
	go func() { // at the same time: of two nodes the same turns are wanted
		p, err := openSide(ctx, b)
		second <- side{p, err}
	}()
	p, err := openSide(ctx, a)
	q := <-second
	if err = errors.Join(err, q.err); err != nil {
		return err
	}
	for _, s := range []struct {
		name     string
		playback *record.Playback
	}{{a, p}, {b, q.playback}} {
		fmt.Fprintf(out, "%s: turns %d to %d\n", s.name, s.playback.First(), s.playback.Last())
		if s.playback.Damage != "" {
			fmt.Fprintf(out, "  valid up to this error: %s\n", s.playback.Damage)
		}
	}
	d, err := record.Bisect(p, q.playback)
	if err != nil {
		return err
	}
	if d.Turn == 0 {
		fmt.Fprintf(out, "equal in all turns from %d to %d\n", d.First, d.Last)
		return nil
	}
	fmt.Fprintln(out, divergenceWords(d))
	return errParted
}

// divergenceWords says where two recordings part, a line for each thing known.
func divergenceWords(d record.Divergence) string {
	var s strings.Builder
	switch {
	case d.Turn < d.First:
		fmt.Fprintf(&s, "they differ before turn %d, the first turn in both\n", d.First)
	case d.Commands:
		fmt.Fprintf(&s, "first different turn: %d: the commands themselves differ\n", d.Turn)
	default:
		fmt.Fprintf(&s, "first different turn: %d: the commands are equal, the states differ\n", d.Turn)
	}
	switch {
	case d.Field == "":
		s.WriteString("first different field: unknown, because neither recording has a state after this turn")
	case d.At > d.Turn:
		fmt.Fprintf(&s, "first different field, in the first state recorded after it (turn %d): %s", d.At, d.Field)
	default:
		fmt.Fprintf(&s, "first different field: %s", d.Field)
	}
	return s.String()
}

// openSide reads a recording, or makes a short one of the node that runs on a data directory.
func openSide(ctx context.Context, path string) (*record.Playback, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w", err)
	}
	var file []byte
	if st.IsDir() {
		file, err = glimpse(ctx, path)
	} else {
		file, err = feed.ReadRecording(path)
	}
	if err != nil {
		return nil, err
	}
	p, err := record.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// glimpse asks the node of a data directory for a recording of the next turns.
func glimpse(ctx context.Context, dir string) ([]byte, error) {
	n, err := control.Find(dir)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, control.ExcerptTime)
	defer cancel()
	resp, err := n.Request(ctx, "GET", "/recording?turns="+strconv.Itoa(control.ExcerptTurns), nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(strings.TrimSpace(string(b)))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return b, nil
}

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
	for _, x := range r.SentAway {
		how := "signed"
		if len(x.Signatures) == 0 {
			how = "not signed: it was recorded before that was done"
		}
		fmt.Fprintf(out, "%s was sent away by %s, after turn %d (%s)\n", x.Seat, strings.Join(x.By, ", "), x.After, how)
	}
	for _, x := range r.Objections {
		fmt.Fprintf(out, "%s objects: signed %s after turn %d\n", x.Seat, x.Result, x.After)
	}
	if r.Result != nil && !r.Full {
		fmt.Fprintf(out, "no full result: signed by %d of the %d who began, which is not most of them\n", len(r.Signed), r.Began)
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
