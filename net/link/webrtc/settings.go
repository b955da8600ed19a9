//go:build !js

package webrtc

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"math"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pion/dtls/v3"
	"github.com/pion/ice/v4"
	"github.com/pion/logging"
	"github.com/pion/stun/v4"
	pion "github.com/pion/webrtc/v4"

	"manyhold/net/link"
	"manyhold/net/link/relay"
	linkstun "manyhold/net/link/stun"
)

// Measured with pion v4.2.20. Without a bound on SCTP's retransmission time, an outage of four seconds
// stalls data for seven, also on channels that never retransmit, because the congestion window is shut. A
// least window lifts a lossy path from 0.05 to 0.6 MB/s; a far larger one hurts a clean path.
const (
	sctpRetransmitMax = 400 * time.Millisecond
	sctpLeastWindow   = 64 << 10 // bytes

	iceDisconnected = 5 * time.Second // shown by pion only, not final
	iceFailed       = 25 * time.Second

	// checksAtMost is, at a dialling side with another link (else checksOfAnswer), how many of ICE's checks
	// may be lost on a pair of addresses: five a second, for as long as a dial lasts. With the usual seven,
	// no pair would be left when a relaying peer begins to carry them.
	checksAtMost = 60

	// muxBuffer is how many bytes from the network may wait at a port of many connections.
	muxBuffer = 1 << 20

	// iceKeepalive is zero, which means never. Consent checks (RFC 7675) were a fifth of an idle link's
	// traffic, and keep-alives, which DTLS authenticates, find a dead peer sooner.
	iceKeepalive = 0
)

// ciphers are offered and accepted, the first that both know. ChaCha20-Poly1305 comes first because its
// records carry no nonce (RFC 7905): eight bytes of each packet less than with AES-GCM.
var ciphers = []dtls.CipherSuiteID{
	dtls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
	dtls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
	dtls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
}

// acknowledgementsTell: pion calls a channel's buffer low when the other side has acknowledged all.
const acknowledgementsTell = true

// quiet hides the log of pion: important events arrive as errors or states.
var quiet = &logging.DefaultLoggerFactory{DefaultLogLevel: logging.LogLevelDisabled}

// socket holds the differences between a process and a browser: pion's settings and the ports.
type socket struct {
	own   apis // with a port for each connection, or the fixed one for all
	outer apis // with the outer port; empty without
	cert  pion.Certificate
	fixed *ice.MultiUDPMuxDefault // nil without
	mux   *ice.MultiUDPMuxDefault // of the outer port; nil without
	net   *relay.Net
}

// apis are pion's settings for one choice of ports.
type apis struct {
	quick *pion.API
	few   *pion.API // for connections with checksOfAnswer
	slow  *pion.API // for connections by hand
}

// newSocket applies the settings. Options.Listen and OuterPort are "", or "host:port" with the host possibly
// empty. An outer port that is taken is none.
func newSocket(o *Options) (*socket, error) {
	loopback := o.Loopback || onlyLoopback()
	responder := linkstun.NewResponder()
	sockets, err := relay.NewNet(o.virtual, func(packet []byte, from netip.AddrPort) ([]byte, bool) {
		return responder.Answer(packet, from, time.Now())
	})
	if err != nil {
		return nil, fmt.Errorf("webrtc: reading this machine's network interfaces: %w", err)
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("webrtc: making a certificate: %w", err)
	}
	cert, err := pion.GenerateCertificate(private)
	if err != nil {
		return nil, fmt.Errorf("webrtc: making a certificate: %w", err)
	}
	s := &socket{net: sockets, cert: *cert}
	if s.fixed, err = listenMux(o.Listen, loopback, sockets); err != nil {
		return nil, err
	}
	s.own = newAPIs(loopback, sockets, s.fixed)
	if s.fixed != nil {
		return s, nil
	}
	if s.mux, err = listenOuter(o.OuterPort, loopback, sockets); err != nil {
		o.Log.Debug("links have no outer port", "why", err)
	} else if s.mux != nil {
		s.outer = newAPIs(loopback, sockets, s.mux)
	}
	return s, nil
}

