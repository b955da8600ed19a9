package menu

import (
	"manyhold/game/item"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// fineryRows are the parts on which things are worn, with the keys of their names.
var fineryRows = [...]struct {
	key string
	on  item.Part
}{{"wardrobe.head", item.OnHead}, {"wardrobe.back", item.OnBack}, {"wardrobe.belt", item.OnBelt}, {"wardrobe.cloth", item.InCloth}}

// finery lays out all that can be worn: what the player carries in its colours, to be put on and taken off,
// and the rest as silhouettes, with words about where each is found.
func (w *Wardrobe) finery(u *kit.Context, r kit.Rect) {
	me := u.Model.Game.Me
	found, all := 0, 0
	tip := ""
	for n := range fineryRows {
		x := &fineryRows[n]
		row := r.Cut(kit.RowHeight)
		u.Text(kit.R(row.X, row.Y, 64, kit.SlotSide), u.Say(x.key), kit.Style{Col: kit.TextColour})
		at := kit.R(row.X+64, row.Y, kit.SlotSide, kit.SlotSide)
		for k := item.None + 1; k < item.KindCount; k++ {
			if k.Info().Part != x.on {
				continue
			}
			all++
			slot := -1
			for n, s := range me.Inventory {
				if s.Kind == k {
					slot = n
					break
				}
			}
			if slot >= 0 {
				found++
			}
			if words := w.piece(u, at, k, slot, me.Wears(x.on) == k); words != "" {
				tip = words
			}
			at.X += kit.SlotSide
		}
	}
	r.Cut(4)
	count := r.Cut(kit.LineHeight)
	u.Text(count, u.Words.Fill("wardrobe.count", "n", kit.Itoa(found), "all", kit.Itoa(all)), kit.Style{Col: kit.DimColour})
	u.Paragraph(r, tip, kit.Style{Col: kit.PaleColour})
}

// piece lays out one thing to wear, which the player carries in a slot, −1 if it does not. It returns the
// words about it while it has the focus.
func (w *Wardrobe) piece(u *kit.Context, at kit.Rect, k item.Kind, slot int, worn bool) (words string) {
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("finery", int(k)), R: at})
	s := item.Stack{Kind: k, Count: 1}
	name := u.Say(kit.ItemKey(k))
	if slot < 0 {
		border := kit.InkColour
		if focused {
			border = kit.FocusColour
		}
		u.P.Panel(at.Inset(1), kit.BorderColour, border, kit.BorderColour)
		if c, ok := u.P.Atlas.Icon(k); ok && u.P.On {
			u.P.Picture(at.X+4, at.Y+4, c, 1, kit.InkColour)
		}
		words = u.Words.Fill("wardrobe.missing", "where", u.Say(kit.SourceKey(k)))
	} else {
		kit.DrawSlot(u, at, s, focused || worn)
		key := "wardrobe.wear"
		if worn {
			u.TickMark(at.X+2, at.Y+2)
			key = "wardrobe.doff"
		}
		words = u.Words.Fill(key, "item", name)
	}
	if chosen && slot >= 0 {
		u.Sound(kit.SoundPick)
		u.Do(model.PutOn{Slot: uint8(slot)})
	}
	if !focused {
		return ""
	}
	return words
}
