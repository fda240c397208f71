import { EngineError } from "@wmodal/core"
import { FrameError } from "@wmodal/frame-rpc"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { getTexts } from "../../gallery/renderScene.tsx"
import { EmailProblem, getRetrySeconds } from "./EmailProblem.tsx"

const throttled = (seconds: number) => new EngineError({ reason: { _tag: "Throttled", seconds } })
const saying = (text: string) => new FrameError({ reason: { _tag: "Said", text } })

describe("getRetrySeconds", () => {
  it("returns the engine's wait, or the one in the secure site's well-known text", () => {
    expect(getRetrySeconds(throttled(24))).toBe(24)
    expect(getRetrySeconds(saying("Please try again after 24 seconds"))).toBe(24)
  })

  it("returns null for any other problem", () => {
    expect(getRetrySeconds(null)).toBe(null)
    expect(getRetrySeconds(new EngineError({ reason: { _tag: "SecureSiteNotFound" } }))).toBe(null)
    expect(getRetrySeconds(new FrameError({ reason: { _tag: "TimedOut" } }))).toBe(null)
    expect(getRetrySeconds(saying("This code is wrong. Please try again."))).toBe(null)
    expect(getRetrySeconds(saying("Please try again after 99999 seconds"))).toBe(null)
  })
})

describe("EmailProblem", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("counts down from the first report, and announces the wait once", () => {
    const problem = throttled(24)
    const aloud = /role="alert">Please try again after 24 seconds\. /
    expect(getTexts(renderToStaticMarkup(<EmailProblem problem={problem} />))).toContain(
      "Please try again after 24 seconds.",
    )
    vi.setSystemTime(1_010_000)
    const later = renderToStaticMarkup(<EmailProblem problem={problem} />)
    expect(getTexts(later)).toContain("Please try again after 14 seconds.")
    expect(later).toMatch(aloud)
    expect(later.match(/role="alert"/g)).toHaveLength(1)
  })

  it("reports the end of the wait", () => {
    const problem = throttled(1)
    renderToStaticMarkup(<EmailProblem problem={problem} />)
    vi.setSystemTime(1_001_000)
    const over = renderToStaticMarkup(<EmailProblem problem={problem} />)
    expect(over).toMatch(/role="alert">You can try again now\./)
    expect(over).toContain('data-tone="info"')
  })

  it("shows the own text of any other problem", () => {
    const markup = renderToStaticMarkup(<EmailProblem problem={saying("This code is wrong.")} />)
    expect(getTexts(markup)[0]).toBe("This code is wrong.")
    expect(markup).toContain('class="notice" data-tone="bad" role="alert"')
  })
})
