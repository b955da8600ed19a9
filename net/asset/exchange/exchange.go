// Package exchange fetches assets from linked peers and gives them assets. It is called and calls nothing but
// its depot: it knows no link and no clock. Messages and the time go in, messages to send come out.
//
// # Messages
//
// All have the kind wire.Asset, and a step in the second byte. A name is 32 bytes; lists have 1 to MaxNames
// entries, blocks 1 to MaxNeed.
//
//	1 Ask         list of names: which do you have, and who else has them?
//	2 Hold        list of: name, u8 state (0 nothing, 1 a part, 2 the whole),
//	              a part only: uvarint number of blocks, a bit for each, the lowest bit of a byte first;
//	              uvarint number of others (0 to MaxOthers), for each 32 bytes key, uvarint age in seconds
//	3 Describe    name: asks for the descriptor
//	4 Described   name, the descriptor
//	5 Need        name, list of uvarint blocks, ascending: asks for them, answered in this order
//	6 Piece       name, uvarint block, uvarint offset in the block, the rest: 1 to MaxPiece bytes
//	7 Lack        name: answers Describe or Need of an asset that the peer does not have
//	8 Stale       name, 32 bytes key: the peer whom you named does not have it
//
// # Blocks
//
// A descriptor is verified by its name, each block by the descriptor (package asset). A block comes from one
// peer, in pieces. So a wrong one has one sender: it is set aside for that asset, and after MaxStrikes assets
// for all of them, and the block comes from another. Different blocks are asked of all peers at once, each at
// most Window ahead; peers that download give the blocks that they have. A silent peer's blocks are asked of
// others after Patience; at the end, the last blocks are asked of two peers.
//
// # Provider records
//
// A peer that has the whole of an asset says so to the Spread linked peers whose keys are nearest to the
// name, when it completes it and, while the world uses it, every RecordEvery. They keep that as a record for
// RecordLife, and name the peer to those who ask. A record is only what the provider itself said over its own
// link, so it travels one link further and no more. A peer that was named in vain is reported (Stale), and
// the record is removed. Names, ages and keys of records are hints: nothing is believed of them but where to
// ask.
//
// # Limits
//
// Each peer has a quota of messages of each step, of records, of requested blocks and of bytes; what exceeds
// it is dropped and counted. Pieces that were not asked for are dropped. Blocks are sent only while a link's
// stream is nearly empty (Options.Room), so that turns and everything else go first.
package exchange

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"manyhold/net/asset"
	"manyhold/net/host/capacity"
	"manyhold/net/key"
)

// Limits of an exchange.
const (
	// MaxWants is the number of assets that may be wanted at once; more are refused. MaxActive of them are
	// asked for, by priority; the others wait.
	MaxWants, MaxActive = 4096, 32
	// Window is the number of blocks that are asked of a peer ahead.
	Window = 8
	// MaxJobs is the number of blocks that a peer may have asked for and not yet got.
	MaxJobs = 64
	// Patience is the longest silence of a peer that was asked for blocks. After describeTime, another peer
	// is asked for the descriptor as well.
	Patience, describeTime = 4 * time.Second, time.Second / 2
	// twinAfter is when a block that is asked for may be asked of a second peer, if nothing else is left.
	twinAfter = time.Second
	// An asset is asked for again after askFirst, then after twice as long, up to askLast. While blocks come
	// from a peer that has the whole, askServed is the shortest time.
	askFirst, askServed, askLast = time.Second, 4 * time.Second, 16 * time.Second
	// PeerRate is how many bytes a peer gets in a second, and peerBurst how many at once.
	PeerRate, peerBurst = 4 << 20, 256 << 10
	// MaxStrikes is the number of wrong bytes after which a peer is asked for nothing any more, for
	// asideTime.
	MaxStrikes, asideTime = 3, 10 * time.Minute
	// maxAside is the number of such marks that are kept; the oldest is dropped.
	maxAside = 512
	// maxBad is the number of names that are remembered as not allowed.
	maxBad = 1024
	// parkTime is how long a want waits that did not fit the quota.
	parkTime = time.Minute
)

// Priority says how much an asset is wanted.
type Priority uint8

// The priorities, rising.
const (
	Background Priority = iota + 1 // a copy for the world, within the quota
	Preload                        // it will be shown soon; within the quota
	Visible                        // the own window shows it: also beyond the quota
)

