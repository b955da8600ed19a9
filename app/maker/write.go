package maker

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/net/key"
)

// ErrExists says that a folder has a blueprint already, which is not overwritten.
var ErrExists = errors.New("the folder has a " + File + " already; choose another one")

// Write writes a blueprint into a folder, which is made if need be, so that Read gives it again. self is the
// player that will work on it: another author is named in the folder, so that a next version stays that
// author's. asset returns the bytes of an asset, nil if they are not there, which is an error.
func Write(dir string, b *blueprint.Blueprint, self game.PlayerID, asset func(blueprint.Asset) []byte) error {
	files, err := filesOf(b, self, asset)
	if err != nil {
		return err
	}
	return writeFiles(dir, files)
}

// file is a file of a folder, with slashes in its name.
type file struct {
	name string
	data []byte
}

// writeFiles writes new files into a folder.
func writeFiles(dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder: %w", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, File)); err == nil {
		return fmt.Errorf("%s: %w", dir, ErrExists)
	}
	for _, f := range files {
		to := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("cannot make the folder: %w", err)
		}
		w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			_, err = w.Write(f.data)
			err = errors.Join(err, w.Close())
		}
		if err != nil {
			return fmt.Errorf("cannot write the file: %w", err)
		}
	}
	return nil
}

// filesOf returns the files of a blueprint's folder, blueprint.toml last: a folder that has it is complete.
func filesOf(b *blueprint.Blueprint, self game.PlayerID, asset func(blueprint.Asset) []byte) (files []file, err error) {
	add := func(name string, data []byte) { files = append(files, file{name, data}) }
	if b.Host != "" {
		add(HostFile, []byte(b.Host))
	}
	if b.View != "" {
		add(ViewFile, []byte(b.View))
	}
	switch data := asset(b.Sprite); {
	case b.Sprite != (blueprint.Asset{}) && kindOf(data) != ".png":
		return nil, fmt.Errorf("the sprite of %s is not here, or is no PNG", b.Name())
	case b.Sprite != (blueprint.Asset{}):
		add(SpriteFile, data)
	case b.Picture.Width > 0:
		add(SpriteFile, pngOf(&b.Picture))
	}
	names := map[string]string{}
	for _, a := range b.Assets {
		data := asset(a.Is)
		kind := kindOf(data)
		if kind == "" {
			return nil, fmt.Errorf("the asset %s of %s is not here, or is of an unknown kind", a.Name, b.Name())
		}
		names[a.Name] = path.Join("assets", a.Name+kind)
		add(names[a.Name], data)
	}
	add(File, tomlOf(b, self, names))
	return files, nil
}

// tomlOf writes blueprint.toml. files has the file of each asset.
func tomlOf(b *blueprint.Blueprint, self game.PlayerID, files map[string]string) []byte {
	w := new(writer)
	w.text("title", b.Title)
	w.text("about", b.About)
	w.text("licence", b.Licence)
	if b.Author != self {
		w.line("\n# The blueprint is this player's. Without these two lines it is an independent one of yours; then credit the author.")
		w.text("author", key.ID(b.Author).String())
		w.text("by", b.By)
	}
	w.text("label", b.Label)
	w.some("light", int(b.Light))
	w.text("sound", b.Sound)
	var flags []string
	for k, f := range flagNames {
		if b.Has(1 << k) {
			flags = append(flags, f)
		}
	}
	w.texts("flags", flags)
	w.shape(&b.Shape)
	if b.Terms != (blueprint.Terms{}) {
		w.terms(&b.Terms)
	}
	if b.Prompt != (blueprint.Prompt{}) {
		w.line("\n[prompt]")
		w.text("label", b.Prompt.Label)
		w.some("distance", int(b.Prompt.Distance))
		if b.Prompt.Hold > 0 {
			w.line(fmt.Sprintf("hold = %d.%d", b.Prompt.Hold/10, b.Prompt.Hold%10))
		}
	}
	for k := range b.Props {
		w.prop(&b.Props[k])
	}
	if len(b.Assets) > 0 {
		w.line("\n[assets]")
	}
	for _, a := range b.Assets {
		w.text(a.Name, files[a.Name])
	}
	for _, c := range b.Childs {
		w.line("\n[[child]]")
		w.text("id", idText(c.Of))
		w.some("x", int(c.X))
		w.some("y", int(c.Y))
	}
	for _, c := range b.Credits {
		w.line("\n[[credit]]")
		w.text("author", key.ID(c.Author).String())
		w.text("by", c.By)
		w.text("title", c.Title)
	}
	return []byte(w.b.String())
}

