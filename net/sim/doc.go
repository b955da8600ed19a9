// Package sim runs a whole network in one goroutine, from one seed, in virtual time. It runs the production
// code of everything above the socket and the disk: on links that are late, lossy and cut, in processes
// that are killed, suspended and slow, with files on disks that lose unsynced data. Meanwhile checkers
// verify the invariants.
//
// # One run
//
// Options name a seed, a number of nodes and a duration. From the seed alone a list of faults is drawn
// (Plan): data, before anything happens. The run depends on the options and that list only; two runs of the
// same have the same Report.Trace. A failing run is shortened by leaving faults out as long as the same
// checker fails (Shrink). The remaining faults are printed as a file, from which the run can be repeated.
//
// # Machines and people
//
// A Game makes the replicated machines and decides the players' actions in them. Coins is the small one, of
// package coins of net/host: accounts that pay each other, make and break items and, with Islands, go apart
// and together. Every figure about one log is measured with it. `manyhold sim --machine game` uses the real
// island. Players build or walk; a crowd goes to one place for a while, and in an evening one after the other
// leaves.
//
// # Forks and islands
//
// With Options.Forks minorities continue on provisional forks, which are merged later. With Options.Islands
// the world is divided and merged. A node is always a host.World, whose file has one order of all writes,
// for all islands. The checkers track each island separately.
//
// # One large world
//
// Without Options.Links all nodes are linked with all. With it, a node is linked with a few friends, and
// with the nodes that its world needs (host.World.Needs): those that hold the islands that it executes,
// should execute, or writes to. Each node executes its share of the islands, home included, and learns of
// the others by bulletins. With Parties, ten people at a time arrive, go far from all others and stay
// there: an island for each party. Checkers look only at the islands that a node executes, and at home only
// if the node has not left it to others. heal requires links with all needed nodes.
//
// # Checkers
//
//	chain       committed turns form one chain: all nodes know the same ones to be committed
//	succession  an epoch has one firm successor
//	old-id      a process votes only in epochs that began after it was started
//	digest      equal turns in equal chains leave equal states
//	durable     no committed turn disappears while a majority of its voters keeps its memory, and none of a
//	            lone voter by the end of its process
//	power       a power cut takes at most the last PowerLoss of committed turns
//	told        a lone voter whose file lost committed turns in a power cut is told of at least as many
//	file-first  a lone voter commits a turn only when it is in its file
//	synced      an epoch's record and an acceptor's promise are on the disk before they have consequences
//	proof       an epoch takes effect when a voter of the one before has its record on the disk
//	once        a player's commands take effect at most once, and in their order
//	author      only submitted commands take effect, and no leader is accused of a forged command
//	ends        every command is applied, or reported as expired
//	holdings    coins and items of a machine are neither lost nor doubled
//	bounded     no queue exceeds its bound, and no parcel waits when all is well
//	load        the host accepts what net/store returns after a crash
//	panic       the production code does not panic
//	resume      a connected majority closes turns again within ResumeWithin
//	heal        after all faults there is one fork within HealWithin; with Islands all nodes have the same
//	            islands, in the same epochs, within SettleWithin
//	go-on       with Forks, any two connected peers close turns of home again within GoOnWithin, on any
//	            fork; a node without a vote that is in touch with one that has turns, within TouchWithin
//	one-line    with Forks and Relays, no two nodes are on different forks of home for OneLineWithin while
//	            they are linked or a third node is linked with both; nor does one begin a fork while that
//	            holds for it and a leader that goes on
//	fair        a modified leader that breaks a rule of fairness does not lead for more than FairWithin
//	            while the other voters are honest and connected, and nobody lacks turns that others have
//	seats       with Members: strangers never hold half of a firm committee, and a banned node votes in no
//	            epoch of an honest one that is in touch with the founder, SeatWithin after the ban
//	slander     without Islands: no node finds a leader unfair while no fault has struck anywhere for
//	            innocentAfter
//	archive     a file that is not full accepts every archived fork
//	merged      no fork merges the same end of a branch twice
//	entities    with Islands, everybody and everything exists once over all islands when nothing is under
//	            way
//	blueprints  when people publish (Maker) and all faults are over, all nodes know the same blueprints
//	            on all islands within SettleWithin
//	join        a joiner plays within JoinWithin, and JoinTrips round trips where packets are lost
//	repair      a state that differs is replaced within RepairWithin, if a majority can tell
//
// With Forks, chain, succession, proof and durable cover the firm epochs only. ends and synced are off,
// because a host does not report its way from one fork to another. entities is off after a majority of an
// island's voters lost its memory: other islands keep the consequences of the lost turns.
//
// resume, heal, join, repair and go-on have time limits. They apply only while no fault separates or
// troubles the nodes in question. Allowed losses are known by bookkeeping: the run knows for every
// committed turn which processes and disks hold it. At every death it checks whether the last holder died,
// and whether that was allowed.
package sim
