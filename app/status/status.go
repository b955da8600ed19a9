// Package status is a node's report on itself: the types that `manyhold status --json` prints, which are
// stable, and the words that it prints without --json.
package status

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"manyhold/app/dial/remedy"
	"manyhold/net/host/notice"
)

// Status is a node's knowledge, as `manyhold status --json` prints it. The schema is stable: fields are only
// added.
type Status struct {
	Version string `json:"version"`
	// it was built from, 12 digits and a + if changed since; "unknown" where the build does not say
	Commit string      `json:"commit"`
	Rules  uint32      `json:"rules"`
	Peer   string      `json:"peer"`
	Name   string      `json:"name"`
	World  WorldStatus `json:"world"`
	// the reason why it waits while it has joined no island yet, in words
	Waiting notice.Notice  `json:"waiting,omitempty"`
	Trouble remedy.Trouble `json:"trouble,omitempty"` // why no peer is linked
	Islands []IslandStatus `json:"islands"`
	Links   []LinkStatus   `json:"links"`
	// of linked peers, whether they agree with each other, as far as is heard
	Pairs []PairStatus  `json:"pairs,omitempty"`
	Known []KnownStatus `json:"known"` // islands that others execute
	Sharing
	StepUS  Percentiles       `json:"step_us"`
	Desyncs uint64            `json:"desyncs"`
	Uptime  float64           `json:"uptime_s"`
	Host    HostStats         `json:"host"`    // what hosting costs this process
	Fork    ForkStatus        `json:"fork"`    // forks and merges
	Counted map[string]uint64 `json:"counted"` // what happened since the node started, by name
	Dropped map[string]uint64 `json:"dropped"` // what was refused from outside, by kind
	Proven  []provenStatus    `json:"proven"`  // peers that told two stories
	// leaders that ordered a command without an author, as this node saw or most voters signed
	Offenders []provenStatus `json:"offenders"`
	// leaders that were unfair, as this node measured or most voters said, oldest first
	Unfair []UnfairStatus `json:"unfair"`
	Wide
	Notes []string `json:"notes"` // what a person should know, in words
}

// Sharing is how the work of a world is divided among its peers.
type Sharing struct {
	// so many are linked that each executes some islands only
	Shared bool `json:"shared"`
	// the peers that this node then needs links with, in order of need
	Needs PeerNames `json:"needs"`
	// it only plays, and hosts nothing for others
	PlayOnly bool `json:"play_only,omitempty"`
}

type WorldStatus struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Invite string `json:"invite,omitempty"`

	Charter *CharterStatus `json:"charter,omitempty"`
	Door    *DoorStatus    `json:"door,omitempty"` // who may enter
}

type IslandStatus struct {
	ID     string   `json:"id"`
	Epoch  uint64   `json:"epoch"`
	Firm   bool     `json:"firm"`
	Leader PeerName `json:"leader"`
	Part
	Here bool `json:"here"` // this node's player is there, or would enter there
	// it is executed here: all, home, voter, heir, player, near, copy, invited; "" to be left
	Why    string    `json:"why"`
	Voters PeerNames `json:"voters"`
	Roll
	TurnOrdered   uint64       `json:"turn_ordered"`
	TurnCommitted uint64       `json:"turn_committed"`
	TurnTicks     int          `json:"turn_ticks"` // how long a turn is: 3 are 50 ms
	Digest        DigestStatus `json:"digest"`
	Regions       int          `json:"regions"`
	Dormant       int          `json:"dormant"` // regions that it keeps without ticks
	Places        [][2]int32   `json:"places"`  // of the active regions: x and y, in regions
	Entities      int          `json:"entities"`
	Players       int          `json:"players"`
	TurnsCompared uint64       `json:"turns_compared"`
	TurnsEqual    uint64       `json:"turns_equal"`
	Waiting       string       `json:"waiting,omitempty"`
	// why this node takes no seat in the committee, in words
	Ineligible string `json:"ineligible,omitempty"`
	// why more players are here than the world's founder lets, in words
	Crowded string `json:"crowded,omitempty"`
	// because its state was wrong three times in a minute
	Viewer bool `json:"viewer,omitempty"`

	Lines []BorderStatus `json:"lines"` // with islands that touch it and do not become one with it

	Beacons [][2]int32 `json:"beacons"` // tiles of burning lighthouses, which are known from far

	People []PersonStatus `json:"people"` // who is in the world and awake there, in order of seat
}

// Roll is the observers of an island, and the silent ones of all its peers, as its leader says.
type Roll struct {
	Observers PeerNames `json:"observers"` // peers that execute it without voting
	Lagging   PeerNames `json:"lagging"`   // silent for a second or two
	Silent    PeerNames `json:"silent"`    // silent for five seconds and more
}

