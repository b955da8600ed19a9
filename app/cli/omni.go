package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/control"
	"manyhold/app/options"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/omni"
	"manyhold/app/usage"
)

const omniHelp = `Drives all free seats of a match from this process, as a test client: each seat is a player of its own that joins the world of
the node on --data, gets ready, and carries out the lines of a script. The script comes from the standard input:

  red-1 walk 1 0; kick 1 0   orders of a seat, or of all: walk, stop, kick, throw, use, dig, place, pick, select, emote, ask, say
  blue-1 bot                 lets the bot of the engine play; hand takes the seat back
  all pause                  votes; also resume and continue
  wait 40                    lets 40 turns pass
  # a remark

Each line of the output is a JSON object: states of the match, orders with the turn, and in the end the result with the digest of each
seat. The command fails if these differ, or if a line could not be carried out.`

// omniCommand builds `manyhold room omni`.
func omniCommand() *cobra.Command {
	var seats []string
	var log string
	var span time.Duration
	c := &cobra.Command{
		Use: "omni ID", Short: "Drive all free seats of a match from a script, as a test client", Long: omniHelp,
		Args: arity.Exactly(1, "the ID of a room, or the beginning of it"),
		RunE: func(c *cobra.Command, args []string) error {
			data, err := c.Flags().GetString("data")
			if err != nil {
				return err
			}
			node, err := control.Running(data)
			if err != nil {
				return err
			}
			room, err := node.RoomState(c.Context(), args[0])
			if err != nil {
				return err
			}
			if seats, err = seatsFor(room, seats); err != nil {
				return err
			}
			st, err := node.Status(c.Context())
			if err != nil {
				return err
			}
			if st.World.Invite == "" {
				return errors.New("the node on --data is still joining its world")
			}
			ctx := c.Context()
			if span > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeoutCause(ctx, span, errors.New("the match is not over yet (--for)"))
				defer cancel()
			}
			f := options.Play{Join: st.World.Invite, Log: log, NoLAN: true}
			return driveSeats(ctx, f, room.ID, seats, c.InOrStdin(), c.OutOrStdout())
		},
	}
	c.Flags().StringSliceVar(&seats, "seats", nil, "names of the seats; default: all free ones")
	c.Flags().DurationVar(&span, "for", 0, "time after which the command fails, such as 60s; 0: no limit")
	c.Flags().StringVar(&log, "log", "text", "form of the log: text or json")
	return c
}

// seatsFor returns the seats that are to be driven: those that are named, or all free ones.
func seatsFor(room *hall.State, named []string) (list []string, err error) {
	if room.Phase != "setup" {
		return nil, errors.New("the match has begun; its seats are driven from the setup on")
	}
	free, all := map[string]string{}, []string{}
	for k := range room.Seats {
		s := &room.Seats[k]
		if all = append(all, s.Seat); s.Player == "" {
			free[strings.ToLower(s.Seat)] = s.Seat
			list = append(list, s.Seat)
		}
	}
	if len(named) > 0 {
		list = nil
		for _, n := range named {
			s, ok := free[strings.ToLower(n)]
			if !ok {
				return nil, usage.Errorf("the seat %q is not free, or not there; the seats are %s", n, strings.Join(all, ", "))
			}
			delete(free, strings.ToLower(n))
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("all seats are taken")
	}
	return list, nil
}

// driveSeats runs a node for each seat, and the script with all of them.
func driveSeats(ctx context.Context, f options.Play, room string, seats []string, script io.Reader, to io.Writer) error {
	var seated gathering
	var mu sync.Mutex
	hands := make([]omni.Hand, len(seats))
	over := make(chan struct{})
	var err error
	drive := func(ctx context.Context) { // once all have a seat
		defer close(over)
		err = omni.Run(ctx, hands, script, to)
	}
	failed := runBots(ctx, f, len(seats), func(ctx context.Context, node botNode, i int) error {
		h, err := omni.Sit(ctx, node.Rooms(), room, seats[i])
		if err != nil {
			return err
		}
		mu.Lock()
		hands[i] = h
		mu.Unlock()
		if seated.all(i, len(seats)) {
			go drive(ctx)
		}
		err = node.Rooms().Hall().Play(ctx, room, func() bool { return seated.all(i, len(seats)) })
		if err != nil {
			return err
		}
		select {
		case <-over:
		case <-ctx.Done():
		}
		return nil
	})
	if failed != nil {
		return failed
	}
	select {
	case <-over:
		return err
	default:
		return errors.New("ended before the match was over")
	}
}
