import { describe, expect, it } from "@effect/vitest"
import { makeProviderConnector, oddValues, unresponsiveProvider } from "@wmodal/dev-wallet/testing"
import { parseNamedImage } from "@wmodal/protocol"
import { Effect, Fiber, Queue } from "effect"
import fc from "fast-check"
import { vi } from "vitest"
import type { Connector } from "../contract/Connector.ts"
import { announce, type Eip6963ProviderInfo } from "./announce.ts"
import { decodeAnnouncement } from "./discoverEvm.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"
import { evm } from "./index.ts"

const provider = unresponsiveProvider

const info = {
  uuid: "350670db-19fa-4704-a166-e52e178b59d2",
  name: "Wallet",
  icon: "data:image/png;base64,AA==",
  rdns: "com.example.wallet",
}

describe("decodeAnnouncement", () => {
  it("keeps valid fields and the provider itself", () => {
    const found = decodeAnnouncement({ info, provider })
    expect(found).toEqual({ ...info, provider })
    expect(found?.provider).toBe(provider)
  })

  it("keeps an icon that asks a host only when the app has named it", () => {
    const detail = { info: { ...info, icon: "https://tracker.example/icon.png" }, provider }
    expect(decodeAnnouncement(detail)?.icon).toBeNull()
    expect(decodeAnnouncement(detail, (url) => parseNamedImage(url, ["tracker.example"]))?.icon).toBe(
      "https://tracker.example/icon.png",
    )
  })

  it("strips control, bidi and invisible characters from the name, and cuts it at 64", () => {
    const name = `\u202eEvil\u0000\n  \u200bWallet\u2066\ud800${"!".repeat(100)}`
    expect(decodeAnnouncement({ info: { ...info, name }, provider })?.name).toBe(
      `Evil Wallet${"!".repeat(53)}`,
    )
  })

  it.each([
    ["without a name", { info: { ...info, name: " \u200b\u202e " }, provider }],
    ["without a uuid", { info: { ...info, uuid: undefined }, provider }],
    ["with a name that is no text", { info: { ...info, name: 7 }, provider }],
    ["without a provider", { info }],
    ["with a provider that cannot be asked", { info, provider: { request: "no" } }],
  ])("returns null for an announcement %s", (_, detail) => {
    expect(decodeAnnouncement(detail)).toBeNull()
  })

  it.each([undefined, "", "not a name!", "a..b", `${"a.".repeat(200)}b`, 7])(
    "sets rdns to null for %j",
    (rdns) => {
      expect(decodeAnnouncement({ info: { ...info, rdns }, provider })).toMatchObject({
        rdns: null,
        name: "Wallet",
      })
    },
  )

  it("never throws", () => {
    const odd = fc.constantFrom(...oddValues.map(([, value]) => value))
    const value = fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true }), odd)
    const hostileGetter = value.map((inner) =>
      Object.defineProperty({ provider }, "info", {
        get: () => {
          throw inner
        },
      }),
    )
    const detail = fc.oneof(
      value,
      hostileGetter,
      fc.record({ info: value, provider: value }),
      fc.record({
        info: fc.record({ uuid: value, name: value, icon: value, rdns: value }),
        provider: fc.oneof(value, fc.constant(provider)),
      }),
    )
    fc.assert(
      fc.property(detail, (announced) => {
        const found = decodeAnnouncement(announced)
        expect(found === null || found.name.length > 0).toBe(true)
      }),
    )
  })
})

const makeInfo = (name: string): Eip6963ProviderInfo => ({
  uuid: `uuid of ${name}`,
  name,
  icon: "data:image/png;base64,AA==",
  rdns: `com.example.${name.toLowerCase()}`,
})

const wallet = (): Eip1193Provider => ({ ...unresponsiveProvider })

const page = (ethereum?: unknown) => Object.assign(new EventTarget(), { ethereum })

const discovering = (
  window: (EventTarget & { ethereum?: unknown }) | null,
  connectors: readonly Connector[] = [],
) =>
  Effect.gen(function* () {
    const warn = vi.fn<(text: string) => void>()
    const lists = yield* Queue.unbounded<readonly string[]>()
    const module = yield* Effect.promise(() => evm({ connectors }).load())
    const fiber = yield* Effect.forkChild(
      module.discover({ window, warn }, (found) =>
        Queue.offer(
          lists,
          found.map(({ id }) => id),
        ),
      ),
      { startImmediately: true },
    )
    return { next: Queue.take(lists), warn, fiber, lists }
  })

