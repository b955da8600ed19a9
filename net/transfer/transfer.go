// Package transfer moves one large set of bytes (the parts of a snapshot) from peers that have it to one
// that does not, in blocks over the streams of links. It is called, not calling: it knows no link and
// no clock. A Sender and a Receiver take messages and say which messages to send next.
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
//	Have   sender → receiver: what can be had
//	       u64 turn, 32 bytes SHA-256 of the manifest (the transfer's name), uvarint size of the manifest,
//	       uvarint number of parts, uvarint sum of their sizes
//	Want   receiver → sender: asks for ranges, answered in this order
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
// What arrives is bytes until verified: the manifest by its SHA-256, every part by its own; whether the
// manifest is that of the agreed state is for the caller to know (Manifest.Root). A part comes from one
// source only, so that a wrong one names its source, which is then dropped for good. Two peers with the
// same state at the same turn have the same manifest, so another source goes on where one vanished; with
// a later turn the parts that did not change are kept.
package transfer

import (
	"errors"
	"time"
)

// Limits of a transfer.
const (
	// MaxName is the longest name of a part in bytes.
	MaxName = 64
	// MaxParts is the largest number of parts: a header and the regions of an island, dormant ones too.
	MaxParts = 1 << 16
	// MaxPart is the largest part in bytes.
	MaxPart = 16 << 20
	// MaxTotal is the largest snapshot in bytes.
	MaxTotal = 256 << 20
	// MaxManifest is the largest manifest in bytes: MaxParts of usual names fit.
	MaxManifest = MaxParts * (1 + 16 + 4 + 32)
	// MaxPiece is how many bytes of content one block holds at most, before packing.
	MaxPiece = 32 << 10
	// MaxPayload is the longest payload of a block in bytes: with its head it fits link.MaxMessage.
	MaxPayload = 12 << 10
	// MaxRanges is the largest number of ranges in one Want.
	MaxRanges = 256
	// MaxAsked is how many bytes one receiver may have asked for and not yet got, on the sender's side.
	MaxAsked = 1 << 20
	// Window is how many bytes a receiver asks for ahead, a quarter of what fits a link's stream: turns
	// wait behind little.
	Window = 256 << 10
	// Patience is how long a source may be silent while something is asked of it before the next one is
	// asked instead.
	Patience = 4 * time.Second
	// MaxGarbage is how many messages of one source may be wrong before it is dropped.
	MaxGarbage = 8
	// MaxSources is how many sources a receiver remembers; more are refused.
	MaxSources = 16
)

// Errors of messages and snapshots. What wraps them says where.
var (
	// ErrMalformed says that bytes are not a message, manifest or snapshot.
	ErrMalformed = errors.New("transfer: malformed")
	// ErrLimit says that something is larger than the limits allow.
	ErrLimit = errors.New("transfer: beyond the limits")
	// ErrUnasked says that a block was not asked for, or not of this source.
	ErrUnasked = errors.New("transfer: a block that nobody asked for")
	// ErrWrong says that bytes do not have the hash that was promised: the source is dropped.
	ErrWrong = errors.New("transfer: bytes with the wrong hash")
	// ErrDropped says that the source has been dropped; its messages are ignored.
	ErrDropped = errors.New("transfer: the source was dropped")
)
