package relay

import (
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pion/transport/v4"
	"github.com/pion/transport/v4/stdnet"
)

// maxQueued is how many carried packets may wait for the reader of a socket; more are lost.
const maxQueued = 256

// Respond looks at a packet of the network before the reader of a socket. It returns the answer to send back,
// nil for none, and whether it takes the packet. It must not keep the packet, nor block.
type Respond func(packet []byte, from netip.AddrPort) (answer []byte, taken bool)

// Net opens the UDP sockets of an endpoint's connections, and finds them again by their addresses. Its
// methods may be called from any goroutine.
type Net struct {
	transport.Net
	machine bool    // the machine's own network
	respond Respond // nil: to nobody

	mu      sync.Mutex
	sockets map[netip.AddrPort]*Socket // by the address that each is bound to
	current transport.Net              // whose interfaces were read last; nil: not yet
	looked  time.Time                  // when
}

// NewNet returns a Net over base, nil for the machine's network. respond may be nil. The error is that of
// reading the machine's interfaces.
func NewNet(base transport.Net, respond Respond) (*Net, error) {
	n := &Net{Net: base, machine: base == nil, respond: respond, sockets: map[netip.AddrPort]*Socket{}}
	if n.machine {
		own, err := stdnet.NewNet()
		if err != nil {
			return nil, err
		}
		n.Net = own
	}
	return n, nil
}

// Interfaces lists the interfaces as of the last second: a laptop changes networks.
func (n *Net) Interfaces() ([]*transport.Interface, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if now := time.Now(); n.machine && now.Sub(n.looked) > time.Second {
		if own, err := stdnet.NewNet(); err == nil {
			n.current, n.looked = own, now
		}
	}
	if n.current != nil {
		return n.current.Interfaces()
	}
	return n.Net.Interfaces()
}

// ListenUDP opens a socket.
func (n *Net) ListenUDP(network string, at *net.UDPAddr) (transport.UDPConn, error) {
	conn, err := n.Net.ListenUDP(network, at)
	if err != nil {
		return nil, err
	}
	s := &Socket{UDPConn: conn, net: n}
	s.fast, _ = conn.(*net.UDPConn)
	if own, ok := conn.LocalAddr().(*net.UDPAddr); ok {
		s.at = plain(own.AddrPort())
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sockets[s.at] = s
	return s, nil
}

// find returns the socket bound to an address, or to the same port of all addresses; nil without.
func (n *Net) find(at netip.AddrPort) *Socket {
	n.mu.Lock()
	defer n.mu.Unlock()
	if s := n.sockets[at]; s != nil {
		return s
	}
	any4, any6 := netip.IPv4Unspecified(), netip.IPv6Unspecified()
	if s := n.sockets[netip.AddrPortFrom(any4, at.Port())]; s != nil {
		return s
	}
	return n.sockets[netip.AddrPortFrom(any6, at.Port())]
}

// Send sends a packet from some of the sockets to "HOST:PORT", by the direct way. A packet that cannot be
// sent is lost.
func (n *Net) Send(from []netip.AddrPort, packet []byte, to string) {
	for _, network := range []string{"udp4", "udp6"} {
		at, err := n.ResolveUDPAddr(network, to)
		if err != nil {
			continue
		}
		for _, own := range from {
			own = plain(own)
			if s := n.find(own); s != nil && own.Addr().Is4() == (network == "udp4") {
				s.write(packet, at.AddrPort())
			}
		}
	}
}

// plain returns the one form of an address that is compared.
func plain(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

// Socket is a UDP socket whose packets may take a Path. Reading and writing costs no more than a look at an
// atomic value while all its paths are plain.
type Socket struct {
	transport.UDPConn
	fast *net.UDPConn // the same, when it is the machine's
	net  *Net
	at   netip.AddrPort

	paths atomic.Pointer[map[netip.AddrPort]*Path] // those that are not plain, by the other end's address

	queued   atomic.Int32
	mu       sync.Mutex // of the following
	queue    []carried
	deadline time.Time // as the reader set it
	woken    bool      // the socket's own deadline is in the past, so that the reader looks into the queue
}

// carried is a packet that a relaying peer brought.
type carried struct {
	from   netip.AddrPort
	packet []byte
}

// ReadFromAddrPort reads the next packet, of the network or carried by a peer.
func (s *Socket) ReadFromAddrPort(b []byte) (int, netip.AddrPort, error) {
	for {
		if s.queued.Load() > 0 {
			if c, ok := s.take(); ok {
				return copy(b, c.packet), c.from, nil
			}
		}
		n, from, err := s.read(b)
		if err != nil {
			if os.IsTimeout(err) && s.wake() {
				continue
			}
			return n, from, err
		}
		if s.responded(b[:n], from) {
			continue
		}
		if paths := s.paths.Load(); paths != nil {
			if p := (*paths)[plain(from)]; p != nil {
				p.heardDirectly()
			}
		}
		return n, from, nil
	}
}

// responded reports whether a packet is one for Respond, and answers it.
func (s *Socket) responded(packet []byte, from netip.AddrPort) bool {
	if s.net.respond == nil {
		return false
	}
	answer, taken := s.net.respond(packet, from)
	if answer != nil {
		s.write(answer, from)
	}
	return taken
}

func (s *Socket) read(b []byte) (int, netip.AddrPort, error) {
	if s.fast != nil {
		return s.fast.ReadFromUDPAddrPort(b)
	}
	n, from, err := s.UDPConn.ReadFrom(b)
	if at, ok := from.(*net.UDPAddr); ok {
		return n, at.AddrPort(), err
	}
	return n, netip.AddrPort{}, err
}

// take takes the oldest carried packet.
func (s *Socket) take() (c carried, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return c, false
	}
	c = s.queue[0]
	s.queue[0] = carried{}
	s.queue = s.queue[1:]
	s.queued.Add(-1)
	return c, true
}

// wake restores the reader's deadline, and reports whether put had moved it.
func (s *Socket) wake() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.woken {
		return false
	}
	s.woken = false
	s.UDPConn.SetReadDeadline(s.deadline)
	return true
}

