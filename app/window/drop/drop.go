// Package drop makes blueprints of what is dropped on the window: the folder of a blueprint, a picture, which
// becomes a solid block, a sound, which becomes a block that plays it when it is used, or a bundle with all
// its blueprints. Their large pictures and sounds are given to the node, which shares them. Then they are
// published in an order in which children come before those that name them; the last one comes into the
// player's hand.
package drop

import (
	"context"
	"errors"
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
	// soundKey is the name that a blueprint has for its dropped sound, and untitled the title of a blueprint
	// whose file has a name without letters.
	soundKey, untitled = "sound", "Untitled"
)

// Draft is a blueprint that nobody has signed yet.
type Draft struct {
	Blueprint *blueprint.Blueprint
	Assets    [][]byte // the files that it names: pictures and sounds
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
		case strings.EqualFold(path.Ext(name), ".wav"), strings.EqualFold(path.Ext(name), ".ogg"):
			more, bad = sound(dropped, name)
		case strings.EqualFold(path.Ext(name), bundle.Suffix):
			more, bad = packed(dropped, name, me, known)
		default:
			bad.Add(name, 1, 1, "nothing can be made of it; drop the folder of a blueprint, a PNG picture, a WAV or Ogg sound, or a bundle that ends in %s", bundle.Suffix)
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
	var files [][]byte
	for _, a := range w.Assets {
		files = append(files, a.Data)
	}
	return draft(&b, files, path.Join(name, maker.File))
}

// draft checks what will be signed.
func draft(b *blueprint.Blueprint, assets [][]byte, file string) ([]Draft, problem.List) {
	var wrong problem.List
	b.Editor, b.Version, b.Seal = blueprint.Nobody, 1, [64]byte{}
	if err := b.Check(); err != nil {
		wrong.Add(file, 1, 1, "%v", err)
		return nil, wrong
	}
	return []Draft{{b, assets}}, nil
}

// picture makes a solid block of a PNG. One that is larger than a blueprint's picture is an asset, whose
// rough shape is that picture.
func picture(dropped fs.FS, name string) ([]Draft, problem.List) {
	var wrong problem.List
	data, err := read(dropped, name, maker.MaxAsset)
	var b blueprint.Blueprint
	var large bool
	if err == nil {
		b.Picture, large, err = maker.Picture(data)
	}
	var files [][]byte
	if err == nil && large {
		files = [][]byte{data}
		b.Sprite, err = maker.NameOf(data)
	}
	if err != nil {
		wrong.Add(name, 1, 1, "%s", maker.Words(err))
		return nil, wrong
	}
	return block(&b, files, name)
}

// sound makes a solid block that plays a sound when somebody uses it.
func sound(dropped fs.FS, name string) ([]Draft, problem.List) {
	var wrong problem.List
	data, err := read(dropped, name, maker.MaxAsset)
	var is blueprint.Asset
	if err == nil {
		is, err = maker.NameOf(data)
	}
	if err == nil && !maker.IsSound(data) {
		err = errors.New("this is no WAV or Ogg sound")
	}
	if err != nil {
		wrong.Add(name, 1, 1, "%s", maker.Words(err))
		return nil, wrong
	}
	return block(&blueprint.Blueprint{Picture: maker.Loudspeaker(), Sound: soundKey, Assets: []blueprint.Named{{Name: soundKey, Is: is}}}, [][]byte{data}, name)
}

// block makes a draft of a solid block that is called as its file.
func block(b *blueprint.Blueprint, files [][]byte, name string) ([]Draft, problem.List) {
	b.Author, b.By, b.Title, b.Licence = blueprint.Nobody, "nobody", title(name), licence
	b.Shape = blueprint.Shape{Form: blueprint.Block, Solid: true}
	return draft(b, files, name)
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
	if s := strings.Trim(t.String(), "-"); blueprint.IsTitle(s) && s != blueprint.LandTitle {
		return s
	}
	return untitled
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
		var files [][]byte
		for _, is := range b.Needs() {
			files = append(files, p.Asset(is)) // a bundle has all that its blueprints name
		}
		d, bad := draft(&next, files, name)
		list, wrong = append(list, d...), append(wrong, bad...)
	}
	return list, wrong
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

// Node is what a Box needs of the player's node.
type Node interface {
	// PutAsset keeps a file as an asset; known says that the node had it.
	PutAsset(ctx context.Context, data []byte) (name string, known bool, err error)
	// Publish publishes a draft as the player; it says what came of it.
	Publish(ctx context.Context, draft []byte) (said string, err error)
}

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
	More  func(n int) string        // so many mistakes more
	Known func(title string) string // the files of a blueprint are known already: nothing is sent
}

// Begin takes what was dropped. The function that it returns reads and publishes it, and tells of mistakes;
// it waits for disks and peers, so it is for another goroutine.
func (b *Box) Begin(dropped fs.FS, w *world.State, me game.PlayerID, words Words) func(ctx context.Context, node Node, tell func(string)) error {
	r := w.Blueprints // a register is never changed in place
	done := b.done
	return func(ctx context.Context, node Node, tell func(string)) error {
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
			known, err := give(ctx, node, d.Assets)
			if err != nil {
				return err
			}
			said, err := node.Publish(ctx, blueprint.Append(nil, d.Blueprint))
			if err != nil {
				return err
			}
			tell(said)
			if known {
				tell(words.Known(d.Blueprint.Title))
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

// Publishing lets the function of Begin work for a node; tell is told as it goes on.
func Publishing(publish func(ctx context.Context, node Node, tell func(string)) error, node Node, tell func(string)) func(context.Context, func(string)) error {
	return func(ctx context.Context, _ func(string)) error { return publish(ctx, node, tell) }
}

// give gives files to the node, and reports whether it knew them all.
func give(ctx context.Context, node Node, files [][]byte) (known bool, err error) {
	known = len(files) > 0
	for _, data := range files {
		_, had, err := node.PutAsset(ctx, data)
		if err != nil {
			return false, err
		}
		known = known && had
	}
	return known, nil
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
	view.Shader = Shader
	return maker.Scripts(host, view)
}

// Shader compiles the text of a shader; its error is a *kage.Problem.
func Shader(text string) error {
	_, err := paint.Compile(text)
	return err
}
