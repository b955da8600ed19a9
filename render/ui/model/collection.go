package model

// JournalEntry tells of something that happened to the world, in whole sentences.
type JournalEntry struct {
	Title string
	Lines []string
}

// Collection is a player's journal of a world: what there is to find, and what of it was found.
type Collection struct {
	Tabs       []Tab
	Have, All  int // on all tabs
	Milestones []Milestone
	News       []JournalEntry // merges of what was built apart, the newest first
}

// Tab is a part of the collection.
type Tab struct {
	Name      string
	Have, All int
	Entries   []Entry
}

// Entry is a thing to be found.
type Entry struct {
	Subject Subject
	Found   bool
	Name    string // of a thing that was found
	About   string // a sentence about it
	Note    string // where, or by whom; may be empty
}

// Milestone is something in the history of a world.
type Milestone struct {
	When    string
	Text    string
	Subject Subject
}

// SubjectKind is what a picture of the journal shows.
type SubjectKind uint8

// The kinds, and what Subject.Number is for each.
const (
	NoSubject  SubjectKind = iota
	BiomeOf                // terrain.Biome
	BlockOf                // tile.Block
	CreatureOf             // journal.Creature
	PlaceOf                // terrain.LandmarkKind
	SkyOf                  // journal.Sky
	LightOf                // 1: burning, 0: dark
	ChestOf                // nothing
	FigureOf               // nothing: a player
	SubjectKinds
)

// Subject is what a picture of the journal shows.
type Subject struct {
	Kind   SubjectKind
	Number uint8
}