// silence names the peers that the leader does not hear, "" if it hears all.
func (r *Roll) silence() string {
	var words []string
	if len(r.Lagging) > 0 {
		words = append(words, "lagging "+r.Lagging.String())
	}
	if len(r.Silent) > 0 {
		words = append(words, "silent "+r.Silent.String())
	}
	return strings.Join(words, "; ")
}

// The roles of a node in an island.
const (
	Leads    = "leads"
	Votes    = "votes"
	Observes = "observes"
	Plays    = "plays" // it observes and hosts nothing
)

// Part is a node's part in an island.
type Part struct {
	Role string `json:"role"` // leads, votes, observes, plays
	// Attached is the peer by which a node that only plays gets its turns.
	Attached *Attached `json:"attached,omitempty"`
}

// Attached is the peer by which a node that only plays gets its turns, with the round trip to it.
type Attached struct {
	PeerName
	RTTms float64 `json:"rtt_ms"`
}

// PersonStatus is a player as others see it.
type PersonStatus struct {
	Key  string    `json:"key"`
	Name string    `json:"name"`
	Seat uint16    `json:"seat"`
	Look [6]uint8  `json:"look"`         // skin, hair, its colour, shirt, trousers, hat
	Body uint64    `json:"body"`         // its id
	At   *[2]int32 `json:"at,omitempty"` // tile, up to a second ago
}

// BorderStatus is a line between an island and another.
type BorderStatus struct {
	With    string  `json:"with"`
	Strips  int     `json:"strips"`  // regions over there whose edges are known here
	Views   int     `json:"views"`   // regions here of which the other side wants to know
	Ghosts  int     `json:"ghosts"`  // things over there that are known here
	Signals int     `json:"signals"` // of machines that come from over there now
	Players uint16  `json:"players"` // over there
	Full    bool    `json:"full"`    // so many that nobody may come over
	HeardS  float64 `json:"heard_s"` // how long ago the other side was heard of, in seconds of the world
}

// KnownStatus is an island that this node does not execute, as it hears of it.
type KnownStatus struct {
	ID      string    `json:"id"`
	Epoch   uint64    `json:"epoch"`
	Leader  PeerName  `json:"leader"`
	Voters  PeerNames `json:"voters"`
	Held    PeerNames `json:"held"` // linked peers that execute it
	Players uint64    `json:"players"`
	Region  *[2]int   `json:"region,omitempty"` // where it lies
}

type DigestStatus struct {
	Turn uint64 `json:"turn"`
	Hex  string `json:"hex"`
}

type LinkStatus struct {
	Peer  string `json:"peer"`
	Name  string `json:"name"`
	Route string `json:"route"`
	// Via is the peer that carries the packets of a link without a direct path, with route "peer".
	Via      *PeerName `json:"via,omitempty"`
	RTTms    float64   `json:"rtt_ms"`
	Loss     float64   `json:"loss"`
	BytesIn  uint64    `json:"bytes_in"`
	BytesOut uint64    `json:"bytes_out"`
	Lagging  bool      `json:"lagging"`

	Version  string `json:"version"`
	Headless bool   `json:"headless"` // no person sits at it
	Voter    bool   `json:"voter"`    // of the island where this node's player is
	Compared uint64 `json:"compared"` // digests of it that were compared with this node's
	Equal    uint64 `json:"equal"`    // of these
}

// PairStatus is two linked peers that both reported their state after a turn.
type PairStatus struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Turn  uint64 `json:"turn"`
	Equal bool   `json:"equal"`
}

type Percentiles struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

// Print writes the status for a person.
func (s *Status) Print(w io.Writer) {
	var b strings.Builder
	s.print(&b)
	fmt.Fprint(w, singular(b.String()))
}

