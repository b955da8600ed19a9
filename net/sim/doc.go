// Package sim runs a whole network in one goroutine, from one seed, in virtual time: the production code of
// everything above the socket and the disk, on links that are late, lossy and cut, in processes that are killed,
// suspended and slow, with files on disks that lose what was not synced. While it runs, checkers look whether
// what must always hold does.
//
// # One run
//
// Options name a seed, a number of nodes and how long. From the seed alone a list of faults is drawn (Plan): data,
// before anything happens. The run depends on the options and that list only; two runs of the same have the same
// Report.Trace. A failing run is made shorter by leaving faults out as long as the same checker fails
// (Shrink), and what remains is printed as a file of faults, from which it runs again.
//
// # Machines and people
//
// A Game makes the machines that are replicated and says what players do in them. Coins is the small one, of package
// coins of net/host: accounts that pay each other, make and break items and, with Islands, go apart and together. Every
// figure about one log is measured with it. `manyhold sim --machine game` uses the real island. Players build or walk; a
// crowd goes to one place for a while, and in an evening one after the other leaves.
//
// # Lines and islands
//
// With Options.Lines minorities go on provisionally, and what they did is taken in later; with Options.Islands the
// world is divided and merged. A node is always a host.World, whose file has one order of all writes, whatever island
// they are of. What a checker remembers it remembers of each island by itself.
//
// # One large world
//
// Without Options.Links everybody is linked with everybody. With it a node is linked with a few friends, and with those that
// its world needs (host.World.Needs): who holds what it executes, should execute, or writes to. Each executes its share of
// the islands, home included, and hears of the others by bulletins. With Parties ten people at a time come, go far from all
// others and stay there: an island for each party. There a checker asks a node only about the islands that it
// executes, and of home nothing where it has been left to others; heal asks that everybody is linked with those it needs.
//
// # Checkers
//
//	chain       committed turns form one chain: no two nodes know different ones to be committed
//	succession  an epoch has one successor that is firm
//	old-id      a process votes only in epochs that began after it was started
//	digest      equal turns in equal chains leave equal states
//	durable     no committed turn disappears while a majority of its voters keeps its memory, and none of a lone
//	            voter by the end of its process
//	power       a power cut takes at most the last PowerLoss of committed turns
//	told        a lone voter whose file lost committed turns to a power cut is told of at least as many
//	file-first  a lone voter commits a turn when it is in its file
//	synced      an epoch's record and a vow are on the disk before anything follows from them
//	proof       an epoch takes effect when a voter of the one before has its record on the disk
//	once        a player's commands take effect at most once, and in their order
//	author      nobody's command takes effect that nobody submitted, and no leader is taken to have made one up
//	ends        every command is applied, or its expiry is told
//	holdings    nothing is lost or doubled inside the machine (coins, items)
//	bounded     no queue is longer than its bound, and nothing waits for another island when all is well
//	load        what net/store gives back after a crash is taken by the host
//	panic       the production code does not panic
//	resume      a connected majority closes turns again within ResumeWithin
//	heal        after all faults there is one line within HealWithin; with Islands all have the same ones, in the same
//	            epochs, within SettleWithin
//	go-on       with Lines, any two connected peers close turns of home again within GoOnWithin, in whatever line
//	archive     what is put away is taken by a file that is not full
//	merged      no line takes in the same end of a branch twice
//	entities    with Islands, everybody and everything is there once when nothing is under way, over all islands
//	join        whoever comes then plays within JoinWithin
//	repair      a state that differs is replaced within RepairWithin, where a majority can tell
//
// With Lines chain, succession, proof and durable are about the firm line alone, and ends and synced are not looked at,
// because a host is silent about the way from one line to another. entities is not looked at where a majority of
// some island's voters lost its memory: what other islands made of the turns that went with it stays.
//
// resume, heal, join, repair and go-on are about time: they are looked at only where nothing keeps the nodes in question
// from each other.
// What may be lost is known by bookkeeping: the run knows for every committed turn which processes and disks hold
// it, and at every death whether the last holder died, and whether that was allowed to happen.
package sim
