package blueprint

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// Loss says that a version of a blueprint lost to another one, when two islands or two branches of the world
// met. It stays in the register until its editor is in the world and is told.
type Loss struct {
	Editor  game.PlayerID // of the version that lost
	ID      ID
	Was, Is uint32 // the version that lost, and the one that holds
	Name    string // of the blueprint
	By      string // whose version holds: the name of its editor, or else of the author
}

// MaxLosses is the most losses that wait for their editors: beyond it the last by editor is forgotten.
// MaxLossesOf is the most of one editor: its last by ID is forgotten.
const MaxLosses, MaxLossesOf = 256, 64

// maxName is the most bytes of the name of a blueprint.
const maxName = 2*MaxTitle + 1

func compareLosses(a, b Loss) int {
	return cmp.Or(slices.Compare(a.Editor[:], b.Editor[:]), cmp.Compare(a.ID, b.ID))
}

// Lose notes a loss. Of several of one editor about one blueprint, that of the highest version stays.
func (r *Register) Lose(l Loss) {
	losses := slices.Clone(r.losses)
	k, ok := slices.BinarySearchFunc(losses, l, compareLosses)
	switch {
	case !ok:
		losses = slices.Insert(losses, k, l)
	case cmp.Or(cmp.Compare(l.Was, losses[k].Was), cmp.Compare(l.Is, losses[k].Is), cmp.Compare(l.By, losses[k].By)) > 0:
		losses[k] = l
	}
	first, _ := slices.BinarySearchFunc(losses, Loss{Editor: l.Editor}, compareLosses)
	own := 0
	for own < len(losses)-first && losses[first+own].Editor == l.Editor {
		own++
	}
	if own > MaxLossesOf {
		losses = slices.Delete(losses, first+MaxLossesOf, first+own)
	}
	r.setLosses(losses[:min(len(losses), MaxLosses)])
}

// Losses returns what its editors are not told yet. It is not to be changed.
func (r *Register) Losses() []Loss { return r.losses }

// Tell takes the first loss of an editor out; ok is false if there is none.
func (r *Register) Tell(editor game.PlayerID) (l Loss, ok bool) {
	k, _ := slices.BinarySearchFunc(r.losses, Loss{Editor: editor}, compareLosses)
	if k == len(r.losses) || r.losses[k].Editor != editor {
		return l, false
	}
	l = r.losses[k]
	r.setLosses(slices.Delete(slices.Clone(r.losses), k, k+1))
	return l, true
}

// KeepLosses lets only the losses of some editors wait here: an island that divides gives the others away.
func (r *Register) KeepLosses(of func(game.PlayerID) bool) {
	r.setLosses(slices.DeleteFunc(slices.Clone(r.losses), func(l Loss) bool { return !of(l.Editor) }))
}

func (r *Register) setLosses(losses []Loss) {
	list, drafts := r.list, r.drafts
	if r.losses = losses; len(losses) == 0 {
		r.losses = nil
	}
	r.set(list, drafts)
}

// appendLosses appends the losses, nothing if there are none: their number, and of each 32 bytes of its
// editor, u64 ID, uvarint both versions, and two texts.
func appendLosses(dst []byte, losses []Loss) []byte {
	if len(losses) == 0 {
		return dst
	}
	dst = codec.Uvarint(dst, uint64(len(losses)))
	for k := range losses {
		l := &losses[k]
		dst = codec.U64(append(dst, l.Editor[:]...), uint64(l.ID))
		dst = codec.Uvarint(codec.Uvarint(dst, uint64(l.Was)), uint64(l.Is))
		dst = codec.Text(codec.Text(dst, l.Name), l.By)
	}
	return dst
}

// readLosses reads the bytes of appendLosses, to the end.
func readLosses(c *codec.Cursor) (losses []Loss) {
	if c.Err() != nil || c.Len() == 0 {
		return nil
	}
	for range c.Count(MaxLosses, len(Loss{}.Editor)+12) {
		var l Loss
		copy(l.Editor[:], c.Bytes(len(l.Editor)))
		l.ID = ID(c.U64())
		was, is := c.Uvarint(), c.Uvarint()
		c.Must(was < 1<<32 && is < 1<<32, "a version must be a number of 32 bits")
		l.Was, l.Is = uint32(was), uint32(is)
		l.Name, l.By = string(c.Blob(maxName)), string(c.Blob(MaxTitle))
		c.Must(IsText(l.Name, maxName, false) && IsText(l.By, MaxTitle, false), "a loss must have names")
		c.Must(len(losses) == 0 || compareLosses(losses[len(losses)-1], l) < 0, "losses must ascend")
		losses = append(losses, l)
	}
	c.Must(len(losses) > 0, "no losses are left out")
	return losses
}
