import { stripVTControlCharacters as plain } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { renderScreen } from "../testing/renderScreen.tsx"
import { CodeEntry } from "./CodeEntry.tsx"
import { LinkStatus } from "./LinkStatus.tsx"

const at = Date.UTC(2026, 10, 22)
const mail = { email: "vera@example.com", resendAt: at + 12_000 }

const renderEntry = (columns: number, { now = at, problem = null as string | null } = {}) => {
  const [onAnswer, onInterrupt] = [vi.fn(), vi.fn()]
  const view = (
    <CodeEntry
      isReady
      question={{ ...mail, problem }}
      now={() => now}
      onAnswer={onAnswer}
      onInterrupt={onInterrupt}
    />
  )
  return { ...renderScreen(view, { columns, rows: 24 }), onAnswer, onInterrupt }
}

describe("CodeEntry", () => {
  it.each([80, 40])("shows the recipient, the resend time and the problem in %i columns", (columns) => {
    const { frame } = renderEntry(columns, { problem: "This code is wrong." })
    const text = plain(frame()).replaceAll(/\s+/g, " ")
    expect(text).toContain("✗ This code is wrong.")
    expect(text).toContain("vera@example.com _ _ _ _ _ _")
    expect(text).toContain("r sends a new code in 0:12; Esc cancels")
    for (const line of plain(frame()).split("\n")) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it("shows the typed digits and submits the code once with the sixth digit", async () => {
    const { frame, onAnswer, press } = renderEntry(80)
    press("12x3")
    await vi.waitFor(() => expect(plain(frame())).toContain("1 2 3 _ _ _"))
    press("\u007f")
    await vi.waitFor(() => expect(plain(frame())).toContain("1 2 _ _ _ _"))
    press("345678\r")
    await vi.waitFor(() =>
      expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ _tag: "Code", digits: "123456" }),
    )
  })

  it("requests another mail only after the resend time", async () => {
    const early = renderEntry(80)
    early.press("r1")
    await vi.waitFor(() => expect(plain(early.frame())).toContain("1 _ _ _ _ _"))
    expect(early.onAnswer).not.toHaveBeenCalled()
    const late = renderEntry(80, { now: mail.resendAt })
    late.press("r")
    await vi.waitFor(() => expect(late.onAnswer).toHaveBeenCalledWith({ _tag: "Resend" }))
  })

  it("reports Esc as cancelled and Ctrl-C as interrupt", async () => {
    const { onAnswer, onInterrupt, press } = renderEntry(80)
    press("\u0003")
    await vi.waitFor(() => expect(onInterrupt).toHaveBeenCalledOnce())
    press("\u001b")
    await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ _tag: "Left" }))
  })
})

describe("LinkStatus", () => {
  const link = (now: number) => {
    const [onLeave, onResend] = [vi.fn(), vi.fn()]
    const view = <LinkStatus mail={mail} now={() => now} onResend={onResend} onLeave={onLeave} />
    return { ...renderScreen(view, { columns: 100, rows: 24 }), onLeave, onResend }
  }

  it("shows the recipient, resends only after the resend time and cancels", async () => {
    const early = link(at)
    expect(plain(early.frame())).toContain("Open the link in the email sent to vera@example.com")
    expect(plain(early.frame())).toContain("r sends a new email in 0:12. Esc cancels.")
    early.press("r")
    early.press("\u0003")
    await vi.waitFor(() => expect(early.onLeave).toHaveBeenCalledOnce())
    expect(early.onResend).not.toHaveBeenCalled()
    const late = link(mail.resendAt)
    late.press("r")
    await vi.waitFor(() => expect(late.onResend).toHaveBeenCalledOnce())
  })
})
