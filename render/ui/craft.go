package ui

import (
	"strings"

	"manyhold/game/item"
)

// craftMany is how many times a recipe is made with shift.
const craftMany = 5

// craftRows is the number of rows of recipes in the inventory.
const craftRows = (len(item.Recipes) + bagColumns - 1) / bagColumns

// recipes lays out all that can be made: choosing one makes it, with shift several times. What the bag holds too little
// for is dim, and choosing it says so.
func (b *Bag) recipes(u *Context, r rect) {
	for n := range u.m.World.Recipes() {
		c := rect{r.x + n%bagColumns*slotSide, r.y + n/bagColumns*slotSide, slotSide, slotSide}
		b.recipe(u, c, n)
	}
}

func (b *Bag) recipe(u *Context, r rect, n int) {
	what := &item.Recipes[n]
	can := what.Affords(u.m.Me.Inventory[:])
	focused, chosen := u.take(place{id: ident("recipe", n), r: r})
	drawSlot(u, r, what.Makes, focused)
	if !can {
		u.p.fill(r.inset(2), fade(inkColour, 150))
	}
	if focused {
		b.tip.words, b.tip.at = recipeWords(u, what), r
	}
	if u.drawing || !chosen || b.held > 0 {
		return
	}
	if !can {
		u.refuse(u.say("craft.lack"))
		return
	}
	times := uint8(1)
	if u.in.Shift {
		times = craftMany
	}
	u.do(Craft{Recipe: uint8(n), Times: times})
	u.sound(SoundPick)
}

// recipeWords says what a recipe makes of what: "4 wooden walls of 2 sticks".
func recipeWords(u *Context, r *item.Recipe) string {
	var needs []string
	for _, n := range r.Needs {
		if n.Count > 0 {
			needs = append(needs, u.say2("bag.stack", "n", itoa(int(n.Count)), "item", u.say(itemKey(n.Kind))))
		}
	}
	return u.say2("craft.of", "makes", stackWords(u, r.Makes), "needs", strings.Join(needs, ", "))
}
