// Package aarch64 decodes instructions of Armv8 in 64-bit state: loads and stores
// with their acquire and release forms, exclusives, the atomic instructions of
// Armv8.1 (LSE), barriers, branches, and integer arithmetic as far as litmus tests
// and compilers of small functions use it.
//
// A domain of a barrier is taken as the whole system. An atomic instruction whose
// destination is the zero register reads without a result: its read is tagged
// NoRet, and does not acquire.
package aarch64

import (
	"maps"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
)

// The registers beside X0 to X30.
const (
	sp isa.Reg = 31 + iota
	left
	right
	count
)

// Arch is the architecture.
var Arch = &isa.Arch{Name: "AArch64", Count: count, Registers: registers()}

func registers() map[string]isa.Register {
	m := map[string]isa.Register{
		"SP": {Name: "SP", Reg: sp, Bits: 64}, "WSP": {Name: "SP", Reg: sp, Bits: 32},
		"XZR": {Name: "XZR", Reg: isa.None, Bits: 64}, "WZR": {Name: "XZR", Reg: isa.None, Bits: 32},
	}
	for i := range sp {
		n := strconv.Itoa(int(i))
		m["X"+n] = isa.Register{Name: "X" + n, Reg: i, Bits: 64}
		m["W"+n] = isa.Register{Name: "X" + n, Reg: i, Bits: 32}
	}
	return m
}

// An instruction is the decoder of a mnemonic.
type instruction func(d *decoder)

var instructions = map[string]instruction{}

func init() {
	for name, op := range map[string][2]code.Op{
		"ADD": {code.Add, code.AddS32}, "SUB": {code.Sub, code.SubS32}, "AND": {code.And, code.And},
		"ORR": {code.Or, code.Or}, "EOR": {code.Xor, code.Xor}, "MUL": {code.Mul, code.MulS32},
		"LSL": {code.Shl, code.Shl}, "LSR": {code.ShrU, code.ShrU}, "ASR": {code.ShrS, code.ShrS},
		"BIC": {code.And, code.And}, "ORN": {code.Or, code.Or}, "EON": {code.Xor, code.Xor},
	} {
		complement := name == "BIC" || name == "ORN" || name == "EON"
		instructions[name] = func(d *decoder) { d.arithmetic(op, false, complement) }
		if name == "ADD" || name == "SUB" || name == "AND" || name == "BIC" {
			instructions[name+"S"] = func(d *decoder) { d.arithmetic(op, true, complement) }
		}
	}
	for suffix, size := range sizes {
		for name, a := range map[string]access{
			"LDR": {}, "LDUR": {}, "LDAR": {tags: isa.Atomic}, "LDAPR": {tags: isa.Q},
			"LDXR": {exclusive: true}, "LDAXR": {exclusive: true, tags: isa.Atomic},
		} {
			instructions[name+suffix] = func(d *decoder) { d.load(a, size, false) }
		}
		for name, a := range map[string]access{
			"STR": {}, "STUR": {}, "STLR": {tags: isa.L},
			"STXR": {exclusive: true}, "STLXR": {exclusive: true, tags: isa.L},
		} {
			instructions[name+suffix] = func(d *decoder) { d.store(a, size) }
		}
	}
	for name, size := range map[string]uint8{"LDRSB": 1, "LDRSH": 2, "LDRSW": 4} {
		instructions[name] = func(d *decoder) { d.load(access{}, size, true) }
	}
	for name, tags := range map[string][3]isa.Tags{"DMB": {isa.DMBSY, isa.DMBLD, isa.DMBST}, "DSB": {isa.DSBSY, isa.DSBLD, isa.DSBST}} {
		instructions[name] = func(d *decoder) { d.barrier(tags) }
	}
	complement := func(d *decoder) { d.unary(code.Com) }
	maps.Copy(instructions, map[string]instruction{
		"NOP": func(*decoder) {},
		"ISB": func(d *decoder) { d.Fence(isa.ISB) },
		"MOV": (*decoder).move, "MOVZ": (*decoder).move, "MVN": complement, "NEG": func(d *decoder) { d.unary(code.Neg) },
		"CMP": (*decoder).compare, "CMN": (*decoder).compareNegative, "TST": (*decoder).test,
		"CSEL": func(d *decoder) { d.choose(code.BadOp) }, "CSINC": func(d *decoder) { d.choose(code.Add) },
		"CSINV": func(d *decoder) { d.choose(code.Com) }, "CSNEG": func(d *decoder) { d.choose(code.Neg) },
		"CSET": func(d *decoder) { d.set(1) }, "CSETM": func(d *decoder) { d.set(-1) },
		"CBZ": func(d *decoder) { d.branchIf(code.JZ) }, "CBNZ": func(d *decoder) { d.branchIf(code.JNZ) },
		"TBZ": func(d *decoder) { d.branchBit(code.JZ) }, "TBNZ": func(d *decoder) { d.branchBit(code.JNZ) },
		"B": (*decoder).branch, "RET": func(d *decoder) { d.Return() },
		"ADRP": func(d *decoder) { d.page(^int64(0xfff)) }, "ADR": func(d *decoder) { d.page(-1) },
		"LDP": func(d *decoder) { d.pair(isa.Load) }, "STP": func(d *decoder) { d.pair(isa.Store) },
		"CINC": func(d *decoder) { d.chooseOther(code.Add) }, "CINV": func(d *decoder) { d.chooseOther(code.Com) }, "CNEG": func(d *decoder) { d.chooseOther(code.Neg) },
		"CLREX": func(*decoder) {}, "UBFIZ": (*decoder).insert, "UBFX": (*decoder).extract, "MOVK": (*decoder).keep, "MOVN": complement,
	})
	for name, op := range extensions {
		instructions[name] = func(d *decoder) { d.extend(op) }
	}
	Arch.Mnemonics = isa.Sorted(instructions, append(isa.Sorted(atomics), "CAS", "CASA", "CASL", "CASAL", "B.EQ", "B.NE")...)
	Arch.Decode = decode
}

