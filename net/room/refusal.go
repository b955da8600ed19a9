package room

import "fmt"

// Why says why a packet was refused. It is a number, because words belong to where they are shown.
type Why uint8

// The reasons.
const (
	OtherRoom     Why = 1 + iota // the packet is for another room
	OtherPlayer                  // the header names another player than the link
	WrongPhase                   // not in this phase; At is the phase
	NoSuchSeat                   // the engine has no such seat
	SeatTaken                    // another player has it: Name
	NoSeatLeft                   // all are taken
	NotSeated                    // the sender has no seat
	ViewersFull                  // as many as can be
	OtherVersion                 // another configuration came first; At is its version
	TooLong                      // body, configuration, result or reason
	BadName                      // the name of a player is no line that can be printed
	OldGeneration                // it is closed; At is the open one
	FarGeneration                // too far ahead; At is the open one
	SecondPacket                 // the seat has sent one for this generation
	NoTransition                 // the engine does not declare it: Name, From
	Unproven                     // the digest differs; At is the generation
	TooFarBehind                 // the generation is not compared any more; At is the oldest that is
	NotCompared                  // nothing is known of the generation yet: later
	NotVacant                    // the seat is not vacant
	BadSignature                 // of a result
	OtherResult                  // another result holds
	Misplaced                    // a piece of a draft; At is where the next one belongs
	NotHalted                    // nothing to go on from
	Unknown                      // a kind of packet that this version does not know
	NotAwaited                   // the room does not wait for that seat, or for nobody that is away
	HeldUp                       // the player has held the others up too often
	NotReady                     // the others wait for the player itself
	whyCount
)

var whys = [whyCount]string{OtherRoom: "other room", OtherPlayer: "other player", WrongPhase: "wrong phase", NoSuchSeat: "no such seat",
	SeatTaken: "seat taken", NoSeatLeft: "no seat left", NotSeated: "not seated", ViewersFull: "viewers full", OtherVersion: "other version",
	TooLong: "too long", BadName: "bad name", OldGeneration: "old generation", FarGeneration: "far generation", SecondPacket: "second packet",
	NoTransition: "no transition", Unproven: "hash mismatch", TooFarBehind: "too far behind", NotCompared: "not compared yet", NotVacant: "not vacant",
	BadSignature: "bad signature", OtherResult: "other result", Misplaced: "misplaced piece", NotHalted: "not halted", Unknown: "unknown kind", NotAwaited: "not awaited", HeldUp: "held up", NotReady: "not ready"}

// String returns the name of a reason.
func (w Why) String() string {
	if w < whyCount && whys[w] != "" {
		return whys[w]
	}
	return fmt.Sprint("reason ", uint8(w))
}

// Refusal is the error of Apply.
type Refusal struct {
	Why        Why
	At         uint32
	From, Name string // of NoTransition; Name also of SeatTaken
}

func (r *Refusal) Error() string {
	switch r.Why {
	case Unproven:
		return fmt.Sprintf("hash mismatch at turn %d", r.At)
	case SeatTaken:
		return fmt.Sprintf("%s: %s has it", r.Why, r.Name)
	case NoTransition:
		return fmt.Sprintf("no transition from %s to %s", r.From, r.Name)
	case WrongPhase:
		return fmt.Sprintf("%s: the room is %s", r.Why, Phase(r.At))
	case OldGeneration, FarGeneration, OtherVersion, TooFarBehind, Misplaced:
		return fmt.Sprintf("%s: it is %d", r.Why, r.At)
	}
	return r.Why.String()
}

// refuse returns a refusal without more than its reason.
func refuse(w Why) error { return &Refusal{Why: w} }
