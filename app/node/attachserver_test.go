package node

import (
	"bytes"
	"log/slog"
	"sync"
	"testing"

	"manyhold/app/control"
	"manyhold/app/nodeless"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// A window that does not read is given a state instead of the turns it missed, and the node's side never
// waits.
func TestSlowWindowGetsAState(t *testing.T) {
	g := store.Genesis{Name: "x", Licence: store.DefaultLicence, Rules: uint32(game.CurrentRules)}
	w := NewIsland(g)
	a := &attachment{Stream: control.NewStream(nil)}
	turn := uint64(0)
	step := func() {
		turn++
		body := w.Begin(3).Turn()
		w.Step(body)
		a.turn(w.Island, kernel.Executed{Island: message.Home, Machine: w, Turn: turn, Body: body.Bytes(), Digest: w.Digest()})
	}
	for range 3 * control.StreamQueue {
		step()
	}
	s := &Attached{Seat: nodeless.NewSeat([32]byte{1}, command.Command{Kind: command.Enter}, slog.New(slog.DiscardHandler), new(sync.Mutex)), log: slog.New(slog.DiscardHandler), genesis: g, out: control.NewSender(slog.New(slog.DiscardHandler))}
	read := func() (states int) {
		for len(a.Frames()) > 0 {
			b, err := control.ReadFrame(bytes.NewReader(<-a.Frames()), nil, control.MaxNodeFrame)
			if err != nil {
				t.Fatal(err)
			}
			if b[0] == control.FrameState {
				states++
			}
			if err := s.follow(b); err != nil {
				t.Fatal(err)
			}
		}
		return states
	}
	if n := read(); n != 1 || s.turn != control.StreamQueue {
		t.Errorf("%d states, it has come to turn %d", n, s.turn)
	}
	step()
	step()
	if n := read(); n != 1 || s.turn != turn || s.world.Digest() != w.Digest() {
		t.Errorf("%d states, it has come to turn %d of %d", n, s.turn, turn)
	}
	s.world.Step(s.world.Begin(3).Turn()) // the window's state is wrong from here on
	step()
	if read(); s.turn != 0 || len(s.out.Frames()) != 1 {
		t.Fatalf("it does not notice that it differs: turn %d", s.turn)
	}
	b, err := control.ReadFrame(bytes.NewReader(<-s.out.Frames()), nil, control.MaxWindowFrame)
	if _, again, derr := control.DecodeTyped(b); err != nil || derr != nil || !again {
		t.Fatal(err, derr, again)
	}
	a.Again()
	step()
	if n := read(); n != 1 || s.turn != turn || s.world.Digest() != w.Digest() {
		t.Errorf("%d states, it has come to turn %d of %d", n, s.turn, turn)
	}
	turn++
	body := w.Begin(3).Turn()
	w.Step(body)
	a.turn(w.Island, kernel.Executed{Island: 7, Machine: w, Turn: turn, Body: body.Bytes(), Digest: w.Digest()})
	if n := read(); n != 1 {
		t.Errorf("%d states of another island", n)
	}
}
