package status

import "strings"

// PeerName names a peer: by its key, which is its own, and by its display name, which others may have, too.
// The zero value names nobody.
type PeerName struct {
	Peer string `json:"peer"`
	Name string `json:"name"`
}

// String returns the display name, or the short key of a peer without one.
func (p PeerName) String() string {
	if p.Name == "" && p.Peer != "" {
		return Short(p.Peer)
	}
	return p.Name
}

// PeerNames is a list of peers. It is printed as a list of {peer, name}, never as null.
type PeerNames []PeerName

// Names returns the display names. A name that several of the peers have is followed by the short key of
// each.
func (l PeerNames) Names() []string {
	out := make([]string, len(l))
	for i, p := range l {
		out[i] = p.String()
		for j, o := range l {
			if i != j && o.String() == p.String() {
				out[i] = p.String() + " (" + Short(p.Peer) + ")"
				break
			}
		}
	}
	return out
}

// Named reports whether a peer of the list has a display name.
func (l PeerNames) Named(name string) bool {
	for _, p := range l {
		if p.Name == name {
			return true
		}
	}
	return false
}

// String returns the names in a line; "none" for an empty list.
func (l PeerNames) String() string {
	if len(l) == 0 {
		return "none"
	}
	return strings.Join(l.Names(), ", ")
}
