package node

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"manyhold/app/byhand"
	"manyhold/app/dial"
	"manyhold/app/dial/peerbook"
	"manyhold/app/dial/remedy"
	"manyhold/app/settings"
	"manyhold/app/version"
	"manyhold/game"
	"manyhold/game/world"
	"manyhold/net/beacon"
	"manyhold/net/link"
	"manyhold/net/link/portmap"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
)

// connections is how others find this node and are linked with it.
type connections struct {
	n        *node
	endpoint *webrtc.Endpoint
	door     *http.Server
	doorAt   netip.AddrPort
	invited  invitation     // as it was put together last
	came     *signal.Invite // the invitation by which the player comes, nil without
	server   string         // URL of the signalling server in use, "" for none

	reflector *dial.Reflector // beside the signalling server; nil without one
	dialer    *dial.Dialer
	failures  remedy.Book
	desk      *byhand.Desk
	mapper    *portmap.Mapper // of the home router; nil if that is never asked
	mapping   sync.WaitGroup  // while the mapper runs
}

const (
	// announceFirst is how often a new node looks whether it has something to announce. A node that starts a
	// moment later has to hear of this world before it founds one.
	announceFirst = 20 * time.Millisecond
	// announceEvery is the interval at which a node checks its announcement for changes.
	announceEvery = time.Second
)

// inviteEvery is how often it is looked whether this machine has other addresses.
const inviteEvery = 5 * time.Second

// invitation is one, kept: it is asked for with every status.
type invitation struct {
	mu    sync.Mutex
	words string
	at    time.Time
}

// announce keeps the LAN informed of the world until ctx ends. A node that only plays announces nothing: a
// newcomer gets the world from a host.
func (r *connections) announce(ctx context.Context, lan *beacon.Beacon) {
	n := r.n
	if lan == nil || !n.conf.Settings.Net.Host {
		return
	}
	tick := time.NewTicker(announceFirst)
	defer tick.Stop()
	first := true
	for {
		// the first turn has been executed
		if g := n.genesis.Load(); g != nil && n.census.of(world.Home) != nil {
			players := n.census.players()
			matches, waiting := n.venue.Hall().Count()
			if first {
				first = false
				tick.Reset(announceEvery)
			}
			lan.Update(beacon.Announcement{
				World: n.world, WorldName: n.Title(), Picture: n.picture(), Born: n.born, Edited: n.edited.Load(), PeerName: n.name, Players: players, Matches: matches, Waiting: waiting,
				Door: fmt.Sprintf(":%d", r.doorAt.Port()), Rules: g.Rules, Protocol: protocol, Entry: uint8(n.hostStatus().Charter.Door.Entry),
			})
		}
		select {
		case <-ctx.Done():
			lan.Update(beacon.Announcement{})
			return
		case <-tick.C:
		}
	}
}

// doors returns the addresses of this node's door, none before it listens.
func (r *connections) doors() []string {
	r.invited.mu.Lock()
	defer r.invited.mu.Unlock()
	if !r.doorAt.IsValid() {
		return nil
	}
	return r.doorAddresses()
}

// doorAddresses returns the addresses of the door; the lock of invited is held.
func (r *connections) doorAddresses() []string {
	return dial.DoorAddresses(r.doorAt, r.mapper.Outside(portmap.Port{Protocol: portmap.TCP, Internal: r.doorAt.Port()})...)
}

// outer returns the addresses at which the router passes packets of links on.
func (r *connections) outer() []netip.AddrPort {
	r.invited.mu.Lock()
	defer r.invited.mu.Unlock()
	return r.mapper.Outside(portmap.Port{Protocol: portmap.UDP, Internal: r.doorAt.Port()})
}

// invite returns the invitation to this world, "" while its genesis is unknown.
func (r *connections) invite() string {
	n := r.n
	if n.genesis.Load() == nil {
		return ""
	}
	r.invited.mu.Lock()
	defer r.invited.mu.Unlock()
	if now := time.Now(); r.invited.words == "" || now.Sub(r.invited.at) >= inviteEvery {
		r.invited.at = now
		r.invited.words = r.invitation([16]byte{})
	}
	return r.invited.words
}

// invitation returns the text of an invitation; the lock of invited is held.
func (r *connections) invitation(secret [16]byte) string {
	n := r.n
	i := signal.Invite{World: n.world, Peer: n.pair.ID(), Signal: r.server, Doors: r.doorAddresses(), Capability: secret}
	return i.WithFace(n.Title(), n.picture(), n.pair).String()
}

// inviteWith returns the text of an invitation that gives a right.
func (r *connections) inviteWith(secret [16]byte) string {
	r.invited.mu.Lock()
	defer r.invited.mu.Unlock()
	return r.invitation(secret)
}

// listenDoor listens where other machines hand in offers.
func (r *connections) listenDoor(listen string) (net.Listener, error) {
	ln, err := dial.ListenDoor(r.n.dir, listen)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w; choose another with --listen", listen, err)
	}
	return ln, nil
}