// sizes are the bytes that an access moves by the suffix of its mnemonic; 0: as
// many as its register has.
var sizes = map[string]uint8{"": 0, "B": 1, "H": 2}

// extensions are instructions, and the extensions that may follow an operand.
var extensions = map[string]code.Op{
	"SXTB": code.ExtS8, "SXTH": code.ExtS16, "SXTW": code.ExtS32, "UXTB": code.ExtU8, "UXTH": code.ExtU16, "UXTW": code.ExtU32,
}

// An access is a form of load or store.
type access struct {
	exclusive bool
	tags      isa.Tags
}

// A decoder decodes one instruction.
type decoder struct {
	isa.Operands
}

func decode(b *isa.Builder, mnemonic string, operands []string) error {
	name := strings.ToUpper(mnemonic)
	d := &decoder{isa.Operands{Builder: b, List: operands}}
	cond, conditional := strings.CutPrefix(name, "B.")
	if !conditional && len(name) == 3 && name[0] == 'B' {
		_, conditional = isa.Conditions[name[1:]]
		cond = name[1:]
	}
	if i, ok := instructions[name]; ok {
		i(d)
	} else if conditional {
		d.branchOn(cond)
	} else if a, order, size, ok := atomic(name); ok {
		a(d, order, size)
	} else {
		return Arch.Unknown(mnemonic)
	}
	return d.End()
}

// read returns a register with the value of r, sign-extended.
func (d *decoder) read(r isa.Register) isa.Reg {
	if r.Bits == 32 && r.Reg != isa.None {
		return d.Compute(code.ExtS32, r.Reg, isa.None)
	}
	return r.Reg
}

// write makes r hold v: of 32 bits, the others become 0.
func (d *decoder) write(r isa.Register, v isa.Reg) {
	if r.Bits == 32 {
		d.ComputeTo(r.Reg, code.ExtU32, v, isa.None)
	} else {
		d.Move(r.Reg, v)
	}
}

// value reads the remaining operands: an immediate, or a register with an extension or a shift.
func (d *decoder) value(bits int) isa.Reg {
	o := d.Next()
	if symbol, ok := strings.CutPrefix(strings.TrimPrefix(o, "#"), ":lo12:"); ok {
		return d.Const(d.Expression(symbol) & 0xfff)
	}
	if strings.HasPrefix(o, "#") || o != "" && (o[0] >= '0' && o[0] <= '9' || o[0] == '-') {
		v := d.Number(o)
		if len(d.List) > 0 {
			fields := strings.Fields(d.Next())
			n, err := int64(0), error(nil)
			if len(fields) == 2 {
				n, err = isa.Immediate(fields[1])
			}
			if len(fields) != 2 || err != nil || !strings.EqualFold(fields[0], "LSL") {
				d.Unsupportedf("form of an immediate is")
			}
			v <<= uint(n)
		}
		if bits == 32 {
			v = int64(int32(v))
		}
		return d.Const(v)
	}
	return d.shifted(d.read(d.Named(o)))
}

