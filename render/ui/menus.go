package ui

// Menus are the screens of the title, and those that open over a world and hide it.
type Menus struct {
	title    Title
	found    Found
	invite   Invite
	joining  JoiningScreen
	showroom Showroom
	settings Settings
	wardrobe WardrobeScreen
	travel   Travel
	pause    Pause
	share    Share
	players  Players
	journal  Journal
	laws     Laws
	tools    Tools
	emotes   Emotes
}

func (m *Menus) init() {
	m.settings.init()
	m.found.init()
	m.invite.box = newField(maxInvite)
	m.title.menus, m.settings.menus, m.travel.menus, m.pause.menus = m, m, m, m
}

type (
	Tools         struct{}
	Emotes        struct{}
	JoiningScreen struct{}
	Laws          struct{}
	Journal       struct{ from int }
	Found         struct{ name, seed field }
	Invite        struct{ box field }
)
