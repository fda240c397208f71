import { type Connector, ConnectorError } from "@wmodal/chains"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultConnectorOrder } from "../options/decodeOptions.ts"
import type { WalletEntry } from "./WalletEntry.ts"
import { buildWalletRows, keepRowOrder, type RowFacts } from "./walletRows.ts"

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
    getProvider: () => null,
    connect: () => no,
    restore: no,
    disconnect: no,
    switchNetwork: () => no,
    signMessage: () => no,
    signTypedData: () => no,
    calls: no,
    events: Effect.never,
    ...change,
  }
}

const listed = (id: string, change: Partial<WalletEntry> = {}): WalletEntry => ({
  id,
  name: `Listed ${id}`,
  icon: null,
  rdns: null,
  certified: false,
  links: { mobile: `${id}://`, desktop: null, webapp: null },
  ...change,
  stores: {
    appStore: null,
    playStore: null,
    chromeStore: null,
    homepage: `https://${id}.example`,
    ...change.stores,
  },
})

const facts = (
  change: Partial<Omit<RowFacts, "options">> & { readonly options?: Partial<RowFacts["options"]> } = {},
): RowFacts => ({
  connectors: [],
  recent: [],
  featured: [],
  recommended: [],
  used: [],
  excluded: [],
  mobile: false,
  remoteNamespaces: [],
  ...change,
  options: {
    connectorOrder: defaultConnectorOrder,
    excludedWallets: [],
    featuredWallets: [],
    customWallets: [],
    ...change.options,
  },
})

const names = (change: Parameters<typeof facts>[0]) => buildWalletRows(facts(change)).map((row) => row.name)
const groups = (change: Parameters<typeof facts>[0]) =>
  buildWalletRows(facts(change)).map((row) => [row.group, row.name])

