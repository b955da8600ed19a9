package byhand

import (
	"context"
	"errors"

	"manyhold/app/dial/remedy"
	hand "manyhold/net/link/byhand"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
)

// Trouble is why connecting by hand does not go on. The window has words of its own for each; Error is
// English.
type Trouble string

// The troubles of Take, and of a State that has failed.
const (
	NoNode       Trouble = "no_node"
	NotText      Trouble = "not_text"
	OtherVersion Trouble = "other_version"
	Damaged      Trouble = "damaged"
	OwnText      Trouble = "own_text"
	OtherWorld   Trouble = "other_world"
	NoOffer      Trouble = "no_offer"
	OtherOffer   Trouble = "other_offer"
	Late         Trouble = "late"
	Refused      Trouble = "refused" // State.Said has the words
	Busy         Trouble = "busy"
	NoPath       Trouble = Trouble(remedy.NoPath)
	NoPathNear   Trouble = Trouble(remedy.NoPathNear)
)

// Troubles maps each trouble to its words.
var Troubles = map[Trouble]string{
	NoNode:       "This window shows the world of a node in the background. Connect by `manyhold connect` on that computer.",
	NotText:      "This is not a text for connecting by hand. One begins with manyhold-offer: or manyhold-answer:.",
	OtherVersion: "Your friend has another version of Manyhold. Update the older one.",
	Damaged:      "This text is cut short, or has a mistake in it. Copy it again as a whole.",
	OwnText:      "This is your own text. Send it to your friend, and paste what comes back.",
	OtherWorld:   "Your friend is in another world. Enter it first: paste this text under Join by invitation.",
	NoOffer:      "This is an answer, but there is no offer to it here. Make a new one and send it to your friend.",
	OtherOffer:   "This answer belongs to an earlier offer. Send your friend the present one.",
	Late:         "Ten minutes have passed. Make a new offer.",
	Refused:      "Your friend's game refused the connection.",
	Busy:         "Too many connections at once. Try again in a moment.",
	NoPath:       remedy.NoPath.Words(),
	NoPathNear:   remedy.NoPathNear.Words(),
}

// Error returns the trouble in English.
func (t Trouble) Error() string { return Troubles[t] }

// troubleOf names an error of the endpoint. near tells that the texts name only local addresses.
func troubleOf(err error, near bool) (why Trouble, said string) {
	var refused *webrtc.RefusedError
	switch {
	case errors.Is(err, signal.ErrBusy):
		return Busy, ""
	case errors.As(err, &refused):
		return Refused, refused.Words
	case errors.Is(err, webrtc.ErrNoPath) && near:
		return NoPathNear, ""
	case errors.Is(err, webrtc.ErrNoPath):
		return NoPath, ""
	case errors.Is(err, context.DeadlineExceeded):
		return Late, ""
	case errors.Is(err, webrtc.ErrOtherOffer):
		return OtherOffer, ""
	case errors.Is(err, webrtc.ErrGarbage), errors.Is(err, hand.ErrDamaged):
		return Damaged, ""
	}
	return Refused, err.Error()
}
