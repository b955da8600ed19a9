package exchange

import (
	"manyhold/net/asset"
	"manyhold/net/key"
)

// EventKind is what happened.
type EventKind uint8

// The kinds of events.
const (
	Completed EventKind = iota + 1 // an asset is whole
	Refused                        // it is not allowed, and will not be fetched again
	Wrong                          // a peer sent wrong bytes
	Full                           // it does not fit the quota
)

// Event is something that happened to an asset.
type Event struct {
	Kind EventKind
	Name asset.Name
	Peer key.ID // Wrong: the sender
	Why  error
}

// Out is a message to send over a peer's stream.
type Out struct {
	To      key.ID
	Message []byte
}

// Counters count since the start.
type Counters struct {
	BytesIn, BytesOut uint64 // of blocks
	BlocksIn          uint64 // verified
	Wrong             uint64 // descriptors and blocks with wrong bytes
	Garbage           uint64 // messages that no decoder accepted
	Flooded           uint64 // messages and requests beyond a quota
	Unasked           uint64 // pieces and descriptors that were not asked for, or came late
}
