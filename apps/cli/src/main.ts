import { exitCodes } from "./failure/exitCodes.ts"
import { formatReport } from "./failure/Report.ts"
import { parse } from "./plan/parse.ts"
import { readTerminal } from "./terminal/Terminal.ts"

// Imports here are loaded for `--help`, too: the engine, the wallet and Ink load with the command.

const parsed = parse(process.argv.slice(2))

// A failed write does not abort the command: a payment must not end halfway because the disk is full.
// `wmodal networks | head -1` closes the pipe early, which is not a failure.
let reported = false
process.stdout.on("error", ({ code = "unknown" }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || reported) return
  reported = true
  const report = {
    code: "output",
    message: `The result could not be written to stdout (${code}).`,
    hint: "Run wmodal activity to see what was sent.",
    retryable: false,
  }
  const format = parsed._tag === "Run" ? parsed.shared.format : "auto"
  process.stderr.write(formatReport(report, readTerminal(process, format)))
})
process.stderr.on("error", () => {})
process.on("exit", () => {
  if (reported && process.exitCode === exitCodes.ok) process.exitCode = exitCodes.unexpected
})

switch (parsed._tag) {
  case "Show":
    process.stdout.write(parsed.text)
    break
  case "Refused": {
    const { message, hint, format } = parsed
    const report = { code: "usage", message, hint, retryable: false }
    process.stderr.write(formatReport(report, readTerminal(process, format)))
    process.exitCode = exitCodes.usage
    break
  }
  case "Run": {
    // Ink's color library reads only this variable, when it loads.
    if (!readTerminal(process, parsed.shared.format).colour) process.env["FORCE_COLOR"] = "0"
    const { run } = await import("./run.ts")
    process.exitCode = await run(parsed.plan, parsed.shared, process)
    leaveSoon()
  }
}

/**
 * Ends the process when a second later only what a library has left keeps it alive: WalletConnect's client has a timer of
 * a minute for each subscription that found no relay. Output that a slow reader has not taken yet is waited for.
 */
function leaveSoon() {
  setTimeout(() => {
    if (process.stdout.writableLength + process.stderr.writableLength > 0) leaveSoon()
    else process.exit()
  }, 1_000).unref()
}
