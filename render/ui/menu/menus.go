package menu

import (
	"manyhold/game/entity"
	"manyhold/render/ui/collection"
	"manyhold/render/ui/kit"
)

// Menus are the screens of the title, and those that open over a world and hide it.
type Menus struct {
	Title       Title
	found       Found
	Invite      Invite
	Joining     Joining
	Showroom    Showroom
	Settings    Settings
	Wardrobe    Wardrobe
	Greeting    Greeting
	Notice      Notice
	Travel      Travel
	Pause       Pause
	Help        Help
	Goals       Goals
	Share       Share
	Invitations Invitations
	ByHand      ByHand
	Players     Players
	Journal     collection.Screen
	Page        Page
	Land        Land
	Tools       Tools
	Revert      Revert
	Emotes      Emotes
}

func (m *Menus) Init() {
	m.Settings.init()
	m.Page.init()
	m.found.init()
	m.Invite.box = kit.NewField(maxInvite)
	m.Invite.box.Replaces = true
	m.ByHand.box = kit.NewField(maxHandText)
	m.ByHand.box.Replaces = true
	m.Share.menus = m
	m.Greeting.name, m.Greeting.mirror = kit.NewField(entity.MaxName), &m.Wardrobe
	m.Help.settings = &m.Settings
	m.Pause.world, m.Pause.leaving = rowsScreen{"pause.world", m.Pause.worldRows}, rowsScreen{"pause.leaving", m.Pause.leaveRows}
	m.Title.menus, m.Settings.menus, m.Travel.menus, m.Pause.menus, m.Joining.menus = m, m, m, m, m
}

type (
	Tools struct {
		OpenPalette func(*kit.Context)
		asked       uint64 // when it was last asked to drop outlines that are not built yet
	}
	Revert struct{}
	Emotes struct {
		feel bool // with an instrument in hand: the feelings, not the notes
	}
	Joining struct {
		menus *Menus
		letter
	}
	Found struct {
		name, seed kit.Field
		builder    bool
	}
	Invite struct {
		box     kit.Field
		asked   bool // joining by it is under way
		refused bool // that failed: back leads here
	}
)
