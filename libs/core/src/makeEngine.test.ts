import { expect, it } from "@effect/vitest"
import { makeDevProviderFixture } from "@wmodal/dev-wallet/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe, vi } from "vitest"
import type { NetworkNote } from "./clients/networkLog.ts"
import { formatEnglish, presentProblem } from "./problems/presentProblem.ts"
import { makeEngineOver, makeEngineWith, makeTestChain, memoryStorage } from "./testing/makeEngineOver.ts"
import { reach } from "./testing/reach.ts"

const now = SubscriptionRef.getUnsafe

describe("makeEngine", () => {
  it.effect("connects a picked wallet, shows its account, and closes", () =>
    Effect.gen(function* () {
      const { connector } = makeDevProviderFixture()
      const engine = yield* makeEngineOver([connector])
      yield* engine.ready
      yield* engine.router.open()
      expect(now(engine.router.state).history).toEqual([{ _tag: "Connect" }])
      const [row] = now(engine.connectors.rows)
      expect(row).toMatchObject({ name: "Fixture Wallet", installed: true, group: "announced" })
      yield* engine.connectors.pick(row?.key ?? "")
      const state = yield* reach(engine.connection.state, (all) => all.eip155?._tag === "Connected")
      expect(state.eip155).toMatchObject({ walletNetwork: "eip155:1" })
      yield* reach(engine.router.state, ({ open }) => !open)
      const account = yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(account).toMatchObject({ network: "eip155:1", balance: { text: "1.5", symbol: "ETH" } })
    }),
  )

  it.effect("restores the session of an earlier visit", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const { connector } = makeDevProviderFixture()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const engine = yield* makeEngineOver([connector], { storage })
          yield* engine.ready
          yield* engine.connection.connectAndWait(connector.id)
        }),
      )
      const engine = yield* makeEngineOver([connector], { storage })
      expect(now(engine.connection.state).eip155?._tag).toBe("Restoring")
      yield* engine.ready
      expect(now(engine.connection.state).eip155?._tag).toBe("Connected")
    }),
  )

  it.effect("lists bad options without failing, warns once, and alerts when opened", () =>
    Effect.gen(function* () {
      const warnings: string[] = []
      const options = {
        projectId: undefined,
        networks: [],
        chains: [makeTestChain([])],
        themeMode: "pink",
        endpoints: { directory: "https://directory.example" },
      }
      const engine = yield* makeEngineWith(options, { warnings })
      expect(engine.optionsErrors.map(({ reason }) => reason._tag)).toEqual([
        "MissingProjectId",
        "NoNetworks",
        "Invalid",
      ])
      // One for each of the three errors, and one for the missing blockchain endpoint.
      expect(warnings).toHaveLength(4)
      expect(now(engine.alerts.current)).toBe(null)
      yield* engine.router.open()
      const alert = now(engine.alerts.current)
      expect(alert === null ? null : formatEnglish(presentProblem(alert).title)).toBe(
        "Project ID Not Configured",
      )
      yield* engine.alerts.dismiss
      expect(now(engine.alerts.current)).toBe(null)
      expect(now(engine.router.state).history).toEqual([{ _tag: "Connect" }])
    }),
  )

  it.effect("warns once of the features that a missing endpoint disables", () =>
    Effect.gen(function* () {
      const warned = (endpoints: object) =>
        Effect.gen(function* () {
          const warnings: string[] = []
          const engine = yield* makeEngineWith({ chains: [makeTestChain([])], endpoints }, { warnings })
          yield* engine.ready
          for (let times = 0; times < 2; times++) {
            yield* engine.router.open()
            yield* engine.router.close
          }
          return warnings
        })
      const [directory, blockchain] = ["https://directory.example", "https://blockchain.example"]
      expect(yield* warned({})).toEqual([
        "No directory endpoint was given: few wallets are listed.",
        "No blockchain endpoint was given: no account names and images.",
      ])
      expect(yield* warned({ directory })).toHaveLength(1)
      expect((yield* warned({ directory, blockchain })).filter((text) => text.startsWith("No "))).toEqual([])
    }),
  )

  it.effect("keeps two engines in one web page separate", () =>
    Effect.gen(function* () {
      const [one, two] = [makeDevProviderFixture(), makeDevProviderFixture()]
      const first = yield* makeEngineOver([one.connector])
      const second = yield* makeEngineOver([two.connector])
      yield* first.ready
      yield* second.ready
      yield* first.connection.connectAndWait(one.connector.id)
      yield* first.router.open()
      expect(now(second.connection.state).eip155?._tag).toBe("Disconnected")
      expect(now(second.router.state).open).toBe(false)
    }),
  )

  it.effect("looks for wallets, and is made after a pause", () =>
    Effect.gen(function* () {
      const steps: string[] = []
      const chain = makeTestChain([])
      const load = () => {
        steps.push("look for wallets")
        return chain.load()
      }
      const pause = Effect.sync(() => void steps.push("pause"))
      const engine = yield* makeEngineWith({ chains: [{ ...chain, load }] }, { pause })
      yield* engine.ready
      expect(steps).toEqual(["look for wallets", "pause"])
    }),
  )

  it.effect("sends no request before the user opens the modal", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const endpoints = { directory: "https://directory.example", blockchain: "https://blockchain.example" }
      const engine = yield* makeEngineWith(
        { chains: [makeTestChain([])], endpoints },
        {
          fetch: {
            send: ({ url }) => {
              asked.push(url)
              return Effect.succeed(Response.json({ count: 0, data: [] }))
            },
          },
        },
      )
      yield* engine.ready
      expect(asked).toEqual([])
    }),
  )

  it.effect("logs each host, why it was asked and what it was told, without values", () =>
    Effect.gen(function* () {
      const projectId = "project-secret"
      const engine = yield* makeEngineWith(
        { projectId, chains: [makeTestChain([])], endpoints: { directory: "https://directory.example" } },
        { fetch: { send: () => Effect.succeed(Response.json({ count: 0, data: [], said: "private" })) } },
      )
      yield* engine.ready
      expect(engine.networkLog.entries()).toEqual([])
      const heard: NetworkNote[] = []
      const unsubscribe = engine.networkLog.subscribe((note) => void heard.push(note))
      yield* engine.router.open()
      yield* Effect.promise(() => vi.waitFor(() => expect(heard).not.toEqual([])))
      unsubscribe()
      expect(heard[0]).toMatchObject({
        host: "directory.example",
        purpose: "directory",
        call: "GET /getWallets",
        addresses: [],
      })
      engine.networkLog.addImage("https://images.example/a.png?size=64")
      engine.networkLog.addImage("data:image/png;base64,AAAA")
      yield* Effect.promise(() =>
        vi.waitFor(() =>
          expect(engine.networkLog.entries().map(({ host }) => host)).toContain("images.example"),
        ),
      )
      const [first, last] = engine.networkLog.entries()
      expect(first?.fields).toEqual(["page", "entries", "chains", "projectId", "st", "sv"])
      expect(last).toMatchObject({ purpose: "image", fields: ["size"], count: 1 })
      expect(JSON.stringify(engine.networkLog.entries())).not.toMatch(/secret|private/)
    }),
  )

  it.effect("stays mounted when embedded, and shows its home view on close", () =>
    Effect.gen(function* () {
      const { connector } = makeDevProviderFixture()
      const engine = yield* makeEngineWith({ chains: [makeTestChain([connector])], embedded: true })
      yield* SubscriptionRef.set(engine.embedded, true)
      yield* engine.ready
      yield* engine.router.open()
      yield* engine.connectors.pick(now(engine.connectors.rows)[0]?.key ?? "")
      yield* reach(engine.router.state, ({ history }) => history[0]._tag === "Account")
      yield* engine.connection.disconnect()
      expect(now(engine.router.state)).toMatchObject({ open: true, history: [{ _tag: "Connect" }] })
    }),
  )
})
