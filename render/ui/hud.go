package ui

import (
	"manyhold/game/item"
	"manyhold/input"
)

const (
	slotSide  = 24
	hotbarW   = item.HotbarSlots * slotSide
	maxHealth = 20
	// nameTicks is how long the name of what was taken in hand is shown.
	nameTicks = 90
)

// hudState is what the heads-up display remembers between ticks.
type hudState struct {
	slot      uint8 // the slot in hand, to notice a change
	kind      item.Kind
	slotAt    uint64
	lane      []toast
	refusal   string
	refusalAt uint64
	banner    string
	leader    string // who held the world, to notice a change
	firm      bool
	bannerAt  uint64
	clock     [2]int // hour and minute that clockText says
	clockText string
	bubbles   []rect // of what is said, of this frame
	peopleAt  int    // the first row of the list of players
}

// enter forgets the world that was shown before.
func (h *hudState) enter(u *UI) {
	h.slotAt, h.refusal, h.banner, h.leader = 0, "", "", ""
	h.clockText = ""
	for i := range u.maps {
		u.maps[i].drawn = 0
	}
}

// tick notices what changed.
func (h *hudState) tick(u *UI) {
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
	u.hints.tick(u)
	for len(h.lane) > 0 && h.lane[0].until > 0 && u.now > h.lane[0].until {
		h.lane = h.lane[1:]
	}
	if len(h.lane) > 0 && h.lane[0].until == 0 {
		h.lane[0].until = u.now + toastTicks
	}
}

// hearNetwork gives a sound to what the network says anew.
func (h *hudState) hearNetwork(u *UI) {
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
func (u *UI) showHUD(live bool) {
	if u.network.open {
		u.showNetworkHUD(live)
		return
	}
	u.tags()
	u.plan()
	u.touchButtons()
	if live {
		u.friends()
		u.plate()
		u.aim()
	}
	u.hotbar(live)
	u.hearts()
	u.faces(rect{8, 8, 0, 20})
	if !u.isOpen(mapScreen) {
		u.minimap()
	}
	u.recording()
	u.replayBar(live)
	u.trialBar(live)
	u.sceneBar(live)
	u.hud.toasts(u, u.showBanner(8))
	if u.m.Hints && live && !u.debug {
		u.showHints()
	}
	if !u.isOpen(chatScreen) {
		u.chatLines(live)
	}
	u.refusal()
	if live && !u.drawing {
		u.hudKeys()
	}
}

// showNetworkHUD lays out what is seen while the network is: the world is dark, and only what one needs to go on stays.
func (u *UI) showNetworkHUD(live bool) {
	u.dimWorld()
	u.tags()
	u.showNetwork()
	u.hotbar(live)
	u.hearts()
	u.hud.toasts(u, u.showBanner(8))
	u.refusal()
	if live && !u.drawing {
		u.hudKeys()
	}
}

// hudKeys answers the keys of the interface while the world is played.
func (u *UI) hudKeys() {
	in := u.in
	switch {
	case in.Pressed(input.Menu):
		u.open(pauseScreen)
	case in.Pressed(input.Chat):
		u.openChat("")
	case in.ButtonPressed(input.KeySlash):
		u.openChat("/")
	case in.Pressed(input.Inventory):
		u.openBag()
	case in.Pressed(input.Map):
		u.open(mapScreen)
	case in.Pressed(input.Emote):
		u.open(emoteScreen)
	case in.Pressed(input.Build):
		u.open(toolsScreen)
	}
	u.slotKeys()
}

// slotKeys answers the keys that take a slot in hand.
func (u *UI) slotKeys() {
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
func (u *UI) recording() {
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
