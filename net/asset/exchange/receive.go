package exchange

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/net/asset"
	"manyhold/net/key"
)

// rates is how many messages of a step are looked at in a second, of one peer; three times as many at once.
// Zero: only what was asked for is looked at. An honest peer stays below them: it asks MaxActive names once a
// second, and for a descriptor and Window blocks whenever it got some.
var rates = [stepLast + 1]float64{stepAsk: 20, stepHold: 60, stepDescribe: 60, stepNeed: 200, stepLack: 60, stepStale: 10}

// ErrWrong says that a peer sent bytes that are not those of the asset.
var ErrWrong = errors.New("exchange: wrong bytes")

// Receive takes a message of kind wire.Asset of a linked peer. b is not kept.
func (e *Exchange) Receive(now time.Time, from key.ID, b []byte) {
	e.now = now
	p := e.peer(from)
	if p == nil {
		return
	}
	m, err := decode(b)
	if err != nil {
		e.Counters.Garbage++
		return
	}
	if r := rates[m.step]; r > 0 && !p.quotas[m.step].Take(now, 1, r, 3*r) {
		e.Counters.Flooded++
		return
	}
	switch m.step {
	case stepAsk:
		e.answer(p, m.names)
	case stepHold:
		for _, h := range m.holds {
			e.heardOf(p, h)
		}
	case stepDescribe:
		if d, ok := e.Depot.Descriptor(m.name); ok {
			e.reply(p, encodeDescribed(m.name, d.Encode()))
		} else {
			e.send(p.id, encodeName(stepLack, m.name))
		}
	case stepDescribed:
		e.described(p, m)
	case stepNeed:
		e.needed(p, m)
	case stepPiece:
		e.piece(p, m)
	case stepLack:
		e.records.remove(m.name, p.id)
		if w := e.wants[m.name]; w != nil {
			w.forget(e, p.id)
			w.pause, w.askAt = 0, e.now.Add(askFirst)
		}
	case stepStale:
		e.stale(m.name, m.id)
	}
}

// answer tells a peer what is here, and who else is known to have it.
func (e *Exchange) answer(p *peer, names []asset.Name) {
	list := make([]holding, 0, len(names))
	for _, n := range names {
		h := holding{Name: n, Others: e.records.others(n, p.id, e.now)}
		if e.Depot.Holds(n) {
			h.State = holdsWhole
		} else if have, _, ok := e.Depot.Have(n); ok && slices.Contains(have, true) {
			h.State, h.Have = holdsPart, have
		}
		list = append(list, h)
	}
	e.reply(p, encodeHold(list))
}

// reply sends a large answer, unless the peer's link is full or its quota used up: it will ask again.
func (e *Exchange) reply(p *peer, b []byte) {
	if e.room(p) < len(b) || !p.rate.Take(e.now, float64(len(b)), PeerRate, peerBurst) {
		e.Counters.Flooded++
		return
	}
	e.send(p.id, b)
}

// heardOf takes what a peer has of an asset, and whom it names.
func (e *Exchange) heardOf(p *peer, h holding) {
	if h.State == holdsWhole {
		e.records.add(h.Name, p.id, e.now)
	} else {
		e.records.remove(h.Name, p.id)
	}
	w := e.wants[h.Name]
	if w == nil {
		return
	}
	if i := slices.IndexFunc(w.elsewhere, func(o elsewhere) bool { return o.id == p.id }); i >= 0 {
		if h.State == holdsNone && e.peer(w.elsewhere[i].teller) != nil {
			e.send(w.elsewhere[i].teller, encodeStale(h.Name, p.id))
		}
		w.elsewhere = slices.Delete(w.elsewhere, i, i+1)
	}
	switch s := w.sources[p.id]; {
	case h.State == holdsNone:
		w.forget(e, p.id)
	case s == nil:
		w.sources[p.id] = &source{whole: h.State == holdsWhole, have: h.Have}
	default:
		s.whole, s.have = h.State == holdsWhole, h.Have
	}
	for _, o := range h.Others {
		told := 0
		for _, k := range w.elsewhere {
			if k.teller == p.id {
				told++
			}
		}
		known := told >= maxOfTeller || o.ID == e.Me || e.peer(o.ID) != nil || slices.ContainsFunc(w.elsewhere, func(k elsewhere) bool { return k.id == o.ID })
		if !known && len(w.elsewhere) < maxElsewhere && time.Duration(o.Age)*time.Second <= RecordLife {
			w.elsewhere = append(w.elsewhere, elsewhere{o.ID, p.id, e.now})
		}
	}
}

// stale takes that a provider was named in vain. If it is linked, it is asked itself: its answer may make a
// new record.
func (e *Exchange) stale(name asset.Name, id key.ID) {
	if !slices.ContainsFunc(e.records.by[name], func(r record) bool { return r.id == id }) {
		return
	}
	e.records.remove(name, id)
	if p := e.peer(id); p != nil {
		e.ask(p, []asset.Name{name})
	}
}

