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
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"manyhold/app/settings"
	"manyhold/net/key"
	"manyhold/net/signal"
)

const (
	// MaxPeers is how many peers a book remembers, and maxPerAddress how many of them with a door at one
	// address: an attacker has many keys, and few addresses. The one with the fewest visits makes room, and
	// of several the one not linked for longest. So peers of many visits stay, however many strangers come.
	MaxPeers      = 64
	maxPerAddress = 4
	// maxBytes is the largest file that is read.
	maxBytes = 256 << 10
	// sameVisit is the time between two links of a peer within which they count once.
	sameVisit = 10 * time.Minute
	// saveEvery is the least time between two writes of the file, and saveSoon that between the first few of
	// a run: a node that is killed soon after its start has saved the peers that it met.
	saveEvery = 10 * time.Second
	saveSoon  = time.Second
	soonSaves = 3

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

	changed bool      // since the last write
	saved   time.Time // the last write, by the clock of the caller
	saves   int       // writes of this run
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
	for _, p := range slices.Clone(b.peers) {
		b.fit(p.Doors, key.ID{})
	}
	return b, nil
}

// usable returns the doors that are "host:port", at most signal.MaxDoors. No door has a link-local address.
func usable(doors []string) (out []string) {
	for _, d := range doors {
		host, port, err := net.SplitHostPort(d)
		if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 || host == "" || len(d) > maxDoor || slices.Contains(out, d) {
			continue
		}
		if at, err := netip.ParseAddr(host); err == nil && !at.IsGlobalUnicast() && !at.IsLoopback() {
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

// sort puts the peers in their order; mu is held.
func (b *Book) sort() {
	slices.SortStableFunc(b.peers, func(x, y Peer) int {
		return cmp.Or(y.Last.Compare(x.Last), slices.Compare(x.Key[:], y.Key[:]))
	})
}

// fit removes peers beyond the limits, given the doors of one, but not fresh; mu is held.
func (b *Book) fit(doors []string, fresh key.ID) {
	for _, door := range doors {
		at := address(door)
		b.bound(maxPerAddress, fresh, func(p *Peer) bool {
			return slices.ContainsFunc(p.Doors, func(d string) bool { return address(d) == at })
		})
	}
	b.bound(MaxPeers, fresh, func(*Peer) bool { return true })
}

// bound removes peers until at most so many are like that; mu is held.
func (b *Book) bound(most int, fresh key.ID, like func(*Peer) bool) {
	for {
		n, least := 0, -1
		for i := range b.peers {
			p := &b.peers[i]
			if !like(p) {
				continue
			}
			if n++; p.Key != fresh && (least < 0 || p.worth(&b.peers[least]) < 0) {
				least = i
			}
		}
		if n <= most {
			return
		}
		b.peers = slices.Delete(b.peers, least, least+1)
	}
}

// worth compares two peers: the greater one stays longer.
func (p *Peer) worth(q *Peer) int {
	return cmp.Or(cmp.Compare(p.Times, q.Times), p.Last.Compare(q.Last))
}

// address is the address of a usable door, as far as one owner has it: a name, or see signal.AddressKey.
func address(door string) string {
	host, _, _ := net.SplitHostPort(door)
	if at, err := netip.ParseAddr(host); err == nil {
		return signal.AddressKey(at)
	}
	return strings.ToLower(host)
}

// Linked notes that a peer is linked, and the doors that it told. Without a usable door nothing is noted. The
// first door stays first as long as the peer tells it, because that is the door that worked last. Linked is
// called again and again while the link is up. It writes the file when something has changed and a write is
// due; its error is that of writing.
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
	b.fit(doors, id)
	b.sort()
	b.changed = true
	return b.save(now)
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
	b.changed = true
	return b.save(time.Now())
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

// Save writes the file when something has changed and a write is due.
func (b *Book) Save(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.save(now)
}

// Close writes the file when something has changed.
func (b *Book) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.changed {
		return nil
	}
	return b.write()
}

// save is Save; mu is held.
func (b *Book) save(now time.Time) error {
	pause := saveEvery
	if b.saves < soonSaves {
		pause = saveSoon
	}
	if since := now.Sub(b.saved); !b.changed || since >= 0 && since < pause {
		return nil
	}
	b.saved = now
	b.saves++
	return b.write()
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
	if err := settings.WriteAtomically(b.path, out.Bytes()); err != nil {
		return err
	}
	b.changed = false
	return nil
}
