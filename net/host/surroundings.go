package host

import (
	"context"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/directory"
	"manyhold/net/host/islandmerge"
	"manyhold/net/host/kernel"
	"manyhold/net/host/links"
	"manyhold/net/host/mailbox"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/store"
)

// executedIslands are the islands that this peer executes, as the directory sees them.
type executedIslands struct{ *islands }

// Find returns an island; ok is false when it is not executed here.
func (l executedIslands) Find(island uint64) (directory.Island, bool) {
	c := l.get(island)
	return directoryView{c}, c != nil
}

// All lists them in ascending order of ids.
func (l executedIslands) All() []directory.Island {
	l.refresh()
	return l.executed
}

// mailedIslands are the islands that this peer executes, as the mailbox sees them.
type mailedIslands struct{ *islands }

// Find returns an island; ok is false when it is not executed here.
func (l mailedIslands) Find(island uint64) (mailbox.Island, bool) {
	c := l.get(island)
	return mailView{c}, c != nil
}

// All lists them in ascending order of ids.
func (l mailedIslands) All() []mailbox.Island {
	l.refresh()
	return l.mailed
}

// World is the world's id.
func (l mailedIslands) World() [32]byte { return l.home().World }

// mergedIslands are the islands that this peer executes, as merging sees them.
type mergedIslands struct{ w *World }

// Find returns an island; ok is false when it is not executed here.
func (l mergedIslands) Find(island uint64) (islandmerge.Island, bool) {
	c := l.w.islands.get(island)
	return mergeView{c, l.w.runner}, c != nil
}

// All lists them in ascending order of ids.
func (l mergedIslands) All() []islandmerge.Island {
	l.w.islands.refresh()
	if len(l.w.islands.merged) == 0 {
		for _, c := range l.w.islands.all() {
			l.w.islands.merged = append(l.w.islands.merged, mergeView{c, l.w.runner})
		}
	}
	return l.w.islands.merged
}

func (l mergedIslands) Most() uint64                             { return l.w.islands.most() }
func (l mergedIslands) Forget(island uint64)                     { l.w.runner.forget(island) }
func (l mergedIslands) Refuse(from key.ID, kind byte, err error) { l.w.refuse(from, kind, err) }

// refresh makes the lists of views anew when islands came or went.
func (l *islands) refresh() {
	if v := l.table.Version(); v != l.version || l.executed == nil {
		l.version, l.executed, l.mailed, l.merged = v, nil, nil, nil
		for _, c := range l.all() {
			l.executed, l.mailed = append(l.executed, directoryView{c}), append(l.mailed, mailView{c})
		}
	}
}

// surroundings is a world as its directory sees it.
type surroundings struct{ w *World }

func (s surroundings) World() store.WorldID      { return s.w.islands.home().World }
func (s surroundings) Genesis() store.Genesis    { return s.w.islands.home().Genesis }
func (s surroundings) Home() directory.Island    { return directoryView{s.w.islands.home()} }
func (s surroundings) Member() roster.Member     { return s.w.islands.home().Committee.Member() }
func (s surroundings) LogsIn() bool              { return s.w.islands.home().LogsIn() }
func (s surroundings) Log(w string, args ...any) { s.w.islands.home().Event(w, args...) }
func (s surroundings) Player() (uint64, bool)    { return s.w.Where() }

func (s surroundings) Tell(k key.ID, words string, args ...any) { s.w.tell(k, words, args...) }
func (s surroundings) Refuse(from key.ID, kind byte, err error) { s.w.refuse(from, kind, err) }

// MemberOf is a linked peer as others rank it.
func (s surroundings) MemberOf(l *links.Link) roster.Member {
	return s.w.islands.home().Peers.MemberSaid(l.Key, &l.Said, l.SaidAt, l.Rtt)
}

// Gives reports whether a peer may get these messages now in answer to its requests.
func (s surroundings) Gives(to key.ID, messages ...[]byte) bool {
	home := s.w.islands.home()
	p := home.Peers.Get(to)
	return p == nil || home.Peers.Gives(p, messages...)
}

// letterBook is the mailbox's view of the islands of the world.
type letterBook struct {
	*directory.Directory
	surroundings
}

// homeOfShouts is home as the shouts see it.
type homeOfShouts struct{ w *World }

// World is the world's id; the error is ErrNoWorld.
func (s homeOfShouts) World() ([32]byte, error) {
	h := s.w.islands.home()
	if (h.Machine == nil || len(h.Ancestry.Records) == 0) && !h.AtRest {
		return [32]byte{}, kernel.ErrNoWorld
	}
	return h.World, nil
}

func (s homeOfShouts) MayAct(k key.ID) bool { return s.w.islands.home().Policy.MayAct(k) }
func (s homeOfShouts) Votes() bool          { return s.w.islands.home().Ancestry.Last().Votes(s.w.Me) }
func (s homeOfShouts) Turn() uint64         { return s.w.directory.HomeTurn() }
func (s homeOfShouts) Refused()             { s.w.islands.home().Counters[counter.Shouts]++ }

// Shout sends a shout to the whole world from this peer's player, under the given name. Errors are
// ErrNoWorld, ErrBarred and those of shout.Book.Say.
func (w *World) Shout(now time.Time, name, words string) error {
	w.at(now)
	return w.shouts.Say(name, words)
}

// Shout sends a shout to the whole world from this process' player, under the given name. Errors are those of
// World.Shout, ErrStopped and the context's.
func (h *Host) Shout(ctx context.Context, name, words string) error {
	return h.ask(ctx, func(now time.Time) error { return h.world.Shout(now, name, words) })
}
