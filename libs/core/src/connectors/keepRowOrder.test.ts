import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { connector, facts, listed } from "../testing/rowFacts.ts"
import { keepRowOrder as keepRowOrderExcept } from "./keepRowOrder.ts"
import { isRow, type Place } from "./Place.ts"
import { buildPlaces } from "./walletRows.ts"

const build = (change: Parameters<typeof facts>[0]) => buildPlaces(facts(change))
const toNames = (places: readonly Place[]) => places.map((place) => (isRow(place) ? place.name : place.group))

const keepRowOrder = (shown: readonly Place[], fresh: readonly Place[]) =>
  keepRowOrderExcept(shown, fresh, facts())

describe("keepRowOrder", () => {
  const wallets = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 })
  const order = fc.shuffledSubarray(
    ["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"] as const,
    { minLength: 7 },
  )
  const change = fc.record({
    found: wallets,
    external: fc.boolean(),
    featured: fc.subarray(["f1", "f2"]),
    custom: fc.boolean(),
    relay: fc.boolean(),
    looking: fc.boolean(),
    awaited: fc.boolean(),
  })
  type Change = typeof change extends fc.Arbitrary<infer A> ? A : never
  const toPlaces = (
    { found, external, featured, relay, ...is }: Change,
    connectorOrder: typeof order extends fc.Arbitrary<infer A> ? A : never,
  ) =>
    build({
      connectors: [
        ...found.map((name) => connector(name)),
        ...(external ? [connector("External", { type: "EXTERNAL" })] : []),
      ],
      featured: is.awaited ? [] : featured.map((id) => listed(id)),
      recommended: is.awaited ? [] : ["r1", "r2"].map((id) => listed(id)),
      remoteNamespaces: relay ? ["eip155"] : [],
      looking: is.looking,
      awaited: is.awaited,
      options: {
        connectorOrder,
        featuredWallets: featured,
        customWallets: is.custom ? [{ id: "host", name: "Custom" }] : [],
      },
    })

  it("never moves, exchanges or loses a row that the user may be pointing at", () => {
    fc.assert(
      fc.property(order, fc.array(change, { minLength: 2, maxLength: 5 }), (connectorOrder, changes) => {
        let shown: readonly Place[] = []
        for (const one of changes) {
          const fresh = toPlaces(one, connectorOrder)
          const next = keepRowOrder(shown, fresh)
          const stays = (place: Place, at: number) =>
            !isRow(place) || (next[at]?.key === place.key && toNames(next)[at] === place.name)
          expect(shown.filter((place, at) => !stays(place, at))).toEqual([])
          const names = toNames(next)
          expect(new Set(names.filter((name) => name !== null))).toEqual(
            new Set([
              ...toNames(shown.filter(isRow)),
              ...toNames(fresh.filter((place) => isRow(place) || names.includes(place.group))),
            ]),
          )
          shown = next
        }
      }),
    )
  })

  it("ends in the host's order when the search ends before the directory answers", () => {
    fc.assert(
      fc.property(order, change, (connectorOrder, last) => {
        const first = { ...last, found: [], external: false, looking: true, awaited: true }
        const steps = [
          first,
          { ...last, looking: false, awaited: true },
          { ...last, looking: false, awaited: false },
        ]
        const end = steps.reduce<readonly Place[]>(
          (shown, one) => keepRowOrder(shown, toPlaces(one, connectorOrder)),
          [],
        )
        const final = steps.at(-1)
        expect(toNames(end.filter(isRow))).toEqual(final && toNames(toPlaces(final, connectorOrder)))
      }),
    )
  })

  it("gives a listed row its connector when the wallet announces itself", () => {
    const recommended = [listed("a", { rdns: "io.a" })]
    const shown = build({ recommended })
    const fresh = build({ recommended, connectors: [connector("A", { rdns: "io.a" }), connector("B")] })
    const [first, second, ...none] = keepRowOrder(shown, fresh)
    const [listedRow] = shown.filter(isRow)
    expect(first).toMatchObject({ key: listedRow?.key, installed: true, connectors: [{ id: "io.a" }] })
    expect(second).toMatchObject({ name: "B" })
    expect(none).toEqual([])
  })

  const options = { featuredWallets: ["f1", "f2"], customWallets: [{ id: "c", name: "Custom" }] }
  const connectors = [connector("Fox")]
  const before = build({ connectors, options, awaited: true })

  it("gives the directory's wallets the places that are kept free, and leaves the others open to be closed", () => {
    expect(toNames(before)).toEqual(["Fox", "featured", "featured", "Custom"])
    const answered = (...ids: readonly string[]) =>
      toNames(keepRowOrder(before, build({ connectors, options, featured: ids.map((id) => listed(id)) })))
    expect(answered("f1", "f2")).toEqual(["Fox", "Listed f1", "Listed f2", "Custom"])
    expect(answered("f1")).toEqual(["Fox", "Listed f1", null, "Custom"])
    expect(answered()).toEqual(["Fox", null, null, "Custom"])
  })

  it("adds a late wallet last, and keeps the places for the directory's", () => {
    const found = [...connectors, connector("Late")]
    const later = keepRowOrder(before, build({ connectors: found, options, awaited: true }))
    expect(toNames(later)).toEqual(["Fox", "featured", "featured", "Custom", "Late"])
    const featured = options.featuredWallets.map((id) => listed(id))
    expect(toNames(keepRowOrder(later, build({ connectors: found, options, featured })))).toEqual([
      "Fox",
      "Listed f1",
      "Listed f2",
      "Custom",
      "Late",
    ])
  })

  it("leaves the place of a wallet that turns out to be excluded open", () => {
    const two = build({ connectors: [connector("Fox"), connector("Other")] })
    const fresh = build({ connectors: [connector("Other")] })
    expect(toNames(keepRowOrderExcept(two, fresh, facts({ excluded: ["Fox"] })))).toEqual([null, "Other"])
  })
})
