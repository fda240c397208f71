import { describe, expect, it } from "@effect/vitest"
import { makeScriptedStandardWallet, oddValues } from "@wmodal/dev-wallet/testing"
import { Effect, Fiber, Queue } from "effect"
import fc from "fast-check"
import { vi } from "vitest"
import { bitcoin } from "../bitcoin/index.ts"
import type { Chain } from "../contract/Chain.ts"
import type { Connector } from "../contract/Connector.ts"
import { fromSolanaWallet, solana } from "../solana/index.ts"
import { decodeWallet } from "./RegisteredWallet.ts"
import { registerWallet } from "./registerWallet.ts"
import type { StandardWallet } from "./StandardWallet.ts"

const makeWallet = (name: string, ...chains: readonly string[]): StandardWallet =>
  makeScriptedStandardWallet({
    accounts: [],
    chains: chains.length === 0 ? ["solana:mainnet"] : chains,
    name,
  }).wallet

const discovering = (
  window: EventTarget | null,
  chain: (options: { readonly connectors: readonly Connector[] }) => Chain = solana,
  connectors: readonly Connector[] = [],
) =>
  Effect.gen(function* () {
    const warn = vi.fn<(text: string) => void>()
    const lists = yield* Queue.unbounded<readonly string[]>()
    const module = yield* Effect.promise(() => chain({ connectors }).load())
    const fiber = yield* Effect.forkChild(
      module.discover({ window, warn }, (found) =>
        Queue.offer(
          lists,
          found.map(({ id }) => id),
        ),
      ),
      { startImmediately: true },
    )
    return { next: Queue.take(lists), left: Queue.size(lists), warn, fiber }
  })

/** Registers a wallet like one that is loaded before the page. */
const registerOnly = (window: EventTarget, detail: unknown) =>
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail }))

