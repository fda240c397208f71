import { Effect } from "effect"
import { Text } from "ink"
import { createElement } from "react"
import { describe, expect, it } from "vitest"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { makeOutput } from "./Output.ts"
import { type Format, readTerminal } from "./Terminal.ts"

const result = {
  state: "balances",
  json: { value: 10n ** 30n, symbol: "ETH" },
  lines: ["1 ETH", "2 TST"],
  drawn: async () => (columns: number) => createElement(Text, null, `drawn in ${columns}`),
}

const openOutput = (format: Format, options: Parameters<typeof makeRecordedFacts>[0] = {}, debug = false) => {
  const recorded = makeRecordedFacts(options)
  return { ...recorded, output: makeOutput(recorded.facts, readTerminal(recorded.facts, format), { debug }) }
}

describe("Output", () => {
  it("prints one versioned document with base units as text", async () => {
    const { output, stdout } = openOutput("json")
    output.state("connecting")
    await Effect.runPromise(output.result(result))
    expect(stdout()).toBe(`{"v":1,"value":"1${"0".repeat(30)}","symbol":"ETH"}\n`)
  })

  it("prints one line per state with --jsonl", async () => {
    const { output, stdout } = openOutput("jsonl")
    output.state("connecting", { wallet: "dev" })
    await Effect.runPromise(output.result(result))
    expect(
      stdout()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { v: 1, state: "connecting", wallet: "dev" },
      { v: 1, state: "balances", value: `1${"0".repeat(30)}`, symbol: "ETH" },
    ])
  })

  it("prints only the data in a pipe", async () => {
    const { output, stdout, stderr } = openOutput("auto")
    output.state("connecting")
    output.info("hello")
    output.debug("secret host")
    await Effect.runPromise(output.result(result))
    expect([stdout(), stderr()]).toEqual(["1 ETH\n2 TST\n", ""])
  })

  it("draws on a terminal at a limited width", async () => {
    const tty = ["stdout", "stderr"] as const
    const narrow = openOutput("auto", { tty, columns: 40 })
    await Effect.runPromise(narrow.output.result(result))
    expect(narrow.stdout()).toContain("drawn in 40")
    const wide = openOutput("auto", { tty, columns: 300 })
    await Effect.runPromise(wide.output.result(result))
    expect(wide.stdout()).toContain("drawn in 84")
  })

  it("prints info on stderr and debug lines when enabled", () => {
    const { output, stdout, stderr } = openOutput("auto", { tty: ["stderr"] }, true)
    output.info("hello")
    output.debug("GET host: 200")
    expect([stdout(), stderr()]).toEqual(["", "hello\ndebug: GET host: 200\n"])
  })
})