// Depot is where assets are kept; see package depot.
type Depot interface {
	Holds(asset.Name) bool
	Descriptor(asset.Name) (*asset.Descriptor, bool)
	Have(asset.Name) (have []bool, whole, known bool)
	Block(asset.Name, int) ([]byte, bool)
	Begin(d *asset.Descriptor, beyond bool) error
	Write(n asset.Name, block int, b []byte) (last bool, err error)
	Finish(asset.Name) error
	Used() []asset.Name
}

// Options of an exchange.
type Options struct {
	Me     key.ID
	Depot  Depot
	Upload int // bytes a second to all peers; zero: no limit
	// Room returns how many bytes may be put into a peer's stream now. Nil: as many as there are.
	Room func(key.ID) int
	// On is told of what happens; nil: nobody is.
	On func(Event)
}

// Exchange is one peer's part. It is not safe for concurrent use.
type Exchange struct {
	Options
	Counters Counters

	now     time.Time
	peers   []*peer // ascending by key
	wants   map[asset.Name]*want
	queue   []*want // by priority, then by age
	serial  uint64
	records records
	aside   asides
	bad     map[asset.Name]error
	out     []Out
	upload  capacity.Quota
	turn    int // which peer is served first

	announce   []asset.Name // whole assets of which providers' records are still to be sent
	announceAt time.Time
}

// New returns an exchange without peers.
func New(o Options) *Exchange {
	if o.Room == nil {
		o.Room = func(key.ID) int { return peerBurst }
	}
	if o.On == nil {
		o.On = func(Event) {}
	}
	return &Exchange{Options: o, wants: map[asset.Name]*want{}, bad: map[asset.Name]error{}, records: newRecords()}
}

// peer is a linked peer.
type peer struct {
	id      key.ID
	quotas  [stepLast + 1]capacity.Quota
	rate    capacity.Quota
	jobs    []job  // what it asked for, oldest first
	sending []byte // the block of the first job, as far as it was not sent
	offset  int    // of sending
	pending int    // bytes of messages that Next returns next

	asked int       // blocks that were asked of it and have not come
	heard time.Time // its last piece, or the request before
	slow  time.Time // until then, it is not asked for blocks
}

// job is a block that a peer asked for.
type job struct {
	name  asset.Name
	block int
}

func (e *Exchange) find(id key.ID) (int, bool) {
	return slices.BinarySearchFunc(e.peers, id, func(p *peer, id key.ID) int { return bytes.Compare(p.id[:], id[:]) })
}

func (e *Exchange) peer(id key.ID) *peer {
	if i, ok := e.find(id); ok {
		return e.peers[i]
	}
	return nil
}

// LinkUp tells that a peer is linked.
func (e *Exchange) LinkUp(now time.Time, id key.ID) {
	e.now = now
	i, ok := e.find(id)
	if ok {
		e.LinkDown(now, id)
	}
	p := &peer{id: id}
	e.peers = slices.Insert(e.peers, i, p)
	var names []asset.Name
	for _, w := range e.active() {
		names = append(names, w.name)
	}
	e.ask(p, names)
}

// LinkDown tells that a peer's link is gone.
func (e *Exchange) LinkDown(now time.Time, id key.ID) {
	e.now = now
	i, ok := e.find(id)
	if !ok {
		return
	}
	for _, w := range e.queue {
		w.forget(e, id)
	}
	e.peers = slices.Delete(e.peers, i, i+1)
}

// Want asks for an asset, or changes its priority. It reports whether the asset is there. An error says that
// it is not allowed, or that too much is wanted.
func (e *Exchange) Want(now time.Time, name asset.Name, p Priority) (there bool, err error) {
	e.now = now
	if e.Depot.Holds(name) {
		return true, nil
	}
	if err := e.bad[name]; err != nil {
		return false, err
	}
	w := e.wants[name]
	if w == nil {
		if len(e.wants) >= MaxWants {
			return false, ErrMany
		}
		e.serial++
		w = newWant(name, e.serial)
		e.wants[name] = w
		e.queue = append(e.queue, w)
	}
	if w.priority != p {
		w.priority, w.parked = p, time.Time{}
		slices.SortFunc(e.queue, func(a, b *want) int {
			return cmp.Or(-cmp.Compare(a.priority, b.priority), cmp.Compare(a.serial, b.serial))
		})
	}
	return false, nil
}

