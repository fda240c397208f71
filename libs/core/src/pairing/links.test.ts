import { describe, expect, it } from "@effect/vitest"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Exit, Scope } from "effect"
import { memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { openPageWith, waitUntilAsked } from "../testing/relayPage.ts"
import { scriptedWalletConnect } from "../testing/scriptedWalletConnect.ts"

const now = SubscriptionRef.getUnsafe

describe("linked app", () => {
  const app = { name: "Acme", href: "acme://" }

  it.effect("opens it again after a reload, and forgets it with the session", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const first = yield* Scope.make()
      const engine = yield* openPageWith(phone, { storage }).pipe(Scope.provide(first))
      yield* engine.connection.connect(walletConnectId)
      yield* waitUntilAsked(engine)
      yield* engine.pairing.choose(app)
      expect(now(engine.pairing.app)).toEqual(app)
      phone.approve("eip155")
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Connected")
      yield* Scope.close(first, Exit.void)

      const again = yield* openPageWith(phone, { storage })
      yield* again.ready
      expect(now(again.pairing.app)).toEqual(app)
      expect(phone.apps).toEqual([app, app])
      yield* again.connection.disconnect()
      yield* reach(again.pairing.app, (one) => one === null)
      expect(phone.apps.at(-1)).toBe(null)
    }),
  )

  it.effect("ignores a stored app whose link may not be opened", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      storage.set("@wmodal/wallet-app", '{"v":1,"data":{"name":"x","href":"javascript:alert(1)"}}')
      const engine = yield* openPageWith(phone, { storage })
      yield* engine.connection.connect(walletConnectId)
      yield* waitUntilAsked(engine)
      expect(now(engine.pairing.app)).toBe(null)
      expect(phone.apps).toEqual([])
    }),
  )
})

describe("link made in advance", () => {
  const device = { os: "ios", tapOnly: true, telegram: false, framed: false } as const

  it.effect("requests a link when Connect opens where apps open inside a tap only", () =>
    Effect.gen(function* () {
      const places = [
        [device, 1],
        [{ ...device, os: "android", telegram: true }, 1],
        [{ ...device, tapOnly: false }, 0],
        [{ ...device, os: "android", tapOnly: false }, 0],
      ] as const
      for (const [place, times] of places) {
        const phone = scriptedWalletConnect()
        const engine = yield* openPageWith(phone, { platform: { device: place, mobile: true } })
        yield* engine.ready
        expect(phone.made()).toBe(0)
        yield* engine.router.open()
        expect(now(engine.pairing.preparing)).toBe(times === 1)
        yield* times === 1 ? phone.whenPreparing : Effect.yieldNow
        expect(phone.prepared).toHaveLength(times)
      }
    }),
  )

  it.effect("makes one link before a row is picked, and keeps it while the modal is closed and opened", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, { platform: { device, mobile: true } })
      yield* engine.router.open()
      yield* engine.router.close
      yield* engine.router.open()
      yield* phone.whenPreparing
      expect(phone.prepared).toHaveLength(1)
      phone.finishPreparing()
      yield* reach(engine.pairing.preparing, (is) => !is)
      expect(now(engine.pairing.link)).not.toBe(null)
      yield* engine.router.close
      yield* engine.router.open()
      expect(now(engine.pairing.preparing)).toBe(false)
    }),
  )
})

describe("unused link", () => {
  const device = { os: "ios", tapOnly: true, telegram: false, framed: false } as const

  it.effect("renews it when it expires while Connect is open, and not in other views", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, { platform: { device, mobile: true } })
      yield* engine.router.open()
      yield* phone.whenPreparing
      phone.finishPreparing()
      yield* reach(engine.pairing.preparing, (is) => !is)
      phone.deps().onLink(null)
      yield* reach(engine.pairing.preparing, (is) => is)
      expect(now(engine.pairing.link)).toBe(null)
      yield* phone.whenPreparing
      phone.finishPreparing()
      yield* reach(engine.pairing.link, (link) => link !== null)
      yield* engine.router.close
      phone.deps().onLink(null)
      yield* reach(engine.pairing.link, (link) => link === null)
      expect(now(engine.pairing.preparing)).toBe(false)
    }),
  )
})
