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
		return errors.New("there is nothing to decree: the world waits for nobody")
	case errors.Is(err, host.ErrNotFounder):
		return errors.New("only the world's founder can decree that the others are gone for good")
	case err == nil:
		n.log.Info("decreed that the world goes on without those who are gone")
	}
	return err
}
