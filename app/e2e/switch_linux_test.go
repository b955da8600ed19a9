package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"manyhold/net/patience"
)

// journey is the fate of each frame on its one way through a lossy switch.
type journey struct {
	delay, jitter time.Duration // evenly between delay−jitter and delay+jitter
	loss          float64       // part of the frames that are lost, each by itself
}

// farSwitch takes the place of a LAN's bridge: it forwards frames late, out of order, or not at all. It is
// done by this process, with packet sockets in the namespace of the hub, because many kernels lack netem.
type farSwitch struct {
	journey
	ports []*os.File
	wait  sync.WaitGroup

	mu    sync.Mutex
	rng   *rand.Rand
	heard map[[6]byte]int // the port behind which a card is
	cut   map[[2]int]bool // no frame passes from the first port to the second
}

const (
	// frameMost is more than the largest frame with its header for offloading, in bytes.
	frameMost = 70 << 10
	// offloadHeader goes before a frame: it says which checksums are still to be made, and is passed on.
	offloadHeader = 10
)

// far puts a journey between the machines of a LAN.
func (l *lan) far(d journey) *farSwitch {
	l.t.Helper()
	s := &farSwitch{journey: d, rng: rand.New(rand.NewPCG(1, 2)), heard: map[[6]byte]int{}, cut: map[[2]int]bool{}}
	for i := range l.names {
		l.ip("-n", l.hub, "link", "set", fmt.Sprintf("p%d", i), "nomaster")
	}
	err := inside(l.hub, func() error {
		for i := range l.names {
			f, err := packetSocket(fmt.Sprintf("p%d", i))
			if err != nil {
				return err
			}
			s.ports = append(s.ports, f)
		}
		return nil
	})
	if err != nil {
		l.t.Skipf("packet sockets are not permitted here: %v", err)
	}
	for i := range s.ports {
		s.wait.Go(func() { s.forward(i) })
	}
	l.t.Cleanup(func() {
		for _, f := range s.ports {
			f.Close()
		}
		s.wait.Wait()
	})
	return s
}

// inside runs f on a thread that is in a network namespace; sockets that it opens stay there.
func inside(name string, f func() error) error {
	failed := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		space, err := os.Open("/var/run/netns/" + name)
		if err == nil {
			defer space.Close()
			err = unix.Setns(int(space.Fd()), unix.CLONE_NEWNET)
		}
		if err == nil {
			err = f()
		}
		failed <- err
	}()
	return <-failed
}

// packetSocket opens a socket for all frames that come in by a card.
func packetSocket(card string) (*os.File, error) {
	ifi, err := net.InterfaceByName(card)
	if err != nil {
		return nil, err
	}
	const all = unix.ETH_P_ALL<<8&0xff00 | unix.ETH_P_ALL>>8 // in network order
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, all)
	if err != nil {
		return nil, err
	}
	for _, option := range []int{unix.PACKET_VNET_HDR, unix.PACKET_IGNORE_OUTGOING} {
		if err := unix.SetsockoptInt(fd, unix.SOL_PACKET, option, 1); err != nil {
			unix.Close(fd)
			return nil, err
		}
	}
	if err := unix.Bind(fd, &unix.SockaddrLinklayer{Protocol: all, Ifindex: ifi.Index}); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), card), nil
}

// forward forwards the frames that come in by a port.
func (s *farSwitch) forward(from int) {
	b := make([]byte, frameMost)
	for {
		n, err := s.ports[from].Read(b)
		if err != nil {
			return
		}
		if n < offloadHeader+14 {
			continue
		}
		frame := append([]byte(nil), b[:n]...)
		to, source := [6]byte(frame[offloadHeader:]), [6]byte(frame[offloadHeader+6:])
		s.mu.Lock()
		s.heard[source] = from
		port, known := s.heard[to]
		s.mu.Unlock()
		for i := range s.ports {
			if i != from && (!known || i == port) && !s.isCut(from, i) {
				s.send(i, frame)
			}
		}
	}
}

// setCut cuts or heals both ways between two ports.
func (s *farSwitch) setCut(a, b int, cut bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut[[2]int{a, b}], s.cut[[2]int{b, a}] = cut, cut
}

func (s *farSwitch) isCut(from, to int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cut[[2]int{from, to}]
}

// send passes a frame on by a port, later or never.
func (s *farSwitch) send(port int, frame []byte) {
	s.mu.Lock()
	lost := s.rng.Float64() < s.loss
	delay := s.delay + time.Duration((2*s.rng.Float64()-1)*float64(s.jitter))
	s.mu.Unlock()
	if !lost {
		time.AfterFunc(delay, func() { s.ports[port].Write(frame) })
	}
}

// dialer returns a function that connects from machine i.
func (l *lan) dialer(i int) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (c net.Conn, err error) {
		failed := inside(l.names[i], func() error {
			c, err = new(net.Dialer).DialContext(ctx, network, address)
			return err
		})
		return c, failed
	}
}

// TestFarSwitch: the switch treats frames as configured.
func TestFarSwitch(t *testing.T) {
	l := newLAN(t, 2)
	s := l.far(journey{delay: 20 * time.Millisecond, jitter: 5 * time.Millisecond})
	var listener net.Listener
	err := inside(l.names[1], func() (err error) { listener, err = net.Listen("tcp", "10.77.0.2:0"); return err })
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if c, err := listener.Accept(); err == nil {
			b := make([]byte, 64)
			for {
				n, err := c.Read(b)
				if err != nil {
					c.Close()
					return
				}
				c.Write(b[:n])
			}
		}
	}()
	ctx, cancel := patience.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c, err := l.dialer(0)(ctx, "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b := make([]byte, 64)
	for range 10 {
		began := time.Now()
		c.Write([]byte("how far is it"))
		if _, err := c.Read(b); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < 30*time.Millisecond || took > 150*time.Millisecond {
			t.Errorf("a round trip of %v", took)
		}
	}
	s.mu.Lock()
	s.loss = 1
	s.mu.Unlock()
	c.Write([]byte("is anybody there"))
	c.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := c.Read(b); err == nil {
		t.Errorf("%d bytes came through a switch that loses all", n)
	}
}
