#!/usr/bin/env node
import { describeOldNode } from "@wmodal/api/node/version"
import { exitCodes } from "./failure/exitCodes.ts"
import { formatReport } from "./failure/Report.ts"
import { readTerminal } from "./terminal/Terminal.ts"

// A module's imports are linked before a line of it runs. So this file and what it imports stay in syntax that an
// old Node reads, and the program itself is imported once Node is known to run it.
const problem = describeOldNode("wmodal", process.versions.node)
if (problem === null) await import("./main.ts")
else {
  const format = process.argv.some((argument) => /^--jsonl?$/.test(argument)) ? "json" : "auto"
  const report = { code: "node", message: problem, hint: null, retryable: false }
  process.stderr.write(formatReport(report, readTerminal(process, format)))
  process.exitCode = exitCodes.config
}