// shifted applies an extension or a shift, if one follows.
func (d *decoder) shifted(v isa.Reg) isa.Reg {
	if len(d.List) == 0 {
		return v
	}
	fields := strings.Fields(strings.ToUpper(d.Next()))
	amount := int64(0)
	if len(fields) == 2 {
		amount = d.Number(fields[1])
	}
	switch op := ""; {
	case len(fields) == 0 || len(fields) > 2:
		d.Failf("an extension or a shift is missing")
	default:
		op = fields[0]
		switch op {
		case "SXTB", "SXTH", "SXTW", "UXTB", "UXTH", "UXTW":
			v = d.Compute(extensions[op], v, isa.None)
		case "SXTX", "UXTX", "LSL":
		case "LSR":
			return d.Compute(code.ShrU, v, d.Const(amount))
		case "ASR":
			return d.Compute(code.ShrS, v, d.Const(amount))
		default:
			d.Unsupportedf("%s of an operand is", op)
		}
	}
	if amount != 0 {
		v = d.Compute(code.Shl, v, d.Const(amount))
	}
	return v
}

// address reads a memory operand: [X], [X,#k], [X,W,SXTW], [X,X,LSL #k], [X,#k]! or [X],#k.
func (d *decoder) address() isa.Reg {
	return d.Address(code.Add, func(name string) (isa.Register, isa.Reg) {
		base := d.Named(name)
		if base.Bits != 64 {
			d.Failf("an address is held by a register of 64 bits, not by %s", name)
		}
		return base, base.Reg
	}, func() isa.Reg { return d.value(64) })
}

func (d *decoder) arithmetic(op [2]code.Op, flags, complement bool) {
	dst, x := d.Reg(), d.Reg()
	a, b := d.read(x), d.value(dst.Bits)
	if complement {
		b = d.Compute(code.Com, b, isa.None)
	}
	which := op[0]
	if dst.Bits == 32 {
		which = op[1]
		if op[0] == code.ShrU {
			a = d.Compute(code.ExtU32, a, isa.None)
		}
	}
	if op[0] == code.Shl || op[0] == code.ShrU || op[0] == code.ShrS {
		b = d.Compute(code.And, b, d.Const(int64(dst.Bits-1)))
	}
	v := d.Compute(which, a, b)
	if flags {
		switch op[0] {
		case code.Sub:
			d.flags(a, b)
		case code.Add:
			d.flags(a, d.sized(dst, d.Compute(code.Neg, b, isa.None)))
		default:
			d.flags(d.sized(dst, v), isa.None)
		}
	}
	d.write(dst, v)
}

// sized sign-extends v from the size of r.
func (d *decoder) sized(r isa.Register, v isa.Reg) isa.Reg {
	if r.Bits == 32 {
		return d.Compute(code.ExtS32, v, isa.None)
	}
	return v
}

// flags sets the flags as by a comparison of x and y.
func (d *decoder) flags(x, y isa.Reg) {
	d.Move(left, x)
	d.Move(right, y)
}

func (d *decoder) compare() {
	r := d.Reg()
	x := d.read(r)
	d.flags(x, d.value(r.Bits))
}

func (d *decoder) compareNegative() {
	r := d.Reg()
	x := d.read(r)
	d.flags(x, d.sized(r, d.Compute(code.Neg, d.value(r.Bits), isa.None)))
}

func (d *decoder) test() {
	r := d.Reg()
	x := d.read(r)
	d.flags(d.Compute(code.And, x, d.value(r.Bits)), isa.None)
}

func (d *decoder) move() {
	dst := d.Reg()
	d.write(dst, d.value(dst.Bits))
}

func (d *decoder) unary(op code.Op) {
	dst := d.Reg()
	d.write(dst, d.Compute(op, d.value(dst.Bits), isa.None))
}

func (d *decoder) extend(op code.Op) {
	dst, src := d.Reg(), d.Reg()
	d.write(dst, d.Compute(op, d.read(src), isa.None))
}

// condition returns the comparison of a condition.
func (d *decoder) condition(name string) isa.Comparison {
	c, ok := isa.Conditions[strings.ToUpper(name)]
	if !ok {
		d.Unsupportedf("condition %s is", name)
	}
	return c
}

// holds returns a register that is 1 if a condition holds, otherwise 0.
func (d *decoder) holds(c isa.Comparison) isa.Reg {
	if c.Jump == code.Jmp {
		return d.Const(1)
	}
	x, y := c.Order(left, right)
	return d.Compute(c.Compute, x, y)
}

