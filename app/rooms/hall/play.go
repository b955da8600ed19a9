package hall

import (
	"context"
	"errors"
	"slices"
	"time"

	"manyhold/app/rooms"
	"manyhold/net/room"
)

const (
	// findTime is how long a player without a person looks for its room.
	findTime = 30 * time.Second
	// lookEvery is how often it looks at a room in which nothing happens.
	lookEvery = time.Second
	// signTime is how long it waits for its client to sign the result of a match that is over.
	signTime = 5 * time.Second
)

// Play takes part in a match as a player without a person does: it takes a seat, gets ready in every stage
// once begin allows it, and stays until the match is over, or until ctx ends. Its client plays meanwhile.
// begin is called while the player has a seat; nil allows at once.
func (h *Hall) Play(ctx context.Context, id string, begin func() bool) error {
	r, err := h.arrive(ctx, id)
	if err != nil {
		return err
	}
	var over time.Time
	for ctx.Err() == nil {
		changed := r.Changed()
		switch v := r.View(); {
		case v.Phase == room.Ended:
			if over.IsZero() {
				over = time.Now()
			}
			if signed(h.Me(), v) || v.Outcome.After == 0 || time.Since(over) > signTime {
				return nil
			}
		case v.Phase == room.Setup:
			if err := h.prepare(ctx, r, begin); err != nil {
				return err
			}
		case v.Phase == room.Running && seated(h.Me(), v) < 0:
			return failf(Conflict, "room_in_match", "the match has begun without this player")
		}
		select {
		case <-changed:
		case <-time.After(lookEvery):
		case <-r.Done():
			return explain(rooms.ErrUnknown)
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// arrive waits until a room is heard of, and enters it.
func (h *Hall) arrive(ctx context.Context, id string) (r *rooms.Room, err error) {
	err = Seek(ctx, func() error {
		r, err = h.glance(ctx, id)
		return err
	})
	return r, err
}

// Seek calls try again while the room that it is about is unknown or silent, for half a minute: a node that
// has just come into a world hears of the world's rooms by and by. It returns the last failure.
func Seek(ctx context.Context, try func() error) error {
	look := time.NewTicker(lookEvery / 4)
	defer look.Stop()
	for end := time.After(findTime); ; {
		err := try()
		var f *Failure
		if err == nil || !errors.As(err, &f) || f.Kind != Missing && f.Kind != Silent {
			return err
		}
		select {
		case <-look.C:
		case <-end:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// signed reports whether the player has signed the result.
func signed(me room.Key, v *rooms.View) bool {
	return slices.ContainsFunc(v.Outcome.Signed, func(s room.Signed) bool { return s.By == me })
}

// prepare takes a seat, and says that the player is ready. Others may be quicker: then the next look decides.
func (h *Hall) prepare(ctx context.Context, r *rooms.Room, begin func() bool) error {
	v := r.View()
	k := seated(h.Me(), v)
	var err error
	switch {
	case k < 0:
		err = h.send(ctx, r, room.Packet{Kind: room.Sit, Text: h.seatName("")})
	case (begin == nil || begin()) && !v.Seats[k].Ready && v.Invalid == "":
		err = h.send(ctx, r, room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: v.Version}})
	}
	var refused *Failure
	if errors.As(err, &refused) && k >= 0 {
		return nil
	}
	return err
}
