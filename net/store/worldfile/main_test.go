//go:build !js

package worldfile

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/store"
	"manyhold/net/transfer"
)

// TestMain runs the tests, or, as a child of one of them, the part that the environment names.
func TestMain(m *testing.M) {
	if role := os.Getenv("STORE_TEST_CHILD"); role != "" {
		os.Exit(child(role))
	}
	goleak.VerifyTestMain(m)
}

// testChain is the chain hash as net/epoch defines it.
func testChain(previous, world [32]byte, epoch, turn uint64, rules uint32, body []byte) [32]byte {
	h := sha256.New()
	h.Write([]byte("manyhold turn"))
	h.Write(previous[:])
	h.Write(world[:])
	var b [20]byte
	binary.LittleEndian.PutUint64(b[:], epoch)
	binary.LittleEndian.PutUint64(b[8:], turn)
	binary.LittleEndian.PutUint32(b[16:], rules)
	h.Write(b[:])
	h.Write(body)
	return [32]byte(h.Sum(nil))
}

func testGenesis() store.Genesis {
	return store.Genesis{Founder: key.ID{1, 2, 3}, Seed: 42, Nonce: [16]byte{9}, Rules: 1, Name: "Test", Licence: store.DefaultLicence}
}

// log is a log of turns being made, as a host would hold it.
type line struct {
	g     store.Genesis
	epoch uint64
	turn  uint64
	hash  [32]byte
	all   []store.Entry // every turn, from 1
}

func newLine(g store.Genesis) *line { return &line{g: g, epoch: 1} }

// next makes the next turn; busy turns are all different.
func (l *line) next(busy bool) store.Entry {
	body := []byte{3}
	if busy {
		body = fmt.Appendf(nil, "\x03turn %d of somebody busy", l.turn+1)
	}
	l.turn++
	l.hash = testChain(l.hash, l.g.ID(), l.epoch, l.turn, l.g.Rules, body)
	e := store.Entry{Epoch: l.epoch, Turn: l.turn, Hash: l.hash, Body: body}
	l.all = append(l.all, e)
	return e
}

// back returns a copy of the log as it was after turn, in another epoch.
func (l *line) back(turn uint64) *line {
	o := &line{g: l.g, epoch: l.epoch + 1, turn: turn, all: append([]store.Entry(nil), l.all[:turn]...)}
	if turn > 0 {
		o.hash = l.all[turn-1].Hash
	}
	return o
}

// snapshot is a made-up state: some parts change with every turn, most do not.
func (l *line) snapshot() []byte {
	parts := []transfer.Part{{Name: "\x00", Data: fmt.Appendf(nil, "header of turn %d", l.turn)}}
	for i := range 8 {
		data := fmt.Appendf(nil, "region %d ", i)
		if i == int(l.turn%8) {
			data = fmt.Appendf(data, "changed at %d ", l.turn)
		}
		for len(data) < 4000 {
			data = append(data, byte(i), byte(len(data)>>4))
		}
		parts = append(parts, transfer.Part{Name: fmt.Sprintf("r%08d", i), Data: data})
	}
	return transfer.Join(nil, parts)
}

func (l *line) checkpoint() store.Checkpoint {
	return store.Checkpoint{Epoch: l.epoch, Turn: l.turn, Hash: l.hash, Digest: l.turn * 7, Snapshot: l.snapshot()}
}

// eventually waits until cond holds.
func eventually(t testing.TB, what string, cond func() bool) {
	t.Helper()
	patience.Wait(t, what, 20*time.Second, time.Millisecond, cond)
}

// written waits until a turn is in the file.
func written(t testing.TB, w *World, turn uint64) {
	t.Helper()
	limit, stop := patience.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	writtenWithin(t, limit, w, turn)
}

// writtenWithin is written with the caller's limit.
func writtenWithin(t testing.TB, limit context.Context, w *World, turn uint64) {
	t.Helper()
	for w.Written() < turn {
		select {
		case <-w.Notify():
		case <-limit.Done():
			t.Fatalf("turn %d is not written; written %d, err %v", turn, w.Written(), w.Err())
		}
	}
}

func create(t testing.TB, dir string) (*World, *line) {
	t.Helper()
	g := testGenesis()
	w, err := Create(dir, g)
	if err != nil {
		t.Fatal(err)
	}
	l := newLine(g)
	w.Save(l.checkpoint())
	return w, l
}

func open(t testing.TB, dir string) (*World, store.Loaded) {
	t.Helper()
	w, l, err := Open(dir, testGenesis().ID(), testChain)
	if err != nil {
		t.Fatal(err)
	}
	return w, l
}

func shut(t testing.TB, w *World) {
	t.Helper()
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// consistent returns the fault of a loaded world, given the written log.
func (l *line) consistent(got store.Loaded) error {
	if got.Genesis != l.g {
		return errors.New("another genesis")
	}
	turn := got.Checkpoint.Turn
	if got.Checkpoint.Snapshot != nil {
		at := l.back(turn)
		at.epoch = l.epoch
		if string(got.Checkpoint.Snapshot) != string(at.snapshot()) || got.Checkpoint.Hash != at.hash {
			return fmt.Errorf("the checkpoint at turn %d is wrong", turn)
		}
	}
	for _, e := range got.Tail {
		turn++
		if want := l.all[turn-1]; e.Turn != turn || e.Hash != want.Hash || string(e.Body) != string(want.Body) || e.Epoch != want.Epoch {
			return fmt.Errorf("turn %d is wrong: %+v", turn, e)
		}
	}
	return nil
}

// end is the last turn of a loaded world.
func end(l store.Loaded) uint64 {
	if n := len(l.Tail); n > 0 {
		return l.Tail[n-1].Turn
	}
	return l.Checkpoint.Turn
}

// saved waits until no checkpoint is on its way into the file.
func saved(t testing.TB, w *World) {
	t.Helper()
	eventually(t, "the checkpoint is in the file", func() bool {
		w.q.mu.Lock()
		defer w.q.mu.Unlock()
		return w.q.saving == nil && len(w.q.saves) == 0
	})
}

func sum256(b []byte) [32]byte { return sha256.Sum256(b) }