describe("buildWalletRows", () => {
  it("omits the embedded wallet, on one chain or on several", () => {
    const auth = (namespace: "eip155" | "solana") =>
      connector("Auth", { id: "ID_AUTH", type: "AUTH", namespace })
    expect(buildWalletRows(facts({ connectors: [auth("eip155")] }))).toEqual([])
    const rows = buildWalletRows(facts({ connectors: [auth("eip155"), auth("solana"), connector("Fox")] }))
    expect(rows.map(({ name }) => name)).toEqual(["Fox"])
  })

  it("lists the wallet in whose frame the page runs first, before a recent one and the code", () => {
    const connectors = [connector("Fox"), connector("Safe", { isEmbedder: true })]
    const recent = [{ id: "Fox", name: "Fox", icon: null }]
    expect(names({ connectors, recent, remoteNamespaces: ["eip155"] })[0]).toBe("Safe")
    expect(names({ connectors: connectors.slice(0, 1), recent, remoteNamespaces: ["eip155"] })).toEqual(
      expect.arrayContaining(["WalletConnect", "Fox"]),
    )
  })

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

  it("omits a wallet without a readable name", () => {
    const customWallets = [
      { id: "a", name: "\u202e\u0000" },
      { id: "b", name: "B\u202e" },
    ]
    expect(names({ options: { customWallets } })).toEqual(["B"])
  })

  it("hides an injected connector without a wallet", () => {
    const browser = connector("Browser Wallet", { type: "INJECTED" })
    expect(names({ connectors: [browser] })).toEqual([])
    expect(names({ connectors: [browser], mobile: true })).toEqual(["Browser Wallet"])
    expect(names({ connectors: [connector("Known", { type: "INJECTED" })] })).toEqual(["Known"])
  })

  it("merges a wallet with several chains, and one that is injected and announced, into one row", () => {
    const [row, ...others] = buildWalletRows(
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

  it("keeps two wallets of one chain apart when only their names match", () => {
    const connectors = [connector("Same", { rdns: "io.real" }), connector("Same", { rdns: "io.other" })]
    expect(buildWalletRows(facts({ connectors })).map(({ key }) => key)).toEqual([
      "eip155/io.real",
      "eip155/io.other",
    ])
  })

  it("orders the groups as the host configures", () => {
    const all: Parameters<typeof facts>[0] = {
      connectors: [
        connector("External", { type: "EXTERNAL" }),
        connector("Injected", { type: "INJECTED" }),
        connector("Announced"),
        connector("Used"),
      ],
      recent: [{ id: "Used", name: "Used", icon: null }],
      featured: [listed("f1"), listed("f2")],
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
    const rows = buildWalletRows(facts({ connectors: [connector("Here")], recent }))
    expect(rows.map(({ name, installed, recent }) => [name, installed, recent])).toEqual([
      ["Gone", false, true],
      ["Here", true, true],
    ])
  })

  it("recommends at most two, fewer with more other rows, and none with featured or custom ones", () => {
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

  it("omits directory wallets that are installed", () => {
    const connectors = [connector("One", { rdns: "io.one" }), connector("Two", { explorerId: "two" })]
    const featured = [listed("x", { rdns: "io.one" }), listed("two"), listed("three")]
    expect(names({ connectors, featured, options: { featuredWallets: ["x", "two", "three"] } })).toEqual([
      "One",
      "Two",
      "Listed three",
    ])
  })

  it("returns the address to get a wallet from, on mobile and on desktop", () => {
    const stores = { chromeStore: "https://chrome.example", homepage: "https://home.example" } as const
    const wallet = listed("a", { stores: { ...stores, appStore: "https://app.example", playStore: null } })
    const [row] = buildWalletRows(facts({ recommended: [wallet] }))
    expect(row).toMatchObject({ getUrl: "https://chrome.example", entry: wallet })
    const [onPhone] = buildWalletRows(facts({ recommended: [wallet], mobile: true }))
    expect(onPhone?.getUrl).toBe("https://home.example")
  })

  it("returns the links of a host's own wallet, and only https: addresses", () => {
    const [row] = buildWalletRows(
      facts({
        options: {
          customWallets: [
            {
              id: "acme",
              name: "Acme",
              imageUrl: "https://acme.example/i.png",
              homepage: "http://acme.example",
              mobileLink: "acme://",
              webappLink: "https://acme.example/app",
              playStore: "https://play.example",
            },
          ],
        },
      }),
    )
    expect(row?.entry).toEqual({
      id: "acme",
      name: "Acme",
      icon: "https://acme.example/i.png",
      rdns: null,
      certified: false,
      links: { mobile: "acme://", desktop: null, webapp: "https://acme.example/app" },
      stores: { appStore: null, playStore: "https://play.example", chromeStore: null, homepage: null },
    })
  })

  it("prefers a recent wallet to the directory's and the host's, and opens it with their links", () => {
    const [used, featured, custom] = ["u", "f", "c"].map((id) => ({ id, name: `Used ${id}`, icon: null }))
    if (used === undefined || featured === undefined || custom === undefined) throw new Error("three")
    const rows = (recent: typeof used) =>
      buildWalletRows(
        facts({
          recent: [recent],
          used: [listed("u")],
          featured: [listed("f")],
          options: { featuredWallets: ["f"], customWallets: [{ id: "c", name: "C", mobileLink: "c://" }] },
        }),
      ).map(({ group, entry }) => [group, entry?.links.mobile])
    expect(rows(used)).toEqual([
      ["recent", "u://"],
      ["featured", "f://"],
      ["custom", "c://"],
    ])
    expect(rows(featured)).toEqual([
      ["recent", "f://"],
      ["custom", "c://"],
    ])
    expect(rows(custom)).toEqual([
      ["recent", "c://"],
      ["featured", "f://"],
    ])
  })

  it("matches MetaMask in a phone's own browser to its directory entry", () => {
    const connectors = [connector("MetaMask", { rdns: "io.metamask.mobile" })]
    const recommended = [listed("m", { name: "MetaMask Wallet", rdns: "io.metamask" })]
    const rows = buildWalletRows(facts({ connectors, recommended, mobile: true }))
    expect(rows.map(({ name, installed, entry }) => [name, installed, entry?.id])).toEqual([
      ["MetaMask", true, "m"],
    ])
  })

  describe("remote wallets", () => {
    const remoteNamespaces = ["eip155", "solana"] as const

    it("places the WalletConnect code first, or where the host configures it", () => {
      const connectors = [connector("One")]
      expect(buildWalletRows(facts({ connectors, remoteNamespaces }))).toMatchObject([
        {
          key: "walletConnect",
          group: "walletConnect",
          name: "WalletConnect",
          installed: false,
          connectors: [
            { id: "walletConnect", namespace: "eip155" },
            { id: "walletConnect", namespace: "solana" },
          ],
        },
        { name: "One" },
      ])
      const order = (connectorOrder: RowFacts["options"]["connectorOrder"]) =>
        names({ connectors, remoteNamespaces, options: { connectorOrder } })
      expect(order(["injected", "walletConnect"])).toEqual(["One", "WalletConnect"])
      expect(order(["injected"])).toEqual(["One"])
    })

    it("omits the WalletConnect code on mobile, while connected by it, and when the host excludes it", () => {
      expect(names({ remoteNamespaces, mobile: true })).toEqual([])
      expect(names({ remoteNamespaces: [] })).toEqual([])
      expect(names({ remoteNamespaces, options: { excludedWallets: ["WalletConnect"] } })).toEqual([])
    })

    it("recommends as many wallets with the code as without it", () => {
      const recommended = ["a", "b", "c"].map((id) => listed(id))
      expect(names({ recommended, remoteNamespaces })).toEqual(["WalletConnect", "Listed a", "Listed b"])
    })

    it("keeps the code's row when a wallet has its name or id", () => {
      const connectors = [connector("walletConnect"), connector("WalletConnect", { rdns: "io.evil" })]
      const rows = buildWalletRows(facts({ connectors, remoteNamespaces }))
      expect(rows.filter(({ group }) => group === "walletConnect")).toHaveLength(1)
      expect(rows[0]).toMatchObject({ group: "walletConnect", installed: false })
    })
  })
})

describe("keepRowOrder", () => {
  it("never moves a row that the user may be pointing at", () => {
    const someNames = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 })
    fc.assert(
      fc.property(someNames, someNames, (before, after) => {
        const shown = buildWalletRows(facts({ connectors: before.map((name) => connector(name)) }))
        const fresh = buildWalletRows(facts({ connectors: after.map((name) => connector(name)) }))
        const kept = keepRowOrder(shown, fresh)
        expect(kept.slice(0, shown.length).map(({ key }) => key)).toEqual(shown.map(({ key }) => key))
        expect(new Set(kept.map(({ name }) => name))).toEqual(new Set([...before, ...after]))
      }),
    )
  })

  it("gives a listed row its connector when the wallet announces itself", () => {
    const recommended = [listed("a", { rdns: "io.a" })]
    const shown = buildWalletRows(facts({ recommended }))
    const fresh = buildWalletRows(
      facts({ recommended, connectors: [connector("A", { rdns: "io.a" }), connector("B")] }),
    )
    const [first, second, ...none] = keepRowOrder(shown, fresh)
    expect(first).toMatchObject({ key: shown[0]?.key, installed: true, connectors: [{ id: "io.a" }] })
    expect(second).toMatchObject({ name: "B" })
    expect(none).toEqual([])
  })
})
