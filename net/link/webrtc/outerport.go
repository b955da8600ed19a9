//go:build !js

package webrtc

import (
	"fmt"
	"net"
	"net/netip"

	"github.com/pion/ice/v4"

	"manyhold/net/link/relay"
)

// listenOuter opens the outer port at each address of the machine, or at the one that it names; nil for "".
// It must be free for IPv4, because the router's packets come so. An IPv6 address may fail, for example while
// the system still checks whether another machine has it.
func listenOuter(at string, loopback bool, sockets *relay.Net) (*ice.MultiUDPMuxDefault, error) {
	if at == "" {
		return nil, nil
	}
	only, port, err := outerPort(at)
	if err != nil {
		return nil, err
	}
	var muxes []ice.UDPMux
	closeAll := func() {
		for _, mux := range muxes {
			mux.Close()
		}
	}
	for _, ip := range addresses(sockets, loopback || only.IsLoopback()) {
		if only.IsValid() && ip != only {
			continue
		}
		conn, err := sockets.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(ip, port)))
		if err != nil && ip.Is6() {
			continue
		}
		if err != nil {
			closeAll()
			return nil, fmt.Errorf("webrtc: listening at UDP port %d: %w", port, err)
		}
		conn.SetReadBuffer(muxBuffer) // as far as the system lets it
		muxes = append(muxes, ice.NewUDPMuxDefault(ice.UDPMuxParams{Logger: quiet.NewLogger("ice"), UDPConn: conn, Net: sockets}))
	}
	if len(muxes) == 0 {
		return nil, fmt.Errorf("webrtc: this machine has no address for %q", at)
	}
	return ice.NewMultiUDPMuxDefault(muxes...), nil
}

// outerPort reads "HOST:PORT". The address is invalid for all of the machine's.
func outerPort(at string) (only netip.Addr, port uint16, err error) {
	host, text, err := net.SplitHostPort(at)
	if err != nil {
		return only, 0, fmt.Errorf("webrtc: the outer port %q: %w", at, err)
	}
	if host == "" {
		host = "::"
	}
	full, err := netip.ParseAddrPort(net.JoinHostPort(host, text))
	if err != nil || full.Port() == 0 {
		return only, 0, fmt.Errorf("webrtc: the outer port %q is none", at)
	}
	if ip := full.Addr().Unmap(); !ip.IsUnspecified() {
		only = ip
	}
	return only, full.Port(), nil
}

// addresses lists the addresses of the machine that others may know, and the loopback ones.
func addresses(sockets *relay.Net, loopback bool) (out []netip.Addr) {
	interfaces, err := sockets.Interfaces()
	if err != nil {
		return nil
	}
	for _, i := range interfaces {
		all, err := i.Addrs()
		if err != nil || i.Flags&net.FlagUp == 0 {
			continue
		}
		for _, a := range all {
			at, ok := a.(*net.IPNet)
			if !ok {
				continue
			}
			ip, ok := netip.AddrFromSlice(at.IP)
			if ip = ip.Unmap(); ok && (ip.IsGlobalUnicast() || loopback && ip.IsLoopback()) {
				out = append(out, ip)
			}
		}
	}
	return out
}

// hasOuter reports whether the outer port is there.
func (s *socket) hasOuter() bool { return s.mux != nil }

// outerServes reports whether the outer port is open at the addresses that this machine has now: a laptop
// changes networks. Of IPv6, one address is enough, for they come and go.
func (s *socket) outerServes() bool {
	if s.mux == nil {
		return false
	}
	serves := map[netip.Addr]bool{}
	for _, a := range s.mux.GetListenAddresses() {
		if at, ok := a.(*net.UDPAddr); ok {
			serves[at.AddrPort().Addr().Unmap()] = true
		}
	}
	six, served := false, false
	for _, ip := range addresses(s.net, false) {
		if ip.Is4() && !serves[ip] {
			return false
		}
		if ip.Is6() {
			six, served = true, served || serves[ip]
		}
	}
	return served || !six
}
