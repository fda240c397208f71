import { EngineError, presentProblem, type Toast } from "@wmodal/core"
import { beforeAll, describe, expect, it, vi } from "vitest"

/** The modules under the mocks below. */
const loadModules = async () => {
  const [{ errorViews }, { getTexts, renderScene }, { Toasts }] = await Promise.all([
    import("../chunks.ts"),
    import("../gallery/renderScene.tsx"),
    import("./Toasts.tsx"),
  ])
  return { errorViews, getTexts, renderScene, Toasts }
}
let modules: Awaited<ReturnType<typeof loadModules>>

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
  // Another file of this worker may have evaluated them without the mocks.
  vi.resetModules()
  modules = await loadModules()
  const { errorViews } = modules
  errorViews.prefetch()
  await vi.waitFor(() => expect(errorViews.now()).not.toBe(null), { timeout: 20_000 })
})

const render = (variant: Toast["variant"], message: Toast["message"]) => {
  const { renderScene, Toasts } = modules
  return renderScene("connect", <Toasts />, { toast: { id: 1, variant, message } })
}

/** Returns the texts of both live regions; `alert` interrupts a screen reader. */
const getRegions = (markup: string) => {
  const [, status = "", alert = ""] = /role="status">(.*)<div role="alert">(.*)/s.exec(markup) ?? []
  return { status: modules.getTexts(status), alert: modules.getTexts(alert) }
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
