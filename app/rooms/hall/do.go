package hall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"manyhold/app/settings"
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
		said = fmt.Sprintf("room %s\njoin with: manyhold room join %s", s.ID, short(s.ID))
		if s.Link != "" {
			said += fmt.Sprintf("\nfrom outside of the world: manyhold room join %s\nor to watch: the same link with manyhold room watch", s.Link)
		}
		return said, nil
	case "list":
		return ListWords(h.List()), nil
	case "engines":
		return strings.Join(h.Engines(), "\n"), nil
	case "leave":
		return "left the room", h.Leave(ctx, a.Room)
	case "archive":
		return h.archive(ctx, a)
	case "rejoin":
		return "entered the room anew", h.Rejoin(ctx, a.Room)
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
	if a.File == "-" {
		return "", failf(Wrong, "room_archive_unwritten", "an order cannot print the record of a match; name a file")
	}
	file := ArchiveName(a.Room, a.File)
	if err := NewFile(file); err != nil {
		return "", failf(Wrong, "room_archive_unwritten", "cannot write the archive: %w", err)
	}
	b, err := h.Archive(ctx, a.Room)
	if err != nil {
		return "", err
	}
	if file, err = filepath.Abs(file); err == nil {
		err = settings.WriteAtomically(file, b)
	}
	if err != nil {
		return "", failf(Wrong, "room_archive_unwritten", "cannot write the archive: %w", err)
	}
	return "wrote " + file, nil
}

// ArchiveName returns the name of the file for the record of a room: the given one, or one made of the room's
// id.
func ArchiveName(id, given string) string {
	return cmp.Or(given, "room-"+short(strings.ToLower(id))+".json")
}

// NewFile returns why no new file can have a name, nil if one can.
func NewFile(name string) error {
	dir := filepath.Dir(name)
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return fmt.Errorf("there is no directory %s", dir)
	}
	switch st, err := os.Lstat(name); {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case st.IsDir():
		return fmt.Errorf("%s is a directory; name a file", name)
	}
	return fmt.Errorf("%s is there already; give another name", name)
}
