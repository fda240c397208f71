import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { vi } from "vitest"
import type { EngineParts } from "../makeEngine.ts"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"

const endpoints = { directory: "https://directory.test", analytics: "https://analytics.test" }

interface Sent {
  readonly props: {
    readonly type: string
    readonly event: string
    readonly properties?: unknown
    readonly address?: string
  }
  readonly [name: string]: unknown
}

/** Opens an engine over one wallet, and a server that records what it is sent. */
const openAnalyticsPage = (
  options: Readonly<Record<string, unknown>>,
  answer: { readonly flag?: () => Response; readonly event?: () => Response } = {},
  parts: EngineParts = {},
) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const sent: Sent[] = []
    const { connector } = scriptedWallet()
    const engine = yield* makeEngineWith(
      { chains: [makeTestChain([connector])], endpoints, ...options },
      {
        ...parts,
        platform: { page: () => ({ url: "https://app.test/swap", domain: "app.test" }) },
        fetch: {
          send: (request) =>
            Effect.promise(async () => {
              const { host, pathname } = new URL(request.url)
              asked.push(`${host}${pathname}`)
              if (pathname === "/getAnalyticsConfig")
                return answer.flag?.() ?? Response.json({ isAnalyticsEnabled: true })
              if (host !== "analytics.test") return Response.json({ count: 0, data: [] })
              sent.push(await request.json())
              return answer.event?.() ?? Response.json({})
            }),
        },
      },
    )
    yield* engine.ready
    const until = (check: () => void) => Effect.promise(() => vi.waitFor(check, { interval: 5 }))
    return { engine, connector, asked, sent, until }
  })

describe("analytics", () => {
  it.effect("sends nothing before its user does something, then each event with its time", () =>
    Effect.gen(function* () {
      const { asked, connector, engine, sent, until } = yield* openAnalyticsPage({
        features: { analytics: true },
        themeMode: "dark",
      })
      yield* engine.announce
      expect(asked).toEqual([])
      yield* engine.router.open()
      yield* until(() => expect(sent).toHaveLength(2))
      expect(sent[0]).toEqual({
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: "https://app.test/swap",
        domain: "app.test",
        timestamp: expect.any(Number),
        props: {
          type: "track",
          event: "INITIALIZE",
          properties: {
            networks: ["eip155:1", "eip155:10"],
            chains: ["eip155"],
            features: expect.objectContaining({ analytics: true, swaps: true }),
            themeMode: "dark",
            siwx: false,
          },
        },
      })
      expect(sent[1]?.props).toEqual({
        type: "track",
        event: "MODAL_OPEN",
        properties: { connected: false },
      })
      yield* engine.connection.connectAndWait(connector.id)
      yield* until(() => expect(sent.map(({ props }) => props.event)).toContain("CONNECT_SUCCESS"))
      const { address } = SubscriptionRef.getUnsafe(engine.account.state) ?? {}
      expect(address).toBeDefined()
      expect(sent.at(-1)?.props.address).toBe(address)
      expect(engine.networkLog.entries()).toContainEqual(
        expect.objectContaining({ purpose: "analytics", addresses: [address] }),
      )
    }),
  )

  it.effect("sends nothing when the host does not enable it, and tells the subscribers all the same", () =>
    Effect.gen(function* () {
      const { asked, engine } = yield* openAnalyticsPage({})
      yield* engine.announce
      yield* engine.router.open()
      yield* engine.router.push({ _tag: "AllWallets" })
      yield* Effect.promise(() => vi.waitFor(() => expect(asked).toContain("directory.test/getWallets")))
      expect(asked.filter((path) => /analytics|AnalyticsConfig/.test(path))).toEqual([])
    }),
  )

  it.effect("sends INTERNAL_SDK_ERROR as an error, and every other event as a track", () =>
    Effect.gen(function* () {
      const { engine, sent, until } = yield* openAnalyticsPage(
        {
          features: { analytics: true },
          endpoints: { ...endpoints, relay: "wss://relay.test" },
          walletConnect: { load: () => Promise.reject(new Error("no code")) },
        },
        {},
        { walletConnect: () => Effect.die(new Error("no code")) },
      )
      yield* engine.router.open()
      yield* engine.connectors.pick("walletConnect")
      yield* until(() => expect(sent.map(({ props }) => props.event)).toContain("INTERNAL_SDK_ERROR"))
      const byType = Map.groupBy(sent, ({ props }) => props.type)
      expect(byType.get("error")?.map(({ props }) => [props.event, props.properties])).toEqual([
        [
          "INTERNAL_SDK_ERROR",
          { errorType: "UniversalProviderInitError", errorMessage: expect.stringMatching(/./) },
        ],
      ])
      expect([...byType.keys()].toSorted()).toEqual(["error", "track"])
    }),
  )

  it.effect("sends nothing when the project's flag is off or cannot be read", () =>
    Effect.gen(function* () {
      for (const flag of [
        () => Response.json({ isAnalyticsEnabled: false }),
        () => new Response("", { status: 404 }),
        () => new Response("<html>"),
      ]) {
        const { asked, engine, sent, until } = yield* openAnalyticsPage(
          { features: { analytics: true } },
          { flag },
        )
        yield* engine.announce
        yield* engine.router.open()
        yield* until(() => expect(asked).toContain("directory.test/getAnalyticsConfig"))
        yield* engine.router.close
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        expect(sent).toEqual([])
      }
    }),
  )

  it.effect("alerts once that the origin is not allowed", () =>
    Effect.gen(function* () {
      const { engine, sent, until } = yield* openAnalyticsPage(
        { features: { analytics: true } },
        { event: () => new Response("", { status: 403 }) },
      )
      yield* engine.announce
      yield* engine.router.open()
      yield* until(() => expect(SubscriptionRef.getUnsafe(engine.alerts.current)).not.toBeNull())
      const problem = SubscriptionRef.getUnsafe(engine.alerts.current)
      expect(problem && formatEnglish(presentProblem(problem).title)).toBe("Invalid App Configuration")
      yield* engine.alerts.dismiss
      yield* engine.router.push({ _tag: "GetWallet" })
      yield* until(() => expect(sent.map(({ props }) => props.event)).toContain("CLICK_GET_WALLET"))
      expect(SubscriptionRef.getUnsafe(engine.alerts.current)).toBeNull()
    }),
  )
})
