//go:build unix

package e2e

import (
	"syscall"
	"testing"
	"time"

	"manyhold/app/rooms/hall"
	"manyhold/net/patience"
)

// TestStrictRoomStopped: three processes in a strict room. One is killed in the setup, and finds its seat
// again. In the match its process is stopped: the others see it lag, go on without it soon, and it has its
// seat again when its process goes on.
func TestStrictRoomStopped(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--seed", "7", "--name", "Ada")
	b, c := follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	id := a.newRoom("emberball", "--strict", "--seed", "42", "--config", `{"seconds":600,"goals":9}`)
	for _, p := range []*process{b, c} {
		p.await("the room", 20*time.Second, func() bool { return p.room(id) != nil })
	}
	for _, p := range []*process{a, b, c} {
		p.mustInRoom("join", id)
	}
	c.kill()
	a.awaitRoom(id, "the seat of a killed player to be vacant", 20*time.Second, func(s *hall.State) bool { return seatOf(s, "Cy").Vacant })
	for _, p := range []*process{a, b} {
		p.mustInRoom("ready", id)
	}
	if s := a.room(id); s.Phase != "setup" || s.Child == "countdown" || seatOf(s, "Cy").Seat == "" {
		t.Fatalf("without a killed player the room is %+v", s)
	}
	c = headless(t, c.data, "--no-lan", "--name", "Cy")
	a.awaitRoom(id, "the killed player in its seat", 30*time.Second, func(s *hall.State) bool { x := seatOf(s, "Cy"); return x.Seat != "" && !x.Vacant })
	getReady(t, id, a, b, c)
	a.awaitRoom(id, "some turns", 30*time.Second, func(s *hall.State) bool { return s.DigestAt > 40 })
	c.cmd.Process.Signal(syscall.SIGSTOP)
	began := patience.Now()
	a.awaitRoom(id, "the stopped one to lag", 10*time.Second, func(s *hall.State) bool { x := seatOf(s, "Cy"); return x.Lagging || x.Vacant })
	lags := patience.Since(began)
	was := a.awaitRoom(id, "its seat to be vacant", 20*time.Second, func(s *hall.State) bool { return seatOf(s, "Cy").Vacant }).Generation
	vacant := patience.Since(began)
	t.Logf("lagging after %v, vacant after %v", lags, vacant)
	if vacant > 5*time.Second {
		t.Errorf("vacant after %v", vacant)
	}
	b.awaitRoom(id, "the others to go on", 20*time.Second, func(s *hall.State) bool { return s.Generation > was+40 })
	c.cmd.Process.Signal(syscall.SIGCONT)
	s := a.awaitRoom(id, "the stopped one back in its seat", 30*time.Second, func(s *hall.State) bool {
		x := seatOf(s, "Cy")
		return x.Seat != "" && !x.Vacant && !x.Lagging && s.DigestAt > was+80
	})
	if x := seatOf(s, "Cy"); x.Diverged > 0 || s.Child == "halted" {
		t.Errorf("it came back to %+v", s)
	}
}
