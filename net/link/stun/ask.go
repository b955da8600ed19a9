package stun

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"

	"github.com/pion/stun/v4"
)

// askAgain is how long Ask waits for an answer before it asks again: packets get lost. RFC 8489 §6.2.1 begins
// with as long and doubles it; a question here lasts a second or two only.
const askAgain = 250 * time.Millisecond

// ErrNoAddress says that an answer was no address.
var ErrNoAddress = errors.New("stun: the answer has no address")

// Ask returns the address by which the server at host:port sees this machine. It asks from a port of its own,
// so a router may give other ports to the connections of this process. Errors are ErrNoAddress, those of the
// network and that of ctx.
func Ask(ctx context.Context, server string) (seen netip.AddrPort, err error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "udp", server)
	if err != nil {
		return seen, fmt.Errorf("stun: %w", err)
	}
	defer c.Close()
	return AskOver(ctx, c)
}

// AskOver is Ask by a socket of the caller that is connected to the server. It closes the socket if ctx ends.
func AskOver(ctx context.Context, c net.Conn) (seen netip.AddrPort, err error) {
	defer context.AfterFunc(ctx, func() { c.Close() })()
	server := c.RemoteAddr()
	asked, err := stun.Build(stun.TransactionID, stun.BindingRequest, stun.Fingerprint)
	if err != nil {
		return seen, fmt.Errorf("stun: %w", err)
	}
	b := make([]byte, 1500)
	for {
		if _, err := c.Write(asked.Raw); err != nil && ctx.Err() == nil {
			return seen, fmt.Errorf("stun: asking %s: %w", server, err)
		}
		if err := c.SetReadDeadline(time.Now().Add(askAgain)); err != nil && ctx.Err() == nil {
			return seen, fmt.Errorf("stun: %w", err)
		}
		for {
			n, err := c.Read(b)
			if ctx.Err() != nil {
				return seen, fmt.Errorf("stun: %s does not answer: %w", server, context.Cause(ctx))
			}
			var late net.Error
			if errors.As(err, &late) && late.Timeout() {
				break // again
			}
			if err != nil {
				return seen, fmt.Errorf("stun: asking %s: %w", server, err)
			}
			answer := &stun.Message{Raw: append([]byte(nil), b[:n]...)}
			if answer.Decode() != nil || answer.TransactionID != asked.TransactionID {
				continue // somebody else's
			}
			return addressIn(answer)
		}
	}
}

// addressIn reads the address of an answer.
func addressIn(answer *stun.Message) (netip.AddrPort, error) {
	var x stun.XORMappedAddress
	if answer.Type != stun.BindingSuccess || x.GetFrom(answer) != nil {
		return netip.AddrPort{}, ErrNoAddress
	}
	a, ok := netip.AddrFromSlice(x.IP)
	if !ok || x.Port <= 0 || x.Port > 65535 {
		return netip.AddrPort{}, ErrNoAddress
	}
	return netip.AddrPortFrom(a.Unmap(), uint16(x.Port)), nil
}
