import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import fc from "fast-check"
import { makeRouter, type RouterDeps } from "./makeRouter.ts"
import type { Router } from "./Router.ts"
import type { View } from "./View.ts"

const deps = (change: Partial<RouterDeps> = {}): RouterDeps => ({
  connected: () => false,
  hasChains: true,
  mobile: false,
  unsupported: () => false,
  embedded: () => false,
  mustSignIn: () => false,
  ...change,
})

const viewArbitrary: fc.Arbitrary<View> = fc.constantFrom<View>(
  { _tag: "Connect" },
  { _tag: "Account" },
  { _tag: "Networks" },
  { _tag: "AllWallets" },
  { _tag: "ConnectingExternal", rowKey: "a" },
  { _tag: "ConnectingExternal", rowKey: "b" },
  { _tag: "SwitchNetwork", network: "eip155:1" },
  { _tag: "UnsupportedChain" },
)

/** The rules in their simplest form: a list of names, open or not. */
class PlainModel {
  open = false
  names = ["Connect"]
  refused = 0
  connected = false
  readonly hasChains: boolean
  readonly mobile: boolean
  embedded: boolean
  constructor({
    hasChains,
    mobile,
    embedded,
  }: Readonly<Record<"hasChains" | "mobile" | "embedded", boolean>>) {
    this.hasChains = hasChains
    this.mobile = mobile
    this.embedded = embedded
  }
  home = () => (this.connected ? "Account" : "Connect")
  top = () => this.names[this.names.length - 1]
  openAt(name: string | null) {
    if (this.open && name === null) return
    if (!this.hasChains && !this.connected)
      this.names = [this.mobile ? "AllWallets" : "ConnectingWalletConnectBasic"]
    else this.names = [name ?? this.home()]
    this.open = true
  }
  close() {
    if (!this.open) return
    if (this.embedded) this.names = [this.home()]
    else this.open = false
  }
  requestClose() {
    if (!this.open) return
    if (this.top() === "UnsupportedChain") this.refused += 1
    else this.close()
  }
  push(name: string) {
    if (this.top() !== name) this.names.push(name)
  }
  replace(name: string) {
    this.names[this.names.length - 1] = name
  }
  goBack() {
    if (this.names.length === 1 || this.names.includes("UnsupportedChain")) this.close()
    else this.names.pop()
  }
  goBackToIndex(index: number) {
    if (index >= 0 && index < this.names.length) this.names.length = index + 1
  }
}

const getViewName = (view: View) => (view._tag === "ConnectingExternal" ? view._tag + view.rowKey : view._tag)

type RouterCommand = (router: Router, model: PlainModel) => Effect.Effect<void>

const moveArbitrary: fc.Arbitrary<RouterCommand> = fc.oneof(
  fc.option(viewArbitrary).map(
    (view): RouterCommand =>
      (router, model) => {
        model.openAt(view === null ? null : getViewName(view))
        return router.open(view ?? undefined)
      },
  ),
  viewArbitrary.map(
    (view): RouterCommand =>
      (router, model) => {
        model.push(getViewName(view))
        return router.push(view)
      },
  ),
  viewArbitrary.map(
    (view): RouterCommand =>
      (router, model) => {
        model.replace(getViewName(view))
        return router.replace(view)
      },
  ),
  viewArbitrary.map(
    (view): RouterCommand =>
      (router, model) => {
        model.names = [getViewName(view)]
        return router.reset(view)
      },
  ),
  fc.integer({ min: -2, max: 6 }).map(
    (index): RouterCommand =>
      (router, model) => {
        model.goBackToIndex(index)
        return router.goBackToIndex(index)
      },
  ),
  // A wallet connects or disconnects: this changes the next opening view.
  fc.boolean().map(
    (connected): RouterCommand =>
      (_, model) =>
        Effect.sync(() => {
          model.connected = connected
        }),
  ),
  // The page shows its place for the card, or removes it: this changes what closing does.
  fc.boolean().map(
    (embedded): RouterCommand =>
      (_, model) =>
        Effect.sync(() => {
          model.embedded = embedded
        }),
  ),
  fc.constant<RouterCommand>((router, model) => {
    model.goBack()
    return router.goBack
  }),
  fc.constant<RouterCommand>((router, model) => {
    model.close()
    return router.close
  }),
  fc.constant<RouterCommand>((router, model) => {
    model.requestClose()
    return router.requestClose
  }),
)

const now = (router: Router) => SubscriptionRef.getUnsafe(router.state)
const names = (router: Router) => now(router).history.map(getViewName)

describe("makeRouter", () => {
  it("matches a plain list of names after any steps", () => {
    fc.assert(
      fc.property(
        fc.record({ hasChains: fc.boolean(), mobile: fc.boolean(), embedded: fc.boolean() }),
        fc.array(moveArbitrary, { maxLength: 40 }),
        (page, moves) => {
          const model = new PlainModel(page)
          const { router } = Effect.runSync(
            makeRouter(deps({ ...page, embedded: () => model.embedded, connected: () => model.connected })),
          )
          for (const move of moves) {
            Effect.runSync(move(router, model))
            expect(names(router)).toEqual(model.names)
            expect(now(router).open).toBe(model.open)
            expect(now(router).refusedCloses).toBe(model.refused)
          }
        },
      ),
    )
  })

  it.effect("opens the view that connection, network support and configured chains allow", () =>
    Effect.gen(function* () {
      const openedAt = (change: Partial<RouterDeps>, view?: View) =>
        Effect.gen(function* () {
          const { router } = yield* makeRouter(deps(change))
          yield* router.open(view)
          return names(router)
        })
      const networks: View = { _tag: "Networks" }
      expect(yield* openedAt({ hasChains: false, mobile: true }, networks)).toEqual(["AllWallets"])
      expect(yield* openedAt({ hasChains: false })).toEqual(["ConnectingWalletConnectBasic"])
      expect(yield* openedAt({ hasChains: false, connected: () => true })).toEqual(["Account"])
      expect(yield* openedAt({ connected: () => true }, networks)).toEqual(["Networks"])
      const lost = { connected: () => true, unsupported: () => true }
      for (const spend of [{ _tag: "WalletSend" }, { _tag: "Swap" }] as const) {
        expect(yield* openedAt({ connected: () => true }, spend)).toEqual([spend._tag])
        expect(yield* openedAt({}, spend)).toEqual(["Connect"])
        expect(yield* openedAt(lost, spend)).toEqual(["UnsupportedChain"])
      }
      expect(yield* openedAt(lost, networks)).toEqual(["UnsupportedChain"])
      expect(yield* openedAt(lost)).toEqual(["Account"])
      expect(yield* openedAt({ connected: () => true })).toEqual(["Account"])
      expect(yield* openedAt({})).toEqual(["Connect"])
    }),
  )

  it.effect("shakes instead of closing on an unsupported network, where going back closes", () =>
    Effect.gen(function* () {
      const { router } = yield* makeRouter(deps({ connected: () => true }))
      yield* router.open()
      yield* router.push({ _tag: "UnsupportedChain" })
      yield* router.requestClose
      expect(now(router)).toMatchObject({ open: true, refusedCloses: 1 })
      yield* router.goBack
      expect(now(router).open).toBe(false)
    }),
  )

  it.effect("reports the direction of each view change", () =>
    Effect.gen(function* () {
      const { router } = yield* makeRouter(deps())
      yield* router.open()
      expect(now(router).direction).toBe("none")
      yield* router.push({ _tag: "AllWallets" })
      expect(now(router).direction).toBe("next")
      yield* router.goBack
      expect(now(router).direction).toBe("prev")
    }),
  )
})