// newAPIs returns the settings for connections by the sockets of a mux; nil gives each its own.
func newAPIs(loopback bool, sockets *relay.Net, mux *ice.MultiUDPMuxDefault) apis {
	var e pion.SettingEngine
	e.LoggerFactory = quiet
	// opens no sockets on 5353
	e.SetICEMulticastDNSMode(ice.MulticastDNSModeDisabled)
	e.SetNetworkTypes([]pion.NetworkType{pion.NetworkTypeUDP4, pion.NetworkTypeUDP6})
	e.SetIncludeLoopbackCandidate(loopback)
	e.SetHostAcceptanceMinWait(0)
	e.SetPrflxAcceptanceMinWait(0)
	e.SetSTUNGatherTimeout(gatherTimeout)
	e.SetICETimeouts(iceDisconnected, iceFailed, iceKeepalive)
	e.SetSCTPRTOMax(sctpRetransmitMax)
	e.SetSCTPMinCwnd(sctpLeastWindow)
	e.EnableSCTPZeroChecksum(true)
	e.EnableSctpSnap(true)                 // two round trips less, between two pions
	e.SetDTLSInsecureSkipHelloVerify(true) // one less: ICE has verified the address already
	e.SetDTLSCipherSuites(ciphers...)
	e.SetICEMaxBindingRequests(checksAtMost)
	e.SetNet(sockets)
	if mux != nil {
		e.SetICEUDPMux(mux)
	}
	quick := pion.NewAPI(pion.WithSettingEngine(e))
	e.SetICEMaxBindingRequests(checksOfAnswer)
	few := pion.NewAPI(pion.WithSettingEngine(e))
	e.SetICETimeouts(iceDisconnected, handTime, iceKeepalive)
	e.SetICEMaxBindingRequests(math.MaxUint16)
	e.EnableSctpSnap(false) // its parameters would be a tenth of a text that people carry
	return apis{quick, few, pion.NewAPI(pion.WithSettingEngine(e))}
}

// listenMux opens the fixed port on each address of the machine separately. One socket for all addresses
// (0.0.0.0) may answer from another address than it was asked at; set-up then takes 200 ms. Addresses that
// appear later are used after the next start. Without a port, or with port 0, there is no mux.
func listenMux(listen string, loopback bool, sockets *relay.Net) (*ice.MultiUDPMuxDefault, error) {
	if listen == "" {
		return nil, nil
	}
	host, portText, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("webrtc: the address to listen at, %q, is not HOST:PORT: %w", listen, err)
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("webrtc: the address to listen at, %q, has no port from 0 to 65535", listen)
	}
	if port == 0 {
		return nil, nil
	}
	options := []ice.UDPMuxFromPortOption{ice.UDPMuxFromPortWithNet(sockets), ice.UDPMuxFromPortWithReadBufferSize(muxBuffer)}
	if host != "" && host != "0.0.0.0" && host != "::" {
		ip := net.ParseIP(host)
		if ip == nil {
			return nil, fmt.Errorf("webrtc: the address to listen at, %q, does not begin with an IP address", listen)
		}
		loopback = loopback || ip.IsLoopback()
		options = append(options, ice.UDPMuxFromPortWithIPFilter(ip.Equal))
	}
	if loopback {
		options = append(options, ice.UDPMuxFromPortWithLoopback())
	}
	mux, err := ice.NewMultiUDPMuxFromPort(int(port), options...)
	if err != nil {
		return nil, fmt.Errorf("webrtc: listening at UDP port %d (is another program using it?): %w", port, err)
	}
	if len(mux.GetListenAddresses()) == 0 {
		mux.Close()
		return nil, fmt.Errorf("webrtc: this machine has no address %q to listen at", host)
	}
	return mux, nil
}

// onlyLoopback reports whether no other interface has an address: a machine without a network, or a
// namespace of a test.
func onlyLoopback() bool {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return true
	}
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			return false
		}
	}
	return true
}

// how says for what a connection is made.
type how struct {
	byHand  bool // it waits for handTime until the other side's packets come
	relayed bool // another peer may have to carry its first packets
	outer   bool // it uses the outer port
}

// open makes a connection.
func (s *socket) open(servers []pion.ICEServer, h how) (*pion.PeerConnection, error) {
	all := s.own
	if h.outer {
		all = s.outer
	}
	api := all.few
	switch {
	case h.byHand:
		api = all.slow
	case h.relayed:
		api = all.quick
	}
	return api.NewPeerConnection(pion.Configuration{ICEServers: servers, Certificates: []pion.Certificate{s.cert}})
}

// hold keeps the addresses open that routers have given to the sockets of a description, until ctx ends: each
// sends an indication to the STUN servers now and then, which nobody answers (RFC 8489 §7.3.2).
func (s *socket) hold(ctx context.Context, sdp string, servers []pion.ICEServer, every time.Duration) {
	from := related(sdp)
	if len(from) == 0 {
		return
	}
	indication := stun.MustBuild(stun.TransactionID, stun.NewType(stun.MethodBinding, stun.ClassIndication), stun.Fingerprint).Raw
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, server := range servers {
			for _, url := range server.URLs {
				if at, ok := strings.CutPrefix(url, "stun:"); ok {
					s.net.Send(from, indication, at)
				}
			}
		}
	}
}