describe("discoverStandard", () => {
  it.effect("lists registered wallets at once and appends later ones", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      registerWallet(window, makeWallet("Zebra"))
      registerWallet(window, makeWallet("Ant"))
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual(["Zebra", "Ant"])
      registerWallet(window, makeWallet("Bee"))
      expect(yield* next).toEqual(["Zebra", "Ant", "Bee"])
      expect(warn).not.toHaveBeenCalled()
    }),
  )

  it.effect("gives a wallet's place to the one of its name that registers after it has unregistered", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      const leave = registerWallet(window, makeWallet("Zebra"))
      registerWallet(window, makeWallet("Ant"))
      const { next } = yield* discovering(window)
      expect(yield* next).toEqual(["Zebra", "Ant"])
      leave()
      registerWallet(window, makeWallet("Zebra"))
      expect(yield* next).toEqual(["Zebra", "Ant"])
      registerWallet(window, makeWallet("Zebra"))
      expect(yield* next).toEqual(["Zebra", "Ant", "Zebra (2)"])
    }),
  )

  it.effect("omits the modal itself, which is there for the page's adapters", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      const modal = makeWallet("Modal")
      registerWallet(window, { ...modal, features: { ...modal.features, "wmodal:modal": {} } })
      registerWallet(window, makeWallet("Ant"))
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual(["Ant"])
      expect(warn).not.toHaveBeenCalled()
    }),
  )

  it.effect("lists each wallet on its chains", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      registerWallet(window, makeWallet("Both", "solana:mainnet", "bitcoin:mainnet"))
      registerWallet(window, makeWallet("Coins", "bitcoin:testnet"))
      registerWallet(window, makeWallet("Other", "sui:mainnet"))
      const onSolana = yield* discovering(window)
      const onBitcoin = yield* discovering(window, bitcoin)
      expect(yield* onSolana.next).toEqual(["Both"])
      expect(yield* onBitcoin.next).toEqual(["Both", "Coins"])
    }),
  )

  it.effect("lists the host app's connectors first, with and without a window", () =>
    Effect.gen(function* () {
      const own = fromSolanaWallet(makeWallet("Own"))
      expect(yield* (yield* discovering(null, solana, [own])).next).toEqual(["Own"])
      const window = new EventTarget()
      registerWallet(window, makeWallet("Ant"))
      registerWallet(window, makeWallet("Own"))
      const { next, warn } = yield* discovering(window, solana, [own])
      expect(yield* next).toEqual(["Own", "Ant"])
      expect(warn).toHaveBeenCalledTimes(1)
    }),
  )

  it.effect("gives no warning when a wallet registers again on request", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      registerWallet(window, makeWallet("Ant"))
      const { left, next, warn } = yield* discovering(window)
      yield* next
      yield* discovering(window, bitcoin)
      expect(yield* left).toBe(0)
      expect(warn).not.toHaveBeenCalled()
    }),
  )

  it.effect("lists wallets with the same name under names of their own", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      registerWallet(window, makeWallet("Ant"))
      const { next, warn } = yield* discovering(window)
      yield* next
      registerWallet(window, makeWallet("Ant"))
      // The same name to a reader.
      registerWallet(window, makeWallet("A\u202en\u200bt"))
      registerWallet(window, makeWallet("Bee"))
      const found = [yield* next, yield* next, yield* next]
      expect(found.at(-1)).toEqual(["Ant", "Ant (2)", "Ant (3)", "Bee"])
      expect(warn).not.toHaveBeenCalled()
    }),
  )

  it.effect("stops at a hundred wallets", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      const { next, warn } = yield* discovering(window)
      yield* next
      registerOnly(window, ({ register }: { register: (...wallets: readonly StandardWallet[]) => void }) => {
        for (let at = 0; at < 150; at++) register(makeWallet(`Wallet ${at}`))
      })
      let found: readonly string[] = []
      for (let at = 0; at < 100; at++) found = yield* next
      expect(found).toHaveLength(100)
      expect(warn.mock.calls).toEqual([["More than 100 wallets registered themselves."]])
    }),
  )

  it.effect("drops unreadable wallets and warns once", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      const { next, warn } = yield* discovering(window)
      yield* next
      for (const [, value] of oddValues) {
        registerOnly(window, value)
        registerOnly(window, (page: { register: (wallet: unknown) => void }) => page.register(value))
      }
      registerOnly(window, () => {
        throw new Error("broken")
      })
      window.dispatchEvent(new Event("wallet-standard:register-wallet"))
      registerWallet(window, makeWallet("Ant"))
      expect(yield* next).toEqual(["Ant"])
      expect(warn).toHaveBeenCalledTimes(1)
    }),
  )

  it.effect("removes its listener and ignores wallets after the end", () =>
    Effect.gen(function* () {
      const window = new EventTarget()
      const kept: ((wallet: StandardWallet) => unknown)[] = []
      window.addEventListener("wallet-standard:app-ready", (event) => {
        const { detail } = event as CustomEvent<{ register: (wallet: StandardWallet) => unknown }>
        kept.push(detail.register)
      })
      const removed = vi.spyOn(window, "removeEventListener")
      const { fiber, left, next } = yield* discovering(window)
      yield* next
      yield* Fiber.interrupt(fiber)
      expect(removed).toHaveBeenCalledTimes(1)
      for (const register of kept) register(makeWallet("Late"))
      expect(kept).toHaveLength(1)
      expect(yield* left).toBe(0)
    }),
  )
})

describe("decodeWallet", () => {
  it("sanitizes name, icon and chains", () => {
    const wallet = {
      name: "  Evil\u202e\u0007 \n Wallet ",
      icon: "javascript:alert(1)",
      chains: "solana:mainnet",
    }
    expect(decodeWallet(wallet)).toEqual({ name: "Evil Wallet", icon: null, chains: [], wallet })
    expect(decodeWallet({ ...wallet, icon: "data:image/png;base64,AA==" })?.icon).toBe(
      "data:image/png;base64,AA==",
    )
    expect(decodeWallet({ ...wallet, name: "\u200b" })).toBeNull()
  })

  it("limits lists of any length", () => {
    const endless = new Proxy([], {
      get: (_, key) => (key === "length" ? 2 ** 32 - 1 : "solana:mainnet"),
    })
    expect(decodeWallet({ name: "Endless", chains: endless })?.chains).toHaveLength(100)
  })

  it("never throws for arbitrary values", () => {
    const odd = fc.constantFrom(...oddValues.map(([, value]) => value))
    const value = fc.oneof(fc.anything({ withNullPrototype: true }), odd)
    const getters = fc.constantFrom("name", "icon", "chains").map((name) =>
      Object.defineProperty({ name: "Wallet" }, name, {
        get: () => {
          throw new Error("do not read me")
        },
      }),
    )
    const wallet = fc.oneof(value, getters, fc.record({ name: value, icon: value, chains: value }))
    fc.assert(
      fc.property(wallet, (registered) => {
        const found = decodeWallet(registered)
        expect(
          found === null || (found.name !== "" && found.chains.every((one) => typeof one === "string")),
        ).toBe(true)
      }),
    )
  })
})