// print writes the status, whatever there is one of.
func (s *Status) print(w io.Writer) {
	fmt.Fprintf(w, "%s (%s), manyhold %s, rules %d, up %s\n", s.Name, Short(s.Peer), s.Version, s.Rules, (time.Duration(s.Uptime) * time.Second).String())
	if s.World.ID == "" {
		fmt.Fprintln(w, "in no world")
		return
	}
	fmt.Fprintf(w, "world      %s (%s)\n", s.World.Name, Short(s.World.ID))
	fmt.Fprintf(w, "           ID %s\n", s.World.ID)
	if s.World.Invite != "" {
		fmt.Fprintf(w, "invitation %s\n", s.World.Invite)
	}
	if len(s.Islands) == 0 {
		fmt.Fprintln(w, "joining    no peer of this world has sent its state yet")
		if s.Waiting != "" {
			fmt.Fprintf(w, "           waiting %s\n", s.Waiting.String())
		}
	}
	if words := s.Trouble.Words(); words != "" {
		fmt.Fprintf(w, "alone      %s\n", words)
	}
	for _, i := range s.Islands {
		firm := "firm"
		if !i.Firm {
			firm = "provisional"
		}
		fmt.Fprintf(w, "island     epoch %d (%s), turn %d ordered, %d committed, digest %s at %d\n", i.Epoch, firm, i.TurnOrdered, i.TurnCommitted, i.Digest.Hex, i.Digest.Turn)
		fmt.Fprintf(w, "           led by %s, voters %s, observers %s; this node %s\n", i.Leader, i.Voters, i.Observers, i.Role)
		if words := i.Roll.silence(); words != "" {
			fmt.Fprintf(w, "           %s\n", words)
		}
		fmt.Fprintf(w, "           %d regions, %d things, %d players; %d of %d turns compared equal\n", i.Regions, i.Entities, i.Players, i.TurnsEqual, i.TurnsCompared)
		if i.Why != "all" {
			fmt.Fprintf(w, "           executed here: %s\n", cmp.Or(i.Why, "to be left to other peers"))
		}
		if i.Waiting != "" {
			fmt.Fprintf(w, "           waiting %s\n", i.Waiting)
		}
		for _, l := range i.Lines {
			full := ""
			if l.Full {
				full = ", full"
			}
			fmt.Fprintf(w, "           border with %s: %d regions and %d things known beyond; %d incoming signals; %d players there%s\n", l.With, l.Strips, l.Ghosts, l.Signals, l.Players, full)
		}
		if i.Crowded != "" {
			fmt.Fprintf(w, "           crowded: %s\n", i.Crowded)
		}
		if i.Attached != nil {
			fmt.Fprintf(w, "           this node only plays and hosts nothing; its turns come by %s, %.1f ms away\n", i.Attached.PeerName, i.Attached.RTTms)
		} else if i.Ineligible != "" {
			fmt.Fprintf(w, "           this node takes no committee seat: %s\n", i.Ineligible)
		}
	}
	if s.Shared {
		fmt.Fprintf(w, "shared     each peer executes some islands only; this node needs links with %s\n", s.Needs)
	}
	for _, k := range s.Known {
		fmt.Fprintf(w, "elsewhere  island %s, epoch %d, %d players, led by %s, hosted by %s\n", k.ID, k.Epoch, k.Players, k.Leader, k.Held)
	}
	for _, l := range s.Links {
		fmt.Fprintf(w, "link       %s (%s) %s, %.1f ms, %.1f %% lost, %d B in, %d B out%s\n", l.Name, Short(l.Peer), l.routeWords(), l.RTTms, l.Loss*100, l.BytesIn, l.BytesOut, l.lagWords())
	}
	s.printRooms(w)
	fmt.Fprintf(w, "step       %.0f µs, 99 of 100 under %.0f µs; %d desyncs\n", s.StepUS.P50, s.StepUS.P99, s.Desyncs)
	s.Host.print(w)
	s.Fork.print(w)
	if words := refusedWords(s.Dropped); words != "" {
		fmt.Fprintln(w, "refused   ", words)
	}
	if n := s.Counted["turns_lost"]; n > 0 {
		fmt.Fprintf(w, "lost       %d committed turns, to a power cut on the peers that had them\n", n)
	}
	if n := s.Counted["turns_cut"]; n > 0 {
		fmt.Fprintf(w, "lost       at most %d turns (%s) to a power cut before this start; %d of them certainly existed\n", n, turnTime(n), s.Counted["turns_cut_seen"])
	}
	s.printCharter(func(format string, a ...any) { fmt.Fprintf(w, format, a...) })
	s.printDoor(func(format string, a ...any) { fmt.Fprintf(w, format, a...) })
	s.printNotes(w)
}

// refusedWords lists the refused messages, "" if there are none.
func refusedWords(by map[string]uint64) string {
	var words []string
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		if by[kind] > 0 {
			words = append(words, fmt.Sprintf("%d %s", by[kind], strings.ReplaceAll(kind, "_", " ")))
		}
	}
	return strings.Join(words, ", ")
}

// Short cuts an id to the part that a person compares.
func Short(id string) string { return id[:min(8, len(id))] }

// lagWords ends the line of a link whose peer is silent.
func (l *LinkStatus) lagWords() string {
	if l.Lagging {
		return ", lagging"
	}
	return ""
}

// routeWords says which way a link takes.
func (l *LinkStatus) routeWords() string {
	if l.Via != nil {
		return "via " + l.Via.String()
	}
	return l.Route
}
