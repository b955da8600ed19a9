package feed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/game/island"
	"manyhold/game/record"
	"manyhold/net/host/kernel"
)

// maxRecordQueue is how many turns and snapshots may wait for the disk; beyond it the recording ends,
// for one with a gap could not be replayed.
const maxRecordQueue = 400

// Recorder writes the turns of an island to a file in a goroutine of its own. Its turn method belongs to
// the host's goroutine, and does nothing but a pointer test while nothing is recorded.
type Recorder struct {
	mu        sync.Mutex
	recording atomic.Pointer[recording]
	World     [32]byte
	// between runs f in the host's goroutine between two turns, or at once when that has ended.
	Between func(f func())
	Log     *slog.Logger
}

// recording is one recording under way.
type recording struct {
	path  string
	began time.Time
	queue chan recorded
	stop  chan struct{} // closed to end the recording
	done  chan struct{}
	// Of the host's goroutine:
	started bool
	since   int
	most    int // turns after which it ends by itself; 0: never
	isle    uint64
	last    uint64         // turn that was recorded last
	world   *island.Island // after it
	broken  bool           // nothing more is recorded
}

// recorded is one thing to be written.
type recorded struct {
	header   *record.Header
	turn     uint64
	digest   uint64
	body     []byte
	snapshot []byte
}

// CanRecord refuses a file to which nothing can be recorded, before a world is entered for it. One that
// is there is only replaced if it is a recording or empty.
func CanRecord(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("cannot record: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("cannot record: %w", err)
	}
	defer f.Close()
	head := make([]byte, record.HeadSize)
	if n, _ := io.ReadFull(f, head); n > 0 && !record.Is(head[:n]) {
		return fmt.Errorf("cannot record: %s exists and is no recording; choose another file", path)
	}
	return nil
}

// Create opens a file for a recording, and refuses one as CanRecord does.
func Create(path string) (*os.File, error) {
	if err := CanRecord(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot record: %w", err)
	}
	return f, nil
}

// Start opens the file. The recording begins with the next turn.
func (r *Recorder) Start(path string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.recording.Load() != nil {
		return fmt.Errorf("a recording is already running")
	}
	f, err := Create(path)
	if err != nil {
		return err
	}
	r.begin(&recording{path: path}, f)
	r.Log.Info("recording started", "file", path)
	return nil
}

// begin lets a recording be written to a sink, which is closed at its end.
func (r *Recorder) begin(t *recording, sink io.WriteCloser) {
	t.began, t.queue, t.stop, t.done = time.Now(), make(chan recorded, maxRecordQueue), make(chan struct{}), make(chan struct{})
	go r.write(t, sink)
	r.recording.Store(t)
}

// reel is a sink that stays in memory.
type reel struct{ bytes.Buffer }

func (*reel) Close() error { return nil }

// Excerpt records some turns from now on and returns the recording. One at a time can be made.
func (r *Recorder) Excerpt(ctx context.Context, turns int) ([]byte, error) {
	r.mu.Lock()
	if r.recording.Load() != nil {
		r.mu.Unlock()
		return nil, errors.New("another recording of these turns is running")
	}
	sink, t := new(reel), &recording{most: turns}
	r.begin(t, sink)
	r.mu.Unlock()
	select {
	case <-t.done:
		return sink.Bytes(), nil
	case <-ctx.Done():
		r.Stop()
		return nil, ctx.Err()
	}
}

// Stop ends the recording, if one is under way, and returns its file.
func (r *Recorder) Stop() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.recording.Load()
	if t == nil {
		return ""
	}
	r.Between(t.end)
	r.recording.Store(nil)
	close(t.stop)
	<-t.done
	if t.path != "" {
		r.Log.Info("recording saved", "file", t.path, "for", time.Since(t.began).Round(time.Second))
	}
	return t.path
}

// put queues something to be written; beyond maxRecordQueue it ends the recording.
func (t *recording) put(x recorded) bool {
	select {
	case t.queue <- x:
	default:
		t.broken = true
	}
	return !t.broken
}

// end records the last state, from which replay names the field of any difference before it.
func (t *recording) end() {
	if !t.broken && t.since > 0 {
		t.put(recorded{turn: t.last, snapshot: t.world.Snapshot(nil)})
	}
	t.broken = true
}

// Recording says whether something is recorded, and for how many seconds.
func (r *Recorder) Recording() (bool, int) {
	t := r.recording.Load()
	if t == nil {
		return false, 0
	}
	return true, int(time.Since(t.began).Seconds())
}

// Turn is called by the host's goroutine after every executed turn.
func (r *Recorder) Turn(w *island.Island, e kernel.Executed) {
	t := r.recording.Load()
	if t == nil || t.broken {
		return
	}
	put := func(x recorded) {
		if !t.put(x) {
			r.Log.Error("recording stopped: the disk is too slow", "file", t.path)
		}
	}
	switch {
	case !t.started:
		h := record.HeaderOf(w, r.World, e.Turn+1)
		put(recorded{header: &h, snapshot: w.Snapshot(nil)})
		t.started, t.isle = true, e.Island
	case e.Island != t.isle:
		t.broken = true
		r.Log.Warn("recording stopped: the player is on another island", "turn", t.last)
	case e.Rewound || e.Altered || e.Body == nil:
		t.broken = true
		r.Log.Warn("recording stopped: the state was replaced", "turn", e.Turn)
	default:
		put(recorded{turn: e.Turn, digest: e.Digest, body: append([]byte(nil), e.Body...)})
		t.last, t.world = e.Turn, w
		if t.since++; t.since%record.SnapshotEvery == 0 || t.since == t.most {
			put(recorded{turn: e.Turn, snapshot: w.Snapshot(nil)})
		}
		t.broken = t.broken || t.since == t.most
	}
	if t.broken {
		go r.Stop() // it waits for this goroutine and for the disk
	}
}

// write is the goroutine of a recording.
func (r *Recorder) write(t *recording, f io.WriteCloser) {
	defer close(t.done)
	defer f.Close()
	var w *record.Writer
	var err error
	for {
		var x recorded
		select {
		case x = <-t.queue:
		case <-t.stop:
			select {
			case x = <-t.queue: // what was queued before the end
			default:
				if w != nil && err == nil {
					err = w.End(nil)
				}
				if err != nil {
					r.Log.Error("the recording failed", "file", t.path, "why", err)
				}
				return
			}
		}
		switch {
		case err != nil: // told at the end
		case x.header != nil:
			w, err = record.NewWriter(f, *x.header, x.snapshot)
		case x.snapshot != nil:
			err = w.Snapshot(x.snapshot)
		default:
			err = w.Turn(x.turn, x.digest, x.body)
		}
	}
}
