package nodeless

import (
	"log/slog"
	"sync"

	"manyhold/app/feed"
	"manyhold/app/order"
	"manyhold/game"
	"manyhold/game/command"
)

// Seat is what a window plays from: the copies that it shows, the orders from outside, and the recording.
// Its methods are node.Backend's.
type Seat struct {
	Feed      *feed.Feed
	Recording feed.Recorder
	me        game.PlayerID
	enter     command.Command
	orders    *order.Queue
}

// NewSeat returns the seat of a player, who enters by a command. between is held while the world changes.
func NewSeat(me game.PlayerID, enter command.Command, log *slog.Logger, between sync.Locker) *Seat {
	s := &Seat{Feed: feed.NewFeed(me), me: me, enter: enter, orders: order.NewQueue(enter)}
	s.Recording.Log, s.Recording.Between = log, func(f func()) {
		between.Lock()
		defer between.Unlock()
		f()
	}
	return s
}

func (s *Seat) Player() game.PlayerID         { return s.me }
func (s *Seat) Copies() *feed.Feed            { return s.Feed }
func (s *Seat) Orders() *order.Queue          { return s.orders }
func (s *Seat) Recorder() *feed.Recorder      { return &s.Recording }
func (s *Seat) EnterCommand() command.Command { return s.enter }

// Rise ends what the window has begun: it shows nothing more, and a recording ends.
func (s *Seat) Rise() {
	s.Feed.Want(false)
	s.Recording.Stop()
}
