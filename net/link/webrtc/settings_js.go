package webrtc

import (
	"context"
	"errors"
	"net/netip"
	"time"

	pion "github.com/pion/webrtc/v4"

	"manyhold/net/link/relay"
)

// acknowledgementsTell: a browser calls a channel's buffer low when it has sent all.
const acknowledgementsTell = false

// socket is the browser's: it has no settings, no port of its own, and a certificate for each connection. A
// page cannot touch packets, so its connections have no relay.Path; it carries those of others all the same.
type socket struct{ net *relay.Net }

func newSocket(o *Options) (*socket, error) {
	if o.Listen != "" {
		return nil, errors.New("webrtc: a browser cannot listen at a port")
	}
	return &socket{}, nil
}

// how says for what a connection is made; a browser does not care.
type how struct{ byHand, relayed, outer bool }

func (*socket) open(servers []pion.ICEServer, _ how) (*pion.PeerConnection, error) {
	return pion.NewPeerConnection(pion.Configuration{ICEServers: servers})
}

func hangUp(pc *pion.PeerConnection) { pc.Close() }

func (*socket) close() {}

func (*socket) hasOuter() bool { return false }

func (*socket) outerServes() bool { return false }

// hold is the browser's own work.
func (*socket) hold(context.Context, string, []pion.ICEServer, time.Duration) {}

// ask is not possible in a page.
func (*socket) ask(context.Context, netip.AddrPort) (bool, error) {
	return false, errors.New("webrtc: a browser has no sockets")
}

func chosen(*pion.PeerConnection) (local, remote netip.AddrPort, ok bool) {
	return local, remote, false
}

func route(*pion.PeerConnection) string { return "" }

func machine(*pion.PeerConnection) string { return "" }
