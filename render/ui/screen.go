package ui

import "math"

// screen is something that opens above the title or the world.
type screen uint8

// The screens, by what they do.
const (
	foundScreen  screen = iota // name and seed of a new world
	inviteScreen               // a box for an invitation
	settingsScreen
	bagScreen // inventory, and the chest that is open
	chatScreen
	pauseScreen
	shareScreen // the invitation to this world
	playersScreen
	journalScreen // what was built apart and put together
	emoteScreen
	mapScreen
	wardrobeScreen
	toolsScreen  // the wheel of the tools for building
	photoScreen  // the world alone, to take pictures of
	travelScreen // other worlds to go to
	showroomScreen
	lawScreen // what holds in the whole world
)

// show lays out the screen.
func (s screen) show(u *UI) {
	switch s {
	case foundScreen:
		u.showFound()
	case inviteScreen:
		u.showInvite()
	case settingsScreen:
		u.showSettings()
	case bagScreen:
		u.showBag()
	case chatScreen:
		u.showChat()
	case pauseScreen:
		u.showPause()
	case shareScreen:
		u.showShare()
	case playersScreen:
		u.showPlayers()
	case journalScreen:
		u.showJournal()
	case emoteScreen:
		u.showEmotes()
	case mapScreen:
		u.showMap()
	case wardrobeScreen:
		u.showWardrobe()
	case toolsScreen:
		u.showTools()
	case photoScreen:
		u.showPhoto()
	case travelScreen:
		u.showTravel()
	case showroomScreen:
		u.showShowroom()
	case lawScreen:
		u.showLaws()
	}
}

// open opens a screen above those that are.
func (u *UI) open(s screen) {
	u.stack, u.left = append(u.stack, s), append(u.left, u.focus)
	u.turnPage()
	u.sound(SoundOpen)
}

// write opens a screen in whose text box one writes at once.
func (u *UI) write(s screen, box string) {
	u.open(s)
	u.focus, u.writing = ident(box, 0), true
	u.openBoard()
}

// close closes the top screen.
func (u *UI) close() {
	back := uint32(0)
	if n := len(u.stack); n > 0 {
		back = u.left[n-1]
		u.stack, u.left = u.stack[:n-1], u.left[:n-1]
	}
	u.turnPage()
	u.prefer = back // one comes back to where one was
	u.sound(SoundClose)
}

// closeAll closes all screens.
func (u *UI) closeAll() {
	u.stack, u.left = u.stack[:0], u.left[:0]
	u.turnPage()
}

// turnPage forgets the focus: the new screen chooses its own at the end of the tick.
func (u *UI) turnPage() {
	u.prefer, u.focus = 0, 0
	u.since = u.now
	u.items = u.items[:0]
}

// isOpen reports whether s is the top screen.
func (u *UI) isOpen(s screen) bool { return len(u.stack) > 0 && u.stack[len(u.stack)-1] == s }

// enterPhase closes everything when the program goes on to another phase.
func (u *UI) enterPhase(p Phase) {
	u.phase = p
	u.closeAll()
	if p == Playing {
		u.hud.enter(u)
		u.chat.enter()
		clear(u.muted) // seats are those of a world
	}
	if p == AtTitle && u.showroom.opened { // one comes back to where one chose
		u.showroom.opened = false
		u.open(showroomScreen)
		u.prefer = u.showroom.chosen
	}
	u.bag = bagState{}
}

// slideTicks is how long a screen takes to arrive: 120 ms.
const slideTicks = 7

// slide moves and fades what follows while the top screen is arriving.
func (u *UI) slide() {
	t := float64(u.now-u.since) / slideTicks
	if t >= 1 || u.m.ReducedMotion {
		return
	}
	rest := (1 - t) * (1 - t)
	u.p.oy = float32(math.Round(rest*12)) * u.p.k
	u.p.alpha = float32(0.25 + 0.75*t)
}

func (u *UI) unslide() { u.p.ox, u.p.oy, u.p.alpha = 0, 0, 1 }

// veil darkens the world behind a screen that takes the player's whole mind.
func (u *UI) veil() {
	oy, alpha := u.p.oy, u.p.alpha
	u.unslide()
	u.p.fill(rect{0, 0, u.w + 1, u.h + 1}, fade(inkColour, 130))
	u.p.oy, u.p.alpha = oy, alpha
}

// overlays lays out what is seen in every phase.
func (u *UI) overlays() {
	if u.phase != Playing {
		u.hud.toasts(u, 4)
	}
	if u.debug {
		u.showDebug()
	}
}
