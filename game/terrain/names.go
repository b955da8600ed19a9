package terrain

// The names of landmarks. A name is either an old word with a noun of its kind ("Thornwick Tower") or a
// phrase ("The Seven Aunts"). Both are built from short lists by the landmark's own random bits.

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

// NameForm is the form of a name.
type NameForm uint8

// The forms.
const (
	NoName     NameForm = iota
	OldName             // an old word and a noun: "Thornwick Tower"
	PhraseName          // a noun of a being in a mood: "Hall of the Patient Heron"
	CircleName          // a number of beings: "The Seven Aunts"
)

// Name is a landmark's name in pieces, so that each language builds its own words. Noun is one of the four
// of the Kind. In a PhraseName, First is the mood and Second the being. In a CircleName they are the number
// and the kind of beings, in an OldName the halves of the word.
type Name struct {
	Form          NameForm
	Kind          LandmarkKind
	Noun          uint8
	First, Second uint8
}

// Old returns the old word of an OldName. It is the same in every language.
func (n Name) Old() string { return nameHeads[n.First] + nameTails[n.Second] }

// String returns the name in English, for logs and tests.
func (n Name) String() string {
	noun := nameNouns[n.Kind][n.Noun]
	switch n.Form {
	case OldName:
		return n.Old() + " " + noun
	case PhraseName:
		return noun + " of the " + nameMoods[n.First] + " " + nameBeings[n.Second]
	case CircleName:
		return "The " + nameCounts[n.First] + " " + nameCircle[n.Second]
	}
	return ""
}

// nameOf makes the name of a landmark from 64 bits of chance.
func nameOf(k LandmarkKind, roll uint64) Name {
	draw := func(n int) uint8 {
		i := roll & 0xFFFF % uint64(n)
		roll >>= 12
		return uint8(i)
	}
	phrase := draw(2) == 1
	n := Name{Form: OldName, Kind: k, Noun: draw(4)}
	switch {
	case phrase && k == StoneCircle:
		n.Form, n.Noun, n.First, n.Second = CircleName, 0, draw(len(nameCounts)), draw(len(nameCircle))
	case phrase:
		n.Form, n.First, n.Second = PhraseName, draw(len(nameMoods)), draw(len(nameBeings))
		if k == Wreck {
			n.Noun = 0 // the wreck of a ship
		}
	default:
		n.First, n.Second = draw(len(nameHeads)), draw(len(nameTails))
	}
	return n
}
