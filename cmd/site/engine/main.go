//go:build js && wasm

// Command engine is the playground's engine for the browser: fencepost(request) returns a
// promise of the answer, both as JSON text.
package main

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"

	"fencepost/cmd/fencepost/playground/engine"
)

func main() {
	limits := engine.DefaultLimits
	debug.SetMemoryLimit(2 * limits.Memory) // garbage is collected sooner
	js.Global().Set("fencepost", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		var run js.Func
		run = js.FuncOf(func(_ js.Value, promise []js.Value) any {
			run.Release()
			go func() { promise[0].Invoke(string(answer(text, limits))) }()
			return nil
		})
		return js.Global().Get("Promise").New(run)
	}))
	select {}
}

// answer answers a request.
func answer(text string, limits engine.Limits) []byte {
	var r engine.Request
	var a *engine.Answer
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		a = engine.Refused("the request cannot be read: %v", err)
	} else {
		a = engine.Run(context.Background(), &r, limits, nil)
	}
	return engine.Encode(a, limits)
}
