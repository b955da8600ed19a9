package node

import (
	"context"
	"errors"

	"manyhold/net/host"
)

// Decree makes the world firm without those who are gone for good; only its founder's node can.
func (v *speech) Decree(ctx context.Context) error {
	n := v.n
	err := n.host.Decree(ctx)
	switch {
	case errors.Is(err, host.ErrFirm):
		return errors.New("nothing to decree: no peer is missing")
	case errors.Is(err, host.ErrNotFounder):
		return errors.New("only the founder can decree that the missing peers are gone for good")
	case err == nil:
		n.log.Info("decreed that the world continues without the missing peers")
	}
	return err
}
