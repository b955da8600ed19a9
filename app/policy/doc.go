// Package policy tests the repository itself: the imports between packages, the size of its parts, the bans
// on the deterministic part, the platforms for which all compiles, the words of comments and screens, and the
// names in README and docs.
package policy
