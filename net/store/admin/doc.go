// Package admin manages world files: it lists and inspects them, checks and verifies everything in them,
// reads single tables, and exports, imports and cleans them. Most of it also works while another process has
// the file open.
//
// An exported world is one file: a Header, then the whole file packed with zstd (RFC 8878).
package admin
