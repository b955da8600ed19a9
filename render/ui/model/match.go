package model

import (
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
)

// Matches is what the window knows of the matches of a world.
type Matches struct {
	Able    bool   // the window's own node can play matches
	Waiting string // what was asked and is not answered yet, in words; empty: nothing
	Rows    []MatchRow
	Engines []MatchEngine
	Results []MatchResult
	Room    MatchRoom // the room that is looked at
	Live    LiveMatch // the match that is played or watched in this window
}

// MatchPhase is the parent state of a match.
type MatchPhase uint8

// The phases.
const (
	MatchSetup MatchPhase = iota
	MatchRunning
	MatchEnded
)

// MatchRow is a match in the list of the board.
type MatchRow struct {
	ID, Title string
	Engine    string // as it is called
	Picture   *blueprint.Picture
	Phase     MatchPhase
	Child     string // name of the child state
	Taken     int
	Seats     int
	Viewers   int
	Strict    bool
	Here      bool // the player has a seat, or watches
}

// MatchEngine is a kind of match that can be created.
type MatchEngine struct {
	Name         string // by which it is created
	Title, About string
	Picture      *blueprint.Picture
	Least, Most  int // players
	Settings     []MatchSetting
}

// MatchSetting is a setting that an engine declares, and the stage of the setup in which it is chosen.
type MatchSetting struct {
	Setting
	Stage int
}

// MatchSeat is a place in a roster.
type MatchSeat struct {
	Seat     string // its name
	Label    string // the name in words; empty: as it is written
	Name     string // of the player; empty: free
	Key      game.PlayerID
	Look     entity.Look
	Mine     bool
	Ready    bool
	Waited   int  // seconds for which the others wait for its readiness
	HoldsUp  bool // for so long that they can go on without it
	Lagging  bool
	Vacant   bool   // the player is away, and the seat is kept
	Bot      bool   // a bot of the match plays there
	Diverged bool   // its state differs from that of the others
	Signed   bool   // it has signed the result
	Pace     string // how slow round trip and frames of late are, in words; "": unknown
	Voted    bool   // for the pause, its end, or to go on without somebody
}

// MatchRoom is a match with its roster and setup.
type MatchRoom struct {
	ID, Title string // an empty ID: none is known
	Engine    string
	About     string
	Hint      string // what to do; {use} stands for the key of an action
	Picture   *blueprint.Picture
	Phase     MatchPhase
	Child     string
	Strict    bool
	Secret    bool // players of other sides are marked nowhere
	Stages    []string
	Stage     int // of Stages, while it is in setup
	Settings  []MatchSetting
	Seats     []MatchSeat
	Least     int
	Viewers   []string
	Watching  bool    // the player watches
	Delay     int     // seconds by which viewers are behind
	Countdown float64 // seconds left, 0: none
	Invalid   string  // why the match cannot begin so
	Paused    bool
	Halted    bool
	Broken    string // why this program cannot play it; empty: it can
	Result    MatchResult
}

// Stands reports whether the match stands still, and the middle of the window says why.
func (r *MatchRoom) Stands() bool { return r.Paused || r.Halted || r.Broken != "" }

// Mine returns the player's seat, nil if it has none.
func (r *MatchRoom) Mine() *MatchSeat {
	for i := range r.Seats {
		if r.Seats[i].Mine {
			return &r.Seats[i]
		}
	}
	return nil
}

// Taken returns how many seats are taken, and Ready how many of these are ready.
func (r *MatchRoom) Taken() (taken, ready int) {
	for i := range r.Seats {
		if r.Seats[i].Name != "" {
			taken++
			if r.Seats[i].Ready {
				ready++
			}
		}
	}
	return taken, ready
}

// Waits reports whether the player can vote to go on without somebody: a strict match waits for another
// player, or in setup somebody is away, or holds the others up and is not the player itself.
func (r *MatchRoom) Waits() bool {
	if me := r.Mine(); me != nil && me.HoldsUp && r.Phase == MatchSetup {
		return false
	}
	for i := range r.Seats {
		s := &r.Seats[i]
		late := s.Lagging && r.Strict && r.Phase == MatchRunning && !s.Mine
		if s.Name != "" && (late || (s.Vacant || s.HoldsUp) && r.Phase == MatchSetup) {
			return true
		}
	}
	return false
}

// Votes returns how many of the players that are there have voted as the first of them, and how many votes
// are needed.
func (r *MatchRoom) Votes() (votes, needed int) {
	here := 0
	for i := range r.Seats {
		if s := &r.Seats[i]; s.Name != "" && !s.Vacant && !s.HoldsUp {
			here++
			if s.Voted {
				votes++
			}
		}
	}
	return votes, here/2 + 1
}

