package rooms

import (
	"errors"
	"strconv"

	"manyhold/net/host/notice"
	"manyhold/net/lobby"
	"manyhold/net/room"
)

// codes are the notices of the refusals of a room.
var codes = map[room.Why]string{
	room.OtherRoom: "room_other_room", room.OtherPlayer: "room_other_player", room.WrongPhase: "room_in_setup",
	room.NoSuchSeat: "room_no_such_seat", room.SeatTaken: "room_seat_taken", room.NoSeatLeft: "room_no_seat_left",
	room.NotSeated: "room_not_seated", room.ViewersFull: "room_viewers_full", room.OtherVersion: "room_other_version",
	room.TooLong: "room_too_long", room.BadName: "room_bad_name", room.OldGeneration: "room_old_turn",
	room.FarGeneration: "room_far_turn", room.SecondPacket: "room_second_packet", room.NoTransition: "room_no_transition",
	room.Unproven: "room_hash_mismatch", room.TooFarBehind: "room_too_far_behind", room.NotCompared: "room_not_compared",
	room.NotVacant: "room_not_vacant", room.BadSignature: "room_bad_signature", room.OtherResult: "room_other_result",
	room.Misplaced: "room_misplaced", room.NotHalted: "room_not_halted", room.Unknown: "room_unknown",
	room.NotAwaited: "room_not_awaited", room.HeldUp: "room_held_up", room.NotReady: "room_not_ready",
}

// phases are the notices of what cannot be done in a phase.
var phases = map[room.Phase]string{room.Setup: "room_in_setup", room.Running: "room_in_match", room.Ended: "room_is_over"}

// Words returns the notice of an error of a room or of this package, "" for other errors. A window shows it
// in its language, and its String is English.
func Words(err error) notice.Notice {
	var refused *room.Refusal
	switch {
	case errors.Is(err, ErrLost):
		return notice.New("room_lost")
	case errors.Is(err, ErrUnknown):
		return notice.New("room_gone")
	case errors.Is(err, ErrMany):
		return notice.New("room_many", "most", strconv.Itoa(lobby.MaxOwn))
	case !errors.As(err, &refused):
		return ""
	}
	n := strconv.FormatUint(uint64(refused.At), 10)
	switch code := codes[refused.Why]; refused.Why {
	case room.WrongPhase:
		return notice.Notice(phases[room.Phase(refused.At)])
	case room.NoTransition:
		return notice.New(code, "from", refused.From, "name", refused.Name)
	case room.OtherVersion, room.OldGeneration, room.FarGeneration, room.Unproven, room.TooFarBehind:
		return notice.New(code, "n", n)
	default:
		return notice.Notice(code)
	}
}
