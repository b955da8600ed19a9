package order

import (
	"cmp"
	"fmt"
	"strings"

	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/world"
)

// lawTime is how long an order waits until the law that it wrote into the charter holds where the player is.
const lawTime = 20 * game.TicksPerSecond

// lawWords says which laws hold where the player is.
func lawWords(h *Actor) string {
	return cmp.Or(strings.Join(status.LawsIn(uint8(h.World.Code.Laws)), ", "), "none")
}

// lawOrder writes a law into the world's charter, and waits until it holds where the player is.
type lawOrder struct {
	write  charterOrder
	law    world.Law
	on     bool
	wrote  bool
	waited game.Tick // after it was written
}

func parseLaw(w []string) (Order, error) {
	words := append([]string{"law"}, w...)
	a, err := ParseCharter(words)
	if err != nil {
		return nil, fmt.Errorf("law needs blocking, strife, mercy, homestead, avatars, peaceful or keep, and on or off: %w", errOrder)
	}
	return &lawOrder{write: charterOrder{words: words}, law: world.Law(a.Entry.Value / 2), on: a.Entry.Value%2 == 1}, nil
}

func (g *lawOrder) Step(h *Actor) (bool, string, error) {
	switch {
	case !g.wrote:
		done, _, err := g.write.Step(h)
		if g.wrote = done; err != nil {
			return true, "", err
		}
	case h.World.Code.Laws.Has(g.law) == g.on:
		return true, "laws in force: " + lawWords(h), nil
	case g.waited > lawTime:
		return true, "the charter entry is written, but the law is not in force here yet", nil
	default:
		g.waited++
	}
	return false, "", nil
}
