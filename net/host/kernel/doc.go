// Package kernel holds the kernel of an island's protocol: Core executes the turns that the island's epoch
// orders, keeps the states to go back to, and has the island's peers, record chain and file in view. It
// closes turns while this peer leads, and follows otherwise.
//
// The mechanisms of an island know the kernel, and each other only by the questions that mechanisms.go lists.
// The kernel tells them of changes by the notifications of observers.go, gives them the messages of their
// kinds, and their time in a tick. Package host makes and connects them.
package kernel