// Hide marks the bots, and the people of other sides as secret where the match wants it so. Viewers see
// everybody.
func (r *MatchRoom) Hide(people []Person) {
	for i := range people {
		people[i].Bot = !people[i].Me && r.BotOf(people[i].Name)
	}
	me := r.Mine()
	if !r.Secret || me == nil {
		return
	}
	mates := map[game.PlayerID]bool{}
	for i := range r.Seats {
		if s := &r.Seats[i]; s.Name != "" && side(s.Seat) == side(me.Seat) {
			mates[s.Key] = true
		}
	}
	for i := range people {
		p := &people[i]
		p.Secret = !p.Me && !mates[p.Key] && side(p.Name) != side(me.Seat) // a bot is called as its seat
	}
}

// BotOf reports whether a name is that of a bot: it is called as its seat, which nobody has.
func (r *MatchRoom) BotOf(name string) bool {
	for i := range r.Seats {
		if s := &r.Seats[i]; s.Seat == name {
			return s.Name == ""
		}
	}
	return false
}

// side is the part of a seat's name before the hyphen.
func side(seat string) string {
	name, _, _ := strings.Cut(seat, "-")
	return name
}

// MatchResult is the result of a match.
type MatchResult struct {
	ID, Title string
	Engine    string
	Lines     []MatchLine // empty: there is none yet
	Players   []MatchLine // seats and names
	When      string      // it was over, in words
	Signed    []string    // players that have signed it
	Of        int         // of so many
	Held      bool        // by a majority of those who were there at the end
	Full      bool        // most of those who began have signed it
	// Notes say who was sent away and by whom, and who objects.
	Notes []string
}

// MatchLine is a line of a result.
type MatchLine struct{ Name, Value string }

// LiveMatch is the match that is shown in the window.
type LiveMatch struct {
	On       bool
	Watching bool
	Headline string // clock and score, as the referee writes them
	Follows  string // player that a viewer's camera follows; empty: the action
	Free     bool   // the viewer moves the camera
	Behind   int    // seconds by which a viewer sees it late
	Catching bool   // the match catches up after a return
	Lost     LostMatch
}

// LostMatch says that nothing is heard of a match that runs.
type LostMatch struct {
	On      bool
	Seconds int
	Names   []string // players to whom there is no link
	Alone   bool     // there is a link to nobody
}

// MatchBallot is what a player votes for in a match.
type MatchBallot uint8

// The ballots.
const (
	VotePause MatchBallot = iota
	VoteResume
	VoteGoOn // without the players whose state differs, for whom the match waits, or who are away in setup
)

type (
	// LookAtMatches says that the board is open, so that its list is kept up to date.
	LookAtMatches struct{}
	// LookAtMatch opens a match of the board.
	LookAtMatch struct{ ID string }
	// ReconnectMatch enters the match anew, whose host does not answer.
	ReconnectMatch struct{}
	// CreateMatch founds a match.
	CreateMatch struct {
		Engine, Title string
		Strict        bool
		Values        map[string]string // of settings that differ from what the engine has
	}
	// TakeSeat takes a seat of the match that is looked at, by its name.
	TakeSeat struct{ Seat string }
	// LeaveSeat gives the player's seat up.
	LeaveSeat struct{}
	// SetReady says whether the player is ready.
	SetReady struct{ On bool }
	// SetMatch changes a setting of the match.
	SetMatch struct{ Key, Value string }
	// SetMatchDelay changes by how many seconds viewers are behind.
	SetMatchDelay struct{ Seconds int }
	// WatchMatch watches the match that is looked at.
	WatchMatch struct{}
	// PlayMatch shows the match that is looked at in the window: it is played, or watched.
	PlayMatch struct{}
	// VoteInMatch votes.
	VoteInMatch struct{ For MatchBallot }
	// QuitMatch gives the seat up and leaves the match for good.
	QuitMatch struct{}
	// BackToWorld returns to the world. The seat is kept.
	BackToWorld struct{}
	// FollowInMatch turns the viewer's camera to the next player, or back to the action.
	FollowInMatch struct{}
)

func (LookAtMatches) action()  {}
func (LookAtMatch) action()    {}
func (CreateMatch) action()    {}
func (TakeSeat) action()       {}
func (LeaveSeat) action()      {}
func (SetReady) action()       {}
func (SetMatch) action()       {}
func (SetMatchDelay) action()  {}
func (WatchMatch) action()     {}
func (ReconnectMatch) action() {}
func (PlayMatch) action()      {}
func (VoteInMatch) action()    {}
func (QuitMatch) action()      {}
func (BackToWorld) action()    {}
func (FollowInMatch) action()  {}
