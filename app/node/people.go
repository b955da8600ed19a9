package node

import (
	"cmp"
	"slices"

	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/world"
	"manyhold/net/key"
)

// A window has the confirmed state of one island: its player's. Twice a second, status tells it the players
// of the other islands: for the list of players, and for the names and looks of players seen across a line.

// peopleOf lists the players who are awake on an island, for status.
func peopleOf(c *islandCounts) []status.PersonStatus {
	list := []status.PersonStatus{}
	for i := range c.people {
		p := &c.people[i]
		if l := p.look; p.here {
			list = append(list, status.PersonStatus{Key: p.key.String(), Name: p.name, Seat: uint16(p.seat), Body: uint64(p.body), At: &[2]int32{p.at.X, p.at.Y},
				Look: [6]uint8{l.Skin, l.Hair, l.HairColour, l.Shirt, l.Trousers, l.Hat}})
		}
	}
	return list
}

// PlayersElsewhere lists the players on the islands other than the visible one, in ascending seat: of each
// the properties visible to others, and in Last its place a moment ago. The memory of dst is reused.
func PlayersElsewhere(dst []entity.PlayerState, st *status.Status) []entity.PlayerState {
	dst = dst[:0]
	for i := range st.Islands {
		if st.Islands[i].Here {
			continue
		}
		for _, q := range st.Islands[i].People {
			id, err := key.ParseID(q.Key)
			if err != nil || q.At == nil {
				continue
			}
			p := entity.PlayerState{Key: game.PlayerID(id), Seat: entity.Seat(q.Seat), Health: world.MaxHealth,
				Body: game.EntityID(q.Body), Last: grid.Tile{X: q.At[0], Y: q.At[1]}.Centre(), Look: entity.Look{
					Skin: q.Look[0], Hair: q.Look[1], HairColour: q.Look[2], Shirt: q.Look[3], Trousers: q.Look[4], Hat: q.Look[5]}}
			copy(p.Name[:], q.Name)
			dst = append(dst, p)
		}
	}
	slices.SortFunc(dst, func(a, b entity.PlayerState) int { return cmp.Compare(a.Seat, b.Seat) })
	return slices.CompactFunc(dst, func(a, b entity.PlayerState) bool { return a.Seat == b.Seat })
}

// playersElsewhere lists the players on other islands that this node knows.
func (v *statusView) playersElsewhere() []entity.PlayerState {
	st := v.Status()
	return PlayersElsewhere(nil, &st)
}
