package omni

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"manyhold/app/arena"
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/venue"
	"manyhold/game/match"
	"manyhold/net/room"
)

// Player is the hand of a node: it takes its seat in a room by Sit.
type Player struct {
	venue *venue.Venue
	room  *rooms.Room
	id    string
	seat  string
}

// Sit takes a seat in a room. The node may still have to hear of the room.
func Sit(ctx context.Context, v *venue.Venue, id, seat string) (*Player, error) {
	var s *hall.State
	err := hall.Seek(ctx, func() (err error) {
		s, err = v.Hall().Join(ctx, id, seat, "")
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("seat %s: %w", seat, err)
	}
	for _, r := range v.Rooms().Rooms() {
		if r.ID().String() == s.ID {
			return &Player{v, r, s.ID, seat}, nil
		}
	}
	return nil, rooms.ErrUnknown
}

// Seat is Hand's.
func (p *Player) Seat() string { return p.seat }

// ballots are the orders that are votes.
var ballots = map[string]room.Ballot{"pause": room.ForPause, "resume": room.ForResume, "continue": room.ForGoingOn}

// Order is Hand's.
func (p *Player) Order(ctx context.Context, words string) (turn uint32, err error) {
	c := p.client()
	if c == nil {
		return 0, errors.New("the match has not begun")
	}
	switch {
	case ballots[words] != room.NoBallot:
		_, err = p.venue.Hall().Vote(ctx, p.id, ballots[words])
	case words == "bot" || words == "hand":
		c.LetBot(words == "bot")
	default:
		return c.Order(words)
	}
	return p.Moment().Turn, err
}

func (p *Player) client() *arena.Client { return p.venue.Arena(p.room.ID()) }

// Moment is Hand's.
func (p *Player) Moment() (m Moment) {
	v := p.room.View()
	if v == nil {
		return m
	}
	m.State, m.Child = v.Phase.String(), v.Child
	if v.Generation > 0 {
		m.Last = v.Generation - 1
	}
	if len(v.Outcome.Result) > 0 {
		m.Result = json.RawMessage(v.Outcome.Result)
	}
	for _, s := range v.Outcome.Signed {
		m.Signed = append(m.Signed, v.Engine.Seats[s.Seat])
	}
	if c := p.client(); c != nil {
		c.Inside(func(x *match.Match, _ *arena.Sight) { m.Turn, m.Digest = x.Generation(), x.Digest() })
	}
	return m
}
