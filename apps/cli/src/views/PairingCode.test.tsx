import { stripVTControlCharacters as plain } from "node:util"
import type { PairingLink } from "@wmodal/chains/walletconnect"
import { describe, expect, it, vi } from "vitest"
import { codeOf } from "../pairing/code.ts"
import type { LiveLink } from "../pairing/LiveLink.ts"
import { modulesOf } from "../testing/modules.ts"
import { screenOf } from "../testing/screen.tsx"
import { type CodeColours, PairingCode } from "./PairingCode.tsx"

const now = Date.UTC(2026, 10, 22)
const linkOf = (digit: string, expiresAt = now + 240_000): PairingLink => ({
  uri: `wc:${digit.repeat(64)}@2?expiryTimestamp=1764000000&relay-protocol=irn&symKey=${digit.repeat(64)}`,
  expiresAt,
})

const live = (first: PairingLink | null) => {
  let current = first
  const listeners = new Set<() => void>()
  const source: LiveLink = {
    link: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const show = (link: PairingLink | null) => {
    current = link
    for (const listener of listeners) listener()
  }
  return { source, show }
}

const shown = (
  first: PairingLink | null,
  window = { columns: 80, rows: 40 },
  colours: CodeColours = "blackOnWhite",
) => {
  const { show, source } = live(first)
  const onLeave = vi.fn()
  const screen = screenOf(
    <PairingCode live={source} colours={colours} now={() => now} onLeave={onLeave} />,
    window,
  )
  return { ...screen, show, onLeave }
}

/** The lines of a frame that are of the code. */
const codeIn = (frame: string, uri: string): readonly string[] => {
  const height = Math.ceil(codeOf(uri).length / 2)
  const lines = frame.split("\n")
  const first = lines.findIndex((line) => line.includes("Scan this")) + 1
  return lines.slice(first, first + height)
}

const black = "38;5;16"
const white = "48;5;231"

describe("the code to scan", () => {
  const link = linkOf("a")
  const code = codeOf(link.uri)

  it("is that of the link, black on white wherever it stands", () => {
    const { frame } = shown(link)
    const lines = codeIn(frame(), link.uri)
    for (const line of lines) {
      expect(line).toContain(black)
      expect(line).toContain(white)
      expect([...plain(line)]).toHaveLength(code.length)
    }
    expect(modulesOf(lines.map(plain), "dark").slice(0, code.length)).toEqual(code)
  })

  it.each([
    ["ofDarkTerminal", "light"],
    ["ofLightTerminal", "dark"],
  ] as const)("is right without colours: %s", (colours, drawn) => {
    const { frame } = shown(link, { columns: 80, rows: 40 }, colours)
    const lines = codeIn(frame(), link.uri).map((line) => line.padEnd(code.length))
    expect(lines.join("")).not.toContain("\u001b")
    expect(modulesOf(lines, drawn).slice(0, code.length)).toEqual(code)
  })

  it("leaves room for everything else in a terminal of 80 by 40, and gives way where it has none", async () => {
    const { frame, resize } = shown(link)
    expect(frame().split("\n").length).toBeLessThan(40)
    for (const window of [
      { columns: 56, rows: 40 },
      { columns: 80, rows: 32 },
    ]) {
      resize(window)
      await vi.waitFor(() => expect(plain(frame())).toContain("A code to scan needs a window of 57 by 33."))
      expect(frame()).not.toContain("▀")
      resize({ columns: 57, rows: 33 })
      await vi.waitFor(() => expect(plain(frame())).toContain("Scan this"))
    }
  })

  it("is written out as a link too, and so is each newer one", async () => {
    const { frames, show } = shown(link)
    const written = (uri: string) => frames.filter((frame) => frame.includes(`${uri}\n`)).length
    expect(written(link.uri)).toBe(1)
    const next = linkOf("b")
    show(next)
    await vi.waitFor(() => expect(written(next.uri)).toBe(1))
    expect(written(link.uri)).toBe(1)
  })

  it("says for how long it is good, and that one is being made", async () => {
    const { frame, show } = shown(null)
    expect(plain(frame())).toContain("Making a code")
    show(linkOf("b", now + 30_500))
    await vi.waitFor(() => expect(plain(frame())).toContain("Good for 0:31; then comes a new one."))
    show(linkOf("c", now - 1))
    await vi.waitFor(() => expect(plain(frame())).toContain("Good for 0:00"))
  })

  it.each(["\u0003", "\u001b"])("is left by %j", async (key) => {
    const { onLeave, press } = shown(link)
    press(key)
    await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  })
})
