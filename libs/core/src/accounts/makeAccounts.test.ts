import { describe, expect, it } from "@effect/vitest"
import type { Connector, WalletSession } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import type { Engine } from "../Engine.ts"
import { chosenKey } from "../storage/PersistedState.ts"
import {
  makeEngineOver,
  makeEngineWith,
  makeTestChain,
  memoryStorage,
  testNetworks,
} from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import {
  approvingCalls,
  bitcoinSession,
  bitcoinWallet,
  failing,
  scriptedWallet,
  solanaWallet,
} from "../testing/scriptedWallet.ts"
import type { AccountEntry } from "./Accounts.ts"

const [one, two, three] = ["0xaa", "0xbb", "0xcc"]
const session: WalletSession = {
  accounts: [`eip155:1:${one}`, `eip155:1:${two}`, `eip155:1:${three}`],
  network: "eip155:1",
}
const sharing = (accounts: WalletSession["accounts"], answers: Partial<Connector> = {}) =>
  scriptedWallet({
    connect: () => Effect.succeed({ ...session, accounts }),
    restore: Effect.succeed({ ...session, accounts }),
    ...answers,
  })

const start = (connector: Connector, storage = memoryStorage()) =>
  Effect.gen(function* () {
    const engine = yield* makeEngineOver([connector], { storage })
    yield* engine.ready
    const { accounts } = yield* engine.flows
    return { engine, accounts, storage }
  })

const getShown = (engine: Engine) => SubscriptionRef.getUnsafe(engine.account.state)?.address
const getSelected = (entries: readonly { readonly address: string; readonly selected: boolean }[]) =>
  entries.filter(({ selected }) => selected).map(({ address }) => address)

