// Package drop makes blueprints of what is dropped on the window: the folder of a blueprint, a picture, which
// becomes a solid block, or a bundle with all its blueprints. They are published in an order in which
// children come before those that name them; the last one comes into the player's hand.
package drop

import (
	"context"
	"io/fs"
	"path"
	"strings"

	"manyhold/app/maker"
	"manyhold/app/maker/bundle"
	"manyhold/app/maker/problem"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/world"
	"manyhold/render/sketch/paint"
)

const (
	// mostFiles is how many files and folders may be dropped at a time.
	mostFiles = 16
	// mostTold is how many mistakes are told of; the others are counted.
	mostTold = 3
	// licence is that of a picture, as of the blueprint that `manyhold make new` begins with.
	licence = "CC-BY-SA-4.0"
)

// Draft is a blueprint that nobody has signed yet.
type Draft struct {
	Blueprint *blueprint.Blueprint
	Assets    int // pictures and sounds that belong to it, and are not in it
}

// id returns the ID under which a draft is published as a player's own, and that of the author it names.
func (d *Draft) id(me game.PlayerID) (own, named blueprint.ID) {
	return blueprint.IDOf(me, d.Blueprint.Title), d.Blueprint.ID()
}

// Read makes drafts of what was dropped. Blueprints that are known keep their children; other children become
// those of the player, as all that is published here. The mistakes have the name of what was dropped before
// the file.
func Read(dropped fs.FS, me game.PlayerID, known func(blueprint.ID) bool) (list []Draft, wrong problem.List) {
	entries, err := fs.ReadDir(dropped, ".")
	if err != nil {
		wrong.Add(".", 1, 1, "it cannot be read (%v)", err)
		return nil, wrong
	}
	if len(entries) > mostFiles {
		wrong.Add(entries[mostFiles].Name(), 1, 1, "more than %d files were dropped; drop fewer at a time", mostFiles)
		return nil, wrong
	}
	for _, e := range entries {
		if e.Name() == maker.File { // the files of a folder, without the folder
			list, wrong = folder(dropped, "", me)
			return list, wrong
		}
	}
	for _, e := range entries {
		var more []Draft
		var bad problem.List
		switch name := e.Name(); {
		case e.IsDir():
			sub, err := fs.Sub(dropped, name)
			if err != nil {
				bad.Add(name, 1, 1, "it cannot be read (%v)", err)
				break
			}
			more, bad = folder(sub, name, me)
		case strings.EqualFold(path.Ext(name), ".png"):
			more, bad = picture(dropped, name)
		case strings.EqualFold(path.Ext(name), bundle.Suffix):
			more, bad = packed(dropped, name, me, known)
		default:
			bad.Add(name, 1, 1, "nothing can be made of it; drop the folder of a blueprint, a PNG picture or a bundle that ends in %s", bundle.Suffix)
		}
		list, wrong = append(list, more...), append(wrong, bad...)
	}
	return list, wrong
}

// folder reads the folder of a blueprint, as `manyhold make check` does.
func folder(dir fs.FS, name string, me game.PlayerID) ([]Draft, problem.List) {
	w, wrong := maker.Read(dir, Checker())
	for k := range wrong {
		wrong[k].File = path.Join(name, wrong[k].File)
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	b := w.Blueprint
	author := b.Author
	if author == (game.PlayerID{}) {
		author, b.Author, b.By = me, blueprint.Nobody, "nobody"
	}
	for _, c := range w.Children {
		if c.Title != "" {
			c.Of = blueprint.IDOf(author, c.Title)
		}
		b.Childs = append(b.Childs, c.Child)
	}
	return draft(&b, len(w.Assets), path.Join(name, maker.File))
}

// draft checks what will be signed.
func draft(b *blueprint.Blueprint, assets int, file string) ([]Draft, problem.List) {
	var wrong problem.List
	b.Editor, b.Version, b.Seal = blueprint.Nobody, 1, [64]byte{}
	if err := b.Check(); err != nil {
		wrong.Add(file, 1, 1, "%v", err)
		return nil, wrong
	}
	return []Draft{{b, assets}}, nil
}

// picture makes a solid block of a PNG. One that is larger than a blueprint's picture is reduced.
func picture(dropped fs.FS, name string) ([]Draft, problem.List) {
	var wrong problem.List
	data, err := read(dropped, name, maker.MaxAsset)
	if err != nil {
		wrong.Add(name, 1, 1, "%v", err)
		return nil, wrong
	}
	p, _, err := maker.Picture(data)
	if err != nil {
		wrong.Add(name, 1, 1, "%v", err)
		return nil, wrong
	}
	return draft(&blueprint.Blueprint{Author: blueprint.Nobody, By: "nobody", Title: title(name), Licence: licence, Picture: p, Shape: blueprint.Shape{Form: blueprint.Block, Solid: true}}, 0, name)
}

// title makes a title of the name of a file.
func title(name string) string {
	var t strings.Builder
	for _, r := range strings.TrimSuffix(name, path.Ext(name)) {
		if t.Len() == blueprint.MaxTitle {
			break
		}
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			t.WriteRune(r)
		} else if t.Len() > 0 && !strings.HasSuffix(t.String(), "-") {
			t.WriteByte('-')
		}
	}
	if s := strings.Trim(t.String(), "-"); blueprint.IsTitle(s) && s != blueprint.Land {
		return s
	}
	return "Picture"
}

