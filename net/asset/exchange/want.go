package exchange

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"manyhold/net/asset"
	"manyhold/net/key"
)

const (
	// maxElsewhere is the number of peers without a link that may have a wanted asset, and maxNeeds that of
	// Needs. elsewhereTime is how long a link with one is tried.
	maxElsewhere, maxNeeds = 8, 16
	// maxOfTeller is the number of them that one peer may name.
	maxOfTeller   = 2
	elsewhereTime = time.Minute
)

// ErrMany says that too many assets are wanted.
var ErrMany = errors.New("exchange: too many assets are wanted at once")

// want is an asset that is to be fetched.
type want struct {
	name     asset.Name
	priority Priority
	serial   uint64
	parked   time.Time // until then it waits for room
	pause    time.Duration
	askAt    time.Time

	sources   map[key.ID]*source // linked peers that have something of it
	elsewhere []elsewhere

	asked  map[key.ID]bool // for the descriptor, without an answer
	since  time.Time       // when the last one was asked
	desc   *asset.Descriptor
	have   []bool
	left   int // blocks that are missing
	blocks map[int][]*request
	order  []int // of blocks that are equally rare: another for each downloader
}

// source is what a linked peer has of an asset.
type source struct {
	whole bool
	have  []bool
	tried int // how often the descriptor was asked of it
}

// elsewhere is a peer without a link.
type elsewhere struct {
	id, teller key.ID
	at         time.Time
}

// request is a block that was asked of a peer.
type request struct {
	from key.ID
	at   time.Time
	got  []byte
}

func newWant(name asset.Name, serial uint64) *want {
	return &want{name: name, serial: serial, sources: map[key.ID]*source{}, asked: map[key.ID]bool{}, blocks: map[int][]*request{}}
}

// wake takes over what the depot has of it, and reports whether the descriptor is known.
func (w *want) wake(e *Exchange) bool {
	if w.desc != nil {
		return true
	}
	d, ok := e.Depot.Descriptor(w.name)
	if !ok {
		return false
	}
	w.begin(e, d)
	return w.desc != nil
}

// begin begins the download.
func (w *want) begin(e *Exchange, d *asset.Descriptor) {
	if err := e.Depot.Begin(d, w.priority == Visible); err != nil {
		w.parked = e.now.Add(parkTime)
		e.On(Event{Full, w.name, key.ID{}, err})
		return
	}
	w.desc = d
	w.look(e)
	w.pause = 0
}

// look counts the blocks that are there. With all of them, the download is finished.
func (w *want) look(e *Exchange) {
	have, _, ok := e.Depot.Have(w.name)
	if !ok {
		w.desc, w.have = nil, nil
		return
	}
	w.have, w.left = have, 0
	for _, h := range have {
		if !h {
			w.left++
		}
	}
	w.order = shuffled(len(have), nearness(e.Me, w.name))
	if w.left == 0 {
		w.finish(e)
	}
}

// shuffled returns the numbers below n in an order that depends on a seed.
func shuffled(n int, seed uint64) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	mix := func(i int) uint64 { // the finalizer of MurmurHash3, which is a bijection: no two are equal
		x := seed ^ uint64(i)
		x = (x ^ x>>33) * 0xff51afd7ed558ccd
		x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
		return x ^ x>>33
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(mix(a), mix(b)) })
	return list
}

// shortest is the shortest time after which it is asked for again.
func (w *want) shortest() time.Duration {
	for _, s := range w.sources {
		if !s.whole {
			return askFirst
		}
	}
	if len(w.sources) == 0 {
		return askFirst
	}
	return askServed
}

// finish makes the asset whole.
func (w *want) finish(e *Exchange) {
	err := error(nil)
	if !e.Depot.Holds(w.name) {
		err = e.Depot.Finish(w.name)
	}
	switch {
	case err == nil:
		e.drop(w)
		e.announce = append(e.announce, w.name)
		e.On(Event{Completed, w.name, key.ID{}, nil})
	case e.Depot.Holds(w.name):
		e.drop(w)
	default:
		if _, _, known := e.Depot.Have(w.name); !known { // all blocks are right, and it is not allowed
			e.refuse(w, err)
			return
		}
		w.parked = e.now.Add(parkTime) // the disk failed
		w.desc = nil
		e.On(Event{Full, w.name, key.ID{}, err})
	}
}

// refuse forgets an asset that nobody may have.
func (e *Exchange) refuse(w *want, why error) {
	e.drop(w)
	if len(e.bad) >= maxBad {
		clear(e.bad)
	}
	e.bad[w.name] = why
	e.On(Event{Refused, w.name, key.ID{}, why})
}

// forget removes a peer from the sources.
func (w *want) forget(e *Exchange, id key.ID) {
	w.cancel(e, id)
	delete(w.sources, id)
}

// cancel takes back what was asked of a peer.
func (w *want) cancel(e *Exchange, id key.ID) {
	delete(w.asked, id)
	for i, list := range w.blocks {
		w.put(i, slices.DeleteFunc(list, func(r *request) bool {
			if r.from != id {
				return false
			}
			if p := e.peer(id); p != nil {
				p.asked--
			}
			return true
		}))
	}
}

