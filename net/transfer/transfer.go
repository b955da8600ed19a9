// Package transfer copies one large set of bytes (the parts of a snapshot) from peers that have it to one
// that needs it, in blocks over the streams of links. It is called and calls nothing: it knows no link and no
// clock. A Sender and a Receiver take messages and return the messages to send next.
//
// # Snapshots and parts
//
// A snapshot is a list of parts, each
//
//	uvarint length of the name, name, uvarint length of the data, data
//
// in strictly ascending byte order of the names. Split and Join convert; net/store keeps equal parts once.
//
// # Messages
//
// The first byte is the wire.Kind; integers are little endian, "uvarint" is that of net/wire.
//
//	Have   sender → receiver: announces a snapshot
//	       u64 turn, 32 bytes SHA-256 of the manifest (the transfer's name), uvarint size of the manifest,
//	       uvarint number of parts, uvarint sum of their sizes
//	Want   receiver → sender: requests ranges, answered in this order
//	       8 bytes: first of the transfer's name, u8 space (0 manifest, 1 content), uvarint n (1 to MaxRanges),
//	       n times: uvarint offset, uvarint length (both bytes; ascending, not touching)
//	Block  sender → receiver: a piece of such a range
//	       8 bytes: first of the transfer's name, u8 space, u8 packing (0 plain, 1 zstd), uvarint offset,
//	       uvarint length before packing (1 to MaxPiece), the rest: payload
//
// The manifest is: "MHMF", version 1 in one byte, u64 turn, uvarint number of parts, and for each part
// uvarint length of the name, name, uvarint size, 32 bytes SHA-256. The content is the data of all parts one
// after another in the manifest's order, so that one range may cover many small parts.
//
// # Trust
//
// Received data is untrusted until verified: the manifest by its SHA-256, every part by its own. The caller
// knows whether the manifest is that of the agreed state (Manifest.Root). A part comes from one source only,
// so a wrong part identifies its source, which is then dropped for good. Two peers with the same state at the
// same turn have the same manifest, so another source continues when one vanishes. With a later turn,
// unchanged parts are kept.
package transfer

import (
	"errors"
	"time"
)

// Limits of a transfer.
const (
	// MaxName is the longest name of a part in bytes.
	MaxName = 64
	// MaxParts is the largest number of parts: a header and the regions of an island, including dormant ones.
	MaxParts = 1 << 16
	// MaxPart is the largest part in bytes.
	MaxPart = 16 << 20
	// MaxTotal is the largest snapshot in bytes.
	MaxTotal = 256 << 20
	// MaxManifest is the largest manifest in bytes: MaxParts of usual names fit.
	MaxManifest = MaxParts * (1 + 16 + 4 + 32)
	// MaxPiece is the largest content of one block in bytes, before packing.
	MaxPiece = 32 << 10
	// MaxPayload is the longest payload of a block in bytes: with its head it fits link.MaxMessage.
	MaxPayload = 12 << 10
	// MaxRanges is the largest number of ranges in one Want.
	MaxRanges = 256
	// MaxAsked is the most bytes that one receiver may have requested and not yet received, on the sender's
	// side.
	MaxAsked = 1 << 20
	// Window is the number of bytes that a receiver requests ahead: a quarter of a link's stream buffer, so
	// that turns wait behind little.
	Window = 256 << 10
	// Patience is the longest silence of a source during a request. Then the next source is asked.
	Patience = 4 * time.Second
	// MaxGarbage is the number of wrong messages after which a source is dropped.
	MaxGarbage = 8
	// MaxSources is the number of sources that a receiver remembers. More are refused.
	MaxSources = 16
)

// Errors of messages and snapshots. The errors that wrap them say where.
var (
	// ErrMalformed says that bytes are not a message, manifest or snapshot.
	ErrMalformed = errors.New("transfer: malformed")
	// ErrLimit says that a size or count is beyond the limits.
	ErrLimit = errors.New("transfer: beyond the limits")
	// ErrUnasked says that a block was not requested, or not from this source.
	ErrUnasked = errors.New("transfer: a block that was not requested")
	// ErrWrong says that bytes do not have the promised hash. The source is dropped.
	ErrWrong = errors.New("transfer: bytes with the wrong hash")
	// ErrDropped says that the source has been dropped; its messages are ignored.
	ErrDropped = errors.New("transfer: the source was dropped")
)
