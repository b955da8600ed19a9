package message

// # What islands say to each other
//
// Parcels wait in the state of the island that sends them, and are delivered by a turn of the other. The leader of
// that one takes them from the sender's state, if it leads that one as well, or by letter (delivery.go), and only what a
// safe turn sent (safe.go): what may still be lost must not have had effects elsewhere, also when power fails everywhere
// at once. In the same way, a parcel is acknowledged to its sender when the turn that took it is safe. A provisional
// island neither sends nor takes: what it would have done to others waits, and all that is between islands is as the
// firm line has it after they are merged.

// MaxParcel is the longest parcel in bytes.
const MaxParcel = 200