// put sets the requests of a block.
func (w *want) put(block int, list []*request) {
	if len(list) == 0 {
		delete(w.blocks, block)
		return
	}
	w.blocks[block] = list
}

// expire gives up on peers that are silent, and on those without a link.
func (w *want) expire(e *Exchange) {
	for _, p := range e.peers {
		if !w.waitsFor(p.id) || e.now.Sub(p.heard) <= Patience {
			continue
		}
		w.cancel(e, p.id)
		p.slow = e.now.Add(2 * Patience)
	}
	w.elsewhere = slices.DeleteFunc(w.elsewhere, func(o elsewhere) bool { return e.now.Sub(o.at) > elsewhereTime })
}

// waitsFor reports whether blocks were asked of a peer.
func (w *want) waitsFor(id key.ID) bool {
	for _, list := range w.blocks {
		if slices.ContainsFunc(list, func(r *request) bool { return r.from == id }) {
			return true
		}
	}
	return false
}

// fill asks for the descriptor, or for as many blocks as may be asked for now. The peers are asked in turn,
// one block each, so that all of them give something. The rarest blocks come first, so that peers that
// download together soon have something to give each other.
func (w *want) fill(e *Exchange) {
	if !w.wake(e) {
		w.describe(e)
		return
	}
	needs, shared := make([][]int, len(e.peers)), w.shared()
	for more := true; more; {
		more = false
		for i, p := range e.peers {
			s := w.sources[p.id]
			if s == nil || p.asked >= Window || e.now.Before(p.slow) || len(needs[i]) == MaxNeed || e.aside.has(p.id, w.name, e.now) {
				continue
			}
			block := w.pick(p, s, shared, e.now)
			if block < 0 {
				continue
			}
			if p.asked == 0 {
				p.heard = e.now
			}
			p.asked++
			w.blocks[block] = append(w.blocks[block], &request{from: p.id, at: e.now})
			needs[i] = append(needs[i], block)
			more = true
		}
	}
	for i, blocks := range needs {
		if len(blocks) > 0 {
			slices.Sort(blocks)
			e.send(e.peers[i].id, encodeNeed(w.name, blocks))
		}
	}
}

// shared counts for each block the peers that have it and have not the whole.
func (w *want) shared() []int {
	n := make([]int, len(w.have))
	for _, s := range w.sources {
		for i := range min(len(n), len(s.have)) {
			if !s.whole && s.have[i] {
				n[i]++
			}
		}
	}
	return n
}

// pick returns a block to ask of a peer, or -1: of those that nobody was asked for, the one that the fewest
// others have; or else one of a slow peer.
func (w *want) pick(p *peer, s *source, shared []int, now time.Time) int {
	best, twin := -1, -1
	for _, i := range w.order {
		if w.have[i] || !s.whole && (i >= len(s.have) || !s.have[i]) {
			continue
		}
		switch list := w.blocks[i]; {
		case len(list) == 0 && (best < 0 || shared[i] < shared[best]):
			best = i
		case twin < 0 && len(list) == 1 && list[0].from != p.id && now.Sub(list[0].at) > twinAfter:
			twin = i
		}
	}
	if best < 0 {
		return twin
	}
	return best
}

// describe asks a source for the descriptor: the one that was asked least often. If it is silent, the next
// one is asked, too.
func (w *want) describe(e *Exchange) {
	if e.now.Before(w.parked) || len(w.asked) > 0 && e.now.Sub(w.since) < describeTime {
		return
	}
	var best *source
	var to key.ID
	for _, p := range e.peers {
		if s := w.sources[p.id]; s != nil && !e.aside.has(p.id, w.name, e.now) && (best == nil || s.tried < best.tried) {
			best, to = s, p.id
		}
	}
	if best == nil {
		return
	}
	best.tried++
	w.asked[to], w.since = true, e.now
	e.send(to, encodeName(stepDescribe, w.name))
}

// Progress is how far a download has come.
type Progress struct {
	Name        asset.Name
	Priority    Priority
	Done, Total int // blocks; Total is zero until the descriptor is there
	Size        int // bytes
	Sources     int // linked peers that have something of it
	Parked      bool
}

// Percent is the part that is there, 0 to 100.
func (p Progress) Percent() int {
	if p.Total == 0 {
		return 0
	}
	return 100 * p.Done / p.Total
}

// Progress returns the downloads, by priority.
func (e *Exchange) Progress() []Progress {
	list := make([]Progress, 0, len(e.queue))
	for _, w := range e.queue {
		p := Progress{Name: w.name, Priority: w.priority, Sources: len(w.sources), Parked: e.now.Before(w.parked)}
		if w.desc != nil {
			p.Total, p.Size = len(w.have), w.desc.Size
			p.Done = p.Total - w.left
		}
		list = append(list, p)
	}
	return list
}
