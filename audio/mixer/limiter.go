package mixer

import "manyhold/audio/synth"

// Ceiling is the greatest sample that is ever given out: -0.5 dB of full scale.
const Ceiling = 0.944

// block mixes the next block and gives out the one before it, made as quiet as both need.
//
// The limiter's gain moves in a line within a block. At the end of block n it is at most what block n and
// block n+1 need; so at both ends of every block it is at most what that block needs, and in between as well.
// That costs one block of delay, and no sample ever exceeds the ceiling.
func (m *Mixer) block() {
	out := &m.out
	m.out, m.mix = m.mix, [2][BlockFrames]float32{} // output the block mixed last time
	need := m.need
	m.forget()
	for i := range m.voices {
		if v := &m.voices[i]; v.samples != nil {
			v.add(&m.mix[0], &m.mix[1], m.bus[v.bus])
		}
	}
	m.stream()
	for b := range m.bus {
		m.bus[b].now = m.bus[b].to
	}
	m.need = 1
	if peak := peakOf(&m.mix); peak > Ceiling {
		m.need = Ceiling / peak
	}
	to := min(need, m.need, m.gain+(1-m.gain)*m.released)
	g, d := m.gain, (to-m.gain)/BlockFrames
	for i := range BlockFrames {
		g += d
		out[0][i] = min(max(out[0][i]*g, -Ceiling), Ceiling)
		out[1][i] = min(max(out[1][i]*g, -Ceiling), Ceiling)
	}
	m.gain = to
	m.left = BlockFrames
	m.counts.Peak = peakOf(out)
}

// stream mixes the source's block, unless its volume is zero.
func (m *Mixer) stream() {
	v := &m.bus[synth.Music]
	if m.source == nil || v.now == 0 && v.to == 0 {
		return
	}
	m.part = [2][BlockFrames]float32{}
	m.source.Add(m.part[0][:], m.part[1][:])
	g, d := v.now, (v.to-v.now)/BlockFrames
	for i := range BlockFrames {
		g += d
		m.mix[0][i] += m.part[0][i] * g
		m.mix[1][i] += m.part[1][i] * g
	}
}

// forget ends loops that are not renewed.
func (m *Mixer) forget() {
	if m.unheard < LoopHold {
		if m.unheard += BlockFrames; m.unheard >= LoopHold {
			m.want = m.want[:0]
			m.follow()
		}
	}
}

func peakOf(b *[2][BlockFrames]float32) (peak float32) {
	for c := range b {
		for _, v := range b[c] {
			peak = max(peak, v, -v)
		}
	}
	return peak
}
