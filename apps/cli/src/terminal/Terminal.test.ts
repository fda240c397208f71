import { describe, expect, it } from "vitest"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import { readTerminal } from "./Terminal.ts"

const all = ["stdin", "stdout", "stderr"] as const

describe("readTerminal", () => {
  it("draws, prompts and prints prose on a terminal", () => {
    expect(readTerminal(makeRecordedFacts({ tty: all, columns: 100 }).facts, "auto")).toEqual({
      draws: true,
      asks: true,
      speaks: true,
      colour: true,
      background: "dark",
      columns: 100,
      format: "auto",
    })
  })

  it("disables drawing and prompts in a pipe", () => {
    expect(readTerminal(makeRecordedFacts().facts, "auto")).toMatchObject({
      draws: false,
      asks: false,
      speaks: false,
      colour: false,
    })
  })

  it("draws without prompts when stdin is a pipe", () => {
    const { facts } = makeRecordedFacts({ tty: ["stdout", "stderr"] })
    expect(readTerminal(facts, "auto")).toMatchObject({ draws: true, asks: false })
  })

  it.each(["json", "jsonl"] as const)("prints for programs with --%s, even on a terminal", (format) => {
    expect(readTerminal(makeRecordedFacts({ tty: all }).facts, format)).toMatchObject({
      draws: false,
      asks: false,
      speaks: false,
    })
  })

  it.each([
    [{ CI: "true" }, { draws: false, asks: false, colour: false }],
    [{ CI: "1" }, { draws: false, asks: false, colour: false }],
    [{ CI: "false" }, { draws: true, asks: true, colour: true }],
    [{ CI: "" }, { draws: true, asks: true, colour: true }],
    [{ TERM: "dumb" }, { draws: false, asks: false, colour: false }],
    [{ NO_COLOR: "1" }, { draws: true, asks: true, colour: false }],
    [{ NO_COLOR: "" }, { draws: true, asks: true, colour: true }],
  ])("respects the environment %o", (env, expected) => {
    expect(readTerminal(makeRecordedFacts({ tty: all, env }).facts, "auto")).toMatchObject(expected)
  })

  it.each([
    ["15;0", "dark"],
    ["0;15", "light"],
    ["0;default;7", "light"],
    ["12;8", "dark"],
    ["", "dark"],
    ["7", "light"],
  ])("detects the background of COLORFGBG %j", (COLORFGBG, background) => {
    expect(readTerminal(makeRecordedFacts({ env: { COLORFGBG } }).facts, "auto").background).toBe(background)
  })

  it("assumes 80 columns when the width is unknown and limits the width to at least 20", () => {
    expect(readTerminal(makeRecordedFacts({ columns: 0 }).facts, "auto").columns).toBe(80)
    expect(readTerminal(makeRecordedFacts({ columns: 5 }).facts, "auto").columns).toBe(20)
  })
})
