#!/usr/bin/env node
import { exitCodes } from "./failure/exitCodes.ts"
import { reportText } from "./failure/Report.ts"
import { parse } from "./plan/parse.ts"
import { readTerminal } from "./terminal/Terminal.ts"

// What stands here is all that `--help` pays for: the engine, the wallet and Ink load with the command.

// `wmodal networks | head -1` closes the pipe early, which is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

const parsed = parse(process.argv.slice(2))

switch (parsed._tag) {
  case "Show":
    process.stdout.write(parsed.text)
    break
  case "Refused": {
    const { message, hint, format } = parsed
    const report = { code: "usage", message, hint, retryable: false }
    process.stderr.write(reportText(report, readTerminal(process, format)))
    process.exitCode = exitCodes.usage
    break
  }
  case "Run": {
    // What Ink colours with decides when it loads, and knows this variable alone.
    if (!readTerminal(process, parsed.shared.format).colour) process.env["FORCE_COLOR"] = "0"
    const { run } = await import("./run.ts")
    process.exitCode = await run(parsed.plan, parsed.shared, process)
  }
}
