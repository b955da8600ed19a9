package view

import (
	"strings"

	"manyhold/game/script/star"
	"manyhold/render/kage"
)

// Source is the text of a shader in a view half.
type Source struct{ star.Literal }

// Shaders returns the shaders of a view half that can be loaded: the texts of its top level whose names end
// in ShaderSuffix.
func Shaders(source []byte) (list []Source) {
	for _, l := range star.Literals(source) {
		if strings.HasSuffix(l.Name, ShaderSuffix) {
			list = append(list, Source{l})
		}
	}
	return list
}

// Place returns where a problem of the shader is in the view half.
func (s *Source) Place(p *kage.Problem) (line, column int) {
	if p.Line <= 1 {
		return int(s.At.Line), int(s.At.Col) + p.Column - 1
	}
	return int(s.At.Line) + p.Line - 1, p.Column
}
