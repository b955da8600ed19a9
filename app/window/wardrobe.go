package window

import (
	"manyhold/game/command"
)

// dress lets the player be dressed as the settings say, for all to see.
func (s *Session) dress() {
	if p := s.Play; p != nil && p.me() != nil {
		p.Issue(command.Command{Kind: command.SetLook, Look: s.id.Look()})
	}
}
