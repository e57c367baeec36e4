package code

// Fields says which fields of an instruction are registers that it sets and reads.
type Fields uint8

// The fields of an instruction that are registers.
const (
	SetsA Fields = 1 << iota
	ReadsA
	ReadsB
	ReadsC
)

// fields has the registers of each form. It leaves out ranges of registers, such as the arguments of a call.
var fields = [sys + 1]Fields{
	setImm: SetsA, setTable: SetsA, callFunc: SetsA,
	move: SetsA | ReadsB, moveImm: SetsA | ReadsB, load: SetsA | ReadsB, callReg: SetsA | ReadsB,
	binaries: SetsA | ReadsB | ReadsC, indexed: SetsA | ReadsB | ReadsC, wide: SetsA | ReadsB | ReadsC,
	modify: SetsA | ReadsB | ReadsC, compare: SetsA | ReadsB | ReadsC,
	jumpIf: ReadsA, use: ReadsA, useSite: ReadsA,
	jumpCmp: ReadsA | ReadsB,
	store:   ReadsB | ReadsC,
}

// Fields returns the fields that are registers in an instruction of this kind.
func (o Op) Fields() Fields { return fields[ops[o].form] }
