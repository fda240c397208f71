import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { formatSdkVersion } from "../contract/SdkQuery.ts"
import { makeDirectory } from "./Directory.ts"

const sdk = formatSdkVersion({ platform: "react", chains: ["evm", "solana"] })

/** A directory whose every request is answered by `handler`, and the URLs that were asked. */
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

describe("a page of wallets", () => {
  it.effect("is asked for with what was given and who asks, and nothing empty", () =>
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

  it.effect("keeps fields that nobody knows", () =>
    Effect.gen(function* () {
      const { directory } = makeTestDirectory(() => Response.json(page))
      expect(yield* directory.wallets({})).toEqual(page)
    }),
  )

  it.effect("comes from under the base URL's own path", () =>
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
  ])("that is none names the field: $field", ({ reply, field }) =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(() => Response.json(reply))
      const error = yield* Effect.flip(directory.wallets({}))
      expect(error.reason).toEqual({ _tag: "Malformed", field })
      expect(error.message).toBe(`directory.test sent an invalid response to /getWallets: ${field || "body"}`)
      expect(asked).toHaveLength(1)
    }),
  )

  it.effect("that is no JSON is malformed as a whole", () =>
    Effect.gen(function* () {
      const { directory } = makeTestDirectory(() => new Response("<html>"))
      expect((yield* Effect.flip(directory.wallets({}))).reason).toEqual({ _tag: "Malformed", field: "" })
    }),
  )

  it.effect("that is refused carries its status, and is not asked for again", () =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(() => new Response("", { status: 403 }))
      const error = yield* Effect.flip(directory.wallets({}))
      expect(error.message).toBe("HTTP status code: 403")
      expect(error.reason).toEqual({ _tag: "Status", status: 403 })
      expect(asked).toHaveLength(1)
    }),
  )

  it.effect("is asked for again as every read is", () =>
    Effect.gen(function* () {
      let count = 0
      const { directory } = makeTestDirectory(() =>
        ++count < 4 ? new Response("", { status: 503 }) : Response.json(page),
      )
      expect((yield* inVirtualTime(directory.wallets({}))).count).toBe(1)
      expect(count).toBe(4)
    }),
  )

  it.effect("that never comes is given up after 30 s, without a word of the project", () =>
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
    "of the base URL %j is a typed error",
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

describe("an image", () => {
  const png = () => new Response(new Uint8Array([137, 80]), { headers: { "content-type": "image/png" } })

  it.effect("is a blob of its type", () =>
    Effect.gen(function* () {
      const { directory, asked } = makeTestDirectory(png)
      const blob = yield* directory.walletImage("0f/..?x")
      expect([blob.type, blob.size]).toEqual(["image/png", 2])
      yield* directory.assetImage("a-b")
      expect(asked.map(({ pathname }) => pathname)).toEqual([
        "/getWalletImage/0f%2F..%3Fx",
        "/public/getAssetImage/a-b",
      ])
    }),
  )

  it.effect("is one however its type is written, with a script in it or not", () =>
    Effect.gen(function* () {
      for (const type of ["Image/PNG", "image/svg+xml; charset=utf-8"]) {
        const { directory } = makeTestDirectory(
          () => new Response("<svg/>", { headers: { "content-type": type } }),
        )
        expect((yield* directory.tokenImage("A")).type).toBe(type.toLowerCase())
      }
    }),
  )

  it.effect("is none where it is empty, or of no type", () =>
    Effect.gen(function* () {
      for (const [body, type] of [
        ["", "image/png"],
        ["<svg/>", ""],
        ["<svg/>", "application/octet-stream"],
      ] as const) {
        const { directory } = makeTestDirectory(
          () => new Response(body, { headers: { "content-type": type } }),
        )
        expect((yield* Effect.flip(directory.tokenImage("A"))).reason._tag).toBe("Malformed")
      }
    }),
  )

  it.effect("is none where it is a page", () =>
    Effect.gen(function* () {
      const { directory } = makeTestDirectory(
        () => new Response("<script>", { headers: { "content-type": "text/html" } }),
      )
      expect((yield* Effect.flip(directory.walletImage("a"))).reason).toEqual({
        _tag: "Malformed",
        field: "content-type",
      })
    }),
  )

  it("has an address of its own", () => {
    const { directory } = makeTestDirectory(png)
    const query = "projectId=secret&st=wmodal&sv=react-evm%2Csolana-0.1.0"
    expect(directory.walletImageUrl("a b")).toBe(`https://directory.test/getWalletImage/a%20b?${query}`)
    expect(directory.assetImageUrl("c")).toBe(`https://directory.test/public/getAssetImage/c?${query}`)
  })
})
