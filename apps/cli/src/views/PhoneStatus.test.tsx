import { stripVTControlCharacters as plain } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { renderScreen } from "../testing/renderScreen.tsx"
import { PhoneStatus } from "./PhoneStatus.tsx"

const renderStatus = (columns: number, waitedMs = 0) => {
  const onLeave = vi.fn()
  const now = Date.UTC(2026, 10, 22)
  const view = (
    <PhoneStatus
      wallet="Rainbow"
      slowAt={now + 60_000}
      until={now + 299_500}
      now={() => now + waitedMs}
      onLeave={onLeave}
    />
  )
  return { ...renderScreen(view, { columns, rows: 24 }), onLeave }
}

describe("PhoneStatus", () => {
  it.each([80, 40])("shows the wallet and the remaining time in %i columns", (columns) => {
    const { frame } = renderStatus(columns)
    const text = plain(frame()).replaceAll(/\s+/g, " ")
    expect(text).toContain("Open your wallet on your phone: Rainbow")
    expect(text).toContain("Time left to respond: 5:00. Esc cancels.")
    for (const line of plain(frame()).split("\n")) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it.each([80, 40])("says where to look after a minute in %i columns", (columns) => {
    const read = (waitedMs: number) => plain(renderStatus(columns, waitedMs).frame())
    expect(read(59_999)).not.toContain("No response")
    const slow = read(60_000)
    expect(slow.replaceAll(/\s+/g, " ")).toContain(
      "No response for a minute. Look for the request on your phone. If you cancel here, your wallet may still respond to it.",
    )
    for (const line of slow.split("\n")) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it.each(["\u0003", "\u001b"])("cancels with %j", async (key) => {
    const { onLeave, press } = renderStatus(80)
    press(key)
    await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  })
})
