package host

import (
	"slices"
	"time"

	"manyhold/net/key"
	"manyhold/net/roster"
)

// places are the links that this peer serves. When all are taken, a peer that the world knows takes the place
// of one that it does not know: the latest of the least known. So no number of new keys keeps members and old
// players out.
type places struct {
	w     *World
	freed []key.ID // linked peers that lost their place, to be disconnected
}

// claim makes room for a peer that has just been linked, if it may have the place of another one.
func (p *places) claim(now time.Time, id key.ID) {
	w := p.w
	home := w.islands.home()
	if home == nil || w.Peers.Has(id) || w.Peers.Len() < w.options.Links {
		return
	}
	s, today := home.Standing, home.Today()
	mine := s.Familiarity(id, today)
	var worst key.ID
	least, latest := roster.Companion, uint64(0)
	for _, l := range w.Peers.Values() {
		f, first := s.Familiarity(l.Key, today), s.Met.First(l.Key)
		if f > least || f == least && f > roster.Companion && first > latest {
			worst, least, latest = l.Key, f, first
		}
	}
	if mine > roster.Companion || worst.IsZero() {
		return
	}
	w.LinkDown(now, worst, "its place went to a peer that the world knows")
	p.freed = append(p.freed, worst)
}

// left forgets a peer that is not linked any more.
func (p *places) left(id key.ID) {
	p.freed = slices.DeleteFunc(p.freed, func(k key.ID) bool { return k == id })
}
