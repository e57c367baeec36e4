package synth

// Family
type Family string
