package ui

import "manyhold/game/entity"

type (
	// VisitPlayer asks another player to let this one come.
	VisitPlayer struct{ Seat entity.Seat }
	// WelcomePlayer lets in a player who asked to come.
	WelcomePlayer struct{ Seat entity.Seat }
)

func (VisitPlayer) action()   {}
func (WelcomePlayer) action() {}
