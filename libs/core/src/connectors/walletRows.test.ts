import { describe, expect, it } from "vitest"
import { connector, facts, listed } from "../testing/rowFacts.ts"
import { isRow } from "./Place.ts"
import { buildPlaces, type RowFacts } from "./walletRows.ts"

const buildWalletRows = (given: RowFacts) => buildPlaces(given).filter(isRow)
/** Returns the names of the rows, and the slots of the places that are kept free. */
const places = (change: Parameters<typeof facts>[0]) =>
  buildPlaces(facts(change)).map((place) => (isRow(place) ? place.name : [place.group]))

const names = (change: Parameters<typeof facts>[0]) => buildWalletRows(facts(change)).map((row) => row.name)
const groups = (change: Parameters<typeof facts>[0]) =>
  buildWalletRows(facts(change)).map((row) => [row.group, row.name])

describe("buildPlaces", () => {
  it("groups a wallet by what reaches it: one that is nowhere installed stays external on several chains", () => {
    const external = (namespace: "eip155" | "solana") => connector("Sdk", { type: "EXTERNAL", namespace })
    expect(groups({ connectors: [external("eip155"), external("solana")] })).toEqual([["external", "Sdk"]])
    const standard = connector("Sdk", { namespace: "solana" })
    expect(groups({ connectors: [external("eip155"), standard] })).toEqual([["multiChain", "Sdk"]])
  })

  it("lists no wallet that was reached by the code and has no name a second time", () => {
    const recent = [{ id: "walletConnect", name: "WalletConnect", icon: null }]
    expect(groups({ recent, remoteNamespaces: ["eip155"] })).toEqual([["walletConnect", "WalletConnect"]])
    expect(names({ recent, mobile: true })).toEqual([])
  })

  describe("places", () => {
    const options = { featuredWallets: ["f1", "f2"], customWallets: [{ id: "c", name: "Custom" }] }
    const coinbase = connector("Coinbase", { type: "EXTERNAL" })
    const connectors = [coinbase, connector("Fox")]

    it("keeps a place free for each featured wallet where the host orders it, until the directory has answered", () => {
      expect(places({ connectors, options, awaited: true })).toEqual([
        "Fox",
        ["featured"],
        ["featured"],
        "Custom",
        "Coinbase",
      ])
      const connectorOrder = ["external", "featured", "injected"] as const
      expect(places({ connectors, options: { ...options, connectorOrder }, awaited: true })).toEqual([
        "Coinbase",
        ["featured"],
        ["featured"],
        "Fox",
      ])
      expect(places({ connectors, options })).toEqual(["Fox", "Custom", "Coinbase"])
    })

    it("keeps no place free for a featured wallet that has a row or is excluded", () => {
      const recent = [{ id: "f2", name: "Used", icon: null }]
      expect(places({ recent, options, awaited: true })).toEqual(["Used", ["featured"], "Custom"])
      expect(places({ options: { ...options, excludedWallets: ["f1"] }, awaited: true })).toEqual([
        ["featured"],
        "Custom",
      ])
    })

    it("keeps as many places free as wallets are recommended", () => {
      const free = (names: readonly string[]) =>
        places({ connectors: names.map((name) => connector(name)), awaited: true })
      expect(free([])).toEqual([["recommended"], ["recommended"]])
      expect(free(["One"])).toEqual(["One", ["recommended"]])
      expect(free(["One", "Two"])).toEqual(["One", "Two"])
    })

    it("keeps only places for what comes after wallets that are still searched for", () => {
      const found = { connectors, remoteNamespaces: ["eip155"] as const, looking: true, awaited: true }
      expect(places({ ...found, options })).toEqual([
        "WalletConnect",
        "Fox",
        ["featured"],
        ["featured"],
        ["custom"],
        ["external"],
      ])
      const order = (...connectorOrder: RowFacts["options"]["connectorOrder"]) =>
        places({ ...found, options: { ...options, connectorOrder } })
      expect(order("custom", "external", "injected")).toEqual(["Custom", "Coinbase", ["announced"]])
      expect(order("custom", "walletConnect")).toEqual(["Custom", "WalletConnect"])
    })
  })

  it("omits the embedded wallet, on one chain or on several", () => {
    const auth = (namespace: "eip155" | "solana") =>
      connector("Auth", { id: "ID_AUTH", type: "AUTH", namespace })
    expect(buildWalletRows(facts({ connectors: [auth("eip155")] }))).toEqual([])
    const rows = buildWalletRows(facts({ connectors: [auth("eip155"), auth("solana"), connector("Fox")] }))
    expect(rows.map(({ name }) => name)).toEqual(["Fox"])
  })

  it("omits the connectors that the code reaches, on one chain or on several, also when a wallet has their name", () => {
    const remote = (namespace: "eip155" | "solana") =>
      connector("WalletConnect", { id: "walletConnect", type: "WALLET_CONNECT", namespace })
    expect(buildWalletRows(facts({ connectors: [remote("eip155")] }))).toEqual([])
    expect(buildWalletRows(facts({ connectors: [remote("eip155"), remote("solana")] }))).toEqual([])
    const [row, ...others] = buildWalletRows(
      facts({ connectors: [connector("WalletConnect"), remote("solana"), connector("Fox")] }),
    )
    expect(row?.connectors).toEqual([{ id: "WalletConnect", namespace: "eip155" }])
    expect(others.map(({ name }) => name)).toEqual(["Fox"])
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

  it("lists a wallet's own browser once when it is injected and announced", () => {
    const browser = connector("Browser Wallet", { type: "INJECTED" })
    const announced = connector("Trust")
    for (const connectors of [
      [browser, announced],
      [announced, browser],
    ])
      expect(names({ connectors, mobile: true })).toEqual(["Trust"])
    const elsewhere = connector("Phantom", { namespace: "solana" })
    expect(names({ connectors: [browser, elsewhere], mobile: true })).toEqual(
      expect.arrayContaining(["Browser Wallet", "Phantom"]),
    )
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

  it("joins no alike wallet to a row of another chain when a chain has two", () => {
    const solana = connector("Phantom", { namespace: "solana" })
    const again = connector("Phantom (2)", { namespace: "solana" })
    const marked = ["app.phantom", "app.fake"].map((rdns) => connector(`Phantom (${rdns})`, { rdns }))
    const count = (...connectors: readonly ReturnType<typeof connector>[]) =>
      buildWalletRows(facts({ connectors })).map((row) => row.connectors.length)
    expect(count(connector("Phantom", { rdns: "app.fake" }), solana, again)).toEqual([1, 1, 1])
    expect(count(...marked, solana)).toEqual([1, 1, 1])
    expect(count(connector("Phantom"), solana)).toEqual([2])
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
