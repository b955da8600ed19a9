package model

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Phase is where the program is.
type Phase uint8

// The phases.
const (
	AtTitle Phase = iota
	Joining       // Model.Join says how far
	Playing
)

// Model is all that the interface shows. The session owns it and fills it before each Update and each Draw; the
// interface only reads it, and keeps nothing of it but copies.
type Model struct {
	Window Window
	Phase  Phase
	Title  Title
	Join   JoinStatus

	// The world, while it is played or looked at.
	Game    Game
	HUD     HUD
	Chat    []ChatLine
	Build   Build
	Map     Map
	Journal []JournalEntry // what was found, then what happened, the newest first
	Laws    Laws
	Share   Share
	Replay  ReplayView // the recording that is looked at
	Trial   TrialView  // the scene of physics that is looked at
	Scene   SceneView  // the world of the showroom that is played

	Look     entity.Look // how the player is dressed, or would be
	Settings []Setting
	Net      NetView     // for F3 and F4
	Picture  PictureView // for F3
}

// Window is the window and how the interface is drawn in it.
type Window struct {
	Width, Height int // in pixels
	Scale         int // 1 to 4; 0 takes it from the size of the window
	Theme         Theme
	ReducedMotion bool // nothing slides
}

// Title is what the title shows. The list of worlds is also that of the travel screen.
type Title struct {
	LastWorld string // the world that Play continues; empty: Play founds one
	Worlds    []WorldOffer
	Showroom  []SceneOffer
	Version   string
	Deaf      bool // nothing is listened for on the local network
}

// Game is the world around the player. Model.See fills Me to World from a scene.
type Game struct {
	Me     *entity.PlayerState // nil until the player has entered
	Centre grid.Tile           // the tile under the player's feet
	Tick   game.Tick
	Hour   float64  // time of day of the world, 0 to 24
	People []Person // everybody in the world, in order of seat
	World  World    // nil: no minimap and no chests

	Camera   Camera                        // nil: no name tags, bubbles and hints
	LinkOf   func(game.PlayerID) LinkState // how a player's peer is reached, for See; nil: unknown
	RankOf   func(game.PlayerID) Rank      // what a player is, for See; nil: unknown
	Name     string                        // of the world
	BackTo   string                        // the world that the player came from, for GoBack; empty: from the title
	Attached bool                          // another process holds the world, and goes on when the window closes
	Visiting bool                          // the past of a world is looked at, and nothing is played
}

// HUD is what the heads-up display shows besides the world itself.
type HUD struct {
	Aim          Aim
	Plate        Plate
	Recording    bool
	RecordedSecs int
	Hints        bool // shows the first things to do until the player has done them
}

// Build is the tool for building and its plan.
type Build struct {
	Tool    Tool
	Plan    []PlanTile // what is to be built, and what the tool would add
	Stamped bool       // something is copied
}

// Map is what the maps show besides tiles and people.
type Map struct {
	Marks  []Mark                         // places worth walking to
	Reveal func(grid.Region) *tile.Region // land that is known from afar, in its untouched state; may be nil
}

// Laws are the laws of the world.
type Laws struct {
	Hold      world.Laws // where the player is
	MayChange bool       // the player may change them
}

// Share is the invitation to the world.
type Share struct {
	Invite  string // empty while there is none yet
	CanCopy bool   // the machine has a clipboard
}

// World is what the interface reads of the world; *island.Island is one.
type World interface {
	Region(grid.Region) *tile.Region // nil where it is not known
	Container(grid.Tile) *[item.ChestSlots]item.Stack
	Recipes() int // how many of item.Recipes there are, from the first on
}

// Camera places things of the world in the window; *render.Camera is one.
type Camera interface {
	ToScreen(fixed.Vec) (x, y float64) // in window pixels
}

// WorldOffer is a world that can be entered from the title.
type WorldOffer struct {
	ID      string // given back in JoinWorld
	Name    string
	Host    string // who is there to join; empty for a world kept on this machine
	Players int
	Nearby  bool   // heard on the local network now
	Refusal string // why it cannot be entered, in words; empty if it can
}

// SceneOffer is a scene of the showroom, in the player's language.
type SceneOffer struct {
	ID    string // given back in OpenScene
	Name  string
	About string // what it shows and what the tests check on it, in a line
	Kind  string // what sort of scene it is, if it is no world to walk in
}

