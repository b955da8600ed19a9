package signal

import (
	"fmt"
	"slices"
	"strings"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

const (
	// MaxTitle is the longest title of a world in an invitation, in bytes. A longer one is cut.
	MaxTitle = 48
	// PictureSize is the length of a world's picture in an invitation; see charter.Picture.
	PictureSize = 132

	faceDomain = "manyhold invitation face"
)

// Face is how a world looks before it is entered, as the inviter says. The inviter signs it, so that a text
// that somebody else changed on its way is refused. It proves nothing of the world itself: the window shows
// the charter's title and picture as soon as they are there.
type Face struct {
	Title   string // printable, without blank space at its ends; "": none
	Picture string // PictureSize bytes, or none
	Proof   [key.SignatureSize]byte
}

// WithFace returns a copy with the title and the picture of the world. pair is the inviter's. A picture of
// another size is left out.
func (i Invite) WithFace(title, picture string, pair key.Pair) Invite {
	i.Face = Face{Title: strings.TrimSpace(link.Printable(title, MaxTitle)), Picture: picture}
	if len(picture) != PictureSize {
		i.Picture = ""
	}
	if !i.blank() {
		i.Proof = pair.Sign(faceDomain, i.faceStatement())
	}
	return i
}

func (f *Face) blank() bool { return f.Title == "" && f.Picture == "" }

// appendTexts appends the title and the picture.
func (f *Face) appendTexts(b []byte) []byte {
	return wire.AppendBlob(wire.AppendText(b, f.Title), []byte(f.Picture))
}

func (i *Invite) faceStatement() []byte { return i.appendTexts(slices.Clone(i.World[:])) }

// appendFace appends the face, with its signature if there is something to sign.
func (i *Invite) appendFace(b []byte) []byte {
	if b = i.appendTexts(b); i.blank() {
		return b
	}
	return append(b, i.Proof[:]...)
}

// readFace reads what appendFace appends, and checks it.
func (i *Invite) readFace(c *wire.Cursor) {
	i.Title, i.Picture = c.Text(MaxTitle), string(c.Blob(PictureSize))
	if c.Err() != nil || i.blank() {
		return
	}
	i.Proof = c.Signature()
	switch {
	case c.Err() != nil:
	case i.Title != strings.TrimSpace(link.Printable(i.Title, MaxTitle)), len(i.Picture) != 0 && len(i.Picture) != PictureSize:
		c.Fail(fmt.Errorf("a title or a picture that cannot be shown"))
	case !key.Verify(i.Peer, faceDomain, i.faceStatement(), i.Proof):
		c.Fail(fmt.Errorf("a title and a picture that the inviter did not sign"))
	}
}