// openDoor takes offers that are handed in. links tells that the port of the same number is open for links.
func (r *connections) openDoor(ln net.Listener, links bool, handler http.Handler) {
	n := r.n
	r.invited.mu.Lock()
	defer r.invited.mu.Unlock()
	r.doorAt = ln.Addr().(*net.TCPAddr).AddrPort()
	if n.conf.Settings.Net.PortMapping {
		r.mapper = portmap.New(portmap.Options{Ports: dial.PortsToMap(r.doorAt, links), Log: n.log})
	}
	r.door = &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: doorTime, IdleTimeout: doorTime}
	go r.door.Serve(ln)
}

// openLinks makes the endpoint, the door where offers come in, and the finder.
func (r *connections) openLinks(id *Identity, c Choice) (err error) {
	n := r.n
	s := &n.conf.Settings.Net
	if c.Invite != nil {
		r.keepLastInvite(c.Invite)
	} else {
		c.Invite = lastInvite(n.dir, n.world)
	}
	r.server = s.Signal
	if r.server == "" && c.Invite != nil {
		r.server = c.Invite.Signal
	}
	if r.server != "" {
		if r.reflector, err = dial.NewReflector(r.server, n.log); err != nil {
			return err
		}
	}
	ln, err := r.listenDoor(s.Listen)
	if err != nil {
		return err
	}
	fixed, outer := dial.FixedPort(s.Listen), ""
	if s.PortMapping {
		outer = dial.OuterPort(ln.Addr().(*net.TCPAddr).AddrPort(), s.Listen)
	}
	r.endpoint, err = webrtc.New(webrtc.Options{
		Key:    n.pair,
		Info:   link.Info{Name: n.name, Version: version.Version, Rules: uint32(game.CurrentRules), World: n.world, Headless: n.headless},
		Listen: fixed, OuterPort: outer, ICEServers: s.ICEServers, STUN: r.reflector.Servers, Outer: r.outer, Loopback: true, Doors: r.doors, RelayRate: settings.RelayRate(&n.conf.Settings), Log: n.log,
	}, n.Store.Before(n.venue.Before(n.host)))
	if err != nil {
		ln.Close()
		return err
	}
	r.desk = byhand.New(r.endpoint, n.pair.ID(), n.world)
	door := http.NewServeMux()
	door.Handle(signal.DoorPath, signal.NewDoor(r.endpoint.Answer))
	door.Handle(signal.WorldPath, signal.NewWorldSign(n.world))
	r.openDoor(ln, fixed != "" || r.endpoint.HasOuterPort(), door)
	book, err := peerbook.Open(bookPath(n.dir, n.world))
	if err != nil {
		n.log.Warn("the peers of this world are forgotten", "why", err)
	}
	r.came = c.Invite
	f := &dial.Dialer{Me: n.pair.ID(), World: n.world, Endpoint: r.endpoint, Lan: id.Lan, Invite: c.Invite, Plan: dial.PlanOf(n.host, n.peersNeeded), Log: n.log, Book: book, Named: namedPeers(&n.conf.Settings), Failures: &r.failures}
	if r.server != "" {
		f.Meet, err = signal.NewClient(signal.ClientOptions{URL: r.server, Key: n.pair, World: n.world, Answer: r.endpoint.Answer, Log: n.log})
		if err != nil {
			return err
		}
	}
	r.dialer = dial.Start(f)
	return nil
}

// outside reports whether links know an outer address of this machine, or have servers that tell it. The
// router's address of the door does not count: packets of links do not arrive there.
func (r *connections) outside() bool {
	return len(r.n.conf.Settings.Net.ICEServers) > 0 || r.reflector.Knows() || len(r.outer()) > 0
}

// trouble says why no peer is linked. joining tells that the world is not there yet: a player who is alone in
// a world of their own has no trouble if nobody answers.
func (r *connections) trouble(joining bool) remedy.Trouble {
	c := remedy.Circumstances{Links: len(r.endpoint.Links()), Outside: r.outside()}
	if meet := r.dialer.Meet; meet != nil {
		in, _ := meet.State()
		c.ServerDown = !in
	}
	why := r.failures.Trouble(c, time.Now())
	if why == remedy.Nobody && !joining {
		return remedy.None
	}
	return why
}

// ByHand implements Backend.
func (r *connections) ByHand() *byhand.Desk { return r.desk }

// namedPeers returns the peers of config.toml, in the order in which they are tried.
func namedPeers(s *settings.Settings) (all []settings.PeerAddress) {
	for _, text := range slices.Concat(s.Net.Bootstrap, s.Net.Trusted) {
		if p, err := settings.ParsePeerAddress(text); err == nil { // the settings were checked
			all = append(all, p)
		}
	}
	return all
}

// keepLastInvite remembers the invitation by which a world was entered.
func (r *connections) keepLastInvite(i *signal.Invite) {
	n := r.n
	kept := *i
	if old := lastInvite(n.dir, n.world); old != nil && kept.Capability == [16]byte{} {
		kept.Capability = old.Capability // a plain invitation takes no right away
	}
	i.Capability = kept.Capability
	if err := settings.WriteAtomically(invitePath(n.dir, n.world), []byte(kept.String()+"\n")); err != nil {
		n.log.Warn("cannot save the invitation", "why", err)
	}
}
