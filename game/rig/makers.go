package rig

import (
	"crypto/ed25519"

	"manyhold/game"
	"manyhold/game/blueprint"
)

// maker is the n-th maker's key pair.
func maker(n int) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(append(make([]byte, ed25519.SeedSize-1), byte(n)))
}

// Maker is the key of the n-th maker. A maker need not be in the world, and is none of the players of Key.
func Maker(n int) game.PlayerID { return game.PlayerID(maker(n).Public().(ed25519.PublicKey)) }

// Seal lets the n-th maker sign a blueprint as its editor, and returns its bytes. The blueprint's author, if
// it has none, is that maker, too.
func Seal(b *blueprint.Blueprint, n int) []byte {
	if b.Editor = Maker(n); b.Author == (game.PlayerID{}) {
		b.Author = b.Editor
	}
	b.Seal = [64]byte(ed25519.Sign(maker(n), blueprint.Statement(b)))
	return blueprint.Append(nil, b)
}
