package host

import (
	"errors"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/directory"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// islandsView is a World as its islands see it.
type islandsView struct{ w *World }

func (s islandsView) Home() *kernel.Core                     { return s.w.islands.home() }
func (s islandsView) Each(f func(c *kernel.Core))            { s.w.islands.each(f) }
func (s islandsView) Count() int                             { return s.w.islands.table.Len() }
func (s islandsView) Shares() bool                           { return s.w.Shares() }
func (s islandsView) Seats() int                             { return s.w.directory.Seats() }
func (s islandsView) Most() uint64                           { return s.w.islands.most() }
func (s islandsView) Burdens() map[key.ID]int                { return s.w.islands.burdens() }
func (s islandsView) Invite(c *kernel.Core)                  { s.w.directory.Invite(directoryView{c}) }
func (s islandsView) Ended(island uint64) bool               { return s.w.directory.Ended(island) }
func (s islandsView) ParcelSources(to uint64) []uint64       { return s.w.mailbox.ParcelSources(to) }
func (s islandsView) Letters(to uint64) []*message.Letter    { return s.w.mailbox.Letters(to) }
func (s islandsView) ForgetLetter(from, to uint64)           { s.w.mailbox.ForgetLetter(from, to) }
func (s islandsView) Chains(island uint64) [][]*epoch.Record { return s.w.directory.Chains(island) }

func (s islandsView) Final(island uint64, sum [32]byte) []byte { return s.w.islands.final(island, sum) }

func (s islandsView) Begins(first *epoch.Record) ([]*epoch.Record, error) {
	ancestry, err := s.w.directory.Begins(first)
	if errors.Is(err, directory.ErrUnproven) {
		err = kernel.ErrUnproven
	}
	return ancestry, err
}

func (s islandsView) Cosigned(c *kernel.Core, g message.Gist, seal epoch.Cosignature) error {
	if err := s.w.mailbox.Cosigned(mailView{c}, g, seal); err != nil {
		return fmt.Errorf("%w: %w", kernel.ErrUnexpected, err)
	}
	return nil
}