// ask asks another machine by which address it sees this one, and reports whether that is an address of a
// router. The question comes from a port of its own.
func (s *socket) ask(ctx context.Context, at netip.AddrPort) (router bool, err error) {
	conn, err := s.net.Dial("udp", at.String())
	if err != nil {
		return false, fmt.Errorf("webrtc: asking %v for an address: %w", at, err)
	}
	defer conn.Close()
	seen, err := linkstun.AskOver(ctx, conn)
	if err != nil {
		return false, err
	}
	own, ok := conn.LocalAddr().(*net.UDPAddr)
	return ok && own.AddrPort().Addr().Unmap().WithZone("") != seen.Addr(), nil
}

// related returns the own addresses behind the server-reflexive candidates of a description.
func related(sdp string) (all []netip.AddrPort) {
	for line := range strings.Lines(sdp) {
		f := strings.Fields(line)
		i := slices.Index(f, "raddr")
		if !strings.HasPrefix(line, "a=candidate:") || i < 0 || len(f) < i+4 {
			continue
		}
		at, err := netip.ParseAddrPort(net.JoinHostPort(f[i+1], f[i+3]))
		if err == nil && at.Port() != 0 && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// hangUp closes a connection and waits for its goroutines. Never call it from one of them.
func hangUp(pc *pion.PeerConnection) { pc.GracefulClose() }

func (s *socket) close() {
	for _, mux := range []*ice.MultiUDPMuxDefault{s.fixed, s.mux} {
		if mux != nil {
			mux.Close()
		}
	}
}

// chosen returns the pair of addresses on which a connection runs: the local one is that of the socket.
func chosen(pc *pion.PeerConnection) (local, remote netip.AddrPort, ok bool) {
	pair, err := pc.SCTP().Transport().ICETransport().GetSelectedCandidatePair()
	if err != nil || pair == nil {
		return local, remote, false
	}
	host, port := pair.Local.Address, pair.Local.Port
	if pair.Local.Typ == pion.ICECandidateTypeSrflx {
		host, port = pair.Local.RelatedAddress, pair.Local.RelatedPort
	}
	from, err := netip.ParseAddr(host)
	to, err2 := netip.ParseAddr(pair.Remote.Address)
	if err != nil || err2 != nil || pair.Local.Typ == pion.ICECandidateTypeRelay {
		return local, remote, false
	}
	return netip.AddrPortFrom(from, port), netip.AddrPortFrom(to, pair.Remote.Port), true
}

// route returns the kind of path: "host", "srflx" (through a NAT) or "relay".
func route(pc *pion.PeerConnection) string {
	pair, err := pc.SCTP().Transport().ICETransport().GetSelectedCandidatePair()
	if err != nil || pair == nil {
		return ""
	}
	for _, t := range []pion.ICECandidateType{pair.Local.Typ, pair.Remote.Typ} {
		if t == pion.ICECandidateTypeRelay {
			return "relay"
		}
	}
	for _, t := range []pion.ICECandidateType{pair.Local.Typ, pair.Remote.Typ} {
		if t == pion.ICECandidateTypeSrflx || t == pion.ICECandidateTypePrflx {
			return "srflx"
		}
	}
	return "host"
}

// machine returns where the other side runs: the address that it is reached at, or link.Here for this one's
// own. Of two machines behind one router it is the same from outside.
func machine(pc *pion.PeerConnection) string {
	pair, err := pc.SCTP().Transport().ICETransport().GetSelectedCandidatePair()
	if err != nil || pair == nil {
		return ""
	}
	return machineAt(pair.Local.Address, pair.Remote.Address)
}

// machineAt is machine for a pair of addresses.
func machineAt(local, remote string) string {
	at, err := netip.ParseAddr(remote)
	switch {
	case err != nil:
		return ""
	case local == remote || at.IsLoopback():
		return link.Here
	}
	if at = at.Unmap().WithZone(""); at.Is6() && !at.IsLinkLocalUnicast() {
		prefix, _ := at.Prefix(subnetBits) // a machine may have as many addresses of it as it likes
		return prefix.String()
	}
	return at.String()
}

// subnetBits are the bits of an IPv6 address that name its network.
const subnetBits = 64
