package epoch

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const chainDomain = "manyhold turn"

// ChainHash returns the chain hash after a turn: SHA-256 of "manyhold turn", the hash before it (32 bytes),
// the world's id (32), epoch and turn (u64 little endian each), rules (u32 little endian) and the body.
// The hash before the first turn of a world is zero.
func ChainHash(previous, world [32]byte, epoch, turn uint64, rules uint32, body []byte) [32]byte {
	var head [len(chainDomain) + 84]byte
	n := copy(head[:], chainDomain)
	n += copy(head[n:], previous[:])
	n += copy(head[n:], world[:])
	binary.LittleEndian.PutUint64(head[n:], epoch)
	binary.LittleEndian.PutUint64(head[n+8:], turn)
	binary.LittleEndian.PutUint32(head[n+16:], rules)
	h := sha256.New()
	h.Write(head[:])
	h.Write(body)
	var sum [32]byte
	h.Sum(sum[:0])
	return sum
}

// chain computes the chain hashes of one epoch. Those of the current run are computed once, when it is
// checked, and used again when its turns enter the log.
type chain struct {
	record *Record
	checks []checked // of consecutive turns
}

// checked is a turn of the current run, or one that is being closed: its chain hash is computed once, and its
// body parsed once.
type checked struct {
	before, hash [32]byte
	turn         uint64
	data         []byte // the log's
	parsed       Parsed
}

// hash returns the chain hash after a turn, given its entry.
func (c *chain) hash(before [32]byte, turn uint64, data []byte) [32]byte {
	r := c.record
	return ChainHash(before, r.World, r.Number, turn, r.Rules, bodyOf(data))
}

// check is hash for a turn of the current run. The result and the parsed turn are kept until forget.
func (c *chain) check(before [32]byte, turn uint64, data []byte, parsed Parsed) [32]byte {
	sum := c.hash(before, turn, data)
	c.checks = append(c.checks, checked{before, sum, turn, data, parsed})
	return sum
}

// known is hash with the results of check as a cache, which has the parsed turn as well.
func (c *chain) known(before [32]byte, turn uint64, data []byte) ([32]byte, Parsed) {
	if len(c.checks) > 0 && turn >= c.checks[0].turn && turn-c.checks[0].turn < uint64(len(c.checks)) {
		if k := &c.checks[turn-c.checks[0].turn]; k.before == before && bytes.Equal(k.data, data) {
			return k.hash, k.parsed
		}
	}
	return c.hash(before, turn, data), nil
}

func (c *chain) forget() {
	clear(c.checks)
	c.checks = c.checks[:0]
}

const headDomain = "manyhold head 2"

// Where names an epoch for peers that do not have its record.
type Where struct {
	World  [32]byte
	Island uint64
	Epoch  [32]byte // Hash of its record: two forks may have epochs of one number
}

// Where returns the epoch's name.
func (r *Record) Where() Where { return Where{World: r.World, Island: r.Island, Epoch: r.Hash()} }

// Head is a leader's signature of the chain. In one term a leader's log only grows. So two heads of one
// signer for the same epoch, term and turn with different hashes prove equivocation: see Equivocation.
type Head struct {
	Term, Turn uint64
	Hash       [32]byte // chain hash after the turn
	Signature  [key.SignatureSize]byte
}

// statement returns the signed bytes: world (32 bytes), island (u64), epoch (32), term, turn (u64 each),
// hash (32).
func (h Head) statement(at Where) []byte {
	b := append(make([]byte, 0, 120), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	b = append(b, at.Epoch[:]...)
	b = wire.AppendU64(b, h.Term)
	b = wire.AppendU64(b, h.Turn)
	return append(b, h.Hash[:]...)
}

// Signed returns h with the signature of p.
func (h Head) Signed(p key.Pair, at Where) Head {
	h.Signature = p.Sign(headDomain, h.statement(at))
	return h
}

// SignedBy reports whether the signature is that of signer.
func (h Head) SignedBy(signer key.ID, at Where) bool {
	return key.Verify(signer, headDomain, h.statement(at), h.Signature)
}

// Append appends the encoding: term and turn (uvarint), hash, signature.
func (h Head) Append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, h.Term)
	dst = wire.AppendUvarint(dst, h.Turn)
	dst = append(dst, h.Hash[:]...)
	return append(dst, h.Signature[:]...)
}

// ReadHead reads the bytes of Append. The error stays in the cursor.
func ReadHead(c *wire.Cursor) Head {
	h := Head{Term: c.Uvarint(), Turn: c.Uvarint(), Hash: c.Hash(), Signature: c.Signature()}
	if c.Err() == nil && (h.Term == 0 || h.Term >= maxNumber || h.Turn >= maxNumber) {
		c.Fail(fmt.Errorf("epoch: a head of turn %d, term %d", h.Turn, h.Term))
	}
	return h
}
