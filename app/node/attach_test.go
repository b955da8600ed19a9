package node

import (
	"bytes"
	"log/slog"
	"reflect"
	"testing"

	"manyhold/net/host"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/store"
)

// A window that does not read is given a state instead of the turns it missed, and the node's side never waits.
func TestSlowWindowGetsAState(t *testing.T) {
	g := store.Genesis{Name: "x", Licence: store.DefaultLicence, Rules: 1}
	w := NewIsland(g)
	a := &attachment{out: make(chan []byte, attachQueue), gone: make(chan struct{})}
	turn := uint64(0)
	step := func() {
		turn++
		body := w.Begin(nil, 3)
		if err := w.Step(body); err != nil {
			t.Fatal(err)
		}
		a.turn(w, host.Executed{Island: message.Home, Machine: w, Turn: turn, Body: body, Digest: w.Digest()})
	}
	for range 3 * attachQueue {
		step()
	}
	s := &Attached{log: slog.New(slog.DiscardHandler), genesis: g, Feed: NewFeed([32]byte{1}), out: make(chan []byte, 4)}
	read := func() (states int) {
		for len(a.out) > 0 {
			b, err := readFrame(bytes.NewReader(<-a.out), nil, maxNodeFrame)
			if err != nil {
				t.Fatal(err)
			}
			if b[0] == frameState {
				states++
			}
			if err := s.follow(b); err != nil {
				t.Fatal(err)
			}
		}
		return states
	}
	if n := read(); n != 1 || s.turn != attachQueue {
		t.Errorf("%d states, it has come to turn %d", n, s.turn)
	}
	step()
	step()
	if n := read(); n != 1 || s.turn != turn || s.world.Digest() != w.Digest() {
		t.Errorf("%d states, it has come to turn %d of %d", n, s.turn, turn)
	}
	s.world.Step(s.world.Begin(nil, 3)) // the window's state is wrong from here on
	step()
	if read(); s.turn != 0 || len(s.out) != 1 {
		t.Fatalf("it does not notice that it differs: turn %d", s.turn)
	}
	b, err := readFrame(bytes.NewReader(<-s.out), nil, maxWindowFrame)
	if _, again, derr := decodeTyped(b); err != nil || derr != nil || !again {
		t.Fatal(err, derr, again)
	}
	a.again.Store(true)
	step()
	if n := read(); n != 1 || s.turn != turn || s.world.Digest() != w.Digest() {
		t.Errorf("%d states, it has come to turn %d of %d", n, s.turn, turn)
	}
	turn++
	body := w.Begin(nil, 3)
	w.Step(body)
	a.turn(w, host.Executed{Island: 7, Machine: w, Turn: turn, Body: body, Digest: w.Digest()})
	if n := read(); n != 1 {
		t.Errorf("%d states of another island", n)
	}
}

func FuzzAttachFrames(f *testing.F) {
	g := store.Genesis{Founder: key.ID{1}, Name: "x", Licence: "y"}
	f.Add(hello{key.ID{2}, "Ada", g}.frame())
	f.Add(typed{7, []byte{1, 2}}.frame())
	f.Add(sealFrame(append(appendProgress(frame(frameTurn, 0), 5, 6), 3)))
	f.Fuzz(func(t *testing.T, b []byte) {
		b, err := readFrame(bytes.NewReader(b), nil, maxWindowFrame)
		if err != nil {
			return
		}
		if h, err := decodeHello(b); err == nil {
			again, err := decodeHello(h.frame()[4:])
			if err != nil || again != h {
				t.Errorf("%+v became %+v, %v", h, again, err)
			}
		}
		if kind, p, err := decodeProgress(b); err == nil {
			out := append(appendProgress(frame(kind, 0), p.Turn, p.Digest), p.Bytes...)
			if !bytes.Equal(out[4:], b) {
				t.Errorf("%x became %x", b, out[4:])
			}
		}
		if c, again, err := decodeTyped(b); err == nil && !again {
			other, _, err := decodeTyped(c.frame()[4:])
			if err != nil || !reflect.DeepEqual(other, c) {
				t.Errorf("%+v became %+v, %v", c, other, err)
			}
		}
	})
}
