package hud

import (
	"manyhold/game/item"
	"manyhold/game/tune"
	"manyhold/input"
	"manyhold/render/ui/chart"
	"manyhold/render/ui/chat"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
	"manyhold/render/ui/overlay"
)

const (
	maxHealth = 20
	// nameTicks is how long the name of a selected item is shown.
	nameTicks = 90
)

// HUD is the state of the heads-up display between ticks.
type HUD struct {
	slot      uint8 // the slot in hand, to notice a change
	kind      item.Kind
	slotAt    uint64
	banner    string
	leader    string // the last known leader, to notice a change
	firm      bool
	bannerAt  uint64
	clock     [2]int // hour and minute that clockText says
	ClockText string
	Map       *chart.Map
	tip       kit.Tip // over the slot under the cursor

	Tags  Tags
	Hints Hints
	Gains Gains
	film  film
	shone uint64 // when a toast told that a lighthouse was lit: its plate says the same
	Chat  *chat.Chat
	// Inspecting reports whether the player looks at a thing.
	Inspecting func() bool
	// Covered reports whether a panel is open that the hotbar would peep out from under.
	Covered func() bool
	// Wheel reports whether the wheel of tools is open: its words stand beside the goal.
	Wheel func() bool
	// Screen reports whether a screen hides the interface over the world.
	Screen func() bool
	// Top returns where the lane of toasts begins: below clock and score of a match.
	Top func() int
}

// Enter forgets the world that was shown before.
func (h *HUD) Enter(u *kit.Context) {
	h.slotAt, h.banner, h.leader = 0, "", ""
	h.Gains, h.shone = Gains{}, 0
	u.Notices.Refusal = ""
	h.ClockText = ""
	h.Map.Forget()
}

// Tick notices changes.
func (h *HUD) Tick(u *kit.Context) {
	if me := u.Model.Game.Me; me != nil {
		kind := me.Inventory[min(me.Slot, item.HotbarSlots-1)].Kind
		if me.Slot != h.slot || kind != h.kind {
			h.slot, h.kind, h.slotAt = me.Slot, kind, u.Now
		}
	}
	if b := u.Model.Net.Banner; b != h.banner {
		h.banner, h.bannerAt = b, u.Now
	}
	h.hearNetwork(u)
	h.Hints.tick(u, h.Tags.talks(u))
	h.Gains.tick(u)
	h.film.tick(u)
	u.Notices.Tick(u, h.Screen())
}

// hearNetwork plays sounds for the network's new states.
func (h *HUD) hearNetwork(u *kit.Context) {
	n := &u.Model.Net
	if n.Leader == "" || u.Phase != model.Playing {
		return
	}
	if h.leader != "" {
		switch {
		case h.firm && !n.Firm:
			u.Sound(kit.SoundProvisional)
		case !h.firm && n.Firm:
			u.Sound(kit.SoundHealed)
		case h.leader != n.Leader:
			u.Sound(kit.SoundHostChanged)
		}
	}
	h.leader, h.firm = n.Leader, n.Firm
}

// Show lays out the heads-up display of play. live: no screen is open above it.
func (h *HUD) Show(u *kit.Context, live, hints bool) {
	if u.Model.Build.Tool != model.ToolPoint || h.Inspecting() {
		areas(u)
	}
	h.Tags.texts.taken = h.Tags.texts.taken[:0]
	landTags(u, &h.Tags.texts)
	writings(u, &h.Tags.texts)
	labels(u, &h.Tags.texts)
	h.Tags.show(u)
	plan(u)
	touchButtons(u)
	if live {
		friends(u)
		if u.Now-h.shone > plateWaits || h.shone == 0 {
			plate(u)
		}
		if u.Model.HUD.Inspect.On {
			inspect(u)
		} else {
			aim(u)
		}
	}
	h.hotbar(u, live)
	hearts(u)
	if live {
		h.Gains.show(u)
		keyGuide(u)
	}
	faces(u, kit.R(8, 8, 0, 20))
	h.minimap(u, live)
	recording(u)
	h.film.bar(u, live)
	trialBar(u, live)
	sceneBar(u, live)
	u.Notices.Show(u, showKnock(u, max(h.showBanner(u, h.Top()), belowSceneBar(u))))
	if !h.Wheel() {
		goalLine(u)
	}
	if u.Model.HUD.Hints && live && hints {
		h.Hints.show(u)
	}
	if !u.IsOpen(h.Chat) {
		h.Chat.Recent(u)
	}
	landOffer(u)
	u.Notices.ShowRefusal(u)
}

// ShowBelow lays out what stays in sight below a screen: names.
func (h *HUD) ShowBelow(u *kit.Context) {
	h.Tags.alone(u)
}

// ShowDark lays out the display while the network view is open: the world is dark, and only the elements
// needed for play stay.
func (h *HUD) ShowDark(u *kit.Context, n *overlay.Network, live bool) {
	overlay.DimWorld(u)
	h.Tags.alone(u)
	n.Show(u)
	h.hotbar(u, live)
	hearts(u)
	u.Notices.Show(u, showKnock(u, h.showBanner(u, 8)))
	u.Notices.ShowRefusal(u)
}

// plateWaits is for how long a lighthouse's plate gives way to the toast that says the same, in ticks.
const plateWaits = 240

// Shone says that a toast tells of a lighthouse that was lit.
func (h *HUD) Shone(u *kit.Context) { h.shone = max(u.Now, 1) }

// SlotKeys answers the keys that take a slot in hand.
func SlotKeys(u *kit.Context) {
	in := u.In
	if u.Model.Game.Me == nil {
		return
	}
	slot := int(u.Model.Game.Me.Slot)
	strums := Strums(u)
	for i := range item.HotbarSlots {
		if in.Pressed(input.Slot1 + input.Action(i)) {
			if strums && i < tune.Notes { // the other keys, and the wheel, take something else in hand
				u.Do(model.PlayNote{Note: uint8(i + 1)})
				return
			}
			u.Do(model.Select{Slot: uint8(i)})
			return
		}
	}
	switch {
	case in.Repeat(input.NextSlot):
		u.Do(model.Select{Slot: uint8((slot + 1) % item.HotbarSlots)})
	case in.Repeat(input.PrevSlot):
		u.Do(model.Select{Slot: uint8((slot + item.HotbarSlots - 1) % item.HotbarSlots)})
	}
}

// recording shows that the world is being recorded, below the clock.
func recording(u *kit.Context) {
	if !u.Model.HUD.Recording {
		return
	}
	r := kit.R(u.W-8-kit.MapPanel, 8+kit.MapPanel+4+dialHeight+4, kit.MapPanel, 16)
	if u.Now/30%2 == 0 {
		u.P.Fill(kit.R(r.X, r.Y+4, 8, 8), kit.InkColour)
		u.P.Fill(kit.R(r.X+1, r.Y+5, 6, 6), kit.HurtColour)
	}
	secs := u.Model.HUD.RecordedSecs
	text := u.Say2("hud.recording", "m", kit.Itoa(secs/60), "s", twoDigits(secs%60))
	u.Text(kit.R(r.X+12, r.Y, r.W-12, r.H), text, kit.Style{Col: kit.TextColour, Outline: true, Small: true})
}

// twoDigits returns n, below 100, as two digits.
func twoDigits(n int) string {
	const digits = "000102030405060708091011121314151617181920212223242526272829303132333435363738394041424344454647484950515253545556575859"
	n = min(max(n, 0), 59)
	return digits[2*n : 2*n+2]
}
