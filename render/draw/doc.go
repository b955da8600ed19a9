// Package draw collects pictures of the atlas and sends them to the graphics card: a List sorts sprites by
// layer and foot, a Batch holds quads that go in one draw call. Both keep their memory from frame to frame.
package draw
