package gallery

import (
	"context"
	"io/fs"

	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/render/album"
	"manyhold/render/ui/model"
)

// Costumes are the pictures that players wear, and the one that the player of this window is about to. It
// belongs to the window's goroutine, but for what Drop returns.
type Costumes struct {
	next  chan string // the picture to wear, once the node has it
	shown map[entity.Seat]*album.Art
}

// NewCostumes returns costumes that nobody wears.
func NewCostumes() Costumes {
	return Costumes{next: make(chan string, 1), shown: map[entity.Seat]*album.Art{}}
}

// Drop takes a dropped picture to wear. The function that it returns reads it, gives it to the node by put,
// and waits for that. Its errors are for people.
func (c *Costumes) Drop(dropped fs.FS, put func(ctx context.Context, data []byte) (name string, known bool, err error)) func(ctx context.Context, said func(string)) error {
	next := c.next
	return func(ctx context.Context, _ func(string)) error {
		data, err := ReadAvatar(dropped)
		if err != nil {
			return err
		}
		name, _, err := put(ctx, data)
		if err == nil {
			select {
			case next <- name:
			default: // the one before is on its way
			}
		}
		return err
	}
}

// Next asks the world for the dropped picture, once the node has it.
func (c *Costumes) Next(issue func(command.Command) uint64) {
	select {
	case name := <-c.next:
		issue(command.Command{Kind: command.Wear, Text: name})
	default:
	}
}

// Show returns the pictures to draw in a world: where the law allows them, those of all players but the
// hidden ones. Call it after g.Show.
func (c *Costumes) Show(w *island.Island, g *Gallery, hidden func(entity.Seat) bool) map[entity.Seat]*album.Art {
	clear(c.shown)
	if !w.Code.Laws.Has(world.Avatars) {
		return nil
	}
	list := w.Players()
	for k := range list {
		if x := &list[k]; x.Avatar != (entity.Avatar{}) && x.Body != 0 && !hidden(x.Seat) {
			c.shown[x.Seat] = g.Avatar(blueprint.Asset(x.Avatar))
		}
	}
	return c.shown
}

// Fill tells the wardrobe what a player may wear, and whether it does; me may be nil.
func Fill(m *model.Avatar, w *world.State, me *entity.PlayerState) {
	*m = model.Avatar{Allowed: w.Code.Laws.Has(world.Avatars), Worn: me != nil && me.Avatar != (entity.Avatar{})}
}
