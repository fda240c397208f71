import type { DirectoryWallet } from "@wmodal/api"
import { type Connector, ConnectorError } from "@wmodal/chains"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultConnectorOrder } from "../options/decodeOptions.ts"
import { keepPlaces, type RowFacts, walletRows } from "./walletRows.ts"

const connector = (name: string, change: Partial<Connector> = {}): Connector => {
  const id = change.rdns ?? name
  const no = Effect.fail(new ConnectorError({ connectorId: id, reason: { _tag: "Declined" } }))
  return {
    id,
    name,
    type: "ANNOUNCED",
    namespace: "eip155",
    icon: null,
    rdns: null,
    explorerId: null,
    providerFor: () => null,
    connect: () => no,
    restore: no,
    disconnect: no,
    switchNetwork: () => no,
    signMessage: () => no,
    signTypedData: () => no,
    calls: no,
    events: Stream.never,
    ...change,
  }
}

const listed = (id: string, change: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id,
  name: `Listed ${id}`,
  homepage: `https://${id}.example`,
  ...change,
})

const facts = (
  change: Partial<Omit<RowFacts, "options">> & { readonly options?: Partial<RowFacts["options"]> } = {},
): RowFacts => ({
  connectors: [],
  recent: [],
  featured: [],
  recommended: [],
  excluded: [],
  mobile: false,
  imageUrl: (id) => `https://images.example/${id}`,
  ...change,
  options: {
    connectorOrder: defaultConnectorOrder,
    excludedWallets: [],
    featuredWallets: [],
    customWallets: [],
    ...change.options,
  },
})

const names = (change: Parameters<typeof facts>[0]) => walletRows(facts(change)).map((row) => row.name)
const groups = (change: Parameters<typeof facts>[0]) =>
  walletRows(facts(change)).map((row) => [row.group, row.name])