// JoinStatus is how far joining has come.
type JoinStatus struct {
	Text     string  // "Looking for Ada …"; empty: the interface finds words
	Progress float64 // 0 to 1, negative if unknown
	Error    string  // why it failed, in plain words; shown with a way back
	Again    bool    // it can be tried again
}

// Person is a player as others see it.
type Person struct {
	Seat    entity.Seat
	Key     game.PlayerID
	Name    string
	Look    entity.Look
	Pos     fixed.Vec // as drawn in this frame, of the feet, in tiles; zero: too far away to be known
	Health  uint8     // 0 to 20
	Emote   uint8     // 0: none
	EmoteAt game.Tick
	Me      bool
	Asleep  bool
	Link    LinkState
	Rank    Rank
}

// Rank is what a player is in the world, by its charter.
type Rank uint8

// The ranks, ascending.
const (
	Guest Rank = iota
	Member
	Keeper
)

// Far reports whether nobody here knows where the player is.
func (p *Person) Far() bool { return p.Pos == fixed.Vec{} }

// LinkState is how a player's peer is reached.
type LinkState uint8

// The states, each with its own dot: full, hollow, half and crossed.
const (
	LinkUnknown LinkState = iota
	LinkGood
	LinkSlow
	LinkGone
)

// ChatLine is one line of chat, in the order that all peers share.
type ChatLine struct {
	Seq  uint64 // ascending within a world, from 1
	Tick game.Tick
	Seat entity.Seat // zero: the world speaks (joins, leaves, errors)
	Name string
	Text string
}

// Aim is what the player would use or take now; the zero value is nothing.
type Aim struct {
	At      fixed.Vec // where the hint is shown
	Block   tile.Block
	State   uint8
	Body    entity.Kind
	Ride    bool      // Body is a cart to get into, or with Carried to get out of
	Carried bool      // Body is in the player's hands, or an item is about to be thrown
	Outline item.Kind // what is outlined there and would be built next
	Ready   bool      // Outline is in hand
	Slot    int       // where else of one's own it is, from 1; 0: nowhere
	Covered bool      // something else stands where it is
	Turns   uint8     // the scene that use would turn a standing stone or a portal to
	Closes  bool      // use would make a stone of a portal again
	Wind    float64   // how far the throw is wound up, 0 to 1
	Why     string    // why it cannot be, in words; empty if it can
}

// Plate is what stands on a lighthouse that the player looks at; without a title there is none.
type Plate struct {
	At          fixed.Vec // where it is shown
	Title, Text string
}

// SettingKind is how a setting is shown.
type SettingKind uint8

// The kinds, and the text form of Setting.Value.
const (
	Toggle   SettingKind = iota // "true" or "false"
	Range                       // a decimal number
	Choice                      // one of Choices
	Text                        // any text of at most Max bytes
	Keys                        // names of keys, separated by spaces
	Wardrobe                    // how the player is dressed; it has a screen of its own
)

// Setting is one line of the settings screen, which is generated from them.
type Setting struct {
	Key, Label, Help, Group string // Group is a word, or a key of the table group in the words
	Kind                    SettingKind
	Value, Default          string
	Min, Max, Step          float64
	Unit, Zero              string // Zero is what 0 means, if that is not a number
	Choices                 []string
	Why                     string // why it cannot be changed now; empty if it can
}

// JournalEntry tells of something that happened to the world, in whole sentences.
type JournalEntry struct {
	Title string
	Lines []string
}

// Mark is a place on the maps: one that was found, or one that only shows from afar. A lighthouse that burns is Lit.
type Mark struct {
	Tile       grid.Tile
	Found, Lit bool
}

// NetView is what the debug overlay shows of the network.
type NetView struct {
	World, Peer, Leader, Epoch string
	Firm                       bool
	Ordered, Committed         uint64 // turns
	Digest                     string
	Voters, Observers          []string
	Links                      []LinkView
	StepP50us, StepP99us       float64
	Desyncs                    int
	Host                       HostView
	Lead                       int    // ticks predicted ahead
	Banner                     string // "Ada disconnected; Bo is hosting now"; empty: none
	Waiting                    bool   // Banner tells of something that is not over

	// For the network view.
	Name, Version string // of this peer
	Part          Part   // of this peer in the island where its player is
	Territories   []Territory
	Pairs         []PairView // of the links' peers, as far as they are heard
}

