import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { getParentOrigin, makeParentLink } from "./makeParentLink.ts"

const place = ({
  ancestorOrigins,
  isTop = false,
  referrer = "",
}: {
  readonly ancestorOrigins?: readonly string[]
  readonly isTop?: boolean
  readonly referrer?: string
}) => {
  const posted: unknown[][] = []
  const self = Object.assign(new EventTarget(), {
    location: ancestorOrigins === undefined ? {} : { ancestorOrigins },
    document: { referrer },
    postMessage: () => {},
  })
  const parent = isTop ? self : { postMessage: (...message: unknown[]) => void posted.push(message) }
  return { window: Object.assign(self, { parent }), posted }
}

describe("getParentOrigin and makeParentLink", () => {
  it.each([
    ["https://app.example", { ancestorOrigins: ["https://app.example", "https://top.example"] }],
    [
      "https://app.example:8443",
      { ancestorOrigins: ["https://app.example:8443"], referrer: "https://evil.example/" },
    ],
    ["https://app.example", { referrer: "https://app.example/page?query" }],
    ["https://app.example", { ancestorOrigins: [], referrer: "https://app.example/" }],
    [null, { ancestorOrigins: ["null"], referrer: "https://app.example/" }],
    [null, {}],
    [null, { referrer: "about:blank" }],
    [null, { referrer: "data:text/html,hi" }],
    [null, { ancestorOrigins: ["https://app.example"], isTop: true }],
  ] as const)("returns %s from %j", (origin, where) => {
    expect(getParentOrigin(place(where).window)).toBe(origin)
  })

  it("posts messages to the parent's exact origin", () => {
    const { posted, window } = place({ referrer: "https://app.example/page" })
    Effect.runSync(makeParentLink(window)).post("hello")
    expect(posted).toEqual([["hello", "https://app.example", []]])
  })

  it("fails with NoParent when the browser does not name the parent, and posts nothing", () => {
    const { posted, window } = place({})
    const error = Effect.runSync(Effect.flip(makeParentLink(window)))
    expect([error._tag, error.message]).toEqual(["NoParent", "W3mFrame: parent is not set"])
    expect(posted).toEqual([])
  })
})
