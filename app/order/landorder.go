package order

import (
	"fmt"
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
)

// parseLand reads `claims`, and the orders about what land is like: `land`, and `land use NAME [X Y]`.
func parseLand(verb string, w []string) (Order, error) {
	switch {
	case verb == "claims":
		return &Tell{claimWords}, nil
	case len(w) == 0:
		return &Tell{landWords}, nil
	}
	if w[0] != "use" || len(w) != 2 && len(w) != 4 {
		return nil, fmt.Errorf("land needs nothing, or use NAME [X Y]: %w", errOrder)
	}
	place := []string{"~0", "~0"}
	if len(w) == 4 {
		place = w[2:]
	}
	at, err := parseTile(place)
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		if err != nil {
			return nil, err
		}
		c := command.Command{Kind: command.Share, Tile: t, Count: uint8(claim.UseLand)}
		if w[1] == "none" {
			return &issueCommand{cmd: c, did: "your land is like the land around it"}, nil
		}
		e, err := blueprintNamed(h, w[1])
		if err == nil && e.Shape.Form != blueprint.Land {
			err = fmt.Errorf("%s is a %s, not a land", e.Name(), e.Shape.Form)
		}
		if err != nil {
			return nil, err
		}
		c.Entity = game.EntityID(e.ID)
		return &issueCommand{cmd: c, did: "your land is like " + e.Name()}, nil
	}), nil
}

// landWords says what the land is like where the player is.
func landWords(h *Actor) string {
	p := h.Player()
	if p == nil {
		return "not in the world"
	}
	at := p.Last
	if b := h.World.Space.Body(p.Body); b != nil {
		at = b.Pos
	}
	t := grid.TileAt(at)
	lands := &h.World.Land.Estates
	name := "as it was made"
	if e := h.World.Blueprints.Find(blueprint.IDOf(living.Founder(&h.World.State), blueprint.LandTitle)); e != nil {
		name = "like " + e.Name()
	}
	if c := h.World.Claims.At(t); c != nil && lands.Own(t) != nil {
		if e := h.World.Blueprints.Find(blueprint.ID(c.Land)); e != nil {
			name = "like " + e.Name()
		}
	}
	x := lands.At(t)
	words := []string{"the land is " + name, "gravity " + strconv.FormatFloat(float64(lands.Pull(t.X, t.Y))/fixed.One, 'g', 4, 64), "weather " + x.Weather.String()}
	if x.Ground != 0 {
		words = append(words, "looks like "+x.Ground.Info().Name)
	}
	for k, law := range blueprint.LawNames {
		if x.Laws.Has(1 << k) {
			words = append(words, law)
		}
	}
	return strings.Join(words, ", ")
}
