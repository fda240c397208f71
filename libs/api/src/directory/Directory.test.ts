import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { formatSdkVersion } from "../contract/SdkQuery.ts"
import { makeDirectory } from "./Directory.ts"

const sdk = formatSdkVersion({ platform: "react", chains: ["eip155", "solana"] })

/** Makes a directory whose requests all go to `handler`, and records their URLs. */
const makeTestDirectory = (
  handler: () => Response | Promise<Response>,
  baseUrl = "https://directory.test",
) => {
  const asked: URL[] = []
  const fetch = makeFetch(async (request) => {
    expect(request.credentials).toBe("omit")
    asked.push(new URL(request.url))
    return handler()
  })
  const directory = makeDirectory({ baseUrl, projectId: "secret", sdk }).pipe(
    Effect.provideService(Fetch, fetch),
  )
  return { directory: Effect.runSync(directory), asked }
}

const wallet = { id: "a1", name: "One", rdns: "io.one", mobile_link: null, made_up: { since: 2030 } }
const page = { count: 1, data: [wallet], next: null }

describe("Directory.wallets", () => {
  it.effect("sends the given filters and the client's identity, without empty values", () =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(() => Response.json(page))
      yield* directory.wallets({
        page: 3,
        entries: 27,
        chains: ["eip155:1", "eip155:10"],
        include: [],
        search: "  ",
        badge: "certified",
      })
      expect(asked.map((url) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
        [
          "/getWallets",
          {
            page: "3",
            entries: "27",
            chains: "eip155:1,eip155:10",
            badge_type: "certified",
            projectId: "secret",
            st: "wmodal",
            sv: "react-evm,solana-0.1.0",
          },
        ],
      ])
    }),
  )

  it.effect("keeps unknown fields", () =>
    Effect.gen(function* () {
      const { directory } = makeTestDirectory(() => Response.json(page))
      expect(yield* directory.wallets({})).toEqual(page)
    }),
  )

  it.effect("resolves below the path of the base URL", () =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(
        () => Response.json(page),
        "http://127.0.0.1:7000/w/mine/",
      )
      yield* directory.wallets({})
      expect(asked[0]?.pathname).toBe("/w/mine/getWallets")
    }),
  )

  it.effect.each([
    { reply: {}, field: "count" },
    { reply: { count: 1 }, field: "data" },
    { reply: { count: 2, data: [wallet, { id: "b2" }] }, field: "data.1.name" },
    { reply: { count: 1, data: [{ ...wallet, chains: [1] }] }, field: "data.0.chains.0" },
    { reply: [], field: "" },
    { reply: null, field: "" },
  ])("names the invalid field: $field", ({ reply, field }) =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(() => Response.json(reply))
      const error = yield* Effect.flip(directory.wallets({}))
      expect(error.reason).toEqual({ _tag: "Malformed", field })
      expect(error.message).toBe(`directory.test sent an invalid response to /getWallets: ${field || "body"}`)
      expect(asked).toHaveLength(1)
    }),
  )

  it.effect("reports a response that is not JSON as malformed", () =>
    Effect.gen(function* () {
      const { directory } = makeTestDirectory(() => new Response("<html>"))
      expect((yield* Effect.flip(directory.wallets({}))).reason).toEqual({ _tag: "Malformed", field: "" })
    }),
  )

  it.effect("reports the status of a rejection, without a retry", () =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(() => new Response("", { status: 403 }))
      const error = yield* Effect.flip(directory.wallets({}))
      expect(error.message).toBe("HTTP status code: 403")
      expect(error.reason).toEqual({ _tag: "Status", status: 403 })
      expect(asked).toHaveLength(1)
    }),
  )

  it.effect("retries like every read", () =>
    Effect.gen(function* () {
      let count = 0
      const { directory } = makeTestDirectory(() =>
        ++count < 4 ? new Response("", { status: 503 }) : Response.json(page),
      )
      expect((yield* inVirtualTime(directory.wallets({}))).count).toBe(1)
      expect(count).toBe(4)
    }),
  )

  it.effect("times out after 30 s, with an error that omits the project id", () =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(() => new Promise(() => {}))
      const error = yield* inVirtualTime(Effect.flip(directory.wallets({})))
      expect(error.reason._tag).toBe("TimedOut")
      expect(error.message).toMatch(/^No response from directory\.test in \d+ ms$/)
      expect(JSON.stringify(error)).not.toContain("secret")
      expect(asked.length).toBeLessThanOrEqual(4)
    }),
  )

  it.effect.each(["", "directory", "javascript:alert(1)", "https://me:word@directory.test"])(
    "rejects the base URL %j with a typed error",
    (baseUrl) =>
      Effect.gen(function* () {
        const { directory } = makeTestDirectory(
          () => Promise.reject(new TypeError("unknown scheme")),
          baseUrl,
        )
        const error = yield* inVirtualTime(Effect.flip(directory.wallets({})))
        expect(error.reason._tag).toBe("Unreachable")
      }),
  )
})

describe("Directory images", () => {
  it("returns the URL of each kind of image", () => {
    const { directory } = makeTestDirectory(() => Response.json(page))
    const query = "projectId=secret&st=wmodal&sv=react-evm%2Csolana-0.1.0"
    expect(directory.walletImageUrl("a b")).toBe(`https://directory.test/getWalletImage/a%20b?${query}`)
    expect(directory.assetImageUrl("c")).toBe(`https://directory.test/public/getAssetImage/c?${query}`)
    expect(directory.tokenImageUrl("A/B")).toBe(`https://directory.test/public/getTokenImage/A%2FB?${query}`)
    expect(directory.currencyImageUrl("USD")).toBe(
      `https://directory.test/public/getCurrencyImage/USD?${query}`,
    )
  })
})
