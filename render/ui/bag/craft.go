package bag

import (
	"slices"

	"manyhold/game/item"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// CraftMany is how many times a recipe is made with shift.
const CraftMany = 5

const (
	// craftRows is the rows of recipes of a group: a test compares it with the largest group.
	craftRows = 2
	// craftLine is the height of a line of the recipe's description, which has four.
	craftLine = 16
	// craftHeight is the height of the crafting panel without its padding.
	craftHeight = 24 + kit.SlotSide + 4 + craftRows*kit.SlotSide + 4 + 4*craftLine + 4
)

// groupIcons is the picture on the tab of each group.
var groupIcons = [item.GroupCount]item.Kind{item.Tools: item.StonePick, item.Stations: item.Bench, item.Lighting: item.Torch,
	item.Building: item.WoodWall, item.Materials: item.Cloth, item.Farming: item.Bread, item.Machinery: item.Lever, item.Finery: item.FlowerCrown}

// groupKeys are the names of the groups.
var groupKeys = [item.GroupCount]string{item.Tools: "craft.tools", item.Stations: "craft.stations", item.Lighting: "craft.lighting",
	item.Building: "craft.building", item.Materials: "craft.materials", item.Farming: "craft.farming", item.Machinery: "craft.machinery", item.Finery: "craft.finery"}

// stationKeys say where a recipe is made.
var stationKeys = [item.StationCount]string{"craft.by_hand", "craft.at_bench", "craft.at_furnace", "craft.at_loom", "craft.at_anvil"}

// recipes lays out the groups as tabs, the recipes of the chosen one, those that can be made first, and the
// description of the one under the cursor or focus. Choosing a recipe makes it, with shift several times.
func (b *Bag) recipes(u *kit.Context, r kit.Rect) {
	head := r.Cut(24)
	b.Tip.Heads = append(b.Tip.Heads, head)
	u.Heading(&head, u.Say("craft.title"))
	tabs := r.Cut(kit.SlotSide)
	named := b.group
	for g := range item.GroupCount {
		if b.tab(u, kit.R(tabs.X+int(g)*kit.SlotSide, tabs.Y, kit.SlotSide, kit.SlotSide), g) {
			named = g
		}
	}
	u.Text(kit.R(tabs.X+int(item.GroupCount)*kit.SlotSide+8, tabs.Y+4, tabs.W-int(item.GroupCount)*kit.SlotSide-8, 16),
		u.Say(groupKeys[named]), kit.Style{Col: kit.PaleColour})
	r.Cut(4)
	grid := r.Cut(craftRows * kit.SlotSide)
	list := b.listed(u)
	if !slices.Contains(list, b.recipe) && len(list) > 0 {
		b.recipe = list[0]
	}
	for at, n := range list {
		b.slotOf(u, kit.R(grid.X+at%bagColumns*kit.SlotSide, grid.Y+at/bagColumns*kit.SlotSide, kit.SlotSide, kit.SlotSide), n)
	}
	r.Cut(4)
	if len(list) > 0 {
		describe(u, r.Cut(4*craftLine), &item.Recipes[b.recipe])
	}
}

// tab lays out the tab of a group, and reports whether it has the focus.
func (b *Bag) tab(u *kit.Context, r kit.Rect, g item.Group) (focused bool) {
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("group", int(g)), R: r})
	kit.DrawSlot(u, r, item.Stack{Kind: groupIcons[g], Count: 1}, focused || b.group == g)
	if b.group == g {
		u.P.Fill(kit.R(r.X+3, r.Y+r.H-2, r.W-6, 2), kit.FocusColour)
	}
	if chosen && !u.Drawing && b.held == 0 {
		b.group = g
		u.Sound(kit.SoundPick)
	}
	return focused
}

// listed returns the numbers of the recipes of the chosen group, those that can be made first. The order
// changes only when the panel opens or the group does, so that nothing jumps under the cursor.
func (b *Bag) listed(u *kit.Context) []int {
	if b.listOf == b.group+1 && len(b.list) > 0 {
		return b.list
	}
	if u.Drawing && b.listOf == b.group+1 {
		return b.list
	}
	var can, not []int
	for n := range u.Model.Game.World.Recipes() {
		switch r := &item.Recipes[n]; {
		case r.Group != b.group:
		case u.Model.Game.Craft.Can(r):
			can = append(can, n)
		default:
			not = append(not, n)
		}
	}
	b.list, b.listOf = append(can, not...), b.group+1
	return b.list
}

