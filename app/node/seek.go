package node

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"time"

	"manyhold/net/beacon"
	"manyhold/net/signal"
	"manyhold/net/store"
)

const (
	// hearTime is how long a node listens on the LAN before it decides that it is alone.
	hearTime = time.Second
	// doorAnswer is how long the doors of heard worlds have to answer, and doorsAfter how long the others
	// have after the first one. A door that is not there may be silent.
	doorAnswer = 2 * time.Second
	doorsAfter = 300 * time.Millisecond
	// offerDoors is how many doors of one heard world are asked.
	offerDoors = 3
	// maxOffers is how many heard worlds a node considers at a time.
	maxOffers = 64
	// trialTime is how long a newcomer waits for a link to a peer of a heard world before it tries the next.
	trialTime = 5 * time.Second
	// lastTrial is the same for the only world left whose door answers: in a crowd of sixty that comes at
	// once, the last ones are linked after half a minute and more.
	lastTrial = 75 * time.Second
	// givenTime is how much longer linked peers have to give the world.
	givenTime = 20 * time.Second
	// seekTime is how long a newcomer tries heard worlds, before it founds its own.
	seekTime = 90 * time.Second
)

// offer is a world heard on the LAN. Any key can announce any world, with any number of players: the
// announcements of an offer prove nothing, and its door only that somebody is there.
type offer struct {
	beacon.Announcement          // the one with the most players
	addresses           int      // of machines that announce it; this machine is one
	doors               []string // of different machines, or of this one, at most offerDoors
	answers             bool     // a door said that it is in that world
}

// offersOf groups the announcements that this program can follow by world: the worlds that are announced from
// most addresses first, of these the ones with most players, at most maxOffers.
func offersOf(all []beacon.Announcement) (out []*offer) {
	from := map[store.WorldID]map[netip.Addr]bool{}
	worlds := map[store.WorldID]*offer{}
	for _, a := range joinable(all) {
		o := worlds[a.World]
		if o == nil {
			o = &offer{Announcement: a}
			worlds[a.World], from[a.World] = o, map[netip.Addr]bool{}
			out = append(out, o)
		}
		if (!from[a.World][a.From] || !a.From.IsValid()) && a.Door != "" && len(o.doors) < offerDoors {
			o.doors = append(o.doors, a.Door)
		}
		from[a.World][a.From] = true
		o.addresses = len(from[a.World])
	}
	slices.SortStableFunc(out, func(a, b *offer) int { return cmp.Compare(b.addresses, a.addresses) })
	return out[:min(len(out), maxOffers)]
}

// joinable returns the announcements that this program can follow, those with most players first.
func joinable(all []beacon.Announcement) []beacon.Announcement {
	out := slices.DeleteFunc(slices.Clone(all), func(a beacon.Announcement) bool { return Refusal(a) != "" })
	slices.SortStableFunc(out, func(a, b beacon.Announcement) int { return b.Players - a.Players })
	return out
}

// askDoors asks the doors of all offers at once and notes whose answer. It returns when all have answered,
// and soon after the first one that is in the announced world.
func askDoors(ctx context.Context, offers []*offer) {
	ctx, cancel := context.WithTimeout(ctx, doorAnswer)
	defer cancel()
	answered := make(chan *offer)
	var all sync.WaitGroup
	for _, o := range offers {
		for _, door := range o.doors {
			all.Go(func() {
				world, err := signal.AskWorld(ctx, door)
				if err == nil && world == o.World || errors.Is(err, signal.ErrAskedTooOften) {
					answered <- o
				}
			})
		}
	}
	go func() { all.Wait(); close(answered) }()
	for o := range answered {
		if !o.answers {
			time.AfterFunc(doorsAfter, cancel)
		}
		o.answers = true
	}
}

// seeker finds the heard worlds that a newcomer tries, one after the other.
type seeker struct {
	lan   *beacon.Beacon
	known map[store.WorldID]*offer
	tried map[store.WorldID]bool
	// doubted are the addresses of worlds for which nobody answered: their other worlds come last, because
	// one machine can announce many
	doubted map[netip.Addr]bool
	until   time.Time // when it has listened for long enough
}

