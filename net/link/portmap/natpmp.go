//go:build !js

package portmap

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	natpmp "github.com/jackpal/go-nat-pmp"
)

// natPMP is a router that speaks NAT-PMP (RFC 6886), on UDP port 5351.
type natPMP struct{ at netip.Addr }

// String implements Gateway.
func (g natPMP) String() string { return "NAT-PMP at " + g.at.String() }

// State implements Gateway: §3.2 of the RFC.
func (g natPMP) State(ctx context.Context) (State, error) {
	local, err := localTo(g.at)
	if err != nil {
		return State{}, err
	}
	r, err := asked(ctx, g.at, func(c *natpmp.Client) (*natpmp.GetExternalAddressResult, error) { return c.GetExternalAddress() })
	if err != nil {
		return State{}, err
	}
	return State{netip.AddrFrom4(r.ExternalIPAddress), local, time.Duration(r.SecondsSinceStartOfEpoc) * time.Second}, nil
}

// Map implements Gateway: §3.3 of the RFC. The router itself takes another outside port if that is taken.
func (g natPMP) Map(ctx context.Context, p Port, outside uint16, lifetime time.Duration) (Lease, error) {
	r, err := asked(ctx, g.at, func(c *natpmp.Client) (*natpmp.AddPortMappingResult, error) {
		return c.AddPortMapping(p.Protocol.String(), int(p.Internal), int(outside), int(lifetime/time.Second))
	})
	switch {
	case err != nil:
		return Lease{}, err
	case r.InternalPort != p.Internal:
		return Lease{}, errors.New("portmap: the router answers another question")
	}
	return Lease{r.MappedExternalPort, time.Duration(r.PortMappingLifetimeInSeconds) * time.Second}, nil
}

// Unmap implements Gateway: §3.4 of the RFC.
func (g natPMP) Unmap(ctx context.Context, p Port, _ uint16) error {
	_, err := asked(ctx, g.at, func(c *natpmp.Client) (*natpmp.AddPortMappingResult, error) {
		return c.AddPortMapping(p.Protocol.String(), int(p.Internal), 0, 0)
	})
	return err
}

// asked puts a question by the library, which knows no context: when ctx ends first, the question ends by
// itself within askTime, and nobody waits for its answer.
func asked[T any](ctx context.Context, at netip.Addr, question func(c *natpmp.Client) (T, error)) (none T, err error) {
	limit := askTime
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end))
	}
	if limit <= 0 || ctx.Err() != nil { // zero would be the library's two minutes
		return none, fmt.Errorf("portmap: no time for a question: %w", context.DeadlineExceeded)
	}
	type answer struct {
		value T
		err   error
	}
	c := make(chan answer, 1)
	go func() {
		v, err := question(natpmp.NewClientWithTimeout(at.AsSlice(), limit))
		c <- answer{v, err}
	}()
	select {
	case a := <-c:
		if a.err != nil {
			return none, fmt.Errorf("portmap: NAT-PMP: %w", a.err)
		}
		return a.value, nil
	case <-ctx.Done():
		return none, fmt.Errorf("portmap: NAT-PMP: %w", ctx.Err())
	}
}