// put hands a carried packet to the reader of the socket.
func (s *Socket) put(c carried) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) >= maxQueued {
		return
	}
	s.queue = append(s.queue, c)
	s.queued.Add(1)
	if !s.woken {
		s.woken = true
		s.UDPConn.SetReadDeadline(time.Unix(1, 0))
	}
}

// WriteToAddrPort sends a packet on the path to its address.
func (s *Socket) WriteToAddrPort(b []byte, to netip.AddrPort) (int, error) {
	if paths := s.paths.Load(); paths != nil {
		if p := (*paths)[plain(to)]; p != nil {
			return p.write(s, b, to)
		}
	}
	return s.write(b, to)
}

// write sends a packet directly.
func (s *Socket) write(b []byte, to netip.AddrPort) (int, error) {
	if s.fast != nil {
		return s.fast.WriteToUDPAddrPort(b, to)
	}
	return s.UDPConn.WriteTo(b, net.UDPAddrFromAddrPort(to))
}

// ReadFrom is ReadFromAddrPort.
func (s *Socket) ReadFrom(b []byte) (int, net.Addr, error) {
	n, from, err := s.ReadFromAddrPort(b)
	if err != nil {
		return n, nil, err
	}
	return n, net.UDPAddrFromAddrPort(from), nil
}

// WriteTo is WriteToAddrPort.
func (s *Socket) WriteTo(b []byte, to net.Addr) (int, error) {
	if at, ok := to.(*net.UDPAddr); ok {
		return s.WriteToAddrPort(b, at.AddrPort())
	}
	return s.UDPConn.WriteTo(b, to)
}

// SetDeadline sets both deadlines.
func (s *Socket) SetDeadline(t time.Time) error {
	if err := s.SetReadDeadline(t); err != nil {
		return err
	}
	return s.UDPConn.SetWriteDeadline(t)
}

// SetReadDeadline sets when a read without a packet ends.
func (s *Socket) SetReadDeadline(t time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deadline = t
	if s.woken {
		return nil
	}
	return s.UDPConn.SetReadDeadline(t)
}

// Close closes the socket.
func (s *Socket) Close() error {
	s.net.mu.Lock()
	if s.net.sockets[s.at] == s {
		delete(s.net.sockets, s.at)
	}
	s.net.mu.Unlock()
	return s.UDPConn.Close()
}

// join puts a path in charge of the packets to and from an address.
func (s *Socket) join(at netip.AddrPort, p *Path) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := map[netip.AddrPort]*Path{at: p}
	if old := s.paths.Load(); old != nil {
		for a, q := range *old {
			if a != at {
				next[a] = q
			}
		}
	}
	s.paths.Store(&next)
}

// leave undoes join.
func (s *Socket) leave(at netip.AddrPort, p *Path) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.paths.Load()
	if old == nil || (*old)[at] != p {
		return
	}
	if len(*old) == 1 {
		s.paths.Store(nil)
		return
	}
	next := map[netip.AddrPort]*Path{}
	for a, q := range *old {
		if a != at {
			next[a] = q
		}
	}
	s.paths.Store(&next)
}
