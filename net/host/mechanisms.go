package host

// mechanisms are the parts of an island's protocol beside the kernel. Each owns its fields and has the methods
// that change them. Core holds their common state: the kernel objects (history, ancestry, epochs, peers,
// journal, leader, follower), the present epoch, and the output.
type mechanisms struct {
	relay      *Relay
	joining    *Joining
	seats      *Committee
	division   *Division
	comparison *Comparison
	evidence   *Evidence
	policy     *Policy
	recovering *Recovery
	lone       *LoneRestart
	fork       *Fork
	separate   *Provisional
	abandon    *Abandon
	merger     *Merger
	parcels    *Parcels
	letters    *LetterSigning
}
