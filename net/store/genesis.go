package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	genesisMagic   = "MHGN"
	genesisVersion = 3
	// MaxWorldName is the longest name of a world in bytes.
	MaxWorldName = 64
	// MaxLicence is the longest SPDX expression in bytes.
	MaxLicence = 64
	// MaxGenesis is the longest encoding of a genesis in bytes.
	MaxGenesis = 256
	// DefaultLicence is the licence of the players' works, unless the founder chose another.
	DefaultLicence = "CC-BY-SA-4.0"
)

var (
	// ErrGenesis says that bytes are not a genesis.
	ErrGenesis = errors.New("store: not a genesis")
	// ErrWorldID says that a text is not the id of a world.
	ErrWorldID = errors.New("store: a world's id is 64 characters of 0 to 9 and a to f")
)

// WorldID is the SHA-256 of a world's genesis. Zero means no world.
type WorldID [32]byte

// String returns the id in 64 characters of hex.
func (id WorldID) String() string { return hex.EncodeToString(id[:]) }

// ParseWorldID reads the output of String. Its error is ErrWorldID.
func ParseWorldID(s string) (id WorldID, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(id) || hex.EncodeToString(b) != s {
		return WorldID{}, ErrWorldID
	}
	return WorldID(b), nil
}

// Genesis is everything that a new world is made of. It never changes.
type Genesis struct {
	Founder key.ID
	Seed    uint64
	Nonce   [16]byte // distinguishes worlds of the same founder, seed and name
	Rules   uint32   // at the world's beginning
	Name    string   // printable, at most MaxWorldName bytes
	Licence string   // SPDX expression, at most MaxLicence bytes
	Cap     uint16   // most players on an island that results from a merge; 0: as many as the rules allow
	Start   uint8    // what newcomers begin with, as the machine numbers it
}

// Encode returns the only encoding of g: "MHGN", form in one byte, founder (32 bytes), seed (u64 little
// endian), nonce (16 bytes), rules (u32 little endian), name and licence (each uvarint length and bytes). The
// form is 1 without Cap and Start. With a Cap it is 2, and the cap (u16 little endian) comes last. With a Start
// it is 3, and cap and start (u8) come last. A name or licence that DecodeGenesis would refuse is our own bug
// and panics; see Valid.
func (g Genesis) Encode() []byte {
	if err := g.Valid(); err != nil {
		panic(err)
	}
	b := append(make([]byte, 0, MaxGenesis), genesisMagic...)
	switch {
	case g.Start != 0:
		b = wire.AppendU8(b, genesisVersion)
	case g.Cap != 0:
		b = wire.AppendU8(b, 2)
	default:
		b = wire.AppendU8(b, 1)
	}
	b = append(b, g.Founder[:]...)
	b = wire.AppendU64(b, g.Seed)
	b = append(b, g.Nonce[:]...)
	b = wire.AppendU32(b, g.Rules)
	b = wire.AppendText(b, g.Name)
	b = wire.AppendText(b, g.Licence)
	if g.Cap > 0 || g.Start > 0 {
		b = append(b, byte(g.Cap), byte(g.Cap>>8))
	}
	if g.Start > 0 {
		b = wire.AppendU8(b, g.Start)
	}
	return b
}

// Valid returns nil if name and licence keep their limits. Otherwise its error can be shown to the founder.
func (g Genesis) Valid() error {
	switch {
	case !printable(g.Name, MaxWorldName):
		return fmt.Errorf("%w: the name must have 1 to %d bytes of printable text", ErrGenesis, MaxWorldName)
	case !printable(g.Licence, MaxLicence):
		return fmt.Errorf("%w: the licence must have 1 to %d bytes of printable text", ErrGenesis, MaxLicence)
	}
	return nil
}

func printable(s string, limit int) bool {
	if s == "" || len(s) > limit || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// DecodeGenesis reads the output of Encode. Its errors are ErrGenesis and, for a genesis of a later version,
// ErrNewer.
func DecodeGenesis(b []byte) (Genesis, error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(genesisMagic))) != genesisMagic {
		return Genesis{}, fmt.Errorf("%w: it does not begin with %q", ErrGenesis, genesisMagic)
	}
	v := c.U8()
	if c.Err() == nil && v > genesisVersion {
		return Genesis{}, fmt.Errorf("%w (genesis format %d); this version reads %d. Update Manyhold.", ErrNewer, v, genesisVersion)
	} else if c.Err() == nil && v == 0 {
		return Genesis{}, fmt.Errorf("%w: version %d", ErrGenesis, v)
	}
	var g Genesis
	g.Founder = c.Hash()
	g.Seed = c.U64()
	copy(g.Nonce[:], c.Bytes(len(g.Nonce)))
	g.Rules = c.U32()
	g.Name = c.Text(MaxWorldName)
	g.Licence = c.Text(MaxLicence)
	if v >= 2 {
		if g.Cap = uint16(c.U8()) | uint16(c.U8())<<8; c.Err() == nil && v == 2 && g.Cap == 0 {
			c.Fail(fmt.Errorf("%w: version 2 without a cap", ErrGenesis))
		}
	}
	if v == 3 {
		if g.Start = c.U8(); c.Err() == nil && g.Start == 0 {
			c.Fail(fmt.Errorf("%w: version 3 without a start", ErrGenesis))
		}
	}
	if err := c.Done(); err != nil {
		return Genesis{}, fmt.Errorf("%w: %w", ErrGenesis, err)
	}
	if err := g.Valid(); err != nil {
		return Genesis{}, err
	}
	return g, nil
}

// ID returns the world's id, the SHA-256 of the encoding.
func (g Genesis) ID() WorldID { return sha256.Sum256(g.Encode()) }
