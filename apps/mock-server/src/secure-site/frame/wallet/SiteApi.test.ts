import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { makeSiteApi, type SiteErrorReason } from "./SiteApi.ts"

/** Creates a server with one response. */
const makeServer = (answer: () => Response | Promise<Response>) => {
  const sent: Request[] = []
  const site = makeSiteApi({
    isTerminal: false,
    origin: "https://site.example",
    projectId: "a/b",
    fetch: async (input, init) => {
      sent.push(new Request(input, init))
      return answer()
    },
  })
  return { sent, site }
}

const getErrorReason = (answer: () => Response | Promise<Response>) =>
  makeServer(answer)
    .site.call("connect-otp", { email: "a@example.com", device: "00", otp: "1" })
    .pipe(
      Effect.flip,
      Effect.map(({ reason }): SiteErrorReason => reason),
    )

describe("SiteApi", () => {
  it.effect("sends the session's token in a header, never in the address", () =>
    Effect.gen(function* () {
      const { sent, site } = makeServer(() => Response.json({ isConnected: true, more: 1 }))
      expect(yield* site.call("is-connected", {}, "secret")).toEqual({ isConnected: true })
      yield* site.call("is-connected", {})
      const [first, second] = sent
      expect(first?.url).toBe("https://site.example/w/a%2Fb/wallet/is-connected")
      expect(first?.headers.get("authorization")).toBe("Bearer secret")
      expect([first?.method, first?.credentials, first?.referrerPolicy]).toEqual([
        "POST",
        "omit",
        "no-referrer",
      ])
      expect(second?.headers.has("authorization")).toBe(false)
      expect(first?.redirect).toBe("error")
    }),
  )

  it.effect("bounds the text of an error and removes deceptive characters", () =>
    Effect.gen(function* () {
      const message = `Wrong\u202e code\u0000\n${"x".repeat(5000)}`
      const reason = yield* getErrorReason(() => Response.json({ message }, { status: 400 }))
      expect(reason).toEqual({ _tag: "Refused", status: 400, text: `Wrong code ${"x".repeat(289)}` })
    }),
  )

  it.effect.each<readonly [string, () => Response]>([
    ["no JSON", () => new Response("<html>", { status: 200 })],
    ["another shape", () => Response.json({ token: 1 })],
    ["an error of another server", () => Response.json({ status: "FAILED", reasons: [] }, { status: 403 })],
    ["a server that is broken", () => Response.json({ message: "Internal server error" }, { status: 500 })],
    ["a redirect", () => new Response(null, { status: 304 })],
  ])("fails with Malformed for %s", ([, answer]) =>
    Effect.gen(function* () {
      expect(yield* getErrorReason(answer)).toEqual({ _tag: "Malformed" })
    }),
  )

  it.effect("fails with Unreachable when the server does not respond", () =>
    Effect.gen(function* () {
      expect(yield* getErrorReason(() => Promise.reject(new TypeError("fetch failed")))).toEqual({
        _tag: "Unreachable",
      })
    }),
  )
})
