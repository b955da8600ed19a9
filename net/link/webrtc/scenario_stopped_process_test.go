//go:build unix

package webrtc

import (
	"syscall"
	"testing"
	"time"

	"manyhold/net/patience"
)

func TestStoppedProcessLagsAndDies(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seven seconds")
	}
	b, wb := start(t, identity(2), nil)
	cmd := spawn(t, doorOf(t, b), "")
	until(t, "the link", func() bool { return wb.link(identity(1).ID()) != nil })
	l := wb.link(identity(1).ID())
	until(t, "a ping", func() bool { return l.Stats().RTT > 0 })
	stopped, had := time.Now(), patience.Now()
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Skip(err)
	}
	until(t, "lagging", func() bool { return l.Stats().Lagging })
	if after := patience.Since(had); after > 2500*time.Millisecond {
		t.Errorf("lagging after %v", after)
	}
	until(t, "dead", func() bool { return wb.count("down: nothing was heard for 6s") == 1 })
	if after := time.Since(stopped); patience.Since(had) > 7*time.Second || after < 4*time.Second {
		t.Errorf("dead after %v", after)
	}
}
