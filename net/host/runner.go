package host

import (
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/directory"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/link"
	"manyhold/net/store"
)

// runner begins and ends islands here.
type runner struct {
	*links.Hub
	clock     *clock
	islands   *islands
	directory *directory.Directory
	out       *[]Output // comes before the outputs of the islands
}

// begin begins the islands that were carved out here, and those carved out of them.
func (r *runner) begin() {
	for again := true; again; {
		again = false
		if !slices.ContainsFunc(r.islands.all(), func(c *Core) bool { return len(c.history.births) > 0 }) {
			return
		}
		for _, c := range r.islands.all() {
			births := c.history.births
			c.history.births = nil
			for _, b := range births {
				again = true
				if r.islands.get(b.first.Island) == nil && !r.directory.Ended(b.first.Island) {
					r.bear(c, b)
				}
			}
		}
	}
}

// bear begins an island that was carved out of another. Its first state is in the file before its record is.
func (r *runner) bear(parent *Core, b birth) {
	id := b.first.Island
	m, l, err := r.islands.open(parent.genesis, id)
	if err != nil {
		parent.event("cannot begin an island", "begun", message.IslandName(id), "why", err.Error())
		return // it is taken over from others later
	}
	var ancestors []*epoch.Record
	if i := parent.ancestry.indexOf(b.first); i >= 0 {
		ancestors = parent.ancestry.ancestryTo(i)
	}
	c := r.islands.add(id)
	if err := c.bear(r.clock.given, parent.genesis, b, ancestors, m, l); err != nil {
		parent.event("cannot begin an island", "begun", message.IslandName(id), "why", err.Error())
		r.remove(id)
		return
	}
	if parent.history.unborn == nil {
		parent.history.unborn = map[uint64]bool{}
	}
	parent.history.unborn[id] = true
	*r.out = append(*r.out, c.Ready())
	c.journal.again()
	r.introduce(c)
}

// introduceLinks tells an island's core of all links.
func (r *runner) introduceLinks(c *Core) {
	for _, p := range r.Peers.Values() {
		c.LinkUp(r.clock.given, p.Key, p.Info)
		c.Measured(p.Key, p.Rtt)
	}
}

// introduce tells an island's core of all links, and passes on the greetings that came before it existed.
func (r *runner) introduce(c *Core) {
	r.introduceLinks(c)
	for _, g := range r.directory.TakeOut(c.island) {
		c.Receive(r.clock.given, g.From, link.Stream, g.Bytes)
	}
}

// remove forgets an island.
func (r *runner) remove(island uint64) {
	r.islands.remove(island)
	r.directory.Removed(island)
}

// forget ends an island that another has taken in, and remembers its records for others.
func (r *runner) forget(island uint64) {
	c := r.islands.get(island)
	r.directory.RememberEnded(island, c.ancestry.records, c.ancestry.ancestors)
	r.remove(island)
}

// retire ends the file's log of an island that another has taken in. Its last turns are written before.
func (r *runner) retire(c *Core) {
	out := c.Ready()
	out.End = true
	*r.out = append(*r.out, out)
}

// rest puts a core at rest in the place of home's, which has been left.
func (r *runner) rest(old *Core) {
	c := r.islands.add(message.Home)
	c.standing, c.peers.names, c.counters, c.measures.desyncs = old.standing, old.peers.names, old.counters, old.measures.desyncs
	c.world, c.genesis, c.began = old.world, old.genesis, old.began
	c.journal.opened, c.idle = opened{old.machine, old.journal.log}, true
	r.introduceLinks(c)
}

// TakeOver begins to fetch an island from others; false: that fails.
func (r *runner) TakeOver(id uint64, why string) bool {
	home, c := r.islands.home(), r.islands.add(id)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return r.islands.open(g, id) }
	if err := c.joining.Join(r.clock.given, home.world); err != nil {
		r.remove(id)
		return false
	}
	home.event("takes over an island", "taken", message.IslandName(id), "why", why)
	r.introduce(c)
	return true
}

// TakeHomeOver has home, which is at rest, fetched again from the peers that have it.
func (r *runner) TakeHomeOver(why string) {
	c := r.islands.home()
	c.event("takes home over", "why", why)
	c.comeBack()
	r.introduce(c)
}

// GiveUp ends the fetching of an island.
func (r *runner) GiveUp(island uint64) { r.remove(island) }

// Leave leaves an island to others, and tells them.
func (r *runner) Leave(island uint64) {
	c := r.islands.get(island)
	c.farewell()
	out := c.Ready()
	out.Leave = island != message.Home
	*r.out = append(*r.out, out)
	if r.remove(island); island == message.Home {
		r.rest(c)
	}
}

// Copy opens an island's log in the file.
func (r *runner) Copy(island uint64) (directory.Copy, error) {
	m, l, err := r.islands.open(r.islands.home().genesis, island)
	if err != nil {
		return nil, err
	}
	return &sleepingIsland{r, island, opened{m, l}}, nil
}

// sleepingIsland is an island's log in the file, which may be woken.
type sleepingIsland struct {
	run    *runner
	island uint64
	opened
}

// Read has the log read.
func (z *sleepingIsland) Read() {
	if z.log != nil && z.log.Abilities().Load {
		*z.run.out = append(*z.run.out, Output{Island: z.island, Log: z.log, Wake: true})
	}
}

// Wake goes on with the island from what was read.
func (z *sleepingIsland) Wake(line store.LoadedLog) error {
	r := z.run
	home, c := r.islands.home(), r.islands.add(z.island)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return r.islands.open(g, z.island) }
	err := c.joining.Resume(r.clock.given, store.Loaded{Genesis: home.genesis, LoadedLog: store.LoadedLog{Checkpoint: line.Checkpoint, Epochs: line.Epochs, Tail: line.Tail}}, z.machine, z.log)
	if err != nil {
		r.remove(z.island)
		return err
	}
	home.event("wakes an island", "asleep", message.IslandName(z.island), "turn", c.history.executed)
	return nil
}
