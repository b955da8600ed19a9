package exchange

import (
	"slices"
	"time"

	"manyhold/net/asset"
	"manyhold/net/key"
)

const (
	// Spread is to how many peers a provider says that it has an asset.
	Spread = 3
	// RecordEvery is how often it says so again, and RecordLife how long it is remembered.
	RecordEvery, RecordLife = 4 * time.Minute, 10 * time.Minute
	// maxProviders is the number of providers of one asset that are remembered, and maxOfPeer the number of
	// records of one provider. The oldest is dropped.
	maxProviders, maxOfPeer = 8, 2048
	// maxRecords is the number of records of all providers; further ones are refused.
	maxRecords = 16384
)

// record is a provider of an asset.
type record struct {
	id key.ID
	at time.Time
}

// records are the provider records that this peer keeps for others.
type records struct {
	by   map[asset.Name][]record // oldest first
	of   map[key.ID][]asset.Name // oldest first
	all  int
	swap time.Time // when old ones were dropped last
}

func newRecords() records {
	return records{by: map[asset.Name][]record{}, of: map[key.ID][]asset.Name{}}
}

// add notes that a provider said that it has an asset.
func (r *records) add(name asset.Name, id key.ID, now time.Time) {
	r.remove(name, id)
	if names := r.of[id]; len(names) >= maxOfPeer {
		r.remove(names[0], id)
	}
	if list := r.by[name]; len(list) >= maxProviders {
		r.remove(name, list[0].id)
	}
	if r.all >= maxRecords {
		r.expire(now)
	}
	if r.all >= maxRecords {
		return
	}
	r.by[name] = append(r.by[name], record{id, now})
	r.of[id] = append(r.of[id], name)
	r.all++
}

// remove forgets that a provider has an asset.
func (r *records) remove(name asset.Name, id key.ID) {
	list := r.by[name]
	i := slices.IndexFunc(list, func(o record) bool { return o.id == id })
	if i < 0 {
		return
	}
	if list = slices.Delete(list, i, i+1); len(list) == 0 {
		delete(r.by, name)
	} else {
		r.by[name] = list
	}
	names := r.of[id]
	if i := slices.Index(names, name); i >= 0 {
		names = slices.Delete(names, i, i+1)
	}
	if r.of[id] = names; len(names) == 0 {
		delete(r.of, id)
	}
	r.all--
}

// expire drops records that are too old.
func (r *records) expire(now time.Time) {
	if now.Sub(r.swap) < time.Second {
		return
	}
	r.swap = now
	for name, list := range r.by {
		for _, o := range slices.Clone(list) {
			if now.Sub(o.at) > RecordLife {
				r.remove(name, o.id)
			}
		}
	}
}

// others returns the providers of an asset to name to a peer, the newest first.
func (r *records) others(name asset.Name, not key.ID, now time.Time) (list []other) {
	for _, o := range slices.Backward(r.by[name]) {
		if age := now.Sub(o.at); o.id != not && age <= RecordLife && len(list) < MaxOthers {
			list = append(list, other{o.id, int(age / time.Second)})
		}
	}
	return list
}

// announceDue sends records of what is whole here: a few in each call.
func (e *Exchange) announceDue() {
	if len(e.announce) == 0 && len(e.peers) > 0 && !e.now.Before(e.announceAt) {
		e.announce, e.announceAt = e.Depot.Used(), e.now.Add(RecordEvery)
	}
	if len(e.peers) == 0 {
		return
	}
	n := min(MaxNames, len(e.announce))
	to := make([][]holding, len(e.peers))
	for _, name := range e.announce[:n] {
		for _, i := range e.nearest(name) {
			to[i] = append(to[i], holding{Name: name, State: holdsWhole})
		}
	}
	if e.announce = e.announce[n:]; len(e.announce) == 0 {
		e.announce = nil
	}
	for i, list := range to {
		if len(list) > 0 {
			e.send(e.peers[i].id, encodeHold(list))
		}
	}
}

// nearest returns the places of the peers that keep the records of an asset.
func (e *Exchange) nearest(name asset.Name) (at []int) {
	for i, p := range e.peers {
		k := slices.IndexFunc(at, func(j int) bool { return nearness(p.id, name) < nearness(e.peers[j].id, name) })
		if k < 0 {
			k = len(at)
		}
		if at = slices.Insert(at, k, i); len(at) > Spread {
			at = at[:Spread]
		}
	}
	return at
}

// asides are peers that sent wrong bytes.
type asides struct {
	list []asideMark // oldest first
}

type asideMark struct {
	id   key.ID
	name asset.Name
	at   time.Time
}

// Aside returns the peers that sent wrong bytes in the last minutes, the latest first.
func (e *Exchange) Aside() (ids []key.ID) {
	for _, m := range slices.Backward(e.aside.list) {
		if e.now.Sub(m.at) <= asideTime && !slices.Contains(ids, m.id) {
			ids = append(ids, m.id)
		}
	}
	return ids
}

// add marks a peer. A mark for the same asset is renewed.
func (a *asides) add(id key.ID, name asset.Name, now time.Time) {
	a.list = slices.DeleteFunc(a.list, func(m asideMark) bool { return m.id == id && m.name == name || now.Sub(m.at) > asideTime })
	if len(a.list) >= maxAside {
		a.list = slices.Delete(a.list, 0, 1)
	}
	a.list = append(a.list, asideMark{id, name, now})
}

// has reports whether a peer is not to be asked for an asset.
func (a *asides) has(id key.ID, name asset.Name, now time.Time) bool {
	strikes := 0
	for _, m := range a.list {
		if m.id == id && now.Sub(m.at) <= asideTime {
			if strikes++; m.name == name || strikes >= MaxStrikes {
				return true
			}
		}
	}
	return false
}
