package rooms

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"manyhold/net/key"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/store"
)

const (
	// resumeTime is how long a room may take to be read from its file.
	resumeTime = 5 * time.Second
	// doubtTime is how long a room in setup is looked at in which the player has no seat as its file tells: a
	// node that is killed may have written the last seconds down nowhere. maxDoubts is for how many rooms.
	doubtTime = 20 * time.Second
	maxDoubts = 2
	// maxKept is how many files of rooms are kept. The oldest beyond go when the node starts.
	maxKept = 64
)

// Kept returns the rooms whose files are here, the one that was written last first.
func (s *Service) Kept() (list []store.WorldID) {
	files, err := os.ReadDir(filepath.Join(s.o.Dir, store.WorldsDir))
	if err != nil {
		return nil // there are none
	}
	written := map[store.WorldID]time.Time{}
	for _, f := range files {
		name, is := strings.CutSuffix(f.Name(), store.Extension)
		id, err := store.ParseWorldID(name)
		info, gone := f.Info()
		if !is || err != nil || gone != nil {
			continue
		}
		written[id] = info.ModTime()
		list = append(list, id)
	}
	slices.SortFunc(list, func(a, b store.WorldID) int {
		return cmp.Or(written[b].Compare(written[a]), slices.Compare(a[:], b[:]))
	})
	return list
}

// prune deletes the oldest files beyond maxKept, except of rooms that are open.
func (s *Service) prune() {
	kept := s.Kept()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range kept[min(maxKept, len(kept)):] {
		s.remove(id)
	}
}

// remove deletes the files of a room, unless it is open. The lock is held.
func (s *Service) remove(id store.WorldID) {
	if s.open[id] != nil {
		return
	}
	path := store.Path(s.o.Dir, id)
	for _, name := range []string{path, path + "-wal", path + "-shm", strings.TrimSuffix(path, store.Extension) + ".lock"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			s.o.Log.Warn("cannot delete the file of an old room", "file", name, "why", err)
		}
	}
}

// Resume goes on with the rooms of the files in which the player has a seat: the node was killed, or ended in
// the middle of a match. It returns how many there are. A few rooms that are in setup are left a while later,
// unless the others say that the player has a seat.
func (s *Service) Resume(ctx context.Context) (n int) {
	s.prune()
	doubts := 0
	for _, id := range s.Kept() {
		if n >= lobby.MaxOwn || ctx.Err() != nil {
			break
		}
		r, err := s.Join(id)
		if err != nil {
			s.o.Log.Warn("cannot resume a room", "room", short(id), "why", err)
			continue
		}
		seated, setup := s.seated(ctx, r)
		switch {
		case seated:
			s.o.Log.Info("resuming a match", "room", short(id))
			n++
		case setup && doubts < maxDoubts:
			doubts++
			go s.doubt(r)
		default:
			s.drop(r)
		}
	}
	return n
}

// holds reports whether a player has one of some seats.
func holds(seats []room.Seat, me room.Key) bool {
	return slices.ContainsFunc(seats, func(x room.Seat) bool { return x.Holder == me })
}

// seated reports whether the player has a seat in a room that is not over, as its file tells, and whether the
// room is in setup.
func (s *Service) seated(ctx context.Context, r *Room) (seated, setup bool) {
	ctx, cancel := context.WithTimeout(ctx, resumeTime)
	defer cancel()
	err := r.Inspect(ctx, func(m *room.Room) {
		seated, setup = m.Phase() != room.Ended && holds(m.Seats(), room.Key(s.o.Pair.ID())), m.Phase() == room.Setup
	})
	return err == nil && seated, err == nil && setup
}

// doubt leaves a room in setup, unless the player turns out to have a seat, or somebody uses the room here.
func (s *Service) doubt(r *Room) {
	ctx, cancel := context.WithTimeout(context.Background(), doubtTime)
	defer cancel()
	_, err := r.Await(ctx, func(v *View) bool { return holds(v.Seats, room.Key(s.o.Pair.ID())) })
	if errors.Is(err, context.DeadlineExceeded) && !r.used.Load() {
		s.drop(r)
	}
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
