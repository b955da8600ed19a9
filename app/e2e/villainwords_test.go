package e2e

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/patience"
	"manyhold/net/wire"
)

// Well-formed messages of a villain; net/host describes their format.

// letterFrom is a letter of an island to home with a parcel, signed by the villain alone.
func (v *villain) letterFrom(island, number uint64, record [32]byte) []byte {
	b := wire.AppendU64(wire.AppendU64([]byte{byte(wire.Parcel)}, island), epoch.Home)
	b = append(wire.AppendUvarint(b, number), record[:]...)
	b = append(wire.AppendUvarint(b, 77), record[:]...)
	b = wire.AppendBlob(append(wire.AppendUvarint(b, 1), 1), []byte("a lamp out of nothing"))
	b = wire.AppendUvarint(b, 1)
	s := v.pair.Sign("manyhold letter 2", append(slices.Clone(v.world[:]), b...))
	id := v.pair.ID()
	return append(append(append(b, 0, 1), id[:]...), s[:]...) // its writer is the first signer, of one
}

// askToSign asks a voter of an epoch to sign a false letter.
func askToSign(record [32]byte, parcels byte, expect uint64) []byte {
	b := append(wire.AppendU64([]byte{byte(wire.Cosign), 1}, 77), record[:]...)
	b = append(append(b, 0), make([]byte, 32)...) // after turn zero
	return wire.AppendUvarint(append(wire.AppendUvarint(b, 1), parcels), expect)
}

// entryOf returns an entry of the charter in another's name, signed by the villain.
func (v *villain) entryOf(author key.ID) []byte {
	e := charter.Entry{Act: charter.SetTitle, Number: 5, Clock: 5, Day: charter.Day(time.Now().Unix()), Text: "Mine"}
	e.Sign(v.pair, v.world)
	e.Author = author
	return wire.AppendBlob([]byte{byte(wire.Charter), 2}, e.Append(nil))
}

// branch offers a branch that never existed.
func branch(turn uint64) []byte {
	b := wire.AppendUvarint([]byte{byte(wire.Fork), 1}, turn)
	b = wire.AppendUvarint(append(b, bytes.Repeat([]byte{9}, 32)...), 1000)
	return append(append(b, bytes.Repeat([]byte{7}, 32)...), 1, 1) // no records after one that nobody knows
}

// mergeRequest asks for the end of an island.
func mergeRequest(into, from uint64) []byte {
	return wire.AppendUvarint(wire.AppendU64(wire.AppendU64([]byte{byte(wire.Merge), 1}, into), from), 1)
}

// about makes a message one about an island.
func about(island uint64, b []byte) []byte {
	return append(wire.AppendU64([]byte{byte(wire.Island)}, island), b...)
}

// signedCommand is a command with its number and the bytes in the place of its author's signature.
type signedCommand struct {
	number    uint64
	body      []byte
	signature [key.SignatureSize]byte
}

// orders numbers bodies from first on and signs them, with any key and for any epoch.
func orders(signer key.Pair, at epoch.Where, first uint64, bodies ...[]byte) (all []signedCommand) {
	for i, body := range bodies {
		number := first + uint64(i)
		b := append(wire.AppendU64(at.World[:], at.Island), at.Epoch[:]...)
		sum := sha256.Sum256(append(wire.AppendU64(b, number), body...))
		all = append(all, signedCommand{number, body, signer.Sign("manyhold command 1", sum[:])})
	}
	return all
}

// unsigned numbers bodies from first on, with nothing for signatures.
func unsigned(first uint64, bodies ...[]byte) (all []signedCommand) {
	for i, body := range bodies {
		all = append(all, signedCommand{number: first + uint64(i), body: body})
	}
	return all
}

// commandsOf makes a frame with commands.
func commandsOf(e uint64, all []signedCommand) []byte {
	b := append(frameOf(frameCommands, e), byte(len(all)))
	last := uint64(0)
	for _, o := range all {
		b = wire.AppendUvarint(b, o.number-last)
		b = append(wire.AppendBlob(b, o.body), o.signature[:]...)
		last = o.number
	}
	return b
}

// commands are frames that are signed before any is sent: as many in a second as are sent could not be.
func commands(e uint64, frames int, make func(i int) []signedCommand) func(i int) []byte {
	var all [][]byte
	for i := range frames {
		all = append(all, commandsOf(e, make(i)))
	}
	return func(i int) []byte { return all[i%frames] }
}

// learn finds out for which epoch commands are to be signed, from the messages to a joining peer.
func (v *villain) learn(number uint64) {
	v.t.Helper()
	v.at = v.epochNow(number, false).Where()
	for i := range v.victims {
		v.to(i).Send(link.Stream, v.greet(false, false, 1, 1))
	}
}

// epochNow asks for the records of home until the record of the epoch has come, and returns it. A willing
// villain may come to vote.
func (v *villain) epochNow(number uint64, willing bool) *epoch.Record {
	v.t.Helper()
	for late := patience.For(20 * time.Second); !late.Over(); {
		v.to(0).Send(link.Stream, v.greet(willing, true, 0, 0))
		for pause := time.Now().Add(time.Second); time.Now().Before(pause); <-time.After(20 * time.Millisecond) {
			v.mu.Lock()
			told := v.records
			v.mu.Unlock()
			for _, b := range told {
				part, err := recordlist.DecodePart(b)
				if err != nil {
					continue
				}
				records, _ := part.Records()
				for _, r := range records {
					if r.Number == number {
						return r
					}
				}
			}
		}
	}
	v.t.Fatalf("no record of epoch %d came", number)
	return nil
}
