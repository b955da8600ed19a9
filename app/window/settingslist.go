package window

import (
	"strings"
	"sync"

	"manyhold/app/settings"
	"manyhold/app/window/tabs"
	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// preferences let the settings take effect in a session, and list them for the screen.
type preferences struct {
	s      *session
	madeOf [2]string // the settings that the list was made of, and the fault of the sound
	unkept int       // ticks until changed settings are written down; 0: none are
}

// list makes the settings screen of the table, anew only when something changed.
func (l *preferences) list(old []model.Setting) []model.Setting {
	s, c := l.s, l.s.id.Conf
	lack := ""
	if s.sound != nil {
		lack = s.sound.Trouble()
	}
	made := [2]string{c.Text, lack}
	if made == l.madeOf && len(old) > 0 {
		return old
	}
	l.madeOf = made
	list := old[:0]
	for i := range settings.SettingRules {
		r := &settings.SettingRules[i]
		e := l.lineOf(r)
		switch {
		case r.Key == "video.height":
			continue
		case r.Key == "video.width":
			e = l.sizeLine()
		case e.Group == "audio" && lack != "": // the person looks here for the reason of the silence
			e.Help = s.words.Get("note.no_sound")
		}
		list = append(list, e)
	}
	for _, a := range input.Actions() {
		key := "keys." + a.String()
		list = append(list, model.Setting{
			Key: key, Label: s.words.Get("action." + a.String()), Group: tabs.Of("keys"), Kind: model.Keys,
			Value: strings.Join(c.Settings.Keys[a.String()], " "), Default: DefaultOf(key),
		})
	}
	tabs.Sort(list)
	return list
}

// sizeLine is the line of the size of the window.
func (l *preferences) sizeLine() model.Setting {
	s := l.s
	v := &s.id.Conf.Settings.Video
	sizes := tabs.Sizes(v)
	return model.Setting{
		Key: tabs.Size, Label: s.words.Get("setting.video_size"), Help: s.words.Get("help.video_size"), Group: tabs.Of("video"), Kind: model.Choice,
		Value: tabs.SizeOf(v), Default: DefaultOf(tabs.Size), Choices: sizes, Names: tabs.Names(sizes),
	}
}

// lineOf makes one line of the settings screen.
func (l *preferences) lineOf(r *settings.SettingRule) model.Setting {
	s := l.s
	c := s.id.Conf
	table, name, _ := strings.Cut(r.Key, ".")
	e := model.Setting{
		Key: r.Key, Label: s.words.Get("setting." + table + "_" + name), Help: s.words.Get("help." + table + "_" + name), Group: tabs.Of(table),
		Value: r.Value(&c.Settings), Default: DefaultOf(r.Key),
		Min: float64(r.Min), Max: float64(r.Max), Step: float64(r.Step), Unit: r.Unit, Choices: r.Choices,
	}
	if !r.Live {
		e.Help += " " + s.words.Get("note.restart")
	}
	switch r.Field(&c.Settings).(type) {
	case *bool:
		e.Kind = model.Toggle
	case *int:
		e.Kind = model.Range
	case *string, *[]string:
		e.Kind, e.Max = model.Text, 200
	}
	switch r.Key {
	case "player.name":
		e.Max = entity.MaxName
	case "player.language":
		e.Choices = settings.Languages(s.id.Dir)
	case "player.look":
		e.Kind = model.Wardrobe
	}
	switch r.Key {
	case "video.ui_scale":
		e.Zero = s.words.Get("choice.auto")
	case "host.upload_kbps", "host.disk_mb":
		e.Zero = s.words.Get("choice.no_limit")
	}
	if len(e.Choices) > 0 {
		e.Kind = model.Choice
	}
	return e
}

// defaults are the settings of a new config.toml.
var defaults = sync.OnceValue(func() *settings.Settings {
	d, err := settings.ParseConfig("config.toml", settings.DefaultConfig)
	if err != nil {
		panic(err)
	}
	return &d
})

// DefaultOf returns the default of a setting in the text form of the settings screen.
func DefaultOf(key string) string {
	d := defaults()
	if key == tabs.Size {
		return tabs.SizeOf(&d.Video)
	}
	if action, ok := strings.CutPrefix(key, "keys."); ok {
		return strings.Join(d.Keys[action], " ")
	}
	if r := settings.RuleOf(key); r != nil {
		return r.Value(d)
	}
	return ""
}
