package epoch

import (
	"crypto/sha256"
	"fmt"

	"manyhold/net/cosign"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// A record's encoding is its body and its signature (64 bytes). Agreed records have the signatures of all
// voters instead, see recovery.go. The body is, numbers little endian:
//
//	"MHEP", version 2, reason (u8), world (32 bytes), island (u64), number (u64), previous (32), first turn (u64),
//	chain (32), rules (u32), ticks (u8), firm (bool), voters, heirs, signer (32), then by reason:
//	Agreed           round (u64); so has Provisional
//	Merged           taken: record (32), turn (u64), chain (32), blob (32)
//	Split            parts: uvarint count, for each: island (u64), voters, heirs, state (32)
//	Ended            into (u64)
//	Absorbed         taken, from (u64)
//	Room             parts, roster
//	Begun            parent (u64)
//
// Voters are a uvarint count and for each key (32) and incarnation (u64); heirs and roster a uvarint count
// and keys. Version 1 has no island, which then is Home, and no reasons above Agreed. It is read, and never
// written anew.

// body appends everything but the signature.
func (r *Record) body(dst []byte) []byte {
	dst = append(dst, recordMagic...)
	if r.early {
		dst = append(dst, 1, byte(r.Reason))
		dst = append(dst, r.World[:]...)
	} else {
		dst = append(dst, recordVersion, byte(r.Reason))
		dst = append(dst, r.World[:]...)
		dst = wire.AppendU64(dst, r.Island)
	}
	dst = wire.AppendU64(dst, r.Number)
	dst = append(dst, r.Previous[:]...)
	dst = wire.AppendU64(dst, r.FirstTurn)
	dst = append(dst, r.Chain[:]...)
	dst = wire.AppendU32(dst, r.Rules)
	dst = append(dst, r.Ticks)
	dst = wire.AppendBool(dst, r.Firm)
	dst = appendKeys(appendVoters(dst, r.Voters), r.Heirs)
	dst = append(dst, r.Signer[:]...)
	return r.appendSection(dst)
}

func (r *Record) appendSection(dst []byte) []byte {
	if r.Reason.takes() {
		dst = append(dst, r.Taken.Record[:]...)
		dst = wire.AppendU64(dst, r.Taken.Turn)
		dst = append(dst, r.Taken.Chain[:]...)
		dst = append(dst, r.Taken.Blob[:]...)
	}
	if r.Reason.divides() {
		dst = wire.AppendUvarint(dst, uint64(len(r.Parts)))
		for _, p := range r.Parts {
			dst = wire.AppendU64(dst, p.Island)
			dst = appendKeys(appendVoters(dst, p.Voters), p.Heirs)
			dst = append(dst, p.State[:]...)
		}
	}
	switch r.Reason {
	case Agreed, Provisional:
		dst = wire.AppendU64(dst, r.Round)
	case Ended:
		dst = wire.AppendU64(dst, r.Into)
	case Absorbed:
		dst = wire.AppendU64(dst, r.From)
	case Room:
		dst = appendKeys(dst, r.Roster)
	case Begun:
		dst = wire.AppendU64(dst, r.Parent)
	}
	return dst
}

func (r *Record) readSection(c *wire.Cursor) {
	if r.Reason.takes() {
		r.Taken = Taken{Record: c.Hash(), Turn: c.U64(), Chain: c.Hash(), Blob: c.Hash()}
	}
	if r.Reason.divides() {
		for range c.Count(MaxParts) {
			r.Parts = append(r.Parts, Part{Island: c.U64(), Voters: readVoters(c), Heirs: readKeys(c, MaxHeirs), State: c.Hash()})
		}
	}
	switch r.Reason {
	case Agreed, Provisional:
		r.Round = c.U64()
	case Ended:
		r.Into = c.U64()
	case Absorbed:
		r.From = c.U64()
	case Room:
		r.Roster = readKeys(c, MaxRoster)
	case Begun:
		r.Parent = c.U64()
	}
}

// Append appends the only encoding: body and signature, or the signatures of all voters.
func (r *Record) Append(dst []byte) []byte {
	if r.Reason == Agreed {
		return cosign.Append(r.body(dst), r.Signatures)
	}
	return append(r.body(dst), r.Signature[:]...)
}

// Hash is the epoch's name: the SHA-256 of the encoding. It leaves out the signatures of an Agreed record,
// and signer and signature of a Begun one, so that every peer that begins an island begins the same one.
func (r *Record) Hash() [32]byte {
	switch r.Reason {
	case Agreed, Provisional:
		return sha256.Sum256(r.body(nil))
	case Begun:
		anybodys := *r
		anybodys.Signer = key.ID{}
		return sha256.Sum256(anybodys.body(nil))
	}
	return sha256.Sum256(r.Append(nil))
}

// Sign makes p the signer.
func (r *Record) Sign(p key.Pair) {
	r.Signer = p.ID()
	r.Signature = p.Sign(recordDomain, r.body(nil))
}

// DecodeRecord reads what Append wrote and checks form and signatures. Only Follows checks that all voters
// signed an Agreed record. Its errors wrap ErrRecord.
func DecodeRecord(b []byte) (*Record, error) {
	if len(b) > MaxRecord {
		return nil, fmt.Errorf("%w: %d bytes", ErrRecord, len(b))
	}
	c := wire.NewCursor(b)
	magic, version := string(c.Bytes(len(recordMagic))), c.U8()
	if magic != recordMagic || version < 1 || version > recordVersion {
		return nil, fmt.Errorf("%w: neither version 1 nor %d", ErrRecord, recordVersion)
	}
	r := &Record{Reason: Reason(c.U8()), World: c.Hash(), Island: Home, early: version == 1}
	if !r.early {
		r.Island = c.U64()
	}
	r.Number, r.Previous, r.FirstTurn, r.Chain = c.U64(), c.Hash(), c.U64(), c.Hash()
	r.Rules, r.Ticks, r.Firm = c.U32(), c.U8(), c.Bool()
	r.Voters, r.Heirs = readVoters(c), readKeys(c, MaxHeirs)
	r.Signer = c.Hash()
	r.readSection(c)
	if r.Reason == Agreed {
		r.Signatures = cosign.Read(c)
	} else {
		r.Signature = c.Signature()
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if why := r.malformed(); why != "" {
		return nil, fmt.Errorf("%w: %s", ErrRecord, why)
	}
	if r.Reason == Agreed && r.cosigned().Verify(nil) != nil || r.Reason != Agreed && !key.Verify(r.Signer, recordDomain, r.body(nil), r.Signature) {
		return nil, fmt.Errorf("%w: wrong signature", ErrRecord)
	}
	return r, nil
}

func appendVoters(dst []byte, voters []Voter) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(voters)))
	for _, v := range voters {
		dst = append(dst, v.Key[:]...)
		dst = wire.AppendU64(dst, v.Incarnation)
	}
	return dst
}

func readVoters(c *wire.Cursor) (voters []Voter) {
	for range c.Count(MaxVoters) {
		voters = append(voters, Voter{Key: c.Hash(), Incarnation: c.U64()})
	}
	return voters
}

func appendKeys(dst []byte, keys []key.ID) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(keys)))
	for _, k := range keys {
		dst = append(dst, k[:]...)
	}
	return dst
}

func readKeys(c *wire.Cursor, most int) (keys []key.ID) {
	for range c.Count(most) {
		keys = append(keys, c.Hash())
	}
	return keys
}
