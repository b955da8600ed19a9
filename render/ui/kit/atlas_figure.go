package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	dolls "manyhold/render/atlas"
	"manyhold/render/ui/model"
)

// figureLeft is where the walking figure of the wardrobe begins in the band of the maps, to the right of
// them.
const (
	figureLeft       = 320
	figureW, figureH = 16, 24
)

// FigureCell returns the place of a step of the walking figure: turn 0 to 2 is south, east and north.
func FigureCell(turn, step int) Cell {
	return Cell{int16(figureLeft + step*(figureW+2)), int16(MapTop + turn*(figureH+2)), figureW, figureH}
}

// Album is an Art that also has the pictures of the journal.
type Album interface {
	// Card returns a picture of CardSide × CardSide, or nil.
	Card(model.Subject) *ebiten.Image
}

// CardSide is the side of the pictures of the journal, and cardsMost how many of them the atlas has room for,
// to the right of the figures.
const (
	CardSide = 32
	cardLeft = figureLeft + (FigureSteps+1+CrewSize)*(figureW+2) + 4
	cardsRow = (atlasSide - cardLeft) / (CardSide + 2)
)

const cardsMost = cardsRow * ((glyphTop - MapTop) / (CardSide + 2))

// Card returns the place of a picture of the journal; ok is false if there is none.
func (a *atlas) Card(s model.Subject) (c Cell, ok bool) {
	if c, ok := a.cards[s]; ok {
		return c, c.W > 0
	}
	if album, is := a.art.(Album); is && len(a.cards) < cardsMost {
		if img := album.Card(s); img != nil {
			n := len(a.cards)
			c = Cell{int16(cardLeft + n%cardsRow*(CardSide+2)), int16(MapTop + n/cardsRow*(CardSide+2)), CardSide, CardSide}
			a.queue = append(a.queue, copying{img, c})
		}
	}
	a.cards[s] = c
	return c, c.W > 0
}

// Figure copies the walk of a person so dressed from the renderer at the next flush; false where it has none.
func (a *atlas) Figure(w dolls.Dress) bool {
	for turn := range FigureTurns {
		for step := range FigureSteps {
			img := a.art.Figure(w, turn, step)
			if img == nil {
				return false
			}
			a.queue = append(a.queue, copying{img, FigureCell(turn, step)})
		}
	}
	return true
}

// CrewSize is how many standing figures the atlas has room for besides the walking one.
const CrewSize = 6

// CrewCell returns the place of a standing figure.
func CrewCell(i int) Cell {
	return Cell{int16(figureLeft + (FigureSteps+1+i)*(figureW+2)), MapTop, figureW, figureH}
}

// Stand copies a standing person so dressed from the renderer at the next flush; false where it has none.
func (a *atlas) Stand(i int, l entity.Look) bool {
	img := a.art.Figure(dolls.Dress{Look: l}, 0, standing)
	if img != nil {
		a.queue = append(a.queue, copying{img, CrewCell(i)})
	}
	return img != nil
}

// standing is the step of a walk in which both feet are on the ground.
const standing = 2

// figureSteps are the frames of a walk, and figureTurns its directions.
const FigureSteps, FigureTurns = 6, 3
