package main

import (
	"log/slog"
	"testing"
	"time"
)

// TestCancelWhileParting: joining can be cancelled while the last world is still being left.
func TestCancelWhileParting(t *testing.T) {
	id, err := openIdentity(playFlags{data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer id.close()
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), id: id}
	s.single.Lock() // a node that is being left
	s.enter(id.newWorld("", "7", 0), "")
	s.cancelJoin()
	s.single.Unlock()
	ended := make(chan struct{})
	go func() { s.parting.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("nothing can be entered nor the window closed any more")
	}
}
