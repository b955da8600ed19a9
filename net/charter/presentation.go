package charter

import (
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Presentations
//
// A Presentation shows a single peer that a player has the secret of an invitation. It gives nothing but a
// place among the links of a peer that has none left. Only the holder of the secret can sign it, and it names
// the player, so that nobody can show it for another key: it needs no date. Its encoding is
//
//	invitation (32),
//	proof (64): the invitation's signature of world and player, domain "manyhold presentation"

const presentationDomain = "manyhold presentation"

// Presentation is what a player shows.
type Presentation struct {
	Invitation key.ID
	Proof      [key.SignatureSize]byte
}

// Present makes the presentation of a player.
func Present(invitation key.Pair, player key.ID, world [32]byte) Presentation {
	return Presentation{invitation.ID(), invitation.Sign(presentationDomain, presented(player, world))}
}

func presented(player key.ID, world [32]byte) []byte {
	return append(slices.Clone(world[:]), player[:]...)
}

// Signed reports whether the invitation signed it, for this player and world.
func (p *Presentation) Signed(player key.ID, world [32]byte) bool {
	return key.Verify(p.Invitation, presentationDomain, presented(player, world), p.Proof)
}

// Append appends the only encoding.
func (p *Presentation) Append(dst []byte) []byte {
	return append(append(dst, p.Invitation[:]...), p.Proof[:]...)
}

// DecodePresentation reads the bytes of Append and checks the form, but no signature. Its errors wrap
// ErrEntry.
func DecodePresentation(b []byte) (p Presentation, err error) {
	c := wire.NewCursor(b)
	p = Presentation{Invitation: c.Hash(), Proof: c.Signature()}
	if c.Err() == nil && p.Invitation.IsZero() {
		c.Fail(fmt.Errorf("no invitation"))
	}
	if err := c.Done(); err != nil {
		return p, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	return p, nil
}
