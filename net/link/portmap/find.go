//go:build !js

package portmap

import (
	"context"
	"net/url"
	"sync"
)

// able: a process may ask routers.
const able = true

// discover searches for routers by NAT-PMP and by UPnP at the same time. Those that speak NAT-PMP come first:
// one packet does there for a document.
func discover(ctx context.Context) []Gateway {
	var work sync.WaitGroup
	gateways := defaultGateways()
	asked := make([]Gateway, len(gateways))
	for i, at := range gateways {
		work.Go(func() {
			g := natPMP{at}
			limit, end := context.WithTimeout(ctx, askTime)
			defer end()
			if _, err := g.State(limit); err == nil {
				asked[i] = g
			}
		})
	}
	var heard [][]Gateway
	work.Go(func() {
		locations := search(ctx, homeInterfaces(), ssdpGroup, private)
		heard = make([][]Gateway, len(locations))
		var descriptions sync.WaitGroup
		for i, at := range locations {
			descriptions.Go(func() { heard[i] = described(ctx, at) })
		}
		descriptions.Wait()
	})
	work.Wait()
	var found []Gateway
	for _, g := range asked {
		if g != nil {
			found = append(found, g)
		}
	}
	for _, all := range heard {
		found = append(found, all...)
	}
	return found
}

// described returns the services of a description, none if it cannot be read.
func described(ctx context.Context, at *url.URL) []Gateway {
	limit, end := context.WithTimeout(ctx, askTime)
	defer end()
	all, err := describe(limit, at)
	if err != nil {
		return nil
	}
	return all
}
