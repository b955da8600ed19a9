package bag

import (
	"strings"

	"manyhold/game/item"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// CraftMany is how many times a recipe is made with shift.
const CraftMany = 5

// craftRows is the number of rows of recipes in the inventory.
const craftRows = (len(item.Recipes) + bagColumns - 1) / bagColumns

// recipes lays out all recipes: choosing one crafts it, with shift several times. A recipe that lacks
// material is dim; choosing it shows the reason.
func (b *Bag) recipes(u *kit.Context, r kit.Rect) {
	for n := range u.Model.Game.World.Recipes() {
		c := kit.R(r.X+n%bagColumns*kit.SlotSide, r.Y+n/bagColumns*kit.SlotSide, kit.SlotSide, kit.SlotSide)
		b.recipe(u, c, n)
	}
}

func (b *Bag) recipe(u *kit.Context, r kit.Rect, n int) {
	what := &item.Recipes[n]
	can := what.Affords(u.Model.Game.Me.Inventory[:])
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("recipe", n), R: r})
	kit.DrawSlot(u, r, what.Makes, focused)
	if !can {
		u.P.Fill(r.Inset(2), kit.Fade(kit.InkColour, 150))
	}
	if focused {
		b.Tip.Words, b.Tip.At = recipeWords(u, what), r
	}
	if u.Drawing || !chosen || b.held > 0 {
		return
	}
	if !can {
		u.Refuse(u.Say("craft.lack"))
		return
	}
	times := uint8(1)
	if u.In.Shift {
		times = CraftMany
	}
	u.Do(model.Craft{Recipe: uint8(n), Times: times})
	u.Sound(kit.SoundPick)
}

// recipeWords describes a recipe's product and ingredients: "4 wooden walls of 2 sticks".
func recipeWords(u *kit.Context, r *item.Recipe) string {
	var needs []string
	for _, n := range r.Needs {
		if n.Count > 0 {
			needs = append(needs, u.Say2("bag.stack", "n", kit.Itoa(int(n.Count)), "item", u.Say(kit.ItemKey(n.Kind))))
		}
	}
	return u.Say2("craft.of", "makes", kit.StackWords(u, r.Makes), "needs", strings.Join(needs, ", "))
}