describe("walletRows", () => {
  it("hides a wallet that is excluded by rdns, by name in any case, or by directory id", () => {
    const connectors = [
      connector("One", { rdns: "io.one" }),
      connector("Two"),
      connector("Three", { explorerId: "id3" }),
      connector("Four"),
    ]
    expect(names({ connectors, options: { excludedWallets: ["IO.ONE", "two", "id3"] } })).toEqual(["Four"])
    expect(names({ connectors, excluded: ["Four"] })).toEqual(["One", "Two", "Three"])
  })

  it("hides an excluded wallet by either of its names, listed or installed", () => {
    const recommended = [listed("t", { name: "Trust Wallet" }), listed("s", { name: " Spaced " })]
    const connectors = [connector("Trust")]
    for (const excludedWallets of [
      ["Trust Wallet", "spaced"],
      ["TRUST", " Spaced"],
    ])
      expect(names({ connectors, recommended, options: { excludedWallets } })).toEqual([])
  })

  it("lists no wallet without a name that can be read", () => {
    expect(names({ recommended: [listed("a", { name: "\u202e\u0000" }), listed("b")] })).toEqual(["Listed b"])
  })

  it("hides what an injected connector is not", () => {
    const browser = connector("Browser Wallet", { type: "INJECTED" })
    expect(names({ connectors: [browser] })).toEqual([])
    expect(names({ connectors: [browser], mobile: true })).toEqual(["Browser Wallet"])
    expect(names({ connectors: [connector("Known", { type: "INJECTED" })] })).toEqual(["Known"])
  })

  it("makes one row of a wallet that speaks several chains, and of one that is injected and announced", () => {
    const [row, ...others] = walletRows(
      facts({
        connectors: [
          connector("Trust", { type: "INJECTED" }),
          connector("Trust Wallet"),
          connector("trust", { namespace: "solana" }),
        ],
      }),
    )
    expect(others).toEqual([])
    expect(row).toMatchObject({ group: "multiChain", name: "Trust Wallet" })
    expect(row?.connectors.map(({ namespace }) => namespace)).toEqual(["eip155", "solana"])
  })

  it("keeps two wallets of one chain apart that only call themselves alike", () => {
    const connectors = [connector("Same", { rdns: "io.real" }), connector("Same", { rdns: "io.other" })]
    expect(walletRows(facts({ connectors })).map(({ key }) => key)).toEqual([
      "eip155/io.real",
      "eip155/io.other",
    ])
  })

  it("orders the groups as the host says", () => {
    const all: Parameters<typeof facts>[0] = {
      connectors: [
        connector("External", { type: "EXTERNAL" }),
        connector("Injected", { type: "INJECTED" }),
        connector("Announced"),
        connector("Used"),
      ],
      recent: [{ id: "Used", name: "Used", icon: null }],
      featured: [listed("f2"), listed("f1")],
      options: {
        featuredWallets: ["f1", "f2"],
        customWallets: [{ id: "c", name: "Custom" }],
      },
    }
    expect(groups(all)).toEqual([
      ["recent", "Used"],
      ["announced", "Announced"],
      ["injected", "Injected"],
      ["featured", "Listed f1"],
      ["featured", "Listed f2"],
      ["custom", "Custom"],
      ["external", "External"],
    ])
    expect(
      groups({ ...all, options: { ...all?.options, connectorOrder: ["external", "injected"] } }),
    ).toEqual([
      ["external", "External"],
      ["announced", "Announced"],
      ["injected", "Injected"],
    ])
  })

  it("puts the newest recent wallet first, installed or not", () => {
    const recent = [
      { id: "gone", name: "Gone", icon: null },
      { id: "Here", name: "Here", icon: null },
    ]
    const rows = walletRows(facts({ connectors: [connector("Here")], recent }))
    expect(rows.map(({ name, installed, recent }) => [name, installed, recent])).toEqual([
      ["Gone", false, true],
      ["Here", true, true],
    ])
  })

  it("recommends two at most, fewer the more there are, and none beside featured or custom ones", () => {
    const recommended = ["a", "b", "c", "d"].map((id) => listed(id))
    expect(names({ recommended })).toEqual(["Listed a", "Listed b"])
    expect(names({ recommended, connectors: [connector("One")] })).toEqual(["One", "Listed a"])
    expect(names({ recommended, connectors: [connector("One"), connector("Two")] })).toEqual(["One", "Two"])
    expect(names({ recommended, connectors: [connector("X", { type: "EXTERNAL" })] })).toEqual([
      "X",
      "Listed a",
      "Listed b",
    ])
    expect(names({ recommended, options: { featuredWallets: ["f"] } })).toEqual([])
    expect(names({ recommended, options: { customWallets: [{ id: "c", name: "C" }] } })).toEqual(["C"])
  })

  it("lists no wallet of the directory that is here already", () => {
    const connectors = [connector("One", { rdns: "io.one" }), connector("Two", { explorerId: "two" })]
    const featured = [listed("x", { rdns: "io.one" }), listed("two"), listed("three")]
    expect(names({ connectors, featured, options: { featuredWallets: ["x", "two", "three"] } })).toEqual([
      "One",
      "Two",
      "Listed three",
    ])
  })

  it("opens no link of the directory but an https one, and shows no hidden characters", () => {
    const wallet = listed("a", { name: "Evil\u202e\u0000 one", homepage: "javascript:alert(1)" })
    const [row] = walletRows(facts({ recommended: [wallet] }))
    expect(row).toMatchObject({ name: "Evil one", getUrl: null, installed: false })
    const [other] = walletRows(
      facts({ recommended: [{ ...wallet, chrome_store: "https://store.example", image_id: "i" }] }),
    )
    expect(other).toMatchObject({ getUrl: "https://store.example", icon: "https://images.example/i" })
  })
})

describe("keepPlaces", () => {
  it("never moves a row that a person may be pointing at", () => {
    const someNames = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 })
    fc.assert(
      fc.property(someNames, someNames, (before, after) => {
        const shown = walletRows(facts({ connectors: before.map((name) => connector(name)) }))
        const fresh = walletRows(facts({ connectors: after.map((name) => connector(name)) }))
        const kept = keepPlaces(shown, fresh)
        expect(kept.slice(0, shown.length).map(({ key }) => key)).toEqual(shown.map(({ key }) => key))
        expect(new Set(kept.map(({ name }) => name))).toEqual(new Set([...before, ...after]))
      }),
    )
  })

  it("gives a listed row its connector when the wallet announces itself", () => {
    const recommended = [listed("a", { rdns: "io.a" })]
    const shown = walletRows(facts({ recommended }))
    const fresh = walletRows(
      facts({ recommended, connectors: [connector("A", { rdns: "io.a" }), connector("B")] }),
    )
    const [first, second, ...none] = keepPlaces(shown, fresh)
    expect(first).toMatchObject({ key: shown[0]?.key, installed: true, connectors: [{ id: "io.a" }] })
    expect(second).toMatchObject({ name: "B" })
    expect(none).toEqual([])
  })
})