// choose decodes CSEL and similar instructions. op is applied to the value that is taken if the
// condition does not hold.
func (d *decoder) choose(op code.Op) {
	dst, x, y := d.Reg(), d.Reg(), d.Reg()
	c := d.holds(d.condition(d.Next()))
	a, b := d.read(x), d.read(y)
	switch op {
	case code.BadOp:
	case code.Add:
		b = d.Compute(code.Add, b, d.Const(1))
	default:
		b = d.Compute(op, b, isa.None)
	}
	v := d.Temp()
	d.Emit(isa.Instr{Kind: isa.Select, D: v, A: a, B: b, C: c})
	d.write(dst, v)
}

// set decodes CSET and CSETM.
func (d *decoder) set(value int64) {
	dst := d.Reg()
	c := d.holds(d.condition(d.Next()))
	v := d.Temp()
	d.Emit(isa.Instr{Kind: isa.Select, D: v, A: d.Const(value), B: isa.None, C: c})
	d.write(dst, v)
}

func (d *decoder) branch() { d.Branch(code.Jmp, isa.None, isa.None, d.Next()) }

func (d *decoder) branchOn(cond string) {
	c := d.condition(cond)
	x, y := c.Order(left, right)
	d.Branch(c.Jump, x, y, d.Next())
}

func (d *decoder) branchIf(op code.Op) {
	r := d.Reg()
	d.Branch(op, d.read(r), isa.None, d.Next())
}

func (d *decoder) branchBit(op code.Op) {
	r, bit := d.Reg(), d.Immediate()
	if bit < 0 || bit >= int64(r.Bits) {
		d.Failf("there is no bit %d", bit)
		return
	}
	v := d.Compute(code.And, d.Compute(code.ShrU, d.read(r), d.Const(bit)), d.Const(1))
	d.Branch(op, v, isa.None, d.Next())
}

func (d *decoder) barrier(tags [3]isa.Tags) {
	domain := strings.ToUpper(d.Next())
	which := 0
	if s, ok := strings.CutSuffix(domain, "LD"); ok {
		domain, which = s, 1
	} else if s, ok := strings.CutSuffix(domain, "ST"); ok {
		domain, which = s, 2
	}
	switch {
	case domain == "" && which > 0, domain == "SY" && which == 0, domain == "ISH", domain == "OSH", domain == "NSH":
		d.Fence(tags[which])
	default:
		d.Failf("%s is no domain of a barrier", domain)
	}
}

// bytes is the size of an access of register r.
func bytes(r isa.Register, size uint8) uint8 {
	if size != 0 {
		return size
	}
	return uint8(r.Bits / 8)
}

// page decodes ADRP and ADR: the bits in mask of a symbol's address. An entry of the table of
// addresses has the address of the symbol itself, see load.
func (d *decoder) page(mask int64) {
	dst := d.Reg()
	d.Set(dst.Reg, d.Expression(strings.TrimPrefix(d.Next(), ":got:"))&mask)
}

// pair decodes LDP and STP.
func (d *decoder) pair(kind isa.Kind) {
	d.Pair(kind, false, code.Add, d.address, d.write)
}

// chooseOther decodes CINC and similar instructions. op is applied if the condition holds.
func (d *decoder) chooseOther(op code.Op) {
	dst, x := d.Reg(), d.Reg()
	c := d.holds(d.condition(d.Next()))
	a := d.read(x)
	b := isa.None
	if op == code.Add {
		b = d.Const(1)
	}
	v := d.Temp()
	d.Emit(isa.Instr{Kind: isa.Select, D: v, A: d.Compute(op, a, b), B: a, C: c})
	d.write(dst, v)
}

// insert decodes UBFIZ: the low bits of a register, shifted left.
func (d *decoder) insert() {
	dst, src := d.Reg(), d.Reg()
	shift, width := d.Immediate(), d.Immediate()
	v := d.Compute(code.And, src.Reg, d.Const(1<<(uint64(width)&63)-1))
	d.write(dst, d.Compute(code.Shl, v, d.Const(shift)))
}

// extract decodes UBFX: bits of a register, shifted right.
func (d *decoder) extract() {
	dst, src := d.Reg(), d.Reg()
	shift, width := d.Immediate(), d.Immediate()
	v := d.Compute(code.ShrU, src.Reg, d.Const(shift))
	d.write(dst, d.Compute(code.And, v, d.Const(1<<(uint64(width)&63)-1)))
}

// keep decodes MOVK: 16 bits of a register change.
func (d *decoder) keep() {
	dst := d.Reg()
	v, shift := d.Immediate(), int64(0)
	if len(d.List) > 0 {
		shift = d.Number(strings.TrimSpace(strings.TrimPrefix(strings.ToUpper(d.Next()), "LSL")))
	}
	rest := d.Compute(code.And, dst.Reg, d.Const(^(0xffff << uint(shift))))
	d.write(dst, d.Compute(code.Or, rest, d.Const(v<<uint(shift))))
}

