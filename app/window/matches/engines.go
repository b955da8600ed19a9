package matches

import (
	"fmt"
	"strconv"
	"strings"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/game/script/star/value"
	"manyhold/render/ui/model"
)

// engineOf returns an engine as it is shown on a card.
func engineOf(p *match.Package, language string) model.MatchEngine {
	e := model.MatchEngine{Name: p.Name(), Title: titled(p), About: p.About, Least: int(p.Least), Most: len(p.Roster), Settings: settingsOf(p, nil, language)}
	e.Picture = pictureOf(p)
	return e
}

// pictureOf returns the picture of an engine: its own, or that of its first thing with one; nil for none.
func pictureOf(p *match.Package) *blueprint.Picture {
	if p.Picture.Width > 0 {
		return &p.Picture
	}
	for _, b := range p.Things {
		if b.Picture.Width > 0 {
			return &b.Picture
		}
	}
	return nil
}

// titled returns the title of an engine as it is read.
func titled(p *match.Package) string { return strings.ReplaceAll(p.Title, "-", " ") }

// settingsOf returns the settings of an engine, in words of a language, with the values of a configuration; a
// broken one counts as empty.
func settingsOf(p *match.Package, config []byte, language string) (list []model.MatchSetting) {
	values, err := p.Settle(config)
	if err != nil {
		values, _ = p.Settle(nil)
	}
	for k := range p.Settings {
		s := &p.Settings[k]
		m := model.Setting{Key: s.Key, Label: s.Label, Value: textOf(s.Field, values[k]), Default: textOf(s.Field, s.Default)}
		if m.Label == "" {
			m.Label = s.Key
		}
		m.Label = p.Say(language, m.Label)
		m.Help = m.Label // a long one is cut beside its value
		switch s.Field {
		case blueprint.Toggle:
			m.Kind = model.Toggle
		case blueprint.Number, blueprint.Range, blueprint.Colour:
			m.Kind = model.Range
			m.Min, m.Max, m.Step = number(s.Min), number(s.Max), number(s.Step)
			if s.Field == blueprint.Colour {
				m.Max, m.Step = blueprint.Colours-1, 1
			}
		case blueprint.Choice:
			m.Kind, m.Choices = model.Choice, s.Options
			for _, o := range s.Options {
				m.Names = append(m.Names, p.Say(language, o))
			}
		default:
			m.Kind, m.Max = model.Text, blueprint.MaxText
		}
		list = append(list, model.MatchSetting{Setting: m, Stage: int(s.Stage)})
	}
	return list
}

func number(q fixed.Q) float64 { return float64(q) / fixed.One }

// textOf returns a value in the text form of model.Setting.
func textOf(f blueprint.Field, v blueprint.Value) string {
	switch f {
	case blueprint.Toggle:
		return strconv.FormatBool(v.Number != 0)
	case blueprint.Number, blueprint.Range, blueprint.Colour:
		return value.FormatNumber(int64(v.Number))
	}
	return v.Text
}

// configure returns a configuration with other values of some settings, in the text form of model.Setting.
func configure(p *match.Package, old []byte, changes map[string]string) ([]byte, error) {
	values, err := p.Settle(old)
	if err != nil {
		values, _ = p.Settle(nil) // the engine's own are in order
	}
	for k := range p.Settings {
		s := &p.Settings[k]
		text, changed := changes[s.Key]
		if !changed {
			continue
		}
		var v blueprint.Value
		switch s.Field {
		case blueprint.Toggle:
			if text == "true" {
				v.Number = fixed.One
			}
		case blueprint.Number, blueprint.Range, blueprint.Colour:
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("the setting %s needs a number", s.Key)
			}
			v.Number = fixed.Q(n*fixed.One + 0.5)
		default:
			v.Text = text
		}
		if !s.Fits(v) {
			return nil, fmt.Errorf("the setting %s cannot be %q", s.Key, text)
		}
		values[k] = v
	}
	return p.Configure(values), nil
}
