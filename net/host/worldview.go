package host

import (
	"fmt"
	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// siblings is a World as its islands see it.
type siblings struct{ w *World }

func (s siblings) Home() *Core                            { return s.w.islands.home() }
func (s siblings) Each(f func(c *Core))                   { s.w.islands.each(f) }
func (s siblings) Count() int                             { return s.w.islands.table.Len() }
func (s siblings) Shares() bool                           { return s.w.shares() }
func (s siblings) Seats() int                             { return s.w.directory.Seats() }
func (s siblings) Most() uint64                           { return s.w.islands.most() }
func (s siblings) Burdens() map[key.ID]int                { return s.w.islands.burdens() }
func (s siblings) Invite(c *Core)                         { s.w.directory.Invite(directoryView{c}) }
func (s siblings) Ended(island uint64) bool               { return s.w.directory.Ended(island) }
func (s siblings) Correspondents(to uint64) []uint64      { return s.w.mailbox.correspondents(to) }
func (s siblings) Letters(to uint64) []*message.Letter    { return s.w.mailbox.letters(to) }
func (s siblings) ForgetLetter(from, to uint64)           { s.w.mailbox.forgetLetter(from, to) }
func (s siblings) Chains(island uint64) [][]*epoch.Record { return s.w.directory.Chains(island) }

func (s siblings) Final(island uint64, sum [32]byte) []byte { return s.w.islands.final(island, sum) }

func (s siblings) Begins(first *epoch.Record) ([]*epoch.Record, error) {
	return s.w.directory.Begins(first)
}

func (s siblings) Cosigned(c *Core, g message.Gist, seal epoch.Cosignature) error {
	if err := s.w.mailbox.cosigned(mailView{c}, g, seal); err != nil {
		return fmt.Errorf("%w: %w", errUnexpected, err)
	}
	return nil
}
