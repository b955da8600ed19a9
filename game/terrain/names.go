package terrain

// The names of landmarks. A name is either an old word with a noun of its kind ("Thornwick Tower") or
// a phrase ("The Seven Aunts"); both are put together from short lists by the landmark's own chance.

var (
	nameHeads = [...]string{"Al", "Bran", "Cael", "Dun", "El", "Fen", "Gar", "Hal", "Ister", "Kel", "Lor", "Mar",
		"Nor", "Ost", "Pen", "Quill", "Ros", "Sel", "Thorn", "Ul", "Ver", "Wil", "Yar", "Zen"}
	nameTails = [...]string{"mere", "wick", "dal", "ham", "row", "stead", "fell", "by", "grave", "holm", "ley", "moor",
		"ness", "ric", "sholt", "tarn", "vane", "ward", "anor", "eth"}
	nameMoods = [...]string{"Patient", "Last", "Grey", "Quiet", "Laughing", "Early", "Lost", "Red", "Humble", "Drowsy",
		"Bright", "Crooked", "Second", "Merry", "Blind", "Salt", "Amber", "Kindly", "Hollow", "Far"}
	nameBeings = [...]string{"Heron", "Otter", "Widow", "Ferryman", "Hare", "Moth", "Lantern", "Badger", "Piper", "Swan",
		"Crow", "Sister", "Pilgrim", "Fox", "Magpie", "Star", "Owl", "Duchess", "Mouse", "Whale"}
	nameCounts = [...]string{"Seven", "Nine", "Eleven", "Twelve", "Many", "Silent", "Leaning", "Counting"}
	nameCircle = [...]string{"Aunts", "Brothers", "Dancers", "Judges", "Sleepers", "Monks", "Watchers", "Guests"}
)

// nameNouns are the nouns of each kind.
var nameNouns = [LandmarkKindCount][4]string{
	NoLandmark:  {"Place", "Place", "Place", "Place"},
	Ruin:        {"Hall", "Keep", "House", "Abbey"},
	StoneCircle: {"Stones", "Ring", "Circle", "Moot"},
	Grove:       {"Grove", "Wood", "Bower", "Glade"},
	Wreck:       {"Wreck", "Keel", "Hulk", "Timbers"},
	HotSpring:   {"Spring", "Bath", "Well", "Kettle"},
	OldHearth:   {"Hearth", "Camp", "Rest", "Halt"},
	Tower:       {"Tower", "Light", "Lantern", "Watch"},
	Cairn:       {"Cairn", "Heap", "Marker", "Stone"},
	FairyRing:   {"Ring", "Dance", "Crown", "Wheel"},
	Campfire:    {"Fire", "Embers", "Rest", "Ashes"},
	Boat:        {"Boat", "Skiff", "Oar", "Ferry"},
	Grave:       {"Grave", "Sleep", "Memory", "Stone"},
}

// nameOf makes the name of a landmark from 64 bits of chance.
func nameOf(k LandmarkKind, roll uint64) string {
	draw := func(n int) int {
		i := roll & 0xFFFF % uint64(n)
		roll >>= 12
		return int(i)
	}
	phrase := draw(2) == 1
	noun := nameNouns[k][draw(4)]
	switch {
	case phrase && k == StoneCircle:
		return "The " + nameCounts[draw(len(nameCounts))] + " " + nameCircle[draw(len(nameCircle))]
	case phrase && k == Wreck:
		return "Wreck of the " + nameMoods[draw(len(nameMoods))] + " " + nameBeings[draw(len(nameBeings))]
	case phrase:
		return noun + " of the " + nameMoods[draw(len(nameMoods))] + " " + nameBeings[draw(len(nameBeings))]
	}
	return nameHeads[draw(len(nameHeads))] + nameTails[draw(len(nameTails))] + " " + noun
}