// wrong sets a peer aside that sent wrong bytes: only that peer can have sent them over its link.
func (e *Exchange) wrong(p *peer, w *want, why error) {
	e.Counters.Wrong++
	e.aside.add(p.id, w.name, e.now)
	w.forget(e, p.id)
	e.On(Event{Wrong, w.name, p.id, fmt.Errorf("%w: %w", ErrWrong, why)})
}

// described takes a descriptor.
func (e *Exchange) described(p *peer, m message) {
	w := e.wants[m.name]
	if w == nil || !w.asked[p.id] {
		e.Counters.Unasked++
		return
	}
	delete(w.asked, p.id)
	if sha256.Sum256(m.payload) != m.name {
		e.wrong(p, w, errors.New("the descriptor"))
		return
	}
	d, err := asset.DecodeDescriptor(m.payload)
	if err != nil { // the name is that of something that is not allowed: the sender did not choose it
		e.refuse(w, err)
		return
	}
	if w.desc == nil {
		w.begin(e, &d)
	}
}

// piece takes a piece of a block.
func (e *Exchange) piece(p *peer, m message) {
	w, block := e.wants[m.name], m.blocks[0]
	var r *request
	if w != nil {
		if i := slices.IndexFunc(w.blocks[block], func(r *request) bool { return r.from == p.id }); i >= 0 {
			r = w.blocks[block][i]
		}
	}
	if r == nil || w.desc == nil {
		e.Counters.Unasked++
		return
	}
	p.heard = e.now
	if r.got == nil {
		r.got = make([]byte, 0, w.desc.BlockLen(block))
	}
	if m.offset != len(r.got) { // of an earlier request, which was given up
		e.Counters.Unasked++
		return
	}
	if len(r.got)+len(m.payload) > w.desc.BlockLen(block) {
		e.wrong(p, w, fmt.Errorf("block %d of %d bytes has more", block, w.desc.BlockLen(block)))
		return
	}
	r.got = append(r.got, m.payload...)
	e.Counters.BytesIn += uint64(len(m.payload))
	if len(r.got) < w.desc.BlockLen(block) {
		return
	}
	if !w.desc.IsBlock(block, r.got) {
		e.wrong(p, w, fmt.Errorf("block %d", block))
		return
	}
	e.Counters.BlocksIn++
	for _, o := range w.blocks[block] {
		if q := e.peer(o.from); q != nil {
			q.asked--
		}
	}
	delete(w.blocks, block)
	last, err := e.Depot.Write(m.name, block, r.got)
	if err != nil { // the file is gone, or the disk is full: what is left of it is found again
		w.parked, w.desc = e.now.Add(parkTime), nil
		e.On(Event{Full, w.name, key.ID{}, err})
		return
	}
	if w.pause = 0; !w.have[block] {
		w.have[block] = true
		w.left--
	}
	if last || w.left == 0 {
		w.finish(e)
	}
}

// needed takes a request for blocks.
func (e *Exchange) needed(p *peer, m message) {
	if len(p.jobs)+len(m.blocks) > MaxJobs {
		e.Counters.Flooded++
		return
	}
	if _, ok := e.Depot.Descriptor(m.name); !ok {
		e.send(p.id, encodeName(stepLack, m.name))
		return
	}
	for _, i := range m.blocks {
		p.jobs = append(p.jobs, job{m.name, i})
	}
}

// serve sends pieces to all peers, as far as their links and the quotas have room.
func (e *Exchange) serve() {
	n := len(e.peers)
	e.turn++
	for i := range n {
		p := e.peers[(e.turn+i)%n]
		if len(p.jobs) == 0 {
			continue
		}
		for room := e.room(p); room > 0 && e.load(p); {
			piece := p.sending[:min(MaxPiece, len(p.sending))]
			if !p.rate.Take(e.now, float64(len(piece)), PeerRate, peerBurst) {
				break
			}
			if up := float64(e.Upload); up > 0 && !e.upload.Take(e.now, float64(len(piece)), up, max(up/4, MaxPiece)) {
				return
			}
			e.send(p.id, encodePiece(p.jobs[0].name, p.jobs[0].block, p.offset, piece))
			e.Counters.BytesOut += uint64(len(piece))
			room -= len(piece)
			p.offset += len(piece)
			if p.sending = p.sending[len(piece):]; len(p.sending) == 0 {
				p.jobs = append(p.jobs[:0], p.jobs[1:]...)
			}
		}
	}
}

// load reads the next block that a peer asked for; false: there is none.
func (e *Exchange) load(p *peer) bool {
	for len(p.sending) == 0 {
		if len(p.jobs) == 0 {
			return false
		}
		b, ok := e.Depot.Block(p.jobs[0].name, p.jobs[0].block)
		if p.offset = 0; ok {
			p.sending = b
			return true
		}
		name := p.jobs[0].name
		p.jobs = slices.DeleteFunc(p.jobs, func(j job) bool { return j.name == name })
		e.send(p.id, encodeName(stepLack, name))
	}
	return true
}
