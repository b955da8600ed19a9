package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"manyhold/game/record"
)

const (
	// glimpseTurns is how many turns a running node is asked for when it is compared with another, and
	// glimpseMost how many it may be asked for.
	glimpseTurns, glimpseMost = 60, 1200
	// glimpseTime is how long they may take.
	glimpseTime = 20 * time.Second
)

// errParted says that two recordings differ; where was printed.
var errParted = errors.New("the two differ")

// bisect compares two recordings, or what two running nodes do in the next seconds, and prints where they part.
func bisect(ctx context.Context, out io.Writer, a, b string) error {
	type side struct {
		tape *record.Playback
		err  error
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
		name string
		tape *record.Playback
	}{{a, p}, {b, q.tape}} {
		fmt.Fprintf(out, "%s: turns %d to %d\n", s.name, s.tape.First(), s.tape.Last())
		if s.tape.Damage != "" {
			fmt.Fprintf(out, "  good up to there: %s\n", s.tape.Damage)
		}
	}
	d, err := record.Bisect(p, q.tape)
	if err != nil {
		return err
	}
	if d.Turn == 0 {
		fmt.Fprintf(out, "equal in all of the turns %d to %d\n", d.First, d.Last)
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
		fmt.Fprintf(&s, "they differ already before turn %d, the first that both have\n", d.First)
	case d.Commands:
		fmt.Fprintf(&s, "first different turn: %d: the commands themselves differ\n", d.Turn)
	default:
		fmt.Fprintf(&s, "first different turn: %d: from the same commands came two states\n", d.Turn)
	}
	switch {
	case d.Field == "":
		s.WriteString("first different field: not known: neither recording has a state after it that shows it")
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
		file, err = os.ReadFile(path)
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
	n, err := findNode(dir)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, glimpseTime)
	defer cancel()
	resp, err := n.request(ctx, "GET", "/recording?turns="+strconv.Itoa(glimpseTurns), nil)
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

// serveRecording answers GET /recording?turns=N with a recording of the next N turns.
func serveRecording(node controlled, w http.ResponseWriter, r *http.Request) {
	turns, err := strconv.Atoi(r.URL.Query().Get("turns"))
	if err != nil || turns < 1 || turns > glimpseMost {
		http.Error(w, fmt.Sprintf("turns is a number from 1 to %d", glimpseMost), http.StatusBadRequest)
		return
	}
	if !awaitWorld(r.Context(), node) {
		http.Error(w, joiningNow(node), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	if f, ok := w.(http.Flusher); ok {
		f.Flush() // it takes a while
	}
	file, err := node.Glimpse(r.Context(), turns)
	if err == nil {
		w.Write(file)
	} else if r.Context().Err() == nil {
		fmt.Fprintln(w, err) // no recording, and so refused by who reads it
	}
}

// Glimpse records the next turns of the world that is shown.
func (n *node) Glimpse(ctx context.Context, turns int) ([]byte, error) {
	return n.glimpse.excerpt(ctx, turns)
}
