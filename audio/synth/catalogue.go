package synth

// catalogue is the table of all sounds.
var catalogue = func() (t [Count]Info) {
	t[Silence].Name = "silence"
	for m := range MaterialCount {
		t[Step(m)] = Info{"step " + m.String(), Effects, Takes, true, false, 2, -31, 0.14, makeStep(m)}
		t[Hit(m)] = Info{"hit " + m.String(), Effects, Takes, true, false, 5, -22, 0.32, makeHit(m)}
		t[Break(m)] = Info{"break " + m.String(), Effects, Takes, true, false, 6, -19, 0.5, makeBreak(m)}
		t[Place(m)] = Info{"place " + m.String(), Effects, Takes, true, false, 6, -21, 0.16, makePlace(m)}
	}
	t[Break(Glass)].Seconds = 0.95
	for s, in := range singles {
		if in.Name != "" {
			t[s] = in
		}
	}
	return t
}()

var singles = [Count]Info{
	PickUp:     {"pick up", Effects, Takes, true, false, 5, -25, 0.12, pickUp},
	Collect:    {"collect", Effects, Takes, true, false, 4, -28, 0.1, collect},
	Drop:       {"drop", Effects, Takes, true, false, 4, -25, 0.1, drop},
	Throw:      {"throw", Effects, Takes, true, false, 5, -24, 0.1, throw},
	Kick:       {"kick", Effects, Takes, true, false, 6, -18, 0.1, kick},
	Bounce:     {"bounce", Effects, Takes, true, false, 4, -22, 0.06, bounce},
	Land:       {"land", Effects, Takes, true, false, 4, -22, 0.12, land},
	Bump:       {"bump", Effects, Takes, true, false, 4, -24, 0.32, bump},
	DoorOpen:   {"door open", Effects, Takes, true, false, 6, -22, 0.3, doorOpen},
	DoorClose:  {"door close", Effects, Takes, true, false, 6, -20, 0.45, doorClose},
	LampOn:     {"lamp on", Effects, 1, false, false, 6, -22, 0.8, lampOn},
	LampOff:    {"lamp off", Effects, 1, false, false, 6, -24, 0.32, lampOff},
	FireOn:     {"fire on", Effects, 1, false, false, 6, -24, 0.5, fireOn},
	FireOff:    {"fire off", Effects, 1, false, false, 6, -27, 0.4, fireOff},
	Splash:     {"splash", Effects, Takes, true, false, 5, -22, 0.4, splash},
	ChestOpen:  {"chest open", Effects, Takes, true, false, 6, -23, 0.25, chestOpen},
	ChestClose: {"chest close", Effects, Takes, true, false, 6, -21, 0.32, chestClose},
	ChestPut:   {"chest put", Effects, Takes, true, false, 5, -25, 0.12, chestPut},
	ChestTake:  {"chest take", Effects, Takes, true, false, 5, -25, 0.12, chestTake},
	Chat:       {"chat", Interface, 1, false, false, 8, -27, 0.12, chat},
	Emote:      {"emote", Effects, 1, false, false, 6, -25, 0.2, emote},

	PortalOpen:  {"portal open", Effects, 1, false, false, 7, -22, 1.4, portalOpen},
	PortalClose: {"portal close", Effects, 1, false, false, 7, -23, 1, portalClose},
	Travel:      {"travel", Effects, 1, false, false, 8, -21, 1.2, travel},

	UIHover: {"ui hover", Interface, 1, false, false, 7, -38, 0.012, uiHover},
	UIOk:    {"ui ok", Interface, 1, false, false, 9, -25, 0.2, uiOk},
	UINo:    {"ui no", Interface, 1, false, false, 9, -24, 0.22, uiNo},
	UIOpen:  {"ui open", Interface, 1, false, false, 9, -28, 0.1, uiOpen},
	UIClose: {"ui close", Interface, 1, false, false, 9, -28, 0.1, uiClose},
	UISlot:  {"ui slot", Interface, 1, false, false, 7, -34, 0.03, uiSlot},
	UIType:  {"ui type", Interface, Takes, true, false, 7, -40, 0.015, uiType},

	Joined:      {"joined", Interface, 1, false, false, 10, -22, 1.1, joined},
	Left:        {"left", Interface, 1, false, false, 10, -23, 1, left},
	HostChanged: {"host changed", Interface, 1, false, false, 11, -20, 1.8, hostChanged},
	Provisional: {"provisional", Interface, 1, false, false, 11, -21, 1.05, provisional},
	Healed:      {"healed", Interface, 1, false, false, 11, -21, 1.4, healed},
	Found:       {"found", Interface, 1, false, false, 9, -25, 0.8, found},

	Bird: {"bird", Ambience, Takes, true, false, 1, -34, 0.75, bird},

	Thunder: {"thunder", Ambience, Takes, true, false, 8, -19, 2.1, thunder},

	Kindled:    {"kindled", Interface, 1, false, false, 11, -20, 2.1, kindled},
	Feast:      {"feast", Interface, 1, false, false, 11, -19, 2.2, feast},
	SkyLantern: {"sky lantern", Effects, 1, false, false, 3, -31, 1.1, skyLantern},

	Creak: {"creak", Effects, Takes, true, false, 4, -25, 0.5, hinge},

	ShadeRises: {"shade rises", Effects, Takes, true, false, 6, -26, 1, shadeRises},
	ShadeFades: {"shade fades", Effects, Takes, true, false, 5, -28, 0.7, shadeFades},
	Cling:      {"cling", Effects, Takes, true, false, 8, -21, 0.5, clung},
	Chatter:    {"chatter", Effects, Takes, true, false, 6, -26, 0.4, chatter},
	Wings:      {"wings", Effects, Takes, true, false, 7, -22, 0.7, wings},
	MothFalls:  {"moth falls", Effects, 1, false, false, 9, -21, 1.3, mothFalls},
	Revived:    {"revived", Effects, 1, false, false, 9, -23, 1.1, revived},
	Nightfall:  {"nightfall", Ambience, 1, false, false, 9, -26, 2.1, nightfall},
	FluteNote:  {"flute", Effects, 1, false, false, 7, -23, 0.9, fluteNote},
	HarpNote:   {"harp", Effects, 1, false, false, 7, -22, 1.4, harpNote},
	BellNote:   {"bells", Effects, 1, false, false, 7, -24, 1.2, bellNote},
	VoiceNote:  {"voice", Effects, 1, false, false, 7, -24, 0.8, voiceNote},
	Rocket:     {"rocket", Effects, Takes, true, false, 8, -21, 2.2, rocket},
	Rustle:     {"rustle", Effects, Takes, true, false, 4, -27, 0.25, rustle},

	Dread: {"dread", Ambience, 1, false, true, 4, -32, 4.25, dread},

	FirstLight: {"first light", Interface, 1, false, false, 11, -18, 3.4, firstLight},
	FirstKind:  {"first of a kind", Interface, 1, false, false, 10, -24, 1.3, firstKind},
	Cannot:     {"cannot", Interface, 1, false, false, 9, -27, 0.1, cannot},

	Hum:      {"hum", Effects, 1, false, true, 2, -31, 2.25, hum},
	Scrape:   {"scrape", Effects, 1, false, true, 3, -22, 1.75, scrape},
	Wind:     {"wind", Ambience, 1, false, true, 3, -38, 6.25, wind},
	Shore:    {"shore", Ambience, 1, false, true, 3, -34, 5.25, shore},
	Crickets: {"crickets", Ambience, 1, false, true, 3, -44, 4.25, crickets},
	Fire:     {"fire", Ambience, 1, false, true, 3, -30, 4.25, fire},
	Rain:     {"rain", Ambience, 1, false, true, 3, -38, 4.25, rain},
}
