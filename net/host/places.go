package host

import (
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/door"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
	"manyhold/net/wire"
)

const (
	// waitFor is how long a linked peer without a place may show an invitation before its link is ended. An
	// endpoint takes twenty offers a second and has 256 links, of which 64 are served: so sixty wait at most,
	// and there is always room for one more to link and show an invitation.
	waitFor = 3 * time.Second
	// invitedFor is how long a place is kept for a peer that showed an invitation. By then it has redeemed
	// the invitation, and the charter vouches for it, or it is a stranger like others.
	invitedFor = time.Minute
	// maxShown is how many invitations of one link are looked at: each costs a signature check.
	maxShown = 2
	// maxInvited is how many places are kept for peers that showed an invitation: the secret of one
	// invitation and many keys must not keep others out.
	maxInvited = 16
)

// places are the links that this peer serves. When all are taken, a peer that the world knows takes the place
// of one that it does not know: the latest of the least known. A peer that shows a valid invitation takes the
// place of a stranger, too. So no number of new keys keeps members, old players and invited newcomers out.
type places struct {
	w       *World
	freed   []key.ID            // linked peers that lost their place, to be disconnected
	waiting map[key.ID]*waiting // linked peers without a place
	invited map[key.ID]invited  // linked peers that showed an invitation
	shown   map[key.ID]int      // by linked peers: how many invitations
}

// waiting is a linked peer that has no place.
type waiting struct {
	info  link.Info
	since time.Time
}

// invited is a linked peer that showed an invitation.
type invited struct {
	invitation key.ID
	since      time.Time
}

func newPlaces(w *World) *places {
	return &places{w: w, waiting: map[key.ID]*waiting{}, invited: map[key.ID]invited{}, shown: map[key.ID]int{}}
}

// claim makes room for a peer that has just been linked, if it may have the place of another one.
func (p *places) claim(now time.Time, id key.ID) {
	home := p.w.islands.home()
	if home == nil || p.w.Peers.Has(id) || p.w.Peers.Len() < p.w.options.Links {
		return
	}
	if home.Standing.Familiarity(id, home.Today()) <= roster.Companion {
		p.evict(now, true)
	}
}

// evict takes the place of the latest of the least known peers, and reports whether there was one that is a
// stranger. Peers that showed an invitation come last, and only for a peer that the world knows.
func (p *places) evict(now time.Time, forKnown bool) bool {
	w := p.w
	home := w.islands.home()
	s, today := home.Standing, home.Today()
	var worst key.ID
	least, latest, favoured := roster.Companion, uint64(0), true
	for _, l := range w.Peers.Values() {
		f, first, has := s.Familiarity(l.Key, today), s.Met.First(l.Key), p.favours(now, l.Key)
		switch {
		case f <= roster.Companion, has && !forKnown, has && !favoured:
		case favoured && !has, f > least, f == least && first > latest, worst.IsZero():
			worst, least, latest, favoured = l.Key, f, first, has
		}
	}
	if worst.IsZero() {
		return false
	}
	w.LinkDown(now, worst, "its place went to a peer that the world knows or invited")
	p.freed = append(p.freed, worst)
	return true
}

// favours reports whether a peer showed an invitation a moment ago.
func (p *places) favours(now time.Time, id key.ID) bool {
	i, ok := p.invited[id]
	return ok && now.Sub(i.since) < invitedFor
}

// linked notes a peer that has just been linked.
func (p *places) linked(now time.Time, id key.ID, info link.Info) {
	if delete(p.waiting, id); !p.w.Peers.Has(id) && id != p.w.Me {
		p.waiting[id] = &waiting{info, now}
	}
}

// present takes an invitation that a linked peer shows, and gives it the place of a stranger. It reports
// whether the message was one. Nothing happens for an invitation that is not valid now.
func (p *places) present(now time.Time, from key.ID, b []byte) bool {
	if len(b) < 2 || wire.Kind(b[0]) != wire.Door || b[1] != door.StepPresent {
		return false
	}
	w := p.w
	wait, served := p.waiting[from], w.Peers.Has(from)
	if wait == nil && !served || p.favours(now, from) {
		return true
	}
	if !p.valid(now, from, b[2:]) {
		return true
	}
	if served || w.Peers.Len() < w.options.Links || p.evict(now, false) {
		if !served {
			w.LinkUp(now, from, wait.info)
		}
	}
	return true
}

// valid checks an invitation that is shown, the cheap questions first, and notes a valid one. Of an
// invitation as many peers are favoured as it has uses left.
func (p *places) valid(now time.Time, from key.ID, b []byte) bool {
	home := p.w.islands.home()
	t := home.Standing.State()
	if t == nil || p.shown[from] >= maxShown {
		return false
	}
	p.shown[from]++
	k, err := charter.DecodePresentation(b)
	if err != nil {
		p.w.refuse(from, byte(wire.Door), err)
		return false
	}
	today := home.Today()
	if !home.Policy.MayAct(from) || t.Admits(k.Invitation, from, charter.Day(today)) != nil {
		return false
	}
	all, same := 0, 0
	for id, i := range p.invited {
		if !p.favours(now, id) || home.Standing.Familiarity(id, today) <= roster.Companion {
			continue
		}
		if all++; i.invitation == k.Invitation {
			same++
		}
	}
	i := t.Invitation(k.Invitation)
	again := slices.Contains(i.Players, from)
	if all >= maxInvited || !again && same >= int(i.Uses)-len(i.Players) || !k.Signed(from, home.World) {
		return false
	}
	p.invited[from] = invited{k.Invitation, now}
	return true
}

// toDisconnect lists the linked peers that lost their place, and those that have had none for a while.
func (p *places) toDisconnect(now time.Time) []key.ID {
	all := slices.Clone(p.freed)
	for id, x := range p.waiting {
		if now.Sub(x.since) >= waitFor && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	slices.SortFunc(all[len(p.freed):], key.ID.Compare)
	return all
}

// left forgets a peer that is not linked any more.
func (p *places) left(id key.ID) {
	p.freed = slices.DeleteFunc(p.freed, func(k key.ID) bool { return k == id })
	delete(p.waiting, id)
	delete(p.invited, id)
	delete(p.shown, id)
}
