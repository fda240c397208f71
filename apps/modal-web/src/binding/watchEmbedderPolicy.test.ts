import { afterEach, describe, expect, it, vi } from "vitest"
import { watchEmbedderPolicy } from "./watchEmbedderPolicy.ts"

const origin = "https://secure.example"

/** The members of a body are visible in its JSON only. Source: Chromium. */
const makeReport = (body: unknown, type = "coep") => ({
  type,
  url: "",
  body: {},
  toJSON: () => ({ type, body }),
})
const enforced = { type: "corp", blockedURL: `${origin}/sdk?projectId=1`, disposition: "enforce" }

const watchReports = () => {
  const refused = vi.fn<() => void>()
  let report: (reports: readonly unknown[]) => void = () => {}
  const disconnect = vi.fn<() => void>()
  vi.stubGlobal(
    "ReportingObserver",
    class {
      constructor(listener: typeof report) {
        report = listener
      }
      observe() {}
      disconnect() {
        disconnect()
      }
    },
  )
  const stop = watchEmbedderPolicy(origin, refused)
  return { disconnect, refused, report: (one: unknown) => report([one]), stop }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("watchEmbedderPolicy", () => {
  it("calls back when the page's header keeps out a document of the origin", () => {
    const { disconnect, refused, report, stop } = watchReports()
    report(makeReport(enforced))
    expect(refused).toHaveBeenCalledOnce()
    stop()
    expect(disconnect).toHaveBeenCalledOnce()
  })

  it("ignores other documents, other reports and headers that only report", () => {
    const { refused, report } = watchReports()
    for (const body of [
      { ...enforced, blockedURL: "https://secure.example.thief/sdk" },
      { ...enforced, blockedURL: "https://images.example/a.png" },
      { ...enforced, disposition: "reporting" },
      null,
    ])
      report(makeReport(body))
    report(makeReport(enforced, "deprecation"))
    expect(refused).not.toHaveBeenCalled()
  })

  it("watches nothing in a browser without reports", () => {
    vi.stubGlobal("ReportingObserver", undefined)
    expect(() => watchEmbedderPolicy(origin, () => {})()).not.toThrow()
  })
})
