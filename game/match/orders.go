package match

import (
	"fmt"
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/command"
)

// orderVerbs are the verbs of orders in words, as bots answer them.
var orderVerbs = strings.Fields("walk stop kick throw use dig place pick select emote ask say")

// Orders turns words of a player into commands: those that a bot answers, with semicolons between them.
// "ask" asks the referee. It changes nothing. The error says which of them cannot be done now.
func Orders(m *Match, key game.PlayerID, text string) (deeds []command.Command, err error) {
	p := m.w.Roster.ByKey(key)
	if p == nil {
		return nil, fmt.Errorf("the player is not in the match")
	}
	b := m.w.Space.Body(p.Body)
	if b == nil {
		return nil, fmt.Errorf("the player has no body now")
	}
	d := &doer{m: m, p: p, b: b}
	for _, part := range strings.Split(text, ";") {
		part = strings.TrimSpace(part)
		verb, rest, _ := strings.Cut(part, " ")
		before := len(d.list)
		switch {
		case !slices.Contains(orderVerbs, verb):
			return nil, fmt.Errorf("there is no order %q; the orders are %s", verb, strings.Join(orderVerbs, ", "))
		case before >= maxDeeds:
			return nil, fmt.Errorf("more than %d orders at once", maxDeeds)
		case verb == "ask":
			c := command.Command{Tick: m.w.Clock, Kind: command.Ask, Entity: m.court.Referee, Text: strings.TrimSpace(rest)}
			if _, err := command.Decode(command.Append(nil, c)); err == nil && c.Text != "" {
				d.list = append(d.list, c)
			}
		default:
			d.words(part)
		}
		if len(d.list) == before && verb != "walk" && verb != "stop" { // these two may be so already
			return nil, fmt.Errorf("cannot %q: something is missing or wrong in it, or nothing is near", part)
		}
	}
	return d.list, nil
}
