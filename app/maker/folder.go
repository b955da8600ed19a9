// Package maker reads and writes the folder in which a maker keeps a blueprint, signs blueprints, and knows
// the licences that are usual. It opens no window and no network, and runs no script.
//
// A folder has these files; all but the first may be missing:
//
//	blueprint.toml    title, shape, properties, licence and more; docs/makers.md lists the keys
//	main.star         the host half of the script, which every peer executes
//	view.star         the view half, which runs beside each window
//	sprite.png        the picture: up to 16 × 16 pixels in the palette's colours, or an asset
//	sprite.txt        or the picture as letters, at most 16 × 16 (see assets/sprites)
//	stories/X.story   what happens in a test (package story)
//	stories/X.txt     and what is expected to come of it
//
// Read finds all mistakes of a folder at once, each with file, line, column and remedy.
package maker

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"manyhold/app/maker/problem"
	"manyhold/app/maker/story"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/asset"
)

// The names of the files.
const (
	File       = "blueprint.toml"
	HostFile   = "main.star"
	ViewFile   = "view.star"
	SpriteFile = "sprite.png"
	SpriteText = "sprite.txt"
	Stories    = "stories"
)

const (
	// MaxAsset is the most bytes of an asset.
	MaxAsset = asset.MaxSize
	// maxDocument is the most bytes of blueprint.toml, and of a sprite text.
	maxDocument = 64 << 10
	// MaxStories is the most stories of a folder.
	MaxStories = 32
)

// Child is a child whose author may not be known by key yet.
type Child struct {
	Title string // of the same author; "": Of counts
	blueprint.Child
}

// Story is a story of a folder.
type Story struct {
	Name     string // without folder and extension
	Steps    []story.Step
	Expected string // the transcript; "" if there is none yet
}

// Work is what a folder holds: a blueprint that nobody has signed.
type Work struct {
	// Blueprint lacks editor, version, seal and children, and, unless the folder names them, author and By.
	Blueprint blueprint.Blueprint
	Children  []Child
	Assets    []Asset // in the order of their names, the sprite first
	Stories   []Story
}

// Half is the half of a script.
type Half bool

// The halves.
const (
	Host Half = false
	View Half = true
)

// Checker checks the source of a script without running it.
type Checker func(file, source string, half Half) problem.List

// Read reads a folder. check may be nil. The work is of use only if there is no problem.
func Read(dir fs.FS, check Checker) (*Work, problem.List) {
	r := &reader{dir: dir}
	w := new(Work)
	r.document(w)
	whole := len(r.wrong) == 0
	w.Blueprint.Host = r.script(HostFile, Host, check)
	w.Blueprint.View = r.script(ViewFile, View, check)
	r.stories(w, whole)
	if len(r.wrong) == 0 {
		r.whole(w)
	}
	r.wrong.Sort()
	return w, r.wrong
}

type reader struct {
	dir   fs.FS
	wrong problem.List
}

// file reads a file of at most most bytes. ok is false when there is none, or it was reported.
func (r *reader) file(name string, most int64) (data []byte, ok bool) {
	f, err := r.dir.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	if err == nil {
		defer f.Close()
		var stat fs.FileInfo
		if stat, err = f.Stat(); err == nil && !stat.Mode().IsRegular() {
			err = errors.New("it is no regular file")
		}
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(f, most+1))
		}
	}
	switch {
	case err != nil:
		r.wrong.Add(name, 1, 1, "cannot read it: %v", err)
	case int64(len(data)) > most:
		r.wrong.Add(name, 1, 1, "it has more than %s, the most that is allowed", sized(most))
	default:
		return data, true
	}
	return nil, false
}

// sized writes a limit for people.
func sized(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}

// text reads a file of text.
func (r *reader) text(name string, most int64) (text string, ok bool) {
	data, ok := r.file(name, most)
	if ok && !utf8.Valid(data) {
		valid := bytes.ToValidUTF8(data, []byte{0})
		before := data[:bytes.IndexByte(append(valid, 0), 0)]
		r.wrong.Add(name, 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'), "this is no UTF-8; save the file as UTF-8 text")
		return "", false
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), ok
}

func (r *reader) script(name string, half Half, check Checker) string {
	source, ok := r.text(name, blueprint.MaxSource)
	if ok && check != nil {
		r.wrong = append(r.wrong, check(name, source, half)...)
	}
	return source
}

// stories reads the stories, and looks whether the properties that they change exist. In a document with
// mistakes one may be missing for these alone, so nothing is said then.
func (r *reader) stories(w *Work, whole bool) {
	files, err := fs.ReadDir(r.dir, Stories)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.wrong.Add(Stories, 1, 1, "cannot read the folder: %v", err)
	}
	for _, f := range files {
		name, is := strings.CutSuffix(f.Name(), ".story")
		if !is {
			continue
		}
		file := path.Join(Stories, f.Name())
		if len(w.Stories) == MaxStories {
			r.wrong.Add(file, 1, 1, "there are more than %d stories", MaxStories)
			return
		}
		text, ok := r.text(file, story.MaxBytes)
		if !ok {
			continue
		}
		s := Story{Name: name}
		var wrong problem.List
		s.Steps, wrong = story.Parse(file, text)
		r.wrong = append(r.wrong, wrong...)
		for _, step := range s.Steps {
			if step.Kind != story.Prop {
				continue
			}
			p := w.Blueprint.Prop(step.Key)
			if p == nil {
				if whole {
					r.wrong.Add(file, step.Line, 1, "%s", noProp(step.Key, keys(&w.Blueprint)))
				}
			} else if _, err := ParseValue(p, step.Text); err != nil {
				r.wrong.Add(file, step.Line, 1, "property %s: %v", step.Key, err)
			}
		}
		s.Expected, _ = r.text(path.Join(Stories, name+".txt"), maxDocument)
		w.Stories = append(w.Stories, s)
	}
}

// noProp says that a story changes a property that the blueprint does not have.
func noProp(key string, known []string) string {
	near := problem.Nearest(key, known)
	if len(known) == 0 {
		near = ""
	}
	return fmt.Sprintf("the blueprint has no property %s%s; change this line, or delete the story", key, near)
}

// keys are the keys of a blueprint's properties.
func keys(b *blueprint.Blueprint) (list []string) {
	for k := range b.Props {
		list = append(list, b.Props[k].Key)
	}
	return list
}

// whole checks what only the whole blueprint can break, as somebody will sign it.
func (r *reader) whole(w *Work) {
	b := w.signable(game.PlayerID{1}, strings.Repeat("x", blueprint.MaxTitle), 1)
	if n := len(blueprint.Append(nil, b)); n > blueprint.MaxBytes {
		r.wrong.Add(File, 1, 1, "the blueprint has %d bytes, and at most %d are allowed; shorten its scripts", n, blueprint.MaxBytes)
	} else if err := b.Check(); err != nil {
		r.wrong.Add(File, 1, 1, "%v", strings.TrimPrefix(err.Error(), blueprint.ErrMalformed.Error()+": "))
	}
}

// signable returns the blueprint as an editor signs it: all but the seal.
func (w *Work) signable(editor game.PlayerID, by string, version uint32) *blueprint.Blueprint {
	b := w.Blueprint
	b.Editor, b.Version = editor, version
	if b.Author == (game.PlayerID{}) {
		b.Author, b.By = editor, by
	}
	b.Childs = nil
	for _, c := range w.Children {
		if c.Title != "" {
			c.Of = blueprint.IDOf(b.Author, c.Title)
		}
		b.Childs = append(b.Childs, c.Child)
	}
	return &b
}
