package window

import (
	"log/slog"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/net/patience"
)

// TestCancelWhileParting: joining can be cancelled while the last world is still being left.
func TestCancelWhileParting(t *testing.T) {
	id, err := node.OpenIdentity(options.Play{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer id.Close()
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), id: id}
	s.mode = &title{base: base{s}}
	s.nodes.single.Lock() // a node that is being left
	s.enter(id.NewWorld("", "7", 0), "")
	s.mode.end()
	s.nodes.single.Unlock()
	ended := make(chan struct{})
	go func() { s.nodes.parting.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-patience.After(t, 10*time.Second):
		t.Fatal("nothing can be entered nor the window closed any more")
	}
}