describe("accounts", () => {
  it.effect("returns the account types that the wallet reports, without a capabilities request", () =>
    Effect.gen(function* () {
      let asked = 0
      const capabilities = () =>
        Effect.sync(() => {
          asked += 1
          return { atomic: "supported", assetDiscovery: false } as const
        })
      const accounts = [`eip155:1:${one}`, `eip155:1:${two}`] as const
      const details = {
        [one]: { type: "smartAccount", publicKey: null },
        [two]: { type: "eoa", publicKey: null },
      } as const
      const { connector } = sharing(accounts, {
        connect: () => Effect.succeed({ ...session, accounts, details }),
        calls: Effect.succeed({ ...approvingCalls, capabilities }),
      })
      const { engine, accounts: room } = yield* start(connector)
      yield* engine.connection.connectAndWait(connector.id)
      const entries = yield* reach(room.entries, ({ length }) => length > 0)
      expect(entries.map(({ type }) => type)).toEqual(["smartAccount", "eoa"])
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      expect(asked).toBe(0)
    }),
  )

  it.effect("lists the accounts of the connected wallet, each once, with the active one marked", () =>
    Effect.gen(function* () {
      const { connector } = sharing([...session.accounts, `eip155:10:${two}`])
      const { engine, accounts } = yield* start(connector)
      expect(SubscriptionRef.getUnsafe(accounts.entries)).toEqual([])
      yield* engine.connection.connectAndWait(connector.id)
      const entries = yield* reach(accounts.entries, ({ length }) => length > 0)
      expect(entries.map(({ account, selected }) => [account, selected])).toEqual([
        [`eip155:1:${one}`, true],
        [`eip155:1:${two}`, false],
        [`eip155:1:${three}`, false],
      ])
      yield* engine.connection.disconnect()
      yield* reach(accounts.entries, ({ length }) => length === 0)
    }),
  )

  it.effect("lists the accounts of every chain with the wallets' types, and selects one for each", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const orange = bitcoinWallet()
      const chains = [
        makeTestChain([sharing(session.accounts).connector]),
        makeTestChain([orange.connector], {}, "bip122"),
        makeTestChain([solanaWallet().connector], {}, "solana"),
      ]
      const open = makeEngineWith({ chains, networks: [...testNetworks, bitcoin, solana] }, { storage })
      const first = yield* Scope.make()
      const engine = yield* Scope.provide(open, first)
      yield* engine.ready
      for (const id of ["io.scripted", "Scripted Sun", "Scripted Orange"])
        yield* engine.connection.connectAndWait(id)
      const { accounts } = yield* engine.flows
      const seen = (entries: readonly AccountEntry[]) =>
        entries.map(({ namespace, address, type, selected }) => [
          namespace,
          address.slice(0, 5),
          type,
          selected,
        ])
      const all = yield* reach(accounts.entries, ({ length }) => length === 6)
      expect(seen(all)).toEqual([
        ["eip155", one, "eoa", true],
        ["eip155", two, "eoa", false],
        ["eip155", three, "eoa", false],
        ["solana", "oeYf6", "eoa", true],
        ["bip122", "bc1qc", "payment", true],
        ["bip122", "bc1p5", "ordinal", false],
      ])
      const ordinal = all.find(({ type }) => type === "ordinal")?.account ?? "a:b:c"
      yield* accounts.select(ordinal)
      yield* accounts.select(`eip155:1:${two}`)
      const chosen = yield* reach(accounts.entries, (entries) => getSelected(entries).includes(two))
      expect(getSelected(chosen)).toHaveLength(3)
      expect(getShown(engine)).toMatch(/^bc1p/)
      // An update that only names an account keeps its details.
      const [payment, inscribed] = bitcoinSession.accounts
      orange.say({ _tag: "AccountsChanged", accounts: [inscribed ?? payment, payment] })
      const turned = yield* reach(
        accounts.entries,
        (entries) => entries.filter(({ namespace }) => namespace === "bip122")[0]?.type === "ordinal",
      )
      expect(turned.filter(({ namespace }) => namespace === "bip122").map(({ type }) => type)).toEqual([
        "ordinal",
        "payment",
      ])
      yield* Scope.close(first, Exit.void)

      const again = yield* open
      yield* again.ready
      const restored = (yield* again.flows).accounts
      const entries = yield* reach(restored.entries, ({ length }) => length === 6)
      expect(entries.filter(({ type }) => type === "ordinal")).toMatchObject([{ selected: true }])
      expect(getSelected(entries)).toContain(two)
    }),
  )

  it.effect("returns smart accounts when the wallet supports atomic calls", () =>
    Effect.gen(function* () {
      const calls = {
        ...approvingCalls,
        capabilities: ({ account }: { readonly account: string }) =>
          account.endsWith(two)
            ? Effect.succeed({ atomic: "supported" as const, assetDiscovery: false })
            : account.endsWith(three)
              ? failing({ _tag: "Unsupported", method: "wallet_getCapabilities" })
              : Effect.succeed({ atomic: "ready" as const, assetDiscovery: false }),
      }
      const { connector } = sharing(session.accounts, { calls: Effect.succeed(calls) })
      const { engine, accounts } = yield* start(connector)
      yield* engine.connection.connectAndWait(connector.id)
      const entries = yield* reach(accounts.entries, (all) => all.some(({ type }) => type === "smartAccount"))
      expect(entries.map(({ type }) => type)).toEqual(["eoa", "smartAccount", "eoa"])
    }),
  )

  it.effect("returns key accounts with delegated code as `eoa`, because they pay their own fees", () =>
    Effect.gen(function* () {
      const calls = {
        ...approvingCalls,
        capabilities: () => Effect.succeed({ atomic: "supported" as const, assetDiscovery: false }),
      }
      const { connector } = sharing(session.accounts, { calls: Effect.succeed(calls) })
      const engine = yield* makeEngineWith({
        chains: [
          makeTestChain([connector], { isDelegated: ({ address }) => Effect.succeed(address === one) }),
        ],
      })
      yield* engine.ready
      const { accounts } = yield* engine.flows
      yield* engine.connection.connectAndWait(connector.id)
      const entries = yield* reach(accounts.entries, (all) => all[2]?.type === "smartAccount")
      expect(entries.map(({ type }) => type)).toEqual(["eoa", "smartAccount", "smartAccount"])
    }),
  )

  it.effect("requests nothing about accounts on an unsupported network", () =>
    Effect.gen(function* () {
      let asked = 0
      const calls = {
        ...approvingCalls,
        capabilities: () =>
          Effect.sync(() => ({ atomic: "supported" as const, assetDiscovery: ++asked > 0 })),
      }
      const { connector } = sharing(session.accounts, {
        calls: Effect.succeed(calls),
        connect: () => Effect.succeed({ ...session, network: "eip155:999" }),
      })
      const { engine, accounts } = yield* start(connector)
      yield* engine.connection.connectAndWait(connector.id)
      const entries = yield* reach(accounts.entries, ({ length }) => length > 0)
      expect(entries.map(({ type }) => type)).toEqual(["eoa", "eoa", "eoa"])
      expect(asked).toBe(0)
    }),
  )

  it.effect("keeps the selected account after a reload and when the wallet adds accounts", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const { connector, say } = sharing(session.accounts)
      const scope = yield* Scope.make()
      const { engine, accounts } = yield* Scope.provide(start(connector, storage), scope)
      yield* engine.connection.connectAndWait(connector.id)
      yield* accounts.select(`eip155:1:${two}`)
      expect(getShown(engine)).toBe(two)
      yield* reach(accounts.entries, (all) => getSelected(all).includes(two))
      say({ _tag: "AccountsChanged", accounts: [`eip155:1:${three}`, `eip155:1:${one}`, `eip155:1:${two}`] })
      yield* reach(accounts.entries, ([first]) => first?.address === three)
      expect(getShown(engine)).toBe(two)
      yield* Scope.close(scope, Exit.void)
      // The flows are not loaded: the stored selection alone restores it.
      const again = yield* makeEngineOver([connector], { storage })
      yield* reach(again.account.state, (state) => state?.address === two)
    }),
  )

  it.effect("returns to the wallet's first account once it no longer shares the selected one", () =>
    Effect.gen(function* () {
      const { connector, say } = sharing(session.accounts)
      const { engine, accounts, storage } = yield* start(connector)
      yield* engine.connection.connectAndWait(connector.id)
      yield* accounts.select(`eip155:1:${two}`)
      expect(storage.held.has(chosenKey)).toBe(true)
      say({ _tag: "AccountsChanged", accounts: [`eip155:1:${three}`] })
      yield* reach(engine.account.state, (state) => state?.address === three)
      yield* reach(accounts.entries, ({ length }) => length === 1)
      expect(storage.held.has(chosenKey)).toBe(false)
    }),
  )

  it.effect("clears the selection when the wallet is disconnected", () =>
    Effect.gen(function* () {
      const { connector } = sharing(session.accounts)
      const { engine, accounts, storage } = yield* start(connector)
      yield* engine.connection.connectAndWait(connector.id)
      yield* accounts.select(`eip155:1:${two}`)
      yield* engine.connection.disconnect()
      yield* reach(accounts.entries, ({ length }) => length === 0)
      expect(storage.held.has(chosenKey)).toBe(false)
      yield* engine.connection.connectAndWait(connector.id)
      expect(getShown(engine)).toBe(one)
    }),
  )

  it.effect("rejects the selection of an account that the wallet does not share", () =>
    Effect.gen(function* () {
      const { connector } = sharing([`eip155:1:${one}`])
      const { engine, accounts } = yield* start(connector)
      const select = accounts.select(`eip155:1:${two}`)
      expect((yield* Effect.flip(select)).reason._tag).toBe("NotConnected")
      yield* engine.connection.connectAndWait(connector.id)
      expect((yield* Effect.flip(select)).reason._tag).toBe("NotConnected")
      expect((yield* Effect.flip(accounts.select("solana:1:x"))).reason._tag).toBe("NotConnected")
    }),
  )
})
