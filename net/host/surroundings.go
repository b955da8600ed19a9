package host

import (
	"context"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/store"
)

// executedIslands are the islands that this peer executes, as the directory sees them.
type executedIslands struct{ *islands }

// Find returns an island; ok is false when it is not executed here.
func (l executedIslands) Find(island uint64) (executedIsland, bool) {
	c := l.get(island)
	return directoryView{c}, c != nil
}

// All lists them in ascending order of ids.
func (l executedIslands) All() []executedIsland {
	l.refresh()
	return l.executed
}

// mailedIslands are the islands that this peer executes, as the mailbox sees them.
type mailedIslands struct{ *islands }

// Find returns an island; ok is false when it is not executed here.
func (l mailedIslands) Find(island uint64) (mailIsland, bool) {
	c := l.get(island)
	return mailView{c}, c != nil
}

// All lists them in ascending order of ids.
func (l mailedIslands) All() []mailIsland {
	l.refresh()
	return l.mailed
}

// World is the world's id.
func (l mailedIslands) World() [32]byte { return l.home().world }

// refresh makes the lists of views anew when islands came or went.
func (l *islands) refresh() {
	if v := l.table.Version(); v != l.version || l.executed == nil {
		l.version, l.executed, l.mailed = v, nil, nil
		for _, c := range l.all() {
			l.executed, l.mailed = append(l.executed, directoryView{c}), append(l.mailed, mailView{c})
		}
	}
}

// surroundings is a world as its directory sees it.
type surroundings struct{ w *World }

func (s surroundings) World() store.WorldID      { return s.w.islands.home().world }
func (s surroundings) Genesis() store.Genesis    { return s.w.islands.home().genesis }
func (s surroundings) Home() executedIsland      { return directoryView{s.w.islands.home()} }
func (s surroundings) Member() roster.Member     { return s.w.islands.home().seats.member() }
func (s surroundings) LogsIn() bool              { return s.w.islands.home().logsIn() }
func (s surroundings) Log(w string, args ...any) { s.w.islands.home().event(w, args...) }
func (s surroundings) Player() (uint64, bool)    { return s.w.Where() }

func (s surroundings) Tell(k key.ID, words string, args ...any) { s.w.tell(k, words, args...) }
func (s surroundings) Refuse(from key.ID, kind byte, err error) { s.w.refuse(from, kind, err) }

// MemberOf is a linked peer as others rank it.
func (s surroundings) MemberOf(l *linked) roster.Member {
	return s.w.islands.home().peers.memberSaid(l.key, &l.said, l.saidAt, l.rtt)
}

// Gives reports whether a peer may get these messages now in answer to its requests.
func (s surroundings) Gives(to key.ID, messages ...[]byte) bool {
	home := s.w.islands.home()
	p := home.peers.Get(to)
	return p == nil || home.peers.gives(p, messages...)
}

// TakeOver begins to fetch an island from others; false: that fails.
func (s surroundings) TakeOver(id uint64, why string) bool {
	w := s.w
	home, c := w.islands.home(), w.islands.add(id)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return w.islands.open(g, id) }
	if err := c.joining.Join(w.given(), home.world); err != nil {
		w.remove(id)
		return false
	}
	home.event("takes over an island", "taken", message.IslandName(id), "why", why)
	w.introduce(c)
	return true
}

// TakeHomeOver has home, which is at rest, fetched again from the peers that have it.
func (s surroundings) TakeHomeOver(why string) {
	c := s.w.islands.home()
	c.event("takes home over", "why", why)
	c.comeBack()
	s.w.introduce(c)
}

// GiveUp ends the fetching of an island.
func (s surroundings) GiveUp(island uint64) { s.w.remove(island) }

// Leave leaves an island to others, and tells them.
func (s surroundings) Leave(island uint64) {
	c := s.w.islands.get(island)
	c.farewell()
	out := c.Ready()
	out.Leave = island != message.Home
	s.w.early = append(s.w.early, out)
	if s.w.remove(island); island == message.Home {
		s.w.rest(c)
	}
}

// Copy opens an island's log in the file.
func (s surroundings) Copy(island uint64) (copyInFile, error) {
	m, l, err := s.w.islands.open(s.w.islands.home().genesis, island)
	if err != nil {
		return nil, err
	}
	return &sleepingIsland{s.w, island, opened{m, l}}, nil
}

// sleepingIsland is an island's log in the file, which may be woken.
type sleepingIsland struct {
	w      *World
	island uint64
	opened
}

// Read has the log read.
func (z *sleepingIsland) Read() {
	if z.log != nil && z.log.Abilities().Load {
		z.w.early = append(z.w.early, Output{Island: z.island, Log: z.log, Wake: true})
	}
}

// Wake goes on with the island from what was read.
func (z *sleepingIsland) Wake(line store.LoadedLog) error {
	w := z.w
	home, c := w.islands.home(), w.islands.add(z.island)
	c.options.Open = func(g store.Genesis) (Machine, Log, error) { return w.islands.open(g, z.island) }
	err := c.joining.Resume(w.given(), store.Loaded{Genesis: home.genesis, LoadedLog: store.LoadedLog{Checkpoint: line.Checkpoint, Epochs: line.Epochs, Tail: line.Tail}}, z.machine, z.log)
	if err != nil {
		w.remove(z.island)
		return err
	}
	home.event("wakes an island", "asleep", message.IslandName(z.island), "turn", c.history.executed)
	return nil
}

// letterBook is what the mailbox knows of the islands of the world.
type letterBook struct {
	*directory
	surroundings
}

// homeOfShouts is home as the shouts see it.
type homeOfShouts struct{ w *World }

// World is the world's id; the error is ErrNoWorld.
func (s homeOfShouts) World() ([32]byte, error) {
	h := s.w.islands.home()
	if (h.machine == nil || len(h.ancestry.records) == 0) && !h.idle {
		return [32]byte{}, ErrNoWorld
	}
	return h.world, nil
}

func (s homeOfShouts) MayAct(k key.ID) bool { return s.w.islands.home().policy.mayAct(k) }
func (s homeOfShouts) Votes() bool          { return s.w.islands.home().ancestry.last().Votes(s.w.me) }
func (s homeOfShouts) Turn() uint64         { return s.w.directory.HomeTurn() }
func (s homeOfShouts) Refused()             { s.w.islands.home().counters[counter.Shouts]++ }

// Shout sends a shout to the whole world from this peer's player, under the given name. Errors are
// ErrNoWorld, ErrBarred and those of shout.Book.Say.
func (w *World) Shout(now time.Time, name, words string) error {
	w.at(now)
	return w.shouts.say(name, words)
}

// Shout sends a shout to the whole world from this process' player, under the given name. Errors are those of
// World.Shout, ErrStopped and the context's.
func (h *Host) Shout(ctx context.Context, name, words string) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Shout(now, name, words) })
}
