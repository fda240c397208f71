import type { Command } from "commander"
import { expect, it, vi } from "vitest"
import { formatReport } from "./failure/Report.ts"
import { listCommands, parse } from "./plan/parse.ts"
import { run } from "./run.ts"
import { readTerminal } from "./terminal/Terminal.ts"
import { makeTemporaryFolder } from "./testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "./testing/recordedFacts.ts"

vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")

/** Writes to the clipboard, clears the screen by an eight-bit sequence, and turns the text around. */
const evil = "x\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202e"

// oxlint-disable-next-line no-control-regex -- what a terminal obeys
const obeyed = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const listLeaves = (command: Command): readonly Command[] => [
  ...(command.parent === null ? [] : [command]),
  ...command.commands.flatMap(listLeaves),
]

const toPath = (command: Command): readonly string[] =>
  command.parent === null ? [] : [...toPath(command.parent), command.name()]

/** Words that earlier arguments accept, so that the later one is reached. */
const plainWords: Readonly<Record<string, string>> = {
  caip2: "eip155:1",
  amount: "1",
  token: "ETH",
  to: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  currency: "USD",
}

const toFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags

/** Every command line with the text in one argument, in one option, as an unknown option, and as a further argument. */
const toCommandLines = (command: Command): readonly (readonly string[])[] => {
  const path = toPath(command)
  const plain = command.registeredArguments.map((argument) => plainWords[argument.name()] ?? "x")
  const root = ((): Command => {
    let top = command
    while (top.parent !== null) top = top.parent
    return top
  })()
  return [
    ...plain.map((_, at) => [...path, ...plain.slice(0, at), evil]),
    ...[...command.options, ...root.options]
      .filter(({ flags }) => /[<[]/.test(flags))
      .map(({ flags }) => [...path, ...plain, toFlag(flags), evil]),
    [...path, ...plain, `--${evil}`],
    [...path, ...plain, evil],
    [...path.slice(0, -1), evil],
  ]
}

const lines = listLeaves(listCommands()).flatMap(toCommandLines)

const play = async (words: readonly string[], tty: readonly "stderr"[]) => {
  const home = makeTemporaryFolder()
  const { facts, stderr, stdout } = makeRecordedFacts({ tty, env: { XDG_STATE_HOME: home } })
  const parsed = parse(words)
  if (parsed._tag === "Show") return parsed.text
  if (parsed._tag === "Refused") {
    const { format, hint, message } = parsed
    return formatReport({ code: "usage", message, hint, retryable: false }, readTerminal(facts, format))
  }
  // A server that would not end.
  if (parsed.plan._tag === "Mock") return ""
  await run(parsed.plan, parsed.shared, facts)
  return stdout() + stderr()
}

it("prints no escape of an argument or an option, of any command, on a terminal and in a pipe", async () => {
  expect(lines.length).toBeGreaterThan(250)
  for (const words of lines)
    for (const tty of [["stderr"], []] as const) {
      const printed = await play(words, tty)
      expect({
        words,
        printed,
        obeyed: obeyed.exec(printed)?.index,
      }).toEqual({
        words,
        printed,
        obeyed: undefined,
      })
    }
})

it.each(["WMODAL_RELAY", "WMODAL_ENDPOINTS", "WMODAL_PROJECT_ID", "XDG_STATE_HOME"])(
  "prints no escape of the variable %s",
  async (name) => {
    for (const words of [["networks"], ["accounts"], ["connect", "--wallet", "dev", "--yes"], ["doctor"]]) {
      const { facts, stderr, stdout } = makeRecordedFacts({
        tty: ["stderr"],
        env: { XDG_STATE_HOME: makeTemporaryFolder(), [name]: `/${evil}` },
      })
      const parsed = parse(words)
      if (parsed._tag === "Run") await run(parsed.plan, parsed.shared, facts)
      expect(stdout() + stderr()).not.toMatch(obeyed)
    }
  },
)