// Territory is an island as the network view shows it: active regions that one committee holds.
type Territory struct {
	Holder  string // who leads it, "" while nobody does
	Firm    bool
	Here    bool // the player is on it
	Regions []grid.Region
}

// Part is how a peer takes part in holding an island.
type Part uint8

// The parts.
const (
	Observes Part = iota
	Votes
	Leads
)

// Agreement says whether a peer's state of the world is the same as here, by digests of it.
type Agreement uint8

// The agreements.
const (
	NotCompared Agreement = iota
	Agrees
	Differs // one did not agree within the last seconds
)

// PairView is whether two others have the same state of the world: A and B count among NetView.Links.
type PairView struct {
	A, B      int
	Agreement Agreement
}

// LinkView is one link of NetView.
type LinkView struct {
	Name, Route   string
	RTTms, Loss   float64 // Loss from 0 to 1
	InKBs, OutKBs float64
	Lagging       bool

	Player    game.PlayerID // whose peer it is
	Version   string
	Headless  bool // no person sits at it
	Part      Part
	Agreement Agreement
}

// HostView is what hosting costs this machine.
type HostView struct {
	CPUPercent       float64 // of a core
	MemoryMB         int
	DiskMB           float64
	TickP95ms        float64 // 95 of 100 ticks stay below
	Regions, Dormant int
	Peers            int
	Islands          int // that are executed here
	Leads, Votes     int // of these
}

// PictureView is what the debug overlay shows of the renderer.
type PictureView struct {
	FPS, TPS            float64
	DrawCalls, Sprites  int
	Particles, Chunks   int
	GoMicros            float64 // the frame's own Go part
	Bodies, RegionCount int
}

// ReplayView is the recording one looks at.
type ReplayView struct {
	On          bool
	Turn        uint64 // that is shown
	First, Last uint64 // turns of the recording
	Differs     uint64 // the first turn known after which its replay is another than was recorded, 0 for none
	Paused      bool
	Pace        float64 // 1 is as it was
	Follows     string  // the name of whom the camera follows
	Damaged     bool    // it is damaged after Last
}

// TrialView is the scene of physics one looks at.
type TrialView struct {
	On             bool
	About          string // what it shows, in a line
	Bodies, Asleep int    // that can move, and how many of them sleep
	Micros         int    // that a step takes
	Seconds        int    // since it began
	Paused         bool
	Pace           float64 // 1 is as fast as time goes
}

// SceneView is the world of the showroom one is in.
type SceneView struct {
	On     bool
	Paused bool
}

// Theme is a set of colours of the interface.
type Theme uint8

// The themes.
const (
	Warm Theme = iota // lamps in the dark: the colours as they are named
	Neon              // lines of light: every colour of the interface is another, and what has the focus glows
)

// Mine returns where the player is.
func (m *Model) Mine() (fixed.Vec, bool) {
	for i := range m.Game.People {
		if p := &m.Game.People[i]; p.Me && !p.Far() {
			return p.Pos, true
		}
	}
	return fixed.Vec{}, false
}

// TilesOf returns the tiles of a region, over a line to another island too as far as they are known.
func (m *Model) TilesOf(r grid.Region) *tile.Region {
	if have := m.Game.World.Region(r); have != nil {
		return have
	}
	if w, ok := m.Game.World.(interface {
		Beyond(grid.Region) *tile.Region
	}); ok {
		if have := w.Beyond(r); have != nil {
			return have
		}
	}
	if m.Map.Reveal != nil {
		return m.Map.Reveal(r)
	}
	return nil
}

// EmoteCount is the number of emotes.
const EmoteCount = 8

// EmoteNames are what the emotes are called in the table of words, in order.
var EmoteNames = [EmoteCount]string{"wave", "heart", "laugh", "cry", "angry", "wow", "sleepy", "yes"}

// ShoutLine is something that somebody said to the whole world. Seat is zero when the speaker is not known here.
type ShoutLine struct {
	Seat entity.Seat
	Name string
	Text string
}
