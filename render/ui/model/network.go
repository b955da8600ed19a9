package model

import (
	"manyhold/game"
	"manyhold/game/grid"
)

// NetView is the network's part of the debug overlay.
type NetView struct {
	World, Peer, Leader, Epoch string
	Firm                       bool
	Ordered, Committed         uint64 // turns
	Digest                     string
	Voters, Observers          []string
	Lagging, Silent            []string // executing peers that the leader does not hear, for a moment and for longer
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
	Holder  string // the leader's name, "" without a leader
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
	Plays // it observes and hosts nothing
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
	Relayed       bool // another peer carries the packets
	Turns         bool // this peer only plays, and gets its turns by the link
	Via           int  // the link to that peer, in NetView.Links

	Player    game.PlayerID // the peer's player
	Version   string
	Headless  bool // no person sits at it
	Part      Part
	Agreement Agreement
}

// HostView is the cost of hosting on this machine.
type HostView struct {
	CPUPercent       float64 // of a core
	MemoryMB         int
	DiskMB           float64
	TickP95ms        float64 // 95 of 100 ticks stay below
	Regions, Dormant int
	Peers            int
	Islands          int // executed here
	Leads, Votes     int // of these
}

// PictureView is the renderer's part of the debug overlay.
type PictureView struct {
	FPS, TPS            float64
	DrawCalls, Sprites  int
	Particles, Chunks   int
	GoMicros            float64 // the frame's own Go part
	Bodies, RegionCount int
}
