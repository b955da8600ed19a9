package dial

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"manyhold/app/dial/peerbook"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/signal"
)

// A node remembers the doors of linked peers, and sends offers to them when it is alone. A peer may tell any
// door: one of somebody else's machines, which many nodes would call then, or one of this machine's programs.
// So a door is remembered only if its address is the one at which the link reaches the peer, or if a dial by
// it has reached the peer. A router that maps the door's port has that address, too.

// remember notes the linked peers in the book, with those of their doors that are credible.
func (f *Dialer) remember(links []link.Link, now time.Time) {
	if f.Book == nil {
		return
	}
	known := map[key.ID][]string{}
	for _, p := range f.Book.Peers() {
		known[p.Key] = p.Doors
	}
	for _, l := range links {
		if err := f.Book.Linked(l.Peer(), f.credible(l, known[l.Peer()]), now); err != nil {
			f.Log.Debug("cannot note a peer", "why", err)
		}
		f.worked(l.Peer()) // perhaps the book did not have that door before
	}
	if err := f.Book.Save(now); err != nil {
		f.Log.Debug("cannot save the peers", "why", err)
	}
}

// worked tells the book by which door a peer was reached.
func (f *Dialer) worked(id key.ID) {
	door := f.reached[id]
	if door == "" || f.Book == nil {
		return
	}
	if err := f.Book.Worked(id, door); err != nil {
		f.Log.Debug("cannot note a door", "why", err)
	}
}

// credible returns those of the doors that a linked peer tells that may be remembered. The doors that the
// book has were credible once.
func (f *Dialer) credible(l link.Link, known []string) (out []string) {
	var at *link.Stats // read when it is needed: most doors are known
	for _, door := range strings.Fields(l.Info().Doors) {
		if door != f.reached[l.Peer()] && !slices.Contains(known, door) {
			if at == nil {
				s := l.Stats()
				at = &s
			}
			if !leadsTo(door, at, machineAddresses) {
				continue
			}
		}
		out = append(out, door)
	}
	return out
}

// leadsTo reports whether a door is on the machine to which a link leads. A link that others carry does not
// tell: its addresses are those that the other side has named. own returns the addresses of this machine.
func leadsTo(door string, l *link.Stats, own func() []netip.Addr) bool {
	host, _, err := net.SplitHostPort(door)
	if err != nil || l.Route != "host" && l.Route != "srflx" {
		return false
	}
	at, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	at = at.Unmap().WithZone("")
	switch {
	case l.Machine == link.Here:
		return at.IsLoopback() || slices.Contains(own(), at)
	case at.IsLoopback() || at.IsLinkLocalUnicast():
		return false
	}
	return at.String() == l.Machine
}

// machineAddresses returns the addresses of this machine.
func machineAddresses() (all []netip.Addr) {
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok {
			if at, ok := netip.AddrFromSlice(ip.IP); ok {
				all = append(all, at.Unmap())
			}
		}
	}
	return all
}

// arrived notes by which door a peer was reached. An attempt that has ended well has not always reached the
// peer by its own route: the peer may have dialled meanwhile.
func (f *Dialer) arrived(o outcome) {
	if o.err != nil || o.attempt.blind == nil || !o.attempt.blind.answered.Load() {
		return
	}
	door := signal.DoorOf(o.attempt.blind.Exchange)
	if door == "" {
		return
	}
	f.reached[o.route.peer] = door
	f.worked(o.route.peer)
}

// remembered returns the peers of the book, without this one: by turns the one linked last, and the one of
// most visits. A friend of many evenings is not behind all those who were there for a moment.
func (f *Dialer) remembered() (out []peerbook.Peer) {
	if f.Book == nil {
		return nil
	}
	last := f.Book.Peers()
	often := slices.Clone(last)
	slices.SortStableFunc(often, func(a, b peerbook.Peer) int { return cmp.Compare(b.Times, a.Times) })
	seen := map[key.ID]bool{f.Me: true}
	for i := range last {
		for _, p := range []peerbook.Peer{last[i], often[i]} {
			if !seen[p.Key] {
				seen[p.Key] = true
				out = append(out, p)
			}
		}
	}
	return out
}
