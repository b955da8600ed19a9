package main

import (
	"strings"

	"manyhold/game/entity"
	"manyhold/input"
	"manyhold/render/ui"
)

// settingsList makes the settings screen of the table, anew only when something changed.
func (s *session) settingsList(old []ui.Setting) []ui.Setting {
	c := s.id.conf
	if c.text == s.settingsFor && len(old) > 0 {
		return old
	}
	s.settingsFor = c.text
	list := old[:0]
	for i := range settingRules {
		r := &settingRules[i]
		if r.label == "" {
			continue
		}
		group, _, _ := strings.Cut(r.key, ".")
		e := ui.Setting{
			Key: r.key, Label: r.label, Help: helpOf(r.key), Group: group, Value: r.value(&c.settings), Default: defaultOf(r.key),
			Min: float64(r.min), Max: float64(r.max), Step: float64(r.step), Unit: r.unit, Choices: r.choices,
		}
		switch r.field(&c.settings).(type) {
		case *bool:
			e.Kind = ui.Toggle
		case *int:
			e.Kind = ui.Range
		case *string:
			e.Kind, e.Max = ui.Text, 200
		}
		if len(r.choices) > 0 {
			e.Kind = ui.Choice
		}
		if r.key == "player.name" {
			e.Max = entity.MaxName
		}
		list = append(list, e)
	}
	for _, a := range input.Actions() {
		key := "keys." + a.String()
		list = append(list, ui.Setting{
			Key: key, Label: a.Label(), Group: "keys", Kind: ui.Keys, Value: strings.Join(c.settings.Keys[a.String()], " "), Default: defaultOf(key),
		})
	}
	return list
}

// helpOf returns the comment that config.toml has for a setting.
func helpOf(key string) string {
	line := strings.Split(defaultConfig, "\n")[lineOf(defaultConfig, key)-1]
	_, help, _ := strings.Cut(line, "#")
	return strings.TrimSpace(help)
}
