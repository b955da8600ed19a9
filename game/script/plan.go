package script

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/random"
	"manyhold/game/script/star"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// purse holds the steps that the things of each owner have run in a tick. Owners are numbered.
type purse struct {
	owners map[game.PlayerID]int32
	spent  []int64
}

func (u *purse) empty() { u.owners, u.spent = map[game.PlayerID]int32{}, u.spent[:0] }

// of returns the number of an owner.
func (u *purse) of(owner game.PlayerID) int32 {
	n, ok := u.owners[owner]
	if !ok {
		n = int32(len(u.spent))
		u.owners[owner], u.spent = n, append(u.spent, 0)
	}
	return n
}

// plan lists the things that have something to do, in the order in which they share the budgets: ascending
// from a place that changes with every tick, so that nobody is always first.
func (m *Machines) plan(i *world.State) {
	m.jobs = m.jobs[:0]
	near := false
	var e *blueprint.Entry
	add := func(x *thing.Thing, p *program, own int32) *job {
		if len(m.jobs) == len(m.pool) {
			m.pool = append(m.pool, new(job))
		}
		j := m.pool[len(m.jobs)]
		j.plan(x, e, p, own)
		m.jobs = append(m.jobs, j)
		near = near || p.near
		return j
	}
	busy, ticking := i.Things.Busy(), m.seen.ticking // both in ascending ID
	for len(busy)+len(ticking) > 0 {
		if len(ticking) == 0 || len(busy) > 0 && busy[0].ID < ticking[0].id {
			x := busy[0]
			busy = busy[1:]
			if len(x.Inbox) == 0 || x.Health.Stopped {
				continue
			}
			e = i.Blueprints.Find(x.Of)
			if p := m.program(e, i.Clock); p != nil && p.wrong == nil {
				add(x, p, m.purse.of(x.Owner))
			}
			continue
		}
		t := &ticking[0]
		ticking = ticking[1:]
		if len(busy) > 0 && busy[0].ID == t.id {
			busy = busy[1:]
		}
		x := i.Things.At(t.slot)
		if x == nil || x.ID != t.id {
			x = i.Things.Find(t.id)
		}
		if x == nil || x.Health.Stopped {
			continue
		}
		if e == nil || e.ID != x.Of {
			e = i.Blueprints.Find(x.Of)
		}
		t.p.used = i.Clock
		j := add(x, t.p, t.own)
		j.tick, j.slot = true, t.slot
	}
	m.turn(i)
	if near {
		m.near.fill(i)
	}
}

// turn lets another thing be the first in each tick.
func (m *Machines) turn(i *world.State) {
	first := random.Hash(i.Gen.Seed, uint64(i.Clock), 0, 0x736372697074)
	k, _ := slices.BinarySearchFunc(m.jobs, game.EntityID(first), func(j *job, id game.EntityID) int { return cmp.Compare(j.x.ID, id) })
	if k > 0 && k < len(m.jobs) {
		m.turned = append(append(m.turned[:0], m.jobs[k:]...), m.jobs[:k]...)
		m.jobs, m.turned = m.turned, m.jobs
	}
}

// workers is how many machines run at once, at most.
const workers = 8

// execute runs the jobs until the budget of the island is used up. Which of them count depends on their order
// and their steps only, so it does not depend on the workers.
func (m *Machines) execute(i *world.State) {
	clear(m.purse.spent)
	used, ran := int64(0), int64(0)
	size := wide
	for at := 0; at < len(m.jobs) && used < OfIsland; {
		batch := m.jobs[at:min(at+size, len(m.jobs))]
		at += len(batch)
		m.share(i, batch)
		for _, j := range batch {
			if used >= OfIsland || m.purse.spent[j.own] >= OfOwner {
				continue
			}
			j.took = true
			used += j.steps
			m.purse.spent[j.own] += j.steps
			ran++
		}
		size = int(min(max((OfIsland-used)/max(used/max(ran, 1), 1), wide), 2048))
	}
}

// share runs a batch on several machines. Jobs of owners whose budget is used up are left out.
func (m *Machines) share(i *world.State, batch []*job) {
	n := min(workers, (len(batch)+wide-1)/wide)
	for len(m.workers) < n {
		m.workers = append(m.workers, &worker{machine: star.NewMachine()})
	}
	if i.Motion.Do == nil || n == 1 {
		for k := range n {
			m.work(i, batch, k, n)
		}
		return
	}
	i.Motion.Do(n, func(k int) { m.work(i, batch, k, n) })
}

// work runs part k of n of a batch.
func (m *Machines) work(i *world.State, batch []*job, k, n int) {
	w := m.workers[k]
	w.spent = append(w.spent[:0], m.purse.spent...)
	for at := k * len(batch) / n; at < (k+1)*len(batch)/n; at++ {
		if j := batch[at]; w.spent[j.own] < OfOwner {
			j.do(i, m, w)
			w.spent[j.own] += j.steps
		}
	}
}
