package main

import (
	"strings"

	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// settingsList makes the settings screen of the table, anew only when something changed.
func (s *session) settingsList(old []model.Setting) []model.Setting {
	c := s.id.conf
	lack := ""
	if s.sound != nil {
		lack = s.sound.Trouble()
	}
	made := [2]string{c.text, lack}
	if made == s.settingsFor && len(old) > 0 {
		return old
	}
	s.settingsFor = made
	list := old[:0]
	for i := range settingRules {
		e := s.settingOf(&settingRules[i])
		if e.Group == "audio" && lack != "" { // whoever looks here wonders why nothing is heard
			e.Help = lack
		}
		list = append(list, e)
	}
	for _, a := range input.Actions() {
		key := "keys." + a.String()
		list = append(list, model.Setting{
			Key: key, Label: s.words.Get("action." + a.String()), Group: "keys", Kind: model.Keys,
			Value: strings.Join(c.settings.Keys[a.String()], " "), Default: defaultOf(key),
		})
	}
	return list
}

// settingOf makes one line of the settings screen.
func (s *session) settingOf(r *settingRule) model.Setting {
	c := s.id.conf
	group, name, _ := strings.Cut(r.key, ".")
	e := model.Setting{
		Key: r.key, Label: s.words.Get("setting." + group + "_" + name), Help: s.words.Get("help." + group + "_" + name), Group: group,
		Value: r.value(&c.settings), Default: defaultOf(r.key),
		Min: float64(r.min), Max: float64(r.max), Step: float64(r.step), Unit: r.unit, Choices: r.choices,
	}
	if !r.live {
		e.Help += " " + s.words.Get("note.restart")
	}
	switch r.field(&c.settings).(type) {
	case *bool:
		e.Kind = model.Toggle
	case *int:
		e.Kind = model.Range
	case *string, *[]string:
		e.Kind, e.Max = model.Text, 200
	}
	switch r.key {
	case "player.name":
		e.Max = entity.MaxName
	case "player.language":
		e.Choices = languages(s.id.dir)
	case "player.look":
		e.Kind = model.Wardrobe
	}
	switch r.key {
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
