package predict

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

const (
	// firstLead is the lead before anything is known, in ticks.
	firstLead = 5
	// leastLead and mostLead bound the lead, in ticks: beyond a round trip of 1.3 seconds commands are late.
	leastLead, mostLead = 2, 80
	// slewMost is the greatest deviation of the local clock's rate: 3 %.
	slewMost = fixed.One * 3 / 100
	// jumpError is the error of the clock beyond which it jumps, in ticks: a laptop woke up.
	jumpError = 60
	// firstCalm is how long no command may be late before a smaller lead is tried, in ticks; it doubles
	// each time that the smaller one proves too small, up to mostCalm.
	firstCalm, mostCalm = 10 * game.TicksPerSecond, 300 * game.TicksPerSecond
)

// clock says which tick is predicted. Local time runs at one tick per Advance, and is drawn gently
// towards the confirmed tick plus the lead.
type clock struct {
	now    fixed.Q // local time in ticks
	lead   game.Tick
	slew   fixed.Q // added to a tick by each Advance
	began  bool
	judged uint64 // number of the last own command that was judged
	calm   int64  // Advances since a command was late
	wait   int64  // the calm after which a smaller lead is tried
	tried  bool   // the present lead is such a try
	used   bool   // a command was judged on time since the lead changed
	told   bool   // the lead is known, and not measured; see Predictor.Steer
}

func newClock() clock { return clock{lead: firstLead, wait: firstCalm} }

// head returns the target tick of the scratch island.
func (c *clock) head() game.Tick { return game.Tick((c.now + fixed.One - 1).Floor()) }

// part returns how far local time has come from the tick before head to head, above 0 and up to One.
func (c *clock) part() fixed.S {
	return fixed.S(c.now - (fixed.Q(c.head())-1)<<fixed.Bits)
}

// advance adds one Advance. While time runs slower than it should, now and then no tick ends in an Advance;
// but asked says that a command waits for the tick, which is then not delayed.
func (c *clock) advance(asked bool) {
	head := fixed.Q(c.head()) << fixed.Bits
	c.now += fixed.One + c.slew
	if asked && c.now <= head {
		c.now = head + slewMost
	}
	c.calm++
	if c.calm >= c.wait && c.used && c.lead > leastLead && !c.told {
		c.lead--
		c.calm, c.tried, c.used = 0, true, false
	}
}

// steer takes a lead that is known; 0: it is to be measured.
func (c *clock) steer(lead game.Tick) {
	if c.told = lead > 0; c.told {
		c.lead = min(max(lead, leastLead), mostLead)
	}
}

// judge learns from a confirmed own command: stamped with a tick, executed at since or later.
func (c *clock) judge(seq uint64, stamped, since game.Tick) {
	c.judged = seq
	if stamped >= since || c.told {
		c.used = true
		return
	}
	late := since - stamped
	// How long a command waits for its turn to be closed varies by a turn.
	c.lead = min(c.lead+late+game.TicksPerTurn, mostLead)
	if c.tried {
		c.wait = min(2*c.wait, mostCalm)
	}
	c.calm, c.tried, c.used = 0, false, false
}

// confirm draws local time towards a confirmed tick plus the lead. While the own body is still it jumps
// there.
func (c *clock) confirm(tick game.Tick, still bool) {
	target := fixed.Q(tick+c.lead) << fixed.Bits
	off := target - c.now
	if !c.began || off.Abs() > jumpError*fixed.One || still && off.Abs() >= fixed.One || c.now < fixed.Q(tick)<<fixed.Bits {
		c.began, c.now, c.slew = true, target, 0
		return
	}
	// A turn brings three ticks at once, so the error wavers by a tick or two: it is corrected slowly, and a
	// small one is ignored.
	if off.Abs() < fixed.One {
		c.slew = 0
		return
	}
	c.slew = min(max(off/64, -slewMost), slewMost)
}

// shift returns the error of the local time, in ticks, when the player has come to an island with a different
// clock: zero when the usual slew can correct it.
func (c *clock) shift(tick game.Tick) int64 {
	off := int64(tick+c.lead) - int64(c.head())
	if !c.began || -jumpError <= off && off <= jumpError {
		return 0
	}
	return off
}
