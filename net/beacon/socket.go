package beacon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"

	"golang.org/x/net/ipv4"
)

// openSockets opens the shared one at the port, and one of our own at a free port.
func openSockets(port int) (shared, own *net.UDPConn, err error) {
	config := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var failed error
		if err := c.Control(func(fd uintptr) { failed = shareAddress(fd) }); err != nil {
			return err
		}
		return failed
	}}
	p, err := config.ListenPacket(context.Background(), "udp4", ":"+strconv.Itoa(port))
	if err != nil {
		return nil, nil, fmt.Errorf("beacon: listening for local peers at UDP port %d: %w", port, err)
	}
	shared = p.(*net.UDPConn)
	own, err = net.ListenUDP("udp4", nil) // Go allows broadcast on every UDP socket
	if err != nil {
		shared.Close()
		return nil, nil, fmt.Errorf("beacon: opening a UDP socket: %w", err)
	}
	return shared, own, nil
}

// joinGroups joins the multicast group on every interface. Errors are ignored.
func joinGroups(shared *net.UDPConn) {
	p := ipv4.NewPacketConn(shared)
	for _, i := range interfaces() {
		p.JoinGroup(&i, &net.UDPAddr{IP: group.AsSlice()})
	}
}

// multicast sends a packet out of every interface, and to this machine itself.
func multicast(own *net.UDPConn, packet []byte, to netip.AddrPort) {
	p := ipv4.NewPacketConn(own)
	p.SetMulticastLoopback(true)
	address := net.UDPAddrFromAddrPort(to)
	for _, i := range interfaces() {
		if p.SetMulticastInterface(&i) == nil {
			p.WriteTo(packet, nil, address)
		}
	}
}

// interfaces returns those that are up.
func interfaces() []net.Interface {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(i net.Interface) bool { return i.Flags&net.FlagUp == 0 })
}

// localNetworks returns the networks that this machine's interfaces are in.
func localNetworks() []netip.Prefix {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var networks []netip.Prefix
	for _, a := range addresses {
		n, ok := a.(*net.IPNet)
		if !ok {
			continue
		}
		ip, _ := netip.AddrFromSlice(n.IP)
		ones, bits := n.Mask.Size()
		if ip = ip.Unmap(); ip.Is4() && bits == 128 {
			ones -= 96
		}
		networks = append(networks, netip.PrefixFrom(ip, ones).Masked())
	}
	slices.SortFunc(networks, func(a, b netip.Prefix) int {
		if c := a.Addr().Compare(b.Addr()); c != 0 {
			return c
		}
		return a.Bits() - b.Bits()
	})
	return slices.Compact(networks)
}

// broadcastAddresses returns the last address of each IPv4 network, and that of the loopback.
func broadcastAddresses(port int) []netip.AddrPort {
	var all []netip.AddrPort
	for _, n := range localNetworks() {
		if !n.Addr().Is4() || n.Bits() > 30 {
			continue
		}
		a := n.Addr().As4()
		for bit := n.Bits(); bit < 32; bit++ {
			a[bit/8] |= 0x80 >> (bit % 8)
		}
		all = append(all, netip.AddrPortFrom(netip.AddrFrom4(a), uint16(port)))
	}
	return all
}

func isClosed(err error) bool { return errors.Is(err, net.ErrClosed) }
