import { EngineError, presentProblem, type Toast } from "@wmodal/core"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { errorViews } from "../chunks.ts"
import { getTexts, renderScene } from "../gallery/renderScene.tsx"
import { Toasts } from "./Toasts.tsx"

// The part without its styles, which only a browser has.
vi.mock(import("../chunks.ts"), async (importActual) => {
  const { lazyChunk } = await import("./lazyChunk.tsx")
  const part = lazyChunk(() => import("../views/errorViews.ts"))
  return { ...(await importActual()), errorViews: part }
})

// Outside a browser, a store cannot be followed; the part is there.
vi.mock(import("./lazyChunk.tsx"), async (importActual) => ({
  ...(await importActual()),
  useLoadingMessage: () => null,
}))

beforeAll(async () => {
  errorViews.prefetch()
  await vi.waitFor(() => expect(errorViews.now()).not.toBe(null), { timeout: 20_000 })
})

const render = (variant: Toast["variant"], message: Toast["message"]) =>
  renderScene("connect", <Toasts />, { toast: { id: 1, variant, message } })

/** Returns the texts of both live regions; `alert` interrupts a screen reader. */
const getRegions = (markup: string) => {
  const [, status = "", alert = ""] = /role="status">(.*)<div role="alert">(.*)/s.exec(markup) ?? []
  return { status: getTexts(status), alert: getTexts(alert) }
}

describe("Toasts", () => {
  it("says that a sign-in is checked without an interruption", () => {
    const { status, alert } = getRegions(render("loading", { id: "flow.siwx.authenticating" }))
    expect(status).toContain("Authenticating...")
    expect(alert).toEqual([])
  })

  it.each([
    ["A problem occurred while trying initialize authentication", { id: "flow.siwx.failed" }],
    ["Signature declined", { id: "flow.declined" }],
    ["This application might not support Smart Accounts", { id: "flow.siwx.smartAccount" }],
    ["Failed to fetch network token price", { id: "flow.swap.price" }],
    [
      "CaipNetwork is undefined",
      presentProblem(new EngineError({ reason: { _tag: "NoNetwork", namespace: "eip155" } })).title,
    ],
    [
      "CaipNetwork or CaipAddress is undefined",
      presentProblem(new EngineError({ reason: { _tag: "NotConnected" } })).title,
    ],
  ] as const)("shows %j as an error", (text, message) => {
    const { status, alert } = getRegions(render("error", message))
    expect(alert).toContain(text)
    expect(status).toEqual([])
  })
})
