package rooms

import (
	"context"
	"slices"
	"time"

	"manyhold/net/key"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// resumeTime is how long a room may take to be read from its file.
const resumeTime = 5 * time.Second

// Kept returns the rooms whose files are here, the one that was written last first.
func (s *Service) Kept() (list []store.WorldID) {
	infos, err := admin.List(s.o.Dir)
	if err != nil {
		s.o.Log.Warn("cannot list the rooms that are kept", "why", err)
		return nil
	}
	slices.SortFunc(infos, func(a, b store.Info) int { return b.Modified.Compare(a.Modified) })
	for k := range infos {
		if infos[k].Problem == "" {
			list = append(list, infos[k].ID)
		} else {
			s.o.Log.Warn("a room's file cannot be used", "room", short(infos[k].ID), "why", infos[k].Problem)
		}
	}
	return list
}

// Resume goes on with the rooms of the files in which the player has a seat: the node was killed, or ended in
// the middle of a match. It returns how many there are.
func (s *Service) Resume(ctx context.Context) (n int) {
	for _, id := range s.Kept() {
		if n >= lobby.MaxOwn || ctx.Err() != nil {
			break
		}
		r, err := s.Join(id)
		if err != nil {
			s.o.Log.Warn("cannot resume a room", "room", short(id), "why", err)
			continue
		}
		if s.seated(ctx, r) {
			s.o.Log.Info("resuming a match", "room", short(id))
			n++
			continue
		}
		s.drop(r)
	}
	return n
}

// seated reports whether the player has a seat in a room that is not over, as its file tells.
func (s *Service) seated(ctx context.Context, r *Room) (seated bool) {
	ctx, cancel := context.WithTimeout(ctx, resumeTime)
	defer cancel()
	me := room.Key(s.o.Pair.ID())
	err := r.Inspect(ctx, func(m *room.Room) {
		seated = m.Phase() != room.Ended && slices.ContainsFunc(m.Seats(), func(x room.Seat) bool { return x.Holder == me })
	})
	return err == nil && seated
}

// Needs returns the peers with which this node needs links for its rooms: those in them, and those that hold
// their logs.
func (s *Service) Needs() []key.ID {
	list := s.o.Lobby.Wanted()
	add := func(more ...key.ID) {
		for _, id := range more {
			if !id.IsZero() && id != s.o.Pair.ID() && !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
	}
	for _, r := range s.Rooms() {
		st := r.host.Status()
		add(st.Fork.Missing...)
		for k := range st.Islands {
			add(st.Islands[k].Voters...)
		}
	}
	return list
}