// writer writes lines of TOML.
type writer struct{ b strings.Builder }

func (w *writer) line(s string) { w.b.WriteString(s + "\n") }

// text writes a text that is not empty. The game's texts have no control characters but line feeds, so that
// Go's quotes are TOML's.
func (w *writer) text(key, value string) {
	if value != "" {
		w.line(key + " = " + strconv.Quote(value))
	}
}

// some writes a number that is not 0.
func (w *writer) some(key string, n int) {
	if n != 0 {
		w.line(fmt.Sprintf("%s = %d", key, n))
	}
}

func (w *writer) texts(key string, list []string) {
	if len(list) == 0 {
		return
	}
	quoted := make([]string, len(list))
	for k, s := range list {
		quoted[k] = strconv.Quote(s)
	}
	w.line(key + " = [" + strings.Join(quoted, ", ") + "]")
}

func (w *writer) shape(s *blueprint.Shape) {
	w.line("\n[shape]")
	w.text("form", s.Form.String())
	if s.Solid {
		w.line("solid = true")
	}
	w.some("width", int(s.Width))
	w.some("height", int(s.Height))
	if s.Mass != 0 {
		w.line("mass = " + number(fixed.Q(s.Mass)))
	}
	if s.Bounce != 0 {
		w.line("bounce = " + number(fixed.Q(s.Bounce)))
	}
	if m := s.Make &^ entity.Flat; m != 0 {
		meets := []string{}
		for k, name := range layerNames {
			if m>>k&1 == 0 {
				meets = append(meets, name)
			}
		}
		if w.texts("layers", meets); len(meets) == 0 {
			w.line("layers = []")
		}
	}
	if s.Make&entity.Flat != 0 {
		w.line("carries = true")
	}
}

func (w *writer) terms(t *blueprint.Terms) {
	w.line("\n[land]")
	if t.Gravity != 0 {
		w.line("gravity = " + number(fixed.Q(t.Gravity)))
	}
	if k := slices.Index(blueprint.Paints[:], t.Ground); k >= 0 {
		w.text("ground", groundNames[k])
	}
	if t.Weather != blueprint.AnyWeather {
		w.text("weather", t.Weather.String())
	}
	var laws []string
	for k, name := range blueprint.LawNames {
		if t.Laws.Has(1 << k) {
			laws = append(laws, name)
		}
	}
	w.texts("laws", laws)
}

func (w *writer) prop(p *blueprint.Prop) {
	w.line("\n[[prop]]")
	w.text("key", p.Key)
	w.text("label", p.Label)
	w.text("field", p.Field.String())
	switch p.Field {
	case blueprint.Number, blueprint.Range:
		w.line("min = " + number(p.Min))
		w.line("max = " + number(p.Max))
		if p.Step != 0 {
			w.line("step = " + number(p.Step))
		}
		w.line("default = " + number(p.Default.Number))
	case blueprint.Toggle:
		w.line("default = " + FormatValue(p, p.Default))
	case blueprint.Colour:
		w.text("default", FormatValue(p, p.Default))
	case blueprint.Button:
	default:
		w.texts("options", p.Options)
		w.text("default", p.Default.Text)
	}
}
