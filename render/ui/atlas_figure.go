package ui

import (
	"manyhold/game/entity"
)

// figureLeft is where the walking figure of the wardrobe begins in the band of the maps, to the right of them.
const (
	figureLeft       = 320
	figureW, figureH = 16, 24
)

// figureCell returns the place of a step of the walking figure: turn 0 to 2 is south, east and north.
func figureCell(turn, step int) cell {
	return cell{int16(figureLeft + step*(figureW+2)), int16(mapTop + turn*(figureH+2)), figureW, figureH}
}

// figure copies the walk of a person so dressed from the renderer at the next flush; false where it has none.
func (a *atlas) figure(l entity.Look) bool {
	for turn := range figureTurns {
		for step := range figureSteps {
			img := a.art.Figure(l, turn, step)
			if img == nil {
				return false
			}
			a.queue = append(a.queue, copying{img, figureCell(turn, step)})
		}
	}
	return true
}

// figureSteps are the frames of a walk, and figureTurns its directions.
const figureSteps, figureTurns = 6, 3
