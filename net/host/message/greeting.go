package message

import (
	"fmt"

	"manyhold/net/wire"
)

// Greeting is the body of Join: a peer's description of itself, sent when linked and at each change.
type Greeting struct {
	Incarnation uint64
	Capacity    uint32
	Uptime      uint32 // seconds
	Headless    bool
	Willing     bool
	Leaving     bool // soon: not to be counted on
	Wants       bool // the island, as a snapshot
	Epoch       uint64
	Turn        uint64 // last executed; both zero when it has no state
	Committed   uint64 // last turn that it knows to be safe

	Strained bool   // does not keep up, or its links are bad
	Steps    uint32 // islands that it can step; zero: unknown
	Uplink   uint32 // bytes a second; zero: unknown
	Load     uint32 // other islands that it votes in
	Round    uint32 // microseconds to half of its peers; zero: unknown

	Name     [32]byte // of the record of its epoch
	Firm     bool     // that one is
	Forked   bool     // its line is
	FirmName [32]byte // of its line's firm ancestor; zero: it has another end, which the peer's file lost
	Living   bool     // still the process that the firm ancestor names
	Lacks    bool     // the others: it has no turns
	Idle     bool     // it leaves home to others
	PlayOnly bool     // it hosts nothing for others
}

// The bits of the last byte of a greeting, which is there when one is set.
const (
	greetsIdle     = 1
	greetsPlayOnly = 2
)

func (g *Greeting) Encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Join)}, g.Incarnation)
	b = wire.AppendU32(b, g.Capacity)
	b = wire.AppendU32(b, g.Uptime)
	b = wire.AppendBool(b, g.Headless)
	b = wire.AppendBool(b, g.Willing)
	b = wire.AppendBool(b, g.Leaving)
	b = wire.AppendBool(b, g.Wants)
	b = wire.AppendUvarint(b, g.Epoch)
	b = wire.AppendUvarint(b, g.Turn)
	b = wire.AppendUvarint(b, g.Committed)
	b = wire.AppendBool(b, g.Strained)
	b = wire.AppendU32(b, g.Steps)
	b = wire.AppendU32(b, g.Uplink)
	b = wire.AppendU32(b, g.Load)
	b = wire.AppendU32(b, g.Round)
	b = append(b, g.Name[:]...)
	b = wire.AppendBool(b, g.Firm)
	b = wire.AppendBool(b, g.Forked)
	b = append(b, g.FirmName[:]...)
	b = wire.AppendBool(b, g.Living)
	b = wire.AppendBool(b, g.Lacks)
	var more byte
	if g.Idle {
		more |= greetsIdle
	}
	if g.PlayOnly {
		more |= greetsPlayOnly
	}
	if more != 0 {
		b = append(b, more)
	}
	return b
}

func DecodeGreeting(b []byte) (g Greeting, err error) {
	c := Body(b)
	g = Greeting{Incarnation: c.U64(), Capacity: c.U32(), Uptime: c.U32(), Headless: c.Bool(), Willing: c.Bool(),
		Leaving: c.Bool(), Wants: c.Bool(), Epoch: c.Uvarint(), Turn: c.Uvarint(), Committed: c.Uvarint()}
	g.Strained, g.Steps, g.Uplink, g.Load, g.Round = c.Bool(), c.U32(), c.U32(), c.U32(), c.U32()
	g.Name, g.Firm, g.Forked, g.FirmName, g.Living, g.Lacks = c.Hash(), c.Bool(), c.Bool(), c.Hash(), c.Bool(), c.Bool()
	if c.Err() == nil && c.Len() > 0 {
		more := c.U8()
		if g.Idle, g.PlayOnly = more&greetsIdle != 0, more&greetsPlayOnly != 0; more == 0 || more > greetsIdle|greetsPlayOnly {
			c.Fail(fmt.Errorf("host: a greeting whose last byte is %d", more))
		}
	}
	return g, c.Done()
}

// Gone reports whether a greeting says that its sender does not execute the island any more.
func (g *Greeting) Gone() bool { return g.Leaving && g.Epoch == 0 && !g.Wants }