// next returns the best world that was not tried, nil for none, and whether there is another. Worlds with a
// door that answers come first; those heard meanwhile are asked, too.
func (s *seeker) next(ctx context.Context) (best *offer, more bool) {
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		var fresh, left []*offer
		for _, o := range offersOf(s.lan.Snapshot()) {
			if s.known[o.World] == nil {
				s.known[o.World] = o
				fresh = append(fresh, o)
			}
			if !s.tried[o.World] {
				left = append(left, s.known[o.World])
			}
		}
		askDoors(ctx, fresh)
		slices.SortStableFunc(left, func(a, b *offer) int {
			return cmp.Or(trueFirst(a.answers, b.answers), trueFirst(s.doubted[b.From], s.doubted[a.From]))
		})
		over := !time.Now().Before(s.until)
		if len(left) > 0 && (left[0].answers || over) {
			s.tried[left[0].World] = true
			return left[0], len(left) > 1
		}
		if over && len(fresh) == 0 {
			return nil, false
		}
		select {
		case <-ctx.Done():
			return nil, false
		case <-look.C:
		}
	}
}

// trueFirst orders true before false.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// enterHeard enters a world that was heard on the LAN, if one answers; nil: none does. A world is tried for
// trialTime, because anybody can announce one that does not exist.
func (id *Identity) enterHeard(ctx context.Context, log *slog.Logger) (*node, error) {
	if id.Lan == nil {
		return nil, nil
	}
	began := time.Now()
	s := &seeker{lan: id.Lan, known: map[store.WorldID]*offer{}, tried: map[store.WorldID]bool{}, doubted: map[netip.Addr]bool{}, until: began.Add(hearTime)}
	for time.Since(began) < seekTime {
		o, more := s.next(ctx)
		if o == nil {
			break
		}
		log.Info("found a world on this network", "world", o.WorldName, "of", o.PeerName, "addresses", o.addresses, "its door answers", o.answers)
		limit := trialTime
		if o.answers && !more {
			limit = lastTrial
		}
		n, err := id.enterOffer(ctx, o.Announcement, limit, log)
		if n != nil || ctx.Err() != nil {
			return n, err
		}
		if err == errGone {
			continue
		}
		log.Warn("cannot enter a world that was heard on this network", "world", o.WorldName, "of", o.PeerName, "why", err)
		s.doubted[o.From] = true
	}
	return nil, ctx.Err()
}

// errSilent says that no peer of an announced world gives it, and errGone that no peer announces it any more.
var (
	errSilent = errors.New("nobody answers")
	errGone   = errors.New("its peers have left it")
)

// enterOffer enters an announced world, if a peer of it is linked within the limit and gives the world. Its
// errors are errSilent, errGone and those of Enter.
func (id *Identity) enterOffer(ctx context.Context, a beacon.Announcement, limit time.Duration, log *slog.Logger) (*node, error) {
	n, err := id.Enter(ctx, Choice{Offer: &a}, log)
	if err != nil {
		return nil, err
	}
	if err = n.answered(ctx, id.Lan, limit); err == nil {
		return n, nil
	}
	n.Stop()
	if err == errSilent {
		if id.silent == nil {
			id.silent = map[store.WorldID]time.Time{}
		}
		id.silent[a.World] = time.Now()
	}
	return nil, err
}

// answered waits until the node is in the world: a peer is linked, the genesis was verified, and the state is
// here. The error is errSilent when no peer is linked within the limit, or when linked ones do not give the
// world, errGone when lan does not hear of the world any more, and what ended the node or ctx.
func (n *node) answered(ctx context.Context, lan *beacon.Beacon, limit time.Duration) error {
	began := time.Now()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for n.host.Status().Joining {
		waited, linked := time.Since(began), len(n.endpoint.Links()) > 0
		switch announced := func(a beacon.Announcement) bool { return a.World == n.world }; {
		case waited > limit && !linked || waited > limit+givenTime:
			return errSilent
		case !linked && !slices.ContainsFunc(lan.Snapshot(), announced):
			return errGone
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-n.Done():
			return cmp.Or(n.Err(), errSilent)
		case <-look.C:
		}
	}
	return nil
}