describe("discoverEvm", () => {
  it.effect("finds announced wallets immediately, then the injected one, and appends later ones", () =>
    Effect.gen(function* () {
      const window = page(wallet())
      announce(window, wallet(), makeInfo("Zebra"))
      announce(window, wallet(), makeInfo("Ant"))
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual(["com.example.zebra", "com.example.ant", "injected"])
      announce(window, wallet(), makeInfo("Bee"))
      expect(yield* next).toEqual(["com.example.zebra", "com.example.ant", "injected", "com.example.bee"])
      expect(warn).not.toHaveBeenCalled()
    }),
  )

  it.effect("lists the host app's connectors first, with and without a window", () =>
    Effect.gen(function* () {
      const own = makeProviderConnector(unresponsiveProvider)
      const { next } = yield* discovering(null, [own])
      expect(yield* next).toEqual([own.id])
      const onPage = yield* discovering(page(wallet()), [own])
      expect(yield* onPage.next).toEqual([own.id, "injected"])
    }),
  )

  it.effect("ignores a wallet that announces itself again on request", () =>
    Effect.gen(function* () {
      const window = page()
      announce(window, wallet(), makeInfo("Ant"))
      const { lists, next, warn } = yield* discovering(window)
      yield* next
      window.dispatchEvent(new Event("eip6963:requestProvider"))
      announce(window, wallet(), makeInfo("Bee"))
      expect(yield* next).toEqual(["com.example.ant", "com.example.bee"])
      expect(yield* Queue.size(lists)).toBe(0)
      expect(warn).not.toHaveBeenCalled()
    }),
  )

  it.effect("lists one wallet once that announces itself with another uuid or provider", () =>
    Effect.gen(function* () {
      const window = page()
      const ant = makeInfo("Ant")
      const provider = wallet()
      let round = 0
      window.addEventListener("eip6963:requestProvider", () => {
        const detail = { info: { ...ant, uuid: `round ${round++}` }, provider }
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
      })
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual(["com.example.ant"])
      window.dispatchEvent(new Event("eip6963:requestProvider"))
      expect(warn).not.toHaveBeenCalled()
      // Not its provider any more: a second wallet announces itself with the others.
      announce(window, wallet(), { ...ant, uuid: "round 0" })
      announce(window, wallet(), { ...ant, uuid: "wrapped" })
      announce(window, wallet(), makeInfo("Bee"))
      expect(yield* next).toEqual(["com.example.ant", "com.example.bee"])
      expect(warn.mock.calls).toEqual([['Ignored a second announcement of the wallet "Ant".']])
    }),
  )

  it.effect("lists two wallets with one name, one rdns, or both, under names of their own", () =>
    Effect.gen(function* () {
      const window = page()
      const ant = makeInfo("Ant")
      for (const info of [
        ant,
        { ...makeInfo("Another"), name: ant.name },
        { ...makeInfo("Third"), rdns: ant.rdns },
        { ...ant, uuid: "uuid of another build" },
        { ...makeInfo("injected"), rdns: "" },
        { ...makeInfo("Nameless"), rdns: "" },
        { ...makeInfo("Nameless"), uuid: "uuid of another", rdns: "" },
      ])
        announce(window, wallet(), info)
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual([
        "com.example.ant",
        "com.example.another",
        "com.example.ant (Third)",
        "com.example.ant (Ant)",
        "injected (2)",
        "Nameless",
        "Nameless (2)",
      ])
      expect(warn).not.toHaveBeenCalled()
      const listed: string[] = []
      const module = yield* Effect.promise(() => evm().load())
      yield* Effect.forkChild(
        module.discover({ window }, (found) =>
          Effect.sync(() => listed.push(...found.map(({ name }) => name))),
        ),
        { startImmediately: true },
      )
      yield* Effect.yieldNow
      expect(listed).toEqual([
        "Ant (com.example.ant)",
        "Ant (com.example.another)",
        "Third (com.example.ant)",
        "Ant (com.example.ant) (2)",
        "injected",
        "Nameless (?)",
        "Nameless (?) (2)",
      ])
    }),
  )

  /** Returns the wallets of a page, as `id: name`, in the order of their announcements. */
  const listWallets = (...infos: readonly Partial<Eip6963ProviderInfo>[]) =>
    Effect.gen(function* () {
      const window = page()
      for (const [at, info] of infos.entries())
        announce(window, wallet(), { ...makeInfo("Fox"), uuid: `uuid ${at}`, ...info })
      const listed: string[] = []
      const module = yield* Effect.promise(() => evm().load())
      yield* Effect.forkChild(
        module.discover({ window }, (found) =>
          Effect.sync(() => listed.push(...found.map(({ id, name }) => `${id}: ${name}`))),
        ),
        { startImmediately: true },
      )
      yield* Effect.yieldNow
      return listed
    })
  const real = { name: "Fox", rdns: "io.fox" }

  it.effect("makes no id of a name that looks like the rdns of another wallet", () =>
    Effect.gen(function* () {
      expect(yield* listWallets({ name: "io.fox", rdns: "" }, real)).toEqual([
        "name:io.fox: io.fox",
        "io.fox: Fox",
      ])
      expect(yield* listWallets({ name: "io.fox (Fox)", rdns: "" }, real)).toEqual([
        "name:io.fox (Fox): io.fox (Fox)",
        "io.fox: Fox",
      ])
    }),
  )

  it.effect("marks each of two wallets with one name by its rdns, in any order", () =>
    Effect.gen(function* () {
      const marked = ["app.fake: Fox (app.fake)", "io.fox: Fox (io.fox)"]
      expect(yield* listWallets({ rdns: "app.fake" }, real)).toEqual(marked)
      expect(yield* listWallets(real, { rdns: "app.fake" })).toEqual(marked.toReversed())
      expect(yield* listWallets({ name: "FOX", rdns: "app.fake" }, real)).toEqual([
        "app.fake: FOX (app.fake)",
        "io.fox: Fox (io.fox)",
      ])
    }),
  )

  it.effect.each([
    ["Fox (io.fox)", "Fox [io.fox]"],
    ["Fox\uff08io.fox\uff09", "Fox[io.fox]"],
    ["Fox (io.fox", "Fox [io.fox"],
  ] as const)("keeps a name from imitating the mark when it is %s", ([name, shown]) =>
    Effect.gen(function* () {
      expect(yield* listWallets({ name, rdns: "app.fake" }, real)).toEqual([
        `app.fake: ${shown} (app.fake)`,
        "io.fox: Fox (io.fox)",
      ])
      expect(yield* listWallets({ name, rdns: "" }, real)).toEqual([
        `${name}: ${shown} (?)`,
        "io.fox: Fox (io.fox)",
      ])
    }),
  )

  it.effect("keeps the name of a wallet in brackets that has no twin", () =>
    Effect.gen(function* () {
      expect(yield* listWallets({ name: "Fox (Beta)", rdns: "io.fox" })).toEqual(["io.fox: Fox (Beta)"])
    }),
  )

  it.effect("marks a listed wallet when one of its name announces itself later", () =>
    Effect.gen(function* () {
      const window = page()
      announce(window, wallet(), { ...makeInfo("Fox"), ...real })
      const lists: (readonly Connector[])[] = []
      const module = yield* Effect.promise(() => evm().load())
      yield* Effect.forkChild(
        module.discover({ window }, (found) => Effect.sync(() => lists.push(found))),
        { startImmediately: true },
      )
      yield* Effect.yieldNow
      announce(window, wallet(), { ...makeInfo("Fox"), uuid: "late", rdns: "app.fake" })
      yield* Effect.yieldNow
      expect(lists.map((list) => list.map(({ name }) => name))).toEqual([
        ["Fox"],
        ["Fox (io.fox)", "Fox (app.fake)"],
      ])
    }),
  )

  it.effect("gives a wallet's place to its new provider when the old one is gone", () =>
    Effect.gen(function* () {
      const window = page()
      let alive = true
      const updated = Object.assign(wallet(), { isConnected: () => alive })
      announce(window, updated, makeInfo("Ant"))
      announce(window, wallet(), makeInfo("Bee"))
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual(["com.example.ant", "com.example.bee"])
      announce(window, wallet(), { ...makeInfo("Ant"), uuid: "too early" })
      alive = false
      announce(window, wallet(), { ...makeInfo("Ant"), uuid: "after the update" })
      expect(yield* next).toEqual(["com.example.ant", "com.example.bee"])
      expect(warn.mock.calls).toEqual([['Ignored a second announcement of the wallet "Ant".']])
    }),
  )

  it.effect("keeps the host app's connector in place of a wallet with its name or rdns", () =>
    Effect.gen(function* () {
      const own = makeProviderConnector(unresponsiveProvider)
      const window = page()
      announce(window, wallet(), { ...makeInfo("Other"), name: own.name })
      announce(window, wallet(), { ...makeInfo("Another"), rdns: own.id })
      const { next } = yield* discovering(window, [own])
      expect(yield* next).toEqual([own.id])
    }),
  )

  it.effect("drops invalid announcements, warns once, and continues", () =>
    Effect.gen(function* () {
      const window = page()
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toEqual([])
      for (const detail of [undefined, null, 7, {}, { info: null }]) {
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
      }
      window.dispatchEvent(new Event("eip6963:announceProvider"))
      announce(window, wallet(), makeInfo("Ant"))
      expect(yield* next).toEqual(["com.example.ant"])
      expect(warn).toHaveBeenCalledTimes(1)
    }),
  )

  it.effect("stops at a hundred wallets", () =>
    Effect.gen(function* () {
      const window = page()
      window.addEventListener("eip6963:requestProvider", () => {
        for (let count = 0; count < 150; count++) {
          const detail = { info: makeInfo(`Wallet${count}`), provider: wallet() }
          window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
        }
      })
      const { next, warn } = yield* discovering(window)
      expect(yield* next).toHaveLength(100)
      expect(warn).toHaveBeenCalledTimes(1)
    }),
  )

  it.effect("finds a wallet that injects itself late, once", () =>
    Effect.gen(function* () {
      const window = page()
      const { lists, next } = yield* discovering(window)
      expect(yield* next).toEqual([])
      window.ethereum = wallet()
      window.dispatchEvent(new Event("ethereum#initialized"))
      window.dispatchEvent(new Event("ethereum#initialized"))
      expect(yield* next).toEqual(["injected"])
      expect(yield* Queue.size(lists)).toBe(0)
    }),
  )

  it.effect("ignores an `ethereum` that throws or is not a provider", () =>
    Effect.gen(function* () {
      const throwing = Object.defineProperty(new EventTarget(), "ethereum", {
        get: () => {
          throw new Error("mine")
        },
      })
      for (const window of [throwing, page({}), page(null), page("metamask")]) {
        const { next } = yield* discovering(window)
        expect(yield* next).toEqual([])
      }
    }),
  )

  it.effect("removes its listeners", () =>
    Effect.gen(function* () {
      const window = page()
      const added = vi.spyOn(window, "addEventListener")
      const removed = vi.spyOn(window, "removeEventListener")
      const { fiber, next } = yield* discovering(window)
      yield* next
      yield* Fiber.interrupt(fiber)
      expect(added.mock.calls.length).toBe(2)
      expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
        added.mock.calls.map(([type, listener]) => [type, listener]).toReversed(),
      )
    }),
  )
})

describe("announce", () => {
  it("freezes the announcement, and stops when ended", () => {
    const window = page()
    const seen: unknown[] = []
    window.addEventListener("eip6963:announceProvider", (event) => seen.push(Reflect.get(event, "detail")))
    const end = announce(window, wallet(), makeInfo("Ant"))
    window.dispatchEvent(new Event("eip6963:requestProvider"))
    end()
    window.dispatchEvent(new Event("eip6963:requestProvider"))
    expect(seen).toHaveLength(2)
    expect(seen[0]).toBe(seen[1])
    expect(Object.isFrozen(seen[0]) && Object.isFrozen(Reflect.get(Object(seen[0]), "info"))).toBe(true)
  })
})
