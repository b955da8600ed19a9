package remote

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/app/control"
	"manyhold/app/shelf"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/asset/sample"
)

// far is a node of another process with assets that a test gives it.
type far struct {
	mu     sync.Mutex
	states map[string]shelf.State
	bytes  map[string][]byte
	gone   bool
	asked  atomic.Int64 // questions about states
	most   int          // names in one of them
	wanted map[string]bool
}

func (f *far) AssetStates(_ context.Context, names []string) (list []shelf.State, err error) {
	f.asked.Add(1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.gone {
		return nil, errors.New("the node does not answer")
	}
	f.most = max(f.most, len(names))
	for _, n := range names {
		digits, wanted := strings.CutPrefix(n, "+")
		if wanted {
			f.wanted[digits] = true
		}
		x := f.states[digits]
		x.Name = digits
		list = append(list, x)
	}
	return list, nil
}

func (f *far) Call(_ context.Context, c control.Call, body string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b := f.bytes[body]; c == control.Asset && b != nil && !f.gone {
		return base64.StdEncoding.EncodeToString(b), nil
	}
	return "", errors.New("nobody who is here has the asset")
}

// set changes what the node has.
func (f *far) set(n asset.Name, x shelf.State, b []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.states[n.String()], f.bytes[n.String()] = x, b
}

// away lets the node not answer, or answer again.
func (f *far) away(gone bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gone = gone
}

// asks runs a test with a store, in virtual time.
func asks(t *testing.T, test func(t *testing.T, f *far, s *Store)) {
	synctest.Test(t, func(t *testing.T) {
		f := &far{states: map[string]shelf.State{}, bytes: map[string][]byte{}, wanted: map[string]bool{}}
		s, done := New(f), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() { s.Run(done) })
		test(t, f, s)
		close(done)
		all.Wait()
	})
}

// TestFetch: what the window wants is fetched by the node; its progress, its size and at last its bytes come
// here.
func TestFetch(t *testing.T) {
	asks(t, func(t *testing.T, f *far, s *Store) {
		sound := sample.Sound(1, 100_000)
		d, err := asset.Describe(asset.Wave, sound)
		if err != nil {
			t.Fatal(err)
		}
		n := d.Name()
		if _, ok := s.Progress(n); ok || s.Holds(n) {
			t.Error("it is known before it is wanted")
		}
		f.set(n, shelf.State{Done: 2, Total: 5, Kind: uint8(asset.Wave), Size: len(sound)}, nil)
		s.Want(n, exchange.Visible)
		time.Sleep(2 * lookEvery)
		synctest.Wait()
		p, ok := s.Progress(n)
		if got, known := s.Descriptor(n); !ok || p.Percent() != 40 || !known || got.Kind != asset.Wave || got.Size != len(sound) || !f.wanted[n.String()] || s.Holds(n) {
			t.Errorf("%+v %v, %+v", p, ok, got)
		}
		f.set(n, shelf.State{Held: true, Kind: uint8(asset.Wave)}, sound)
		time.Sleep(2 * lookEvery)
		synctest.Wait()
		if b, ok := s.Get(n); !s.Holds(n) || !ok || !bytes.Equal(b, sound) {
			t.Errorf("%d bytes, %v", len(b), ok)
		}
		before := f.asked.Load()
		time.Sleep(time.Minute)
		if n := f.asked.Load() - before; n > 1 {
			t.Errorf("asked %d times with nothing on its way", n)
		}
	})
}

// TestWrongBytes: bytes of another name are refused, as are those of a node that does not answer; both are
// asked for again.
func TestWrongBytes(t *testing.T) {
	asks(t, func(t *testing.T, f *far, s *Store) {
		sound := sample.Sound(1, 1000)
		d, err := asset.Describe(asset.Wave, sound)
		if err != nil {
			t.Fatal(err)
		}
		n, held := d.Name(), shelf.State{Held: true, Kind: uint8(asset.Wave)}
		holds := func(what string, want bool) {
			t.Helper()
			s.Want(n, exchange.Visible)
			time.Sleep(2 * retryEvery)
			synctest.Wait()
			if s.Holds(n) != want {
				t.Errorf("%s: held: %v", what, !want)
			}
		}
		f.set(n, held, sample.Sound(2, 1000))
		holds("before", true)
		if _, ok := s.Get(n); ok || s.Holds(n) {
			t.Error("bytes of another asset are taken")
		}
		f.set(n, held, sound)
		f.away(true)
		holds("the node is away", false)
		f.away(false)
		holds("it is back", true)
		if _, ok := s.Get(n); !ok {
			t.Error("the right bytes are refused")
		}
	})
}

// TestBounds: so many names are kept, each question has few of them, and what the window needs no more is
// asked for no more.
func TestBounds(t *testing.T) {
	asks(t, func(t *testing.T, f *far, s *Store) {
		for k := range MaxNames + 100 {
			s.Want(asset.Name{byte(k), byte(k >> 8)}, exchange.Visible)
		}
		if len(s.names) != MaxNames {
			t.Errorf("%d names are kept", len(s.names))
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if f.most != shelf.MaxStates {
			t.Errorf("%d names in a question", f.most)
		}
		time.Sleep(2 * forgetAfter)
		synctest.Wait()
		before := f.asked.Load()
		time.Sleep(time.Minute)
		if n := f.asked.Load() - before; n > 0 || len(s.names) != 0 {
			t.Errorf("asked %d times about what nobody wants; %d names are left", n, len(s.names))
		}
	})
}
