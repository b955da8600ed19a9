package order

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/claim"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/net/host/notice"
)

// claimOrder claims a plot. When others have some of it, it says where the next free place is.
type claimOrder struct {
	issue issueCommand
	free  *event.Event
}

func (o *claimOrder) Step(h *Actor) (bool, string, error) {
	if p := h.Player(); p != nil && o.issue.seq != 0 {
		for k := range h.Events {
			if e := h.Events[k]; e.Kind == event.ClaimFree && e.Seat == p.Seat && e.Seq == o.issue.seq {
				o.free = &e
			}
		}
	}
	done, said, err := o.issue.Step(h)
	if err != nil && o.free != nil {
		err = notice.New("order_claimed", "reason", strings.Join(notice.Of(err).Parameters()["reason"], ""), "x", strconv.Itoa(int(o.free.Tile.X)), "y", strconv.Itoa(int(o.free.Tile.Y)),
			"w", strconv.Itoa(int(o.free.A)), "h", strconv.Itoa(int(o.free.B)))
	}
	return done, said, err
}

// parseClaim reads `claim X Y W H`.
func parseClaim(w []string) (Order, error) {
	if len(w) != 4 {
		return nil, fmt.Errorf("claim needs a tile, a width and a height: X Y W H: %w", errOrder)
	}
	at, err := parseTile(w[:2])
	if err != nil {
		return nil, err
	}
	var side [2]uint8
	for k, s := range w[2:] {
		n, err := strconv.ParseUint(s, 10, 8)
		if err != nil || n < 1 || n > claim.MaxSide {
			return nil, fmt.Errorf("a claim is 1 to %d tiles wide and high, not %q", claim.MaxSide, s)
		}
		side[k] = uint8(n)
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		c := command.Command{Kind: command.Claim, Tile: t, Slot: side[0], Slot2: side[1]}
		return &claimOrder{issue: issueCommand{cmd: c, did: fmt.Sprintf("claimed %d × %d tiles at %d %d", side[0], side[1], t.X, t.Y)}}, err
	}), nil
}

// grants are what the orders about a claim grant, without a player and with one.
var grants = map[string]struct {
	plain, named  claim.Grant
	did, didNamed string
}{
	"open":    {claim.OpenToAll, claim.NoGrant, "everybody may use what stands there", ""},
	"close":   {claim.CloseToAll, claim.NoGrant, "only you and your friends may use what stands there", ""},
	"share":   {claim.FriendsBuild, claim.Befriend, "friends build there", "is a friend there"},
	"unshare": {claim.FriendsUse, claim.Unfriend, "friends only use what stands there", "is no friend there any more"},
}

// parseClaimed reads an order about the claim on a tile: `unclaim X Y`, `open X Y`, `close X Y`, `share X Y
// [PLAYER]`, `unshare X Y [PLAYER]`.
func parseClaimed(verb string, w []string) (Order, error) {
	if len(w) < 2 {
		return nil, fmt.Errorf("%s needs a tile, X Y: %w", verb, errOrder)
	}
	at, err := parseTile(w[:2])
	if err != nil {
		return nil, err
	}
	who, g := strings.Join(w[2:], " "), grants[verb]
	if who != "" && g.named == claim.NoGrant {
		return nil, fmt.Errorf("%s needs a tile and nothing else: %w", verb, errOrder)
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		if err != nil {
			return nil, err
		}
		if verb == "unclaim" {
			return &issueCommand{cmd: command.Command{Kind: command.Unclaim, Tile: t}, did: "the claim is given up"}, nil
		}
		c := command.Command{Kind: command.Share, Tile: t, Count: uint8(g.plain)}
		if who == "" {
			return &issueCommand{cmd: c, did: g.did}, nil
		}
		for _, p := range h.World.Roster.Everybody() {
			if p.Name.String() == who && p.Key != h.Me {
				c.Count, c.Entity = uint8(g.named), game.EntityID(p.Seat)
				return &issueCommand{cmd: c, did: who + " " + g.didNamed}, nil
			}
		}
		return nil, notice.New("order_stranger", "name", who)
	}), nil
}

// claimWords lists the claims that are known here, a line each, the player's own first.
func claimWords(h *Actor) string {
	list := slices.Clone(h.World.Claims.List())
	if len(list) == 0 {
		return "no claims"
	}
	mine := func(c *claim.Claim) uint8 { return codec.Bit(c.Owner != h.Me) }
	slices.SortStableFunc(list, func(a, b claim.Claim) int { return cmp.Compare(mine(&a), mine(&b)) })
	var b strings.Builder
	for k := range list {
		c := &list[k]
		fmt.Fprintf(&b, "%d %d, %d × %d, %s", c.At.X, c.At.Y, c.W, c.H, c.Name)
		if c.Flags&claim.Open != 0 {
			b.WriteString(", open to all")
		}
		if len(c.Friends) > 0 {
			b.WriteString(", friends " + strings.Join(FriendsOf(h.World.Roster.ByKey, c), ", "))
			if c.Flags&claim.UseOnly != 0 {
				b.WriteString(" (use only)")
			}
		}
		left := c.Ends(h.World.Code.ClaimDays()) - min(h.World.Clock, c.Ends(h.World.Code.ClaimDays()))
		fmt.Fprintf(&b, ", ends in %d days without a visit\n", (left+claim.Day-1)/claim.Day)
	}
	return strings.TrimRight(b.String(), "\n")
}

// FriendsOf returns the names of the friends of a claim; one that is not known here is "somebody".
func FriendsOf(known func(game.PlayerID) *entity.PlayerState, c *claim.Claim) (names []string) {
	for _, key := range c.Friends {
		if p := known(key); p != nil {
			names = append(names, p.Name.String())
		} else {
			names = append(names, "somebody")
		}
	}
	return names
}
