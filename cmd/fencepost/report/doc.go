// Package report holds what a command found, as plain data, and prints it.
//
// A Result is that data. Every source has one constructor, which is given
// finished executions and runs nothing: FromCheck, FromTest, FromExplore,
// FromRun, FromExplanation, FromPrediction, FromConfirmation, FromComparison,
// FromInference, FromOrders, FromLesson and so on. Six printers read a Result and
// nothing else: WriteText, WriteJSON, WriteHTML, WriteSARIF, WriteJUnit and
// WriteDOT. What a printer shows depends on what the Result holds; Schema describes
// its JSON.
//
// An Execution is recorded events with the cycle or the race in them, drawn as a
// whole. An Explanation tells it as a list of steps, each with a sentence and with
// what memory, the store buffers and, under PSLO, the old values that may still be
// read hold then; the terminal, the page and the code flows of SARIF show the same
// one.
//
// The package decides nothing about the findings: it groups, orders and words
// them. The order of everything follows from the findings alone, so the same
// campaign gives the same bytes.
package report
