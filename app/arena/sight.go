package arena

import (
	"slices"
	"strings"

	"manyhold/app/rooms"
	"manyhold/game"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
)

// Sight is what a client has to know of a room at a moment. It shares nothing that the room changes.
type Sight struct {
	rooms.Facts
	Seat    int // of the player; -1: none
	Players []match.Player
	Wants   uint32
	Masters []room.Master // those that are closed, after those that were seen
	First   uint32        // the generation of Recent's first one
	Recent  [][]byte      // the masters of late that were seen
	Signed  room.Proposal // what the player has signed and has no majority yet
	Log     [][]byte      // while the room is halted: all masters
	Agreed  []uint32      // the generations of late on whose digest the majority agrees, ascending
}

// See returns what a player has to know of a room that has seen the masters up to a generation; Most of those
// behind it, at most. It is called between two turns of the room.
func See(r *room.Room, me room.Key, seen uint32) *Sight {
	s := &Sight{Facts: rooms.FactsOf(r), Wants: r.Wants(me)}
	s.Seat = slices.IndexFunc(s.Seats, func(x room.Seat) bool { return x.Holder == me })
	for _, x := range room.Proposed(r) {
		if x.By == me {
			s.Signed = x
		}
	}
	s.Players = playersOf(r)
	log := r.Log()
	s.First = max(seen, room.Window) - room.Window + 1
	s.Recent = log[min(int(s.First)-1, len(log)):min(int(seen), len(log))]
	for g := seen + 1; g < s.Generation && len(s.Masters) < Most; g++ {
		m, err := r.Master(g)
		if err != nil {
			break
		}
		s.Masters = append(s.Masters, m)
	}
	if s.Child == room.Halted.String() {
		s.Log = log[:len(log):len(log)] // masters never change, and this list does not grow
	}
	for g := max(s.Generation, room.Window) - room.Window + 1; g < s.Generation; g++ {
		if _, known := r.Agreed(g); known {
			s.Agreed = append(s.Agreed, g)
		}
	}
	return s
}

// playersOf returns who sits where: at the beginning of the match, once it has begun.
func playersOf(r *room.Room) []match.Player {
	list := make([]match.Player, len(r.Engine().Seats))
	if r.Generation() > 0 {
		for k, x := range r.Starters() {
			if x.Key != (room.Key{}) {
				list[k] = match.Player{Key: game.PlayerID(x.Key), Name: x.Name}
			}
		}
		return list
	}
	for k, x := range r.Seats() {
		if x.Taken() {
			list[k] = match.Player{Key: game.PlayerID(x.Holder), Name: x.Name}
		}
	}
	return list
}

// ahead returns how many ticks ahead of the state after a generation those commands take effect that are
// given then; 0 for a viewer. There is a tick more, for a picture that shows the state a frame later.
func (s *Sight) ahead() game.Tick {
	if s.Seat < 0 || s.Phase != room.Running {
		return 0
	}
	return game.Tick(s.Delay)*game.Tick(s.Length) + 1
}

// away reports whether the seat of the player is vacant.
func (s *Sight) away() bool { return s.Seat >= 0 && s.Seats[s.Seat].Vacant > 0 }

// lonely reports whether nobody plays: all seats are vacant or free.
func (s *Sight) lonely() bool {
	return !slices.ContainsFunc(s.Seats, func(x room.Seat) bool { return x.Taken() && x.Vacant == 0 })
}

// Named returns the first generation about which seats differ, 0 for none, and those seats, ascending. Seats
// that are vacant count only if nobody else differs.
func (s *Sight) Named() (generation uint32, seats []int) {
	generation = room.Disputed(s.Seats)
	nobody := generation == 0
	for k := range s.Seats {
		x := &s.Seats[k]
		if x.Diverged == 0 || x.Vacant > 0 && !nobody {
			continue
		}
		seats = append(seats, k)
		if generation == 0 || x.Diverged < generation {
			generation = x.Diverged
		}
	}
	return generation, seats
}

// seatNames and playerNames list seats, and their players, with commas between.
func (s *Sight) seatNames(list []int) string {
	var names []string
	for _, k := range list {
		names = append(names, s.Engine.Seats[k])
	}
	return strings.Join(names, ", ")
}

func (s *Sight) playerNames(list []int) string {
	var names []string
	for _, k := range list {
		names = append(names, key.ID(s.Seats[k].Holder).String())
	}
	return strings.Join(names, ", ")
}
