package hall

import (
	"bytes"
	"context"
	"encoding/json"

	"manyhold/app/rooms"
	"manyhold/net/room"
)

// Configure replaces the configuration by what edit makes of it: of the version that the caller has seen, or
// of the present one if that is nil. The player needs a seat.
func (h *Hall) Configure(ctx context.Context, id string, seen *uint32, edit func(old []byte) ([]byte, error)) (*State, error) {
	r, err := h.here(ctx, id)
	if err != nil {
		return nil, err
	}
	v := r.View()
	if seen != nil && *seen != v.Version {
		return nil, explain(&room.Refusal{Why: room.OtherVersion, At: v.Version})
	}
	config, err := edit(v.Config)
	if err != nil {
		return nil, &Failure{Wrong, "room_bad_config", err}
	}
	if config, err = h.settle(v.Engine, config); err != nil {
		return nil, err
	}
	if err := h.configure(ctx, r, config, v.Version); err != nil {
		return nil, err
	}
	return h.state(r), nil
}

// settle returns a configuration in its shortest form, or why it cannot be one.
func (h *Hall) settle(e room.Engine, config []byte) ([]byte, error) {
	var b bytes.Buffer
	if json.Compact(&b, config) == nil {
		config = b.Bytes()
	}
	if len(config) > room.MaxConfig {
		return nil, failf(TooLarge, "room_config_too_long", "the configuration has %d bytes; the limit is %d", len(config), room.MaxConfig)
	}
	if h.o.Check != nil {
		if err := h.o.Check(e, config); err != nil {
			return nil, failf(Wrong, "room_bad_config", "%s does not take this configuration: %w", e.Name, err)
		}
	}
	return config, nil
}

// configure sends a configuration piece by piece.
func (h *Hall) configure(ctx context.Context, r *rooms.Room, config []byte, version uint32) error {
	for at := 0; at < len(config) || at == 0; at += room.MaxBody {
		piece := config[at:min(at+room.MaxBody, len(config))]
		if err := h.send(ctx, r, room.Packet{Kind: room.Draft, Number: uint32(at), Body: piece}); err != nil {
			return err
		}
	}
	return h.send(ctx, r, room.Packet{Kind: room.Configure, Number: version})
}
