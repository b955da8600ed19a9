// Package peerbook remembers the peers of a world: the addresses of their doors, when they were linked last,
// and how often. With it two peers find each other again without the peer that brought them together.
//
// A book is a TOML file beside the world's file, not a part of it: a copy of a world that is given away must
// not carry the addresses of everybody who ever played there.
package peerbook

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"manyhold/app/settings"
	"manyhold/net/key"
	"manyhold/net/signal"
)

const (
	// MaxPeers is how many peers a book remembers. The one not linked for longest makes room.
	MaxPeers = 64
	// maxBytes is the largest file that is read.
	maxBytes = 256 << 10
	// sameVisit is the time between two links of a peer within which they count once.
	sameVisit = 10 * time.Minute

	header = "# Peers of this world that were linked with this computer, and where their doors were.\n# Written by Manyhold; the file may be deleted.\n\n"
)

// Peer is a remembered peer.
type Peer struct {
	Key   key.ID
	Doors []string  // "host:port", the one that worked last first; at most signal.MaxDoors
	Last  time.Time // linked, to the second
	Times int       // visits
}

// Book is the peers of one world. Its methods may be called from any goroutine.
type Book struct {
	path string

	mu    sync.Mutex
	peers []Peer // the last linked first
}

// row is a peer in the file.
type row struct {
	Key   string    `toml:"key"`
	Doors []string  `toml:"doors"`
	Last  time.Time `toml:"last"`
	Times int       `toml:"times"`
}

// Open reads the book at path. Without a file the book is empty. A row that makes no sense is left out; a
// file that cannot be read as a whole is an error beside an empty book, and the next entry replaces it.
func Open(path string) (*Book, error) {
	b := &Book{path: path}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return b, nil
	case err != nil:
		return b, err
	case info.Size() > maxBytes:
		return b, errors.New("the list of peers at " + path + " is too large")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return b, err
	}
	var file struct {
		Peer []row `toml:"peer"`
	}
	if _, err := toml.Decode(string(text), &file); err != nil {
		return b, err
	}
	for _, r := range file.Peer {
		id, err := key.ParseID(r.Key)
		if doors := usable(r.Doors); err == nil && len(doors) > 0 && r.Times > 0 && !slices.ContainsFunc(b.peers, func(p Peer) bool { return p.Key == id }) {
			b.peers = append(b.peers, Peer{id, doors, r.Last, r.Times})
		}
	}
	b.sort()
	return b, nil
}

// usable returns the doors that are "host:port", at most signal.MaxDoors.
func usable(doors []string) (out []string) {
	for _, d := range doors {
		host, port, err := net.SplitHostPort(d)
		if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 || host == "" || len(d) > maxDoor || slices.Contains(out, d) {
			continue
		}
		if out = append(out, d); len(out) == signal.MaxDoors {
			break
		}
	}
	return out
}

// maxDoor is the longest door in bytes.
const maxDoor = 64

// sort puts the peers in their order and cuts the list; mu is held.
func (b *Book) sort() {
	slices.SortStableFunc(b.peers, func(x, y Peer) int {
		return cmp.Or(y.Last.Compare(x.Last), slices.Compare(x.Key[:], y.Key[:]))
	})
	b.peers = b.peers[:min(len(b.peers), MaxPeers)]
}

// Linked notes that a peer is linked, and the doors that it told. Without a usable door nothing is noted. The
// first door stays first as long as the peer tells it, because that is the door that worked last. Linked is
// called again and again while the link is up. It writes the file when something has changed; its error is
// that of writing.
func (b *Book) Linked(id key.ID, doors []string, now time.Time) error {
	if doors = usable(doors); len(doors) == 0 {
		return nil
	}
	now = now.UTC().Truncate(time.Second)
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.peers, func(p Peer) bool { return p.Key == id })
	if i < 0 {
		b.peers = append(b.peers, Peer{Key: id})
		i = len(b.peers) - 1
	}
	p := &b.peers[i]
	if len(p.Doors) > 0 {
		doors = first(doors, p.Doors[0])
	}
	visit := now.Sub(p.Last) >= sameVisit
	if !visit && slices.Equal(p.Doors, doors) {
		return nil
	}
	if visit {
		p.Times++
	}
	p.Doors, p.Last = doors, now
	b.sort()
	return b.write()
}

// Worked notes by which door a peer was reached: it is the first to be tried the next time.
func (b *Book) Worked(id key.ID, door string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.peers, func(p Peer) bool { return p.Key == id })
	if i < 0 {
		return nil
	}
	doors := first(b.peers[i].Doors, door)
	if slices.Equal(doors, b.peers[i].Doors) {
		return nil
	}
	b.peers[i].Doors = doors
	return b.write()
}

// first returns the doors with one of them moved to the front, or as they are if it is none of them. It does
// not change the list.
func first(doors []string, door string) []string {
	at := slices.Index(doors, door)
	if at <= 0 {
		return doors
	}
	return slices.Concat([]string{door}, doors[:at], doors[at+1:])
}

// Peers returns the remembered peers, the last linked first.
func (b *Book) Peers() []Peer {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.peers)
}

// write replaces the file; mu is held.
func (b *Book) write() error {
	var file struct {
		Peer []row `toml:"peer"`
	}
	for _, p := range b.peers {
		file.Peer = append(file.Peer, row{p.Key.String(), p.Doors, p.Last, p.Times})
	}
	out := bytes.NewBufferString(header)
	if err := toml.NewEncoder(out).Encode(file); err != nil {
		return err
	}
	return settings.WriteAtomically(b.path, out.Bytes())
}
