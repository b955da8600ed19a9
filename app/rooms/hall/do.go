package hall

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"manyhold/net/room"
)

// Do carries out an act, and says in words what came of it.
func (h *Hall) Do(ctx context.Context, a Act) (said string, err error) {
	var s *State
	switch a.Verb {
	case "create":
		if s, err = h.Create(ctx, a.Create); err != nil {
			return "", err
		}
		return fmt.Sprintf("room %s\njoin with: manyhold room join %s", s.ID, short(s.ID)), nil
	case "list":
		return ListWords(h.List()), nil
	case "engines":
		return strings.Join(h.Engines(), "\n"), nil
	case "leave":
		return "left the room", h.Leave(ctx, a.Room)
	case "archive":
		return h.archive(ctx, a)
	case "show":
		s, err = h.Show(ctx, a.Room)
	case "join":
		s, err = h.Join(ctx, a.Room, a.Seat, a.Name)
	case "ready":
		s, err = h.Ready(ctx, a.Room, !a.Off)
	case "config":
		s, err = h.Configure(ctx, a.Room, nil, func(old []byte) ([]byte, error) {
			if a.Config != nil {
				return a.Config, nil
			}
			return edited(old, a.Changes)
		})
	case "watch":
		s, err = h.Watch(ctx, a.Room)
	case "delay":
		s, err = h.Delay(ctx, a.Room, a.Seconds)
	case "stand":
		s, err = h.Stand(ctx, a.Room)
	default:
		b := ballots[a.Verb]
		if b == room.NoBallot {
			return "", failf(Wrong, "room_unknown_verb", "rooms do not know %q", a.Verb)
		}
		s, err = h.Vote(ctx, a.Room, b)
	}
	if err != nil {
		return "", err
	}
	return s.Words(), nil
}

// archive writes the record of a match to a file.
func (h *Hall) archive(ctx context.Context, a Act) (string, error) {
	b, err := h.Archive(ctx, a.Room)
	if err != nil {
		return "", err
	}
	file := a.File
	if file == "" {
		file = "room-" + short(a.Room) + ".json"
	}
	if file, err = filepath.Abs(file); err == nil {
		err = os.WriteFile(file, b, 0o600)
	}
	if err != nil {
		return "", failf(Wrong, "room_archive_unwritten", "cannot write the archive: %w", err)
	}
	return "wrote " + file, nil
}