// Unwant stops the download of an asset. Its blocks stay in the depot for a while.
func (e *Exchange) Unwant(name asset.Name) {
	if w := e.wants[name]; w != nil {
		e.drop(w)
	}
}

// drop forgets a want.
func (e *Exchange) drop(w *want) {
	for _, p := range e.peers {
		w.cancel(e, p.id)
	}
	delete(e.wants, w.name)
	e.queue = slices.DeleteFunc(e.queue, func(o *want) bool { return o == w })
}

// Added tells that an asset was put into the depot here.
func (e *Exchange) Added(now time.Time, name asset.Name) {
	e.now = now
	e.announce = append(e.announce, name)
	if w := e.wants[name]; w != nil {
		e.drop(w)
		e.On(Event{Completed, name, key.ID{}, nil})
	}
}

// active returns the wants that are asked for now, by priority. Those that nobody seems to have are asked for
// in turn, as far as the others leave room.
func (e *Exchange) active() (list []*want) {
	var vain []*want
	for _, w := range e.queue {
		switch {
		case e.now.Before(w.parked):
		case len(w.sources) == 0 && w.pause >= askLast:
			vain = append(vain, w)
		case len(list) < MaxActive:
			list = append(list, w)
		}
	}
	slices.SortStableFunc(vain, func(a, b *want) int { return a.askAt.Compare(b.askAt) })
	return append(list, vain[:min(len(vain), MaxActive-len(list))]...)
}

// Next returns the messages to send at the time now. A call every 20 ms while Busy, and every second
// otherwise, keeps everything going.
func (e *Exchange) Next(now time.Time) []Out {
	e.now = now
	active := e.active()
	for _, w := range active {
		w.expire(e)
	}
	e.askDue(active)
	for _, w := range active {
		if e.wants[w.name] == w {
			w.fill(e)
		}
	}
	e.serve()
	e.announceDue()
	for _, p := range e.peers {
		p.pending = 0
	}
	out := e.out
	e.out = nil
	return out
}

// Busy reports whether there is something to send soon, or an answer to wait for. Assets that nobody has make
// nobody busy.
func (e *Exchange) Busy() bool {
	return len(e.announce) > 0 || slices.ContainsFunc(e.peers, func(p *peer) bool { return len(p.jobs) > 0 }) ||
		slices.ContainsFunc(e.queue, func(w *want) bool { return len(w.sources) > 0 && !e.now.Before(w.parked) })
}

// Needs returns peers that are not linked and may have what is wanted, at most maxNeeds.
func (e *Exchange) Needs() (ids []key.ID) {
	for _, w := range e.queue {
		for _, o := range w.elsewhere {
			if len(ids) < maxNeeds && e.peer(o.id) == nil && !slices.Contains(ids, o.id) {
				ids = append(ids, o.id)
			}
		}
	}
	return ids
}

func (e *Exchange) send(to key.ID, message []byte) {
	if p := e.peer(to); p != nil {
		p.pending += len(message)
	}
	e.out = append(e.out, Out{to, message})
}

// room returns how many bytes may be sent to a peer now, beside those that are about to be.
func (e *Exchange) room(p *peer) int { return e.Room(p.id) - p.pending }

// ask asks a peer for names.
func (e *Exchange) ask(p *peer, names []asset.Name) {
	for n := range slices.Chunk(names, MaxNames) {
		e.send(p.id, encodeNames(stepAsk, n))
	}
}

// askDue asks all peers for the wants that are due.
func (e *Exchange) askDue(active []*want) {
	var due []asset.Name
	for _, w := range active {
		if w.askAt.After(e.now) {
			continue
		}
		w.pause = min(max(2*w.pause, w.shortest()), askLast)
		w.askAt = e.now.Add(w.pause)
		due = append(due, w.name)
	}
	if len(due) == 0 {
		return
	}
	for _, p := range e.peers {
		e.ask(p, due)
	}
}

// nearness orders peers by their distance from a name: the exclusive or of their first eight bytes.
func nearness(id key.ID, name asset.Name) uint64 {
	return binary.BigEndian.Uint64(id[:8]) ^ binary.BigEndian.Uint64(name[:8])
}
