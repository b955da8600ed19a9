// Package admin is what people do with world files, beside playing: list and inspect them, check and verify
// everything in them, read single tables, export, import and clean them. Most of it also works while another
// process has the file open.
//
// An exported world is one file: a Header, then the whole file packed with zstd (RFC 8878).
package admin
