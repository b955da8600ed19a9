package node

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"manyhold/app/control"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/venue"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/store"
)

// tellJoining logs that no peer of the joined world has answered, first after lonelyAfter and then now and
// then. The node keeps trying: the others may be switched off.
func (n *node) tellJoining(ctx context.Context) {
	for wait := lonelyAfter; ; wait = lonelyEvery {
		select {
		case <-ctx.Done():
			return
		case <-n.done:
			return
		case <-time.After(wait):
		}
		h := n.hostStatus()
		if !h.Joining {
			return
		}
		text := "no peer of this world answers; still trying"
		if !n.conf.Settings.Net.Host {
			text = "no host of this world answers, and this computer only plays; still trying"
		} else if _, err := os.Stat(store.Path(n.dir, n.world)); err == nil {
			text += ". To continue alone with the copy on this computer, start with --world " + status.Short(n.world.String())
		}
		n.log.Warn(text, "world", status.Short(n.world.String()), "linked", len(n.endpoint.Links()), "waits", h.Waiting, "helps", n.trouble(true).Words())
	}
}

const (
	// lonelyAfter is how long joining may take before a node logs that nobody answers, and lonelyEvery the
	// time until it logs so again.
	lonelyAfter = 8 * time.Second
	lonelyEvery = time.Minute
	// freshFor is how long a world without buildings may still yield to another.
	freshFor = time.Minute
)

// openRooms makes the rooms of the node. They run once its links are open.
func (n *node) openRooms() {
	s := &n.conf.Settings
	playOnly := !s.Net.Host
	n.venue = venue.New(venue.Options{
		Pair: n.pair, Name: n.name, Data: n.dir, World: n.world, Log: n.log, Assets: n.Store, Bot: n.bot, Invite: n.invite,
		Offer: kernel.Offer{Limits: settings.HostLimits(s), Headless: n.headless, PlayOnly: playOnly},
		Allow: func() venue.Policy {
			c := n.hostStatus().Charter
			return venue.Policy{Least: s.Rooms.Create, Rank: c.Me, Barred: c.Barred, PlayOnly: playOnly}
		},
	})
}

// RoomAct implements Backend.
func (n *node) RoomAct(ctx context.Context, a hall.Act) (said string, err error) {
	return n.venue.Hall().Do(ctx, a)
}

// Rooms is the match rooms of the node.
func (n *node) Rooms() *venue.Venue { return n.venue }

// peersNeeded returns the peers with which assets and rooms need links.
func (n *node) peersNeeded() []key.ID { return slices.Concat(n.Store.Needs(), n.venue.Needs()) }

// openControl opens the loopback port, and the address for programs that use rooms, if the settings have one.
func (n *node) openControl() (err error) {
	if n.control, err = control.Start(n.dir, n); err != nil {
		return err
	}
	address := n.conf.Settings.Rooms.Listen
	if address == "" {
		return nil
	}
	at, err := n.control.ServeRooms(address, n.venue)
	if err != nil {
		return fmt.Errorf("cannot listen on %s for programs that use rooms: %w; change the setting rooms.listen", address, err)
	}
	n.log.Info("rooms can be used by HTTP", "address", at)
	return nil
}
