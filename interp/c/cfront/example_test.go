package cfront_test

import (
	"fmt"
	"os"

	"fencepost/interp/c/cfront"
)

func ExampleCompile() {
	p, err := cfront.Compile("example.c", []byte("int x;\nint main(void) { x = 1; return x; }\n"), cfront.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Disassemble(os.Stdout)
	// Output:
	// func 0 main: 0 params, 2 registers, signature 0
	//    0  const   r0, 1                            ; 2:22
	//    1  const   r1, 65536                        ; 2:22
	//    2  store   [r1+0].s32, r0                   ; 2:18 x = 1
	//    3  const   r0, 65536                        ; 2:32
	//    4  load    r0, [r0+0].s32                   ; 2:32 x
	//    5  ret     r0                               ; 2:25
}