func (d *decoder) load(a access, size uint8, signed bool) {
	dst := d.Reg()
	if len(d.List) > 0 {
		if _, symbol, ok := strings.Cut(strings.TrimSuffix(d.List[0], "]"), ":got_lo12:"); ok {
			d.Next()
			d.Set(dst.Reg, d.Expression(symbol))
			return
		}
	}
	in := isa.Instr{Kind: isa.Load, D: d.Temp(), A: d.address(), Size: bytes(dst, size), Signed: signed, Tags: a.tags}
	if a.exclusive {
		in.Kind, in.Tags = isa.LoadX, a.tags|isa.EX
	}
	d.Emit(in)
	d.write(dst, in.D)
}

func (d *decoder) store(a access, size uint8) {
	var status isa.Register
	if a.exclusive {
		status = d.Reg()
	}
	src := d.Reg()
	v := d.read(src)
	in := isa.Instr{Kind: isa.Store, B: v, A: d.address(), D: isa.None, Size: bytes(src, size), Tags: a.tags}
	if a.exclusive {
		in.Kind, in.D, in.Tags = isa.StoreX, status.Reg, a.tags|isa.EX
	}
	d.Emit(in)
}

// An order is the memory order of an atomic instruction.
type order struct{ acquire, release bool }

var orders = map[string]order{"": {}, "A": {acquire: true}, "L": {release: true}, "AL": {true, true}}

// atomics are the functions of atomic instructions, whose names start so.
var atomics = map[string]code.RMWOp{
	"SWP": code.Xchg, "LDADD": code.FetchAdd, "LDEOR": code.FetchXor, "LDSET": code.FetchOr, "LDCLR": isa.AndNot,
	"LDSMIN": code.FetchMin, "LDSMAX": code.FetchMax, "LDUMIN": code.FetchMinU, "LDUMAX": code.FetchMaxU,
	"STADD": code.FetchAdd, "STEOR": code.FetchXor, "STSET": code.FetchOr, "STCLR": isa.AndNot,
	"STSMIN": code.FetchMin, "STSMAX": code.FetchMax, "STUMIN": code.FetchMinU, "STUMAX": code.FetchMaxU,
}

// atomic returns the decoder, the memory order and the size in bytes of an atomic instruction.
func atomic(name string) (decode func(*decoder, order, uint8), o order, size uint8, ok bool) {
	for suffix, bytes := range sizes {
		base, found := strings.CutSuffix(name, suffix)
		if !found {
			continue
		}
		for ordering, o := range orders {
			stem, found := strings.CutSuffix(base, ordering)
			if !found {
				continue
			}
			if op, ok := atomics[stem]; ok && (stem[:2] != "ST" || !o.acquire) {
				return func(d *decoder, o order, size uint8) { d.modify(op, stem[:2] == "ST", o, size) }, o, bytes, true
			}
			if stem == "CAS" {
				return (*decoder).compareAndSwap, o, bytes, true
			}
		}
	}
	return nil, order{}, 0, false
}

func (o order) tags() (read, write isa.Tags) {
	if o.acquire {
		read = isa.Atomic
	}
	if o.release {
		write = isa.L
	}
	return read, write
}

func (d *decoder) modify(op code.RMWOp, noResult bool, o order, size uint8) {
	src := d.Reg()
	dst := isa.Register{Reg: isa.None, Bits: src.Bits}
	if !noResult {
		dst = d.Reg()
	}
	v := d.read(src)
	in := isa.Instr{Kind: isa.Amo, RMW: op, D: d.Temp(), E: isa.None, A: d.address(), B: v, Size: bytes(src, size), Tags: isa.X}
	in.ReadTags, in.WriteTags = o.tags()
	if dst.Reg == isa.None {
		in.ReadTags = isa.NoRet
	}
	d.Emit(in)
	d.write(dst, in.D)
}

func (d *decoder) compareAndSwap(o order, size uint8) {
	expected, next := d.Reg(), d.Reg()
	e, n := d.read(expected), d.read(next)
	in := isa.Instr{Kind: isa.Cas, D: d.Temp(), E: isa.None, A: d.address(), B: e, C: n, Size: bytes(expected, size), Tags: isa.X, Choice: true}
	in.ReadTags, in.WriteTags = o.tags()
	in.FailTags = in.ReadTags
	d.Emit(in)
	d.write(expected, in.D)
}
