import { stripVTControlCharacters as plain } from "node:util"
import type { PairingLink } from "@wmodal/chains/walletconnect"
import { describe, expect, it, vi } from "vitest"
import type { LiveLink } from "../pairing/LiveLink.ts"
import { makeQrCode } from "../pairing/qrCode.ts"
import type { CodeColours } from "../terminal/codeColours.ts"
import { readModules } from "../testing/readModules.ts"
import { renderScreen } from "../testing/renderScreen.tsx"
import { PairingCode } from "./PairingCode.tsx"

const now = Date.UTC(2026, 10, 22)
const makeLink = (digit: string, expiresAt = now + 240_000): PairingLink => ({
  uri: `wc:${digit.repeat(64)}@2?expiryTimestamp=1764000000&relay-protocol=irn&symKey=${digit.repeat(64)}`,
  expiresAt,
})

const makeLiveLink = (first: PairingLink | null) => {
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

const renderPairingCode = (
  first: PairingLink | null,
  window = { columns: 80, rows: 40 },
  colours: CodeColours = "blackOnWhite",
) => {
  const { show, source } = makeLiveLink(first)
  const onLeave = vi.fn()
  const clock = { now }
  const screen = renderScreen(
    <PairingCode live={source} colours={colours} now={() => clock.now} onLeave={onLeave} />,
    window,
  )
  return { ...screen, show, onLeave, clock }
}

/** Returns the lines of a frame that contain the code. */
const extractCode = (frame: string, uri: string): readonly string[] => {
  const height = Math.ceil(makeQrCode(uri).length / 2)
  const lines = frame.split("\n")
  const first = lines.findIndex((line) => line.includes("Scan this")) + 1
  return lines.slice(first, first + height)
}

const black = "38;5;16"
const white = "48;5;231"

describe("PairingCode", () => {
  const link = makeLink("a")
  const code = makeQrCode(link.uri)

  it("draws the code of the link in black on white", () => {
    const { frame } = renderPairingCode(link)
    const lines = extractCode(frame(), link.uri)
    for (const line of lines) {
      expect(line).toContain(black)
      expect(line).toContain(white)
      expect([...plain(line)]).toHaveLength(code.length)
    }
    expect(readModules(lines.map(plain), "dark").slice(0, code.length)).toEqual(code)
  })

  it.each([
    ["ofDarkTerminal", "light"],
    ["ofLightTerminal", "dark"],
  ] as const)("draws the code without colours: %s", (colours, drawn) => {
    const { frame } = renderPairingCode(link, { columns: 80, rows: 40 }, colours)
    const lines = extractCode(frame(), link.uri).map((line) => line.padEnd(code.length))
    expect(lines.join("")).not.toContain("\u001b")
    expect(readModules(lines, drawn).slice(0, code.length)).toEqual(code)
  })

  it("fits into 80 by 40 and shows a note when the window is too small", async () => {
    const { frame, resize } = renderPairingCode(link)
    expect(frame().split("\n").length).toBeLessThan(40)
    for (const window of [
      { columns: 56, rows: 40 },
      { columns: 80, rows: 32 },
    ]) {
      resize(window)
      await vi.waitFor(() => expect(plain(frame())).toContain("A QR code needs a window of 57 by 33."))
      expect(frame()).not.toContain("▀")
      resize({ columns: 57, rows: 33 })
      await vi.waitFor(() => expect(plain(frame())).toContain("Scan this"))
    }
  })

  it("prints the link as text once, and each newer link", async () => {
    const { frames, show } = renderPairingCode(link)
    const written = (uri: string) => frames.filter((frame) => frame.includes(`${uri}\n`)).length
    expect(written(link.uri)).toBe(1)
    const next = makeLink("b")
    show(next)
    await vi.waitFor(() => expect(written(next.uri)).toBe(1))
    expect(written(link.uri)).toBe(1)
  })

  it("shows the remaining validity and the creation of a code", async () => {
    const { frame, show } = renderPairingCode(null)
    expect(plain(frame())).toContain("Creating code")
    show(makeLink("b", now + 30_500))
    await vi.waitFor(() => expect(plain(frame())).toContain("Valid for 0:31, then replaced by a new one."))
    show(makeLink("c", now - 1))
    await vi.waitFor(() => expect(plain(frame())).toContain("Valid for 0:00"))
  })

  it("names the clock of the device once when no wallet answers for a minute", async () => {
    const { clock, frames, show } = renderPairingCode(link)
    const hints = () =>
      frames.filter((frame) =>
        frame.includes(
          "Does your wallet say the code has expired? Check the date and time of this device.\n",
        ),
      ).length
    const pass = async (seconds: number, next: string) => {
      clock.now = now + seconds * 1000
      show(makeLink(next))
      await vi.waitFor(() => expect(frames.join("")).toContain(makeLink(next).uri))
    }
    await pass(59, "b")
    expect(hints()).toBe(0)
    await pass(60, "c")
    await vi.waitFor(() => expect(hints()).toBe(1))
    await pass(200, "d")
    expect(hints()).toBe(1)
  })

  it.each(["\u0003", "\u001b"])("cancels with %j", async (key) => {
    const { onLeave, press } = renderPairingCode(link)
    press(key)
    await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  })
})
