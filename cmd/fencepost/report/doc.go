// Package report holds the results of commands as plain data, and prints them.
//
// A Result is that data. Each command has a constructor that takes finished executions and
// runs nothing: FromCheck, FromTest, FromExplore, FromRun, FromExplanation, FromPrediction,
// FromConfirmation, FromComparison, FromInference, FromOrders, FromLesson and so on. The
// printers read only a Result: WriteText, WriteJSON, WriteHTML, WriteSARIF, WriteJUnit and
// WriteDOT. A printer shows what the Result holds; Schema describes its JSON.
//
// An Execution is recorded events with the cycle or the race in them, for drawing. An
// Explanation is the same execution as a list of steps. Each step has a sentence and the
// state after it: memory, the store buffers and, under PSLO, the old values that may still
// be read. The terminal, the page and the code flows of SARIF show the same Explanation.
//
// The package decides nothing about the findings: it groups, orders and words them. All
// orders depend only on the findings, so the same campaign gives the same bytes.
package report
