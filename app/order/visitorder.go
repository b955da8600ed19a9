package order

import (
	"fmt"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/net/host/notice"
)

// This file holds visits between players: the host's peer lets a knocking guest in, at once or by hand, as
// the setting player.visits and the charter say. The world only sees that the guest was let in.

// CallOf is the command by which a player asks another to let it come, or lets it come (command.Visit,
// command.Welcome). A player on another island is called from afar.
func CallOf(k command.Kind, o *entity.PlayerState, afar bool) command.Command {
	if afar && k == command.Visit {
		return command.Command{Kind: command.RemoteVisit, Entity: o.Body, Tile: grid.TileAt(o.Last)}
	}
	return command.Command{Kind: k, Entity: o.Body}
}

// parseVisit reads an order to ask another player for a visit, or to let a guest come.
func parseVisit(verb, who string) (Order, error) {
	if who == "" {
		return nil, fmt.Errorf("%s needs the name of a player", verb)
	}
	return later(func(h *Actor) (Order, error) {
		kind, did := command.Visit, "asked "+who
		if verb == "welcome" {
			kind, did = command.Welcome, who+" may come"
		}
		lists := [][]entity.PlayerState{h.World.Players()}
		if h.Elsewhere != nil {
			lists = append(lists, h.Elsewhere())
		}
		for k, list := range lists {
			for i := range list {
				if o := &list[i]; o.Name.String() == who && o.Body != 0 && o.Key != h.Me {
					return &issueCommand{cmd: CallOf(kind, o, k == 1), did: did}, nil
				}
			}
		}
		return nil, notice.New("order_absent", "name", who)
	}), nil
}