// slotOf lays out the slot of a recipe.
func (b *Bag) slotOf(u *kit.Context, r kit.Rect, n int) {
	what := &item.Recipes[n]
	can := u.Model.Game.Craft.Can(what)
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("recipe", n), R: r})
	kit.DrawSlot(u, r, what.Makes, focused)
	if !can {
		u.P.Fill(r.Inset(2), kit.Fade(kit.InkColour, 150))
	}
	if focused {
		b.recipe = n
	}
	if u.Drawing || !chosen || b.held > 0 {
		return
	}
	if !can {
		u.Refuse(lacking(u, what))
		return
	}
	times := uint8(1)
	if u.In.Shift {
		times = CraftMany
	}
	u.Do(model.Craft{Recipe: uint8(n), Times: times})
	u.Sound(kit.SoundPick)
}

// lacking says the first thing that a recipe lacks.
func lacking(u *kit.Context, r *item.Recipe) string {
	c := &u.Model.Game.Craft
	if !c.At[r.At] {
		return u.Say2("craft.needs_station", "station", u.Say(stationKeys[r.At]), "item", u.Say(kit.ItemKey(r.Makes.Kind)))
	}
	for _, n := range r.Needs {
		if c.Have[n.Kind] < int(n.Count) {
			return needWords(u, n)
		}
	}
	return ""
}

// needWords is "2 × Stick, you have 0".
func needWords(u *kit.Context, n item.Stack) string {
	return u.Say2("craft.need", "needs", u.Say2("craft.of", "n", kit.Itoa(int(n.Count)), "item", u.Say(kit.ItemKey(n.Kind))),
		"have", kit.Itoa(u.Model.Game.Craft.Have[n.Kind]))
}

// describe writes what a recipe makes and where, and its ingredients; what is missing is red, and the last
// part says where to find it, of ore also the way.
func describe(u *kit.Context, r kit.Rect, what *item.Recipe) {
	c := &u.Model.Game.Craft
	top := r.Cut(craftLine)
	place := kit.Style{Col: kit.DimColour, Align: kit.Right}
	if !c.At[what.At] {
		place.Col = kit.BadColour
	}
	station := u.Say(stationKeys[what.At])
	u.Text(top, station, place)
	top.W -= u.Measure(station, false) + 8
	u.Text(top, kit.StackWords(u, what.Makes), kit.Style{Col: kit.FocusColour})
	hint, lead := "", ""
	if !c.At[what.At] {
		hint = sourceOf(u, itemOfStation(what.At))
	}
	needs := kit.R(r.X, r.Y, r.W*9/16, r.H)
	for _, n := range what.Needs {
		if n.Count == 0 {
			break
		}
		line := needs.Cut(craftLine)
		if c.Have[n.Kind] >= int(n.Count) {
			u.Text(line, u.Say2("craft.of", "n", kit.Itoa(int(n.Count)), "item", u.Say(kit.ItemKey(n.Kind))), kit.Style{Col: kit.TextColour})
			continue
		}
		u.Text(line, needWords(u, n), kit.Style{Col: kit.BadColour})
		if hint == "" {
			hint = sourceOf(u, n.Kind)
		}
		if lead == "" {
			lead = leadOf(u, n.Kind)
		}
	}
	switch { // the way to ore has the line below, else the place of the hint
	case lead != "" && needs.H >= craftLine:
		u.Text(needs.Cut(craftLine), lead, kit.Style{Col: kit.DimColour})
	case lead != "":
		hint = lead
	}
	if hint == "" && c.Chests {
		hint = u.Say("craft.chests")
	}
	u.Paragraph(kit.R(r.X+needs.W+8, r.Y, r.W-needs.W-8, r.H), hint, kit.Style{Col: kit.DimColour})
}

// leadOf says where the nearest ore is from which an item is dug; empty for other items.
func leadOf(u *kit.Context, k item.Kind) string {
	w, ok := u.Model.Game.Craft.Lead(k)
	if !ok {
		return ""
	}
	return u.Words.Fill("craft.lead", "n", kit.Itoa(w.Tiles), "way", kit.Way(u, w.Eighth))
}

// itemOfStation is the item that is set up as a station.
func itemOfStation(s item.Station) item.Kind {
	return [item.StationCount]item.Kind{item.AtBench: item.Bench, item.AtFurnace: item.Furnace, item.AtLoom: item.Loom, item.AtAnvil: item.Anvil}[s]
}

// sourceOf says where an item comes from: where it is found, else where it is made.
func sourceOf(u *kit.Context, k item.Kind) string {
	if key := kit.SourceKey(k); key != "" {
		return u.Say(key)
	}
	for n := range item.Recipes {
		if r := &item.Recipes[n]; r.Makes.Kind == k {
			return u.Say2("craft.made", "item", u.Say(kit.ItemKey(k)), "station", u.Say(stationKeys[r.At]))
		}
	}
	return ""
}