// packed reads a bundle.
func packed(dropped fs.FS, name string, me game.PlayerID, known func(blueprint.ID) bool) (list []Draft, wrong problem.List) {
	data, err := read(dropped, name, bundle.MaxBytes)
	if err != nil {
		wrong.Add(name, 1, 1, "%v", err)
		return nil, wrong
	}
	p, err := bundle.Decode(data)
	if err != nil {
		wrong.Add(name, 1, 1, "%v", err)
		return nil, wrong
	}
	all := map[blueprint.ID]*blueprint.Blueprint{}
	for _, b := range p.Blueprints {
		all[b.ID()] = b
	}
	for _, b := range ordered(p.Blueprints, all) {
		next := *b
		next.Childs = nil
		for _, c := range b.Childs {
			if child := all[c.Of]; child != nil && !known(c.Of) {
				c.Of = blueprint.IDOf(me, child.Title)
			}
			next.Childs = append(next.Childs, c)
		}
		d, bad := draft(&next, assets(b), name)
		list, wrong = append(list, d...), append(wrong, bad...)
	}
	return list, wrong
}

// assets counts what a blueprint names beside what is in it.
func assets(b *blueprint.Blueprint) int {
	if b.Sprite != (blueprint.Asset{}) {
		return len(b.Assets) + 1
	}
	return len(b.Assets)
}

// ordered returns blueprints such that children come before those that name them.
func ordered(list []*blueprint.Blueprint, all map[blueprint.ID]*blueprint.Blueprint) (out []*blueprint.Blueprint) {
	seen := map[blueprint.ID]bool{}
	var add func(b *blueprint.Blueprint)
	add = func(b *blueprint.Blueprint) {
		if seen[b.ID()] {
			return
		}
		seen[b.ID()] = true
		for _, c := range b.Childs {
			if child := all[c.Of]; child != nil {
				add(child)
			}
		}
		out = append(out, b)
	}
	for _, b := range list {
		add(b)
	}
	return out
}

// Publish publishes a draft as the player; it says what came of it.
type Publish func(ctx context.Context, draft []byte) (said string, err error)

// Box publishes what is dropped, and hands out what comes of it. NewBox makes one. Its methods but the
// function that Begin returns are for one goroutine.
type Box struct {
	done chan [2]blueprint.ID // the player's own, or the author's
	next [2]blueprint.ID
}

// NewBox returns an empty Box.
func NewBox() Box { return Box{done: make(chan [2]blueprint.ID, 1)} }

// Words are what is told of drops that went wrong, or not all the way.
type Words struct {
	More   func(n int) string // so many mistakes more
	Assets string             // pictures and sounds stay here
}

// Begin takes what was dropped. The function that it returns reads and publishes it, and tells of mistakes;
// it waits for disks and peers, so it is for another goroutine.
func (b *Box) Begin(dropped fs.FS, w *world.State, me game.PlayerID, words Words) func(ctx context.Context, publish Publish, tell func(string)) error {
	r := w.Blueprints // a register is never changed in place
	done := b.done
	return func(ctx context.Context, publish Publish, tell func(string)) error {
		list, wrong := Read(dropped, me, func(id blueprint.ID) bool { return r.Find(id) != nil })
		for k, p := range wrong {
			if k == mostTold {
				tell(words.More(len(wrong) - k))
				break
			}
			tell(p.String())
		}
		if len(wrong) > 0 {
			return nil
		}
		for k := range list {
			d := &list[k]
			said, err := publish(ctx, blueprint.Append(nil, d.Blueprint))
			if err != nil {
				return err
			}
			tell(said)
			if d.Assets > 0 {
				tell(words.Assets)
			}
		}
		if len(list) > 0 {
			own, named := list[len(list)-1].id(me)
			select {
			case done <- [2]blueprint.ID{own, named}:
			default: // the one before is taken in hand
			}
		}
		return nil
	}
}

// Next returns the blueprint that was published last, once it is known here.
func (b *Box) Next(w *world.State) (id blueprint.ID, ok bool) {
	select {
	case b.next = <-b.done:
	default:
	}
	for _, id := range b.next {
		if id != 0 && w.Blueprints.Find(id) != nil {
			b.next = [2]blueprint.ID{}
			return id, true
		}
	}
	return 0, false
}

// Checker checks both halves of scripts, and compiles their shaders.
func Checker() maker.Checker {
	host, view := maker.Languages()
	view.Shader = func(text string) error {
		_, err := paint.Compile(text)
		return err
	}
	return maker.Scripts(host, view)
}
