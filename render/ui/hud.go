package ui

import (
	"manyhold/game/item"
	"manyhold/input"
)

const (
	maxHealth = 20
	// nameTicks is how long the name of what was taken in hand is shown.
	nameTicks = 90
)

// HUD is what the heads-up display remembers between ticks.
type HUD struct {
	slot      uint8 // the slot in hand, to notice a change
	kind      item.Kind
	slotAt    uint64
	banner    string
	leader    string // who held the world, to notice a change
	firm      bool
	bannerAt  uint64
	clock     [2]int // hour and minute that clockText says
	clockText string
	mini      mapView
	tip       Tip // over the slot under the cursor

	tags     Tags
	hints    Hints
	worldMap Map
	chat     *Chat
}

// enter forgets the world that was shown before.
func (h *HUD) enter(u *Context) {
	h.slotAt, h.banner, h.leader = 0, "", ""
	u.notices.refusal = ""
	h.clockText = ""
	h.mini.drawn, h.worldMap.view.drawn = 0, 0
}

// tick notices what changed.
func (h *HUD) tick(u *Context) {
	if me := u.m.Me; me != nil {
		kind := me.Inventory[min(me.Slot, item.HotbarSlots-1)].Kind
		if me.Slot != h.slot || kind != h.kind {
			h.slot, h.kind, h.slotAt = me.Slot, kind, u.now
		}
	}
	if b := u.m.Net.Banner; b != h.banner {
		h.banner, h.bannerAt = b, u.now
	}
	h.hearNetwork(u)
	h.hints.tick(u)
	u.notices.tick(u)
}

// hearNetwork gives a sound to what the network says anew.
func (h *HUD) hearNetwork(u *Context) {
	n := &u.m.Net
	if n.Leader == "" || u.phase != Playing {
		return
	}
	if h.leader != "" {
		switch {
		case h.firm && !n.Firm:
			u.sound(SoundProvisional)
		case !h.firm && n.Firm:
			u.sound(SoundHealed)
		case h.leader != n.Leader:
			u.sound(SoundHostChanged)
		}
	}
	h.leader, h.firm = n.Leader, n.Firm
}

// showHUD lays out what is always seen while playing. live: nothing is open above it.
func (h *HUD) show(u *Context, live, hints bool) {
	h.tags.show(u)
	plan(u)
	touchButtons(u)
	if live {
		friends(u)
		plate(u)
		aim(u)
	}
	h.hotbar(u, live)
	hearts(u)
	faces(u, rect{8, 8, 0, 20})
	if !u.isOpen(&h.worldMap) {
		h.minimap(u)
	}
	recording(u)
	replayBar(u, live)
	trialBar(u, live)
	sceneBar(u, live)
	u.notices.show(u, h.showBanner(u, 8))
	if u.m.Hints && live && hints {
		h.hints.show(u)
	}
	if !u.isOpen(h.chat) {
		h.chat.recent(u)
	}
	u.notices.showRefusal(u)
}

// showNetworkHUD lays out what is seen while the network is: the world is dark, and only what one needs to go on stays.
func (h *HUD) showDark(u *Context, n *Network, live bool) {
	dimWorld(u)
	h.tags.show(u)
	n.show(u)
	h.hotbar(u, live)
	hearts(u)
	u.notices.show(u, h.showBanner(u, 8))
	u.notices.showRefusal(u)
}

// slotKeys answers the keys that take a slot in hand.
func slotKeys(u *Context) {
	in := u.in
	if u.m.Me == nil {
		return
	}
	slot := int(u.m.Me.Slot)
	for i := range item.HotbarSlots {
		if in.Pressed(input.Slot1 + input.Action(i)) {
			u.do(Select{Slot: uint8(i)})
			return
		}
	}
	switch {
	case in.Repeat(input.NextSlot):
		u.do(Select{Slot: uint8((slot + 1) % item.HotbarSlots)})
	case in.Repeat(input.PrevSlot):
		u.do(Select{Slot: uint8((slot + item.HotbarSlots - 1) % item.HotbarSlots)})
	}
}

// recording shows that the world is being recorded, below the clock.
func recording(u *Context) {
	if !u.m.Recording {
		return
	}
	r := rect{u.w - 8 - mapPanel, 8 + mapPanel + 4 + dialHeight + 4, mapPanel, 16}
	if u.now/30%2 == 0 {
		u.p.fill(rect{r.x, r.y + 4, 8, 8}, inkColour)
		u.p.fill(rect{r.x + 1, r.y + 5, 6, 6}, hurtColour)
	}
	secs := u.m.RecordedSecs
	text := u.say2("hud.recording", "m", itoa(secs/60), "s", twoDigits(secs%60))
	u.text(rect{r.x + 12, r.y, r.w - 12, r.h}, text, style{col: textColour, outline: true, small: true})
}

// twoDigits returns n, below 100, as two digits.
func twoDigits(n int) string {
	const digits = "000102030405060708091011121314151617181920212223242526272829303132333435363738394041424344454647484950515253545556575859"
	n = min(max(n, 0), 59)
	return digits[2*n : 2*n+2]
}

// Map is the screen of the large map.
type Map struct{ view mapView }
