package host

import (
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/directory"
	"manyhold/net/host/kernel"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/link"
	"manyhold/net/store"
)

// runner begins and ends islands here.
type runner struct {
	*links.Hub
	clock     *kernel.Clock
	islands   *islands
	directory *directory.Directory
	out       *[]kernel.Output // comes before the outputs of the islands
}

// begin begins the islands that were carved out here, and those carved out of them.
func (r *runner) begin() {
	for again := true; again; {
		again = false
		if !slices.ContainsFunc(r.islands.all(), func(c *kernel.Core) bool { return len(c.History.Births) > 0 }) {
			return
		}
		for _, c := range r.islands.all() {
			births := c.History.Births
			c.History.Births = nil
			for _, b := range births {
				again = true
				if r.islands.get(b.First.Island) == nil && !r.directory.Ended(b.First.Island) {
					r.bear(c, b)
				}
			}
		}
	}
}

// bear begins an island that was carved out of another. Its first state is in the file before its record is.
func (r *runner) bear(parent *kernel.Core, b kernel.Birth) {
	id := b.First.Island
	m, l, err := r.islands.open(parent.Genesis, id)
	if err != nil {
		parent.Event("cannot open an island", "begun", message.IslandName(id), "why", err.Error())
		return // it is taken over from others later
	}
	var ancestors []*epoch.Record
	if i := parent.Ancestry.IndexOf(b.First); i >= 0 {
		ancestors = parent.Ancestry.AncestryTo(i)
	}
	c := r.islands.add(id)
	if err := c.Bear(r.clock.Given, parent.Genesis, b, ancestors, m, l); err != nil {
		parent.Event("cannot open an island", "begun", message.IslandName(id), "why", err.Error())
		r.remove(id)
		return
	}
	if parent.History.Unborn == nil {
		parent.History.Unborn = map[uint64]bool{}
	}
	parent.History.Unborn[id] = true
	*r.out = append(*r.out, c.Ready())
	c.Journal.Again()
	r.introduce(c)
}

// introduceLinks tells an island's core of all links.
func (r *runner) introduceLinks(c *kernel.Core) {
	for _, p := range r.Peers.Values() {
		c.LinkUp(r.clock.Given, p.Key, p.Info)
		c.Measured(p.Key, p.Rtt)
	}
}

// introduce tells an island's core of all links, and passes on the greetings that came before it existed.
func (r *runner) introduce(c *kernel.Core) {
	r.introduceLinks(c)
	for _, g := range r.directory.TakeOut(c.ID) {
		c.Receive(r.clock.Given, g.From, link.Stream, g.Bytes)
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
	r.directory.RememberEnded(island, c.Ancestry.Records, c.Ancestry.Ancestors)
	r.remove(island)
}

// retire ends the file's log of an island that another has taken in. Its last turns are written before.
func (r *runner) retire(c *kernel.Core) {
	out := c.Ready()
	out.End = true
	*r.out = append(*r.out, out)
}

// rest puts a core at rest in the place of home's, which has been left.
func (r *runner) rest(old *kernel.Core) {
	c := r.islands.add(message.Home)
	c.Standing, c.Peers.Names, c.Counters, c.Measures.Desyncs = old.Standing, old.Peers.Names, old.Counters, old.Measures.Desyncs
	c.World, c.Genesis, c.Began = old.World, old.Genesis, old.Began
	c.Journal.Opened, c.AtRest = kernel.Opened{Machine: old.Machine, Log: old.Journal.Log}, true
	r.introduceLinks(c)
}

// TakeOver begins to fetch an island from others; false: that fails.
func (r *runner) TakeOver(id uint64, why string) bool {
	home, c := r.islands.home(), r.islands.add(id)
	c.Options.Open = func(g store.Genesis) (kernel.Machine, kernel.Log, error) { return r.islands.open(g, id) }
	if err := c.Joining.Join(r.clock.Given, home.World); err != nil {
		r.remove(id)
		return false
	}
	home.Event("fetching an island from others", "taken", message.IslandName(id), "why", why)
	r.introduce(c)
	return true
}

// TakeHomeOver has home, which is at rest, fetched again from the peers that have it.
func (r *runner) TakeHomeOver(why string) {
	c := r.islands.home()
	c.Event("fetching the home island from others", "why", why)
	c.ComeBack()
	r.introduce(c)
}

// GiveUp ends the fetching of an island.
func (r *runner) GiveUp(island uint64) { r.remove(island) }

// Leave leaves an island to others, and tells them.
func (r *runner) Leave(island uint64) {
	c := r.islands.get(island)
	c.Farewell()
	out := c.Ready()
	out.Leave = island != message.Home
	*r.out = append(*r.out, out)
	if r.remove(island); island == message.Home {
		r.rest(c)
	}
}

// Copy opens an island's log in the file.
func (r *runner) Copy(island uint64) (directory.Copy, error) {
	m, l, err := r.islands.open(r.islands.home().Genesis, island)
	if err != nil {
		return nil, err
	}
	return &sleepingIsland{r, island, kernel.Opened{Machine: m, Log: l}}, nil
}

// sleepingIsland is an island's log in the file, which may be woken.
type sleepingIsland struct {
	run    *runner
	island uint64
	kernel.Opened
}

// Read has the log read.
func (z *sleepingIsland) Read() {
	if z.Log != nil && z.Log.Abilities().Load {
		*z.run.out = append(*z.run.out, kernel.Output{Island: z.island, Log: z.Log, Wake: true})
	}
}

// Wake goes on with the island from the data that was read.
func (z *sleepingIsland) Wake(line store.LoadedLog) error {
	r := z.run
	home, c := r.islands.home(), r.islands.add(z.island)
	c.Options.Open = func(g store.Genesis) (kernel.Machine, kernel.Log, error) { return r.islands.open(g, z.island) }
	err := c.Joining.Resume(r.clock.Given, store.Loaded{Genesis: home.Genesis, LoadedLog: store.LoadedLog{Checkpoint: line.Checkpoint, Epochs: line.Epochs, Tail: line.Tail}}, z.Machine, z.Log)
	if err != nil {
		r.remove(z.island)
		return err
	}
	home.Event("waking an island", "asleep", message.IslandName(z.island), "turn", c.History.Executed)
	return nil
}
