import { evm } from "@wmodal/chains/evm"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeOptions, findBlockingError } from "./decodeOptions.ts"

const good = { projectId: "p", chains: [evm()], networks: [mainnet, optimism] }

const reasons = (input: unknown) => decodeOptions(input).errors.map((error) => error.reason)
const blamed = (input: unknown) =>
  reasons(input).map((reason) => (reason._tag === "Invalid" ? reason.path : reason._tag))

/** Runs a page on which an old library has added enumerable members to every object. */
const withAdded = (names: readonly string[], run: () => void) => {
  try {
    for (const name of names)
      Reflect.defineProperty(Object.prototype, name, {
        value: () => "added",
        enumerable: true,
        configurable: true,
        writable: true,
      })
    run()
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
  }
}

describe("decodeOptions", () => {
  it("takes no option or decoder from Object.prototype", () => {
    const { options } = decodeOptions(good)
    withAdded(["foo", "theme", "themeMode", "socials", "isOptional", "endpoints"], () => {
      const decoded = decodeOptions({ ...good, features: { foo: true, swaps: true } })
      expect(decoded.errors).toEqual([])
      expect(Object.entries(decoded.options)).toEqual(Object.entries(options))
      expect(Object.keys(decoded.options.features)).not.toContain("foo")
    })
  })

  it("returns a default for every missing option", () => {
    const { options, errors } = decodeOptions(good)
    expect(errors).toEqual([])
    expect(options).toMatchObject({
      projectId: "p",
      networks: [mainnet, optimism],
      defaultNetwork: null,
      endpoints: {},
      connectorOrder: [
        "walletConnect",
        "recent",
        "injected",
        "featured",
        "custom",
        "external",
        "recommended",
      ],
      walletFeaturesOrder: ["onramp", "swaps", "receive", "send"],
      socials: ["google", "x", "discord", "farcaster", "github", "apple", "facebook"],
      connectMethodsOrder: null,
      defaultAccountTypes: { eip155: "smartAccount", bip122: "payment" },
      theme: { mode: "auto", variables: {} },
      embedded: false,
    })
    expect(options.features).toEqual({
      swaps: true,
      onramp: true,
      receive: true,
      send: true,
      email: true,
      socials: true,
      history: true,
      analytics: false,
      allWallets: true,
    })
    expect(options.chains).toEqual(good.chains)
  })

  it("names the hosts of pictures: those of the option and of the endpoints, the directory, and the page's own images", () => {
    const { options } = decodeOptions({
      ...good,
      networks: [{ ...mainnet, assets: { imageUrl: "https://networks.example/eth.png" } }],
      endpoints: {
        directory: "https://directory.example:8443/v1",
        blockchain: "https://api.example",
        imageHosts: ["tokens.example"],
      },
      imageHosts: ["CDN.example", "*.img.example", "localhost:4174", "[::1]:80"],
      customWallets: [
        { id: "a", name: "A", imageUrl: "https://wallets.example/a.png" },
        { id: "b", name: "B", imageUrl: "/b.png" },
      ],
    })
    expect(options.imageHosts).toEqual([
      "cdn.example",
      "*.img.example",
      "localhost:4174",
      "[::1]:80",
      "tokens.example",
      "directory.example:8443",
      "networks.example",
      "wallets.example",
    ])
    expect(options.endpoints).not.toHaveProperty("imageHosts")
    expect(decodeOptions(good).options.imageHosts).toEqual([])
  })

  it.each(["https://cdn.example", "cdn.example/path", "*", "*.", "a.*.example", "user@cdn.example", "", 7])(
    "leaves out %j, which is no host of pictures",
    (host) => {
      expect(blamed({ ...good, imageHosts: ["cdn.example", host] })).toEqual(["imageHosts.1"])
      expect(decodeOptions({ ...good, imageHosts: ["cdn.example", host] }).options.imageHosts).toEqual([
        "cdn.example",
      ])
      const endpoints = { imageHosts: [host] }
      expect(blamed({ ...good, endpoints })).toEqual(["endpoints.imageHosts.0"])
    },
  )

  it("shows the list of all wallets, hides it, or shows it on phones only", () => {
    for (const allWallets of [true, false, "mobile"] as const)
      expect(decodeOptions({ ...good, features: { allWallets } }).options.features.allWallets).toBe(
        allWallets,
      )
    expect(blamed({ ...good, features: { allWallets: "desktop" } })).toEqual(["features.allWallets"])
  })

  it("decodes each part of the namespace override by itself, and accepts only web stores", () => {
    const { options } = decodeOptions({
      ...good,
      namespaceOverride: { methods: { eip155: [7] }, events: {} },
    })
    expect(options.namespaceOverride).toEqual({ events: {} })
    expect(blamed({ ...good, namespaceOverride: { methods: { eip155: [7] } } })).toEqual([
      "namespaceOverride.methods.eip155.0",
    ])
    expect(blamed({ ...good, customWallets: [{ id: "a", name: "A", appStore: "itms-apps://a" }] })).toEqual([
      "customWallets.0.appStore",
    ])
  })

  it("accepts valid options", () => {
    const custom = {
      id: "acme",
      name: "Acme",
      mobileLink: "acme://",
      desktopLink: "acme://",
      webappLink: "https://acme.example",
      appStore: "https://apps.example",
      playStore: "https://play.example",
    }
    const { options, errors } = decodeOptions({
      ...good,
      defaultNetwork: optimism,
      endpoints: { directory: "https://directory.example" },
      features: { swaps: false },
      metadata: { name: "Shop" },
      connectorOrder: ["injected"],
      walletFeaturesOrder: ["send", "swaps"],
      themeMode: "dark",
      themeVariables: { accent: "oklch(58% .19 262)", zIndex: 5 },
      customRpcUrls: { "eip155:1": ["https://node.example"] },
      excludedWallets: ["io.bad"],
      includedWallets: ["a"],
      customWallets: [custom],
      namespaceOverride: { methods: { eip155: ["personal_sign"] }, chains: { eip155: ["eip155:1"] } },
      embedded: true,
    })
    expect(errors).toEqual([])
    expect(options).toMatchObject({
      defaultNetwork: optimism,
      endpoints: { directory: "https://directory.example" },
      features: { swaps: false, send: true },
      metadata: { name: "Shop", description: "" },
      connectorOrder: ["injected"],
      includedWallets: ["a"],
      customWallets: [custom],
      namespaceOverride: { methods: { eip155: ["personal_sign"] }, chains: { eip155: ["eip155:1"] } },
      walletFeaturesOrder: ["send", "swaps"],
      theme: { mode: "dark", variables: { accent: "oklch(58% .19 262)", zIndex: 5 } },
      customRpcUrls: { "eip155:1": ["https://node.example"] },
      excludedWallets: ["io.bad"],
      embedded: true,
    })
  })

  it("accepts the social providers, and none when a host disables them", () => {
    expect(decodeOptions(good).options).toMatchObject({
      socials: ["google", "x", "discord", "farcaster", "github", "apple", "facebook"],
      connectMethodsOrder: null,
      defaultAccountTypes: { eip155: "smartAccount", bip122: "payment" },
      features: { email: true, socials: true },
    })
    const chosen = {
      socials: ["github", "x", "github"],
      connectMethodsOrder: ["wallet", "social"],
      defaultAccountTypes: { eip155: "eoa" },
      features: { socials: false },
      themeVariables: { background: "#123" },
    }
    const { options, errors } = decodeOptions({ ...good, ...chosen })
    expect(errors).toEqual([])
    expect(options).toMatchObject({
      socials: ["github", "x"],
      connectMethodsOrder: ["wallet", "social"],
      defaultAccountTypes: { eip155: "eoa", bip122: "payment" },
      features: { email: true, socials: false },
      theme: { variables: { background: "#123" } },
    })
    expect(decodeOptions({ ...good, socials: false })).toMatchObject({ options: { socials: [] }, errors: [] })
  })

  it("takes from the page what the host's metadata leaves out", () => {
    const page = {
      name: "Page",
      description: "About",
      url: "https://page.test",
      icons: ["https://page.test/i.png"],
    }
    expect(decodeOptions(good, page).options.metadata).toEqual(page)
    const given = { ...good, metadata: { name: "Mine", description: 1 } }
    expect(decodeOptions(given, page).options.metadata).toEqual({ ...page, name: "Mine" })
    expect(decodeOptions(good).options.metadata).toEqual({ name: "", description: "", url: "", icons: [] })
  })

  it("accepts the operator's own routers by network, and none of a malformed list", () => {
    const buying = { meldUrl: "https://meldcrypto.com/?publicKey=k", restrictedTimeZones: ["Asia/Shanghai"] }
    expect(decodeOptions({ ...good, ...buying })).toMatchObject({ options: buying, errors: [] })
    expect(decodeOptions(good).options).toMatchObject({ meldUrl: null, restrictedTimeZones: [] })
    for (const [wrong, path] of [
      [{ meldUrl: "javascript:1" }, "meldUrl"],
      [{ restrictedTimeZones: [1] }, "restrictedTimeZones.0"],
    ] as const)
      expect(blamed({ ...good, ...wrong })).toEqual([path])
    const swapRouters = { "eip155:1": ["0x111111125421cA6dc452d289314280a0f8842A65"] }
    expect(decodeOptions({ ...good, swapRouters })).toMatchObject({ options: { swapRouters }, errors: [] })
    for (const [wrong, path] of [
      [{ "eip155:1": ["0x1111"] }, "swapRouters.eip155:1.0"],
      [{ ...swapRouters, ethereum: [] }, "swapRouters.ethereum"],
      [{ "eip155:1": swapRouters["eip155:1"][0] }, "swapRouters.eip155:1"],
    ] as const) {
      expect(blamed({ ...good, swapRouters: wrong })).toEqual([path])
      expect(decodeOptions({ ...good, swapRouters: wrong }).options.swapRouters).toEqual({})
    }
  })

  it("reports an unknown social provider and an unknown connect method", () => {
    const wrong = {
      ...good,
      socials: ["myspace", "x"],
      connectMethodsOrder: ["fax"],
      defaultAccountTypes: { eip155: "both", bip122: "ordinal" },
      themeVariables: { background: "red;}" },
    }
    expect(blamed(wrong)).toEqual([
      "themeVariables.background",
      "socials.0",
      "connectMethodsOrder.0",
      "defaultAccountTypes.eip155",
    ])
    expect(decodeOptions(wrong).options).toMatchObject({
      socials: ["x"],
      connectMethodsOrder: null,
      defaultAccountTypes: { eip155: "smartAccount", bip122: "ordinal" },
    })
    expect(blamed({ ...good, socials: "x" })).toEqual(["socials"])
  })

  it("requires no project id without an endpoint", () => {
    const { options, errors } = decodeOptions({ ...good, projectId: undefined })
    expect(errors).toEqual([])
    expect(options.projectId).toBe("")
  })

  it("ignores the relay and reports the option when the WalletConnect client is missing", () => {
    const relayed = { ...good, endpoints: { relay: "wss://relay.example" } }
    expect(blamed(relayed)).toEqual(["walletConnect"])
    expect(decodeOptions(relayed).options.endpoints.relay).toBeUndefined()
    expect(blamed({ ...relayed, walletConnect: "yes" })).toEqual(["walletConnect"])
    const client = { load: async () => ({ openRelayClient: () => Promise.reject(new Error("none")) }) }
    const { options, errors } = decodeOptions({ ...relayed, walletConnect: client })
    expect(errors).toEqual([])
    expect(options).toMatchObject({ endpoints: relayed.endpoints, walletConnect: client })
  })

  it("reports a missing project id, empty networks, and a duplicate network", () => {
    const served = { ...good, endpoints: { blockchain: "https://api.example" } }
    expect(reasons({ ...served, projectId: undefined })).toEqual([{ _tag: "MissingProjectId" }])
    expect(reasons({ ...served, projectId: "" })).toEqual([{ _tag: "MissingProjectId" }])
    expect(reasons({ ...good, networks: [] })).toEqual([{ _tag: "NoNetworks" }])
    expect(reasons({ ...good, networks: [mainnet, mainnet] })).toEqual([
      { _tag: "DuplicateNetwork", network: "eip155:1" },
    ])
    expect(blamed(undefined)).toEqual(["NoNetworks"])
  })

  it("drops and reports only the invalid values", () => {
    const broken = { ...mainnet, caipNetworkId: "eip155:2" }
    const { options } = decodeOptions({ ...good, networks: [broken, optimism], chains: [{}, evm()] })
    expect(options.networks).toEqual([optimism])
    expect(options.chains).toHaveLength(1)
    expect(blamed({ ...good, networks: [{ ...mainnet, name: 7 }, optimism] })).toEqual(["networks.0.name"])
    expect(blamed({ ...good, chains: [{}, evm()] })).toEqual(["chains.0"])
    expect(blamed({ ...good, networks: "all" })).toEqual(["networks", "NoNetworks"])
    expect(blamed({ ...good, defaultNetwork: { ...mainnet, id: 5, caipNetworkId: "eip155:5" } })).toEqual([
      "defaultNetwork",
    ])
    expect(blamed({ ...good, projectId: 7 })).toEqual(["projectId"])
    expect(blamed({ ...good, endpoints: { directory: "javascript:alert(1)" } })).toEqual([
      "endpoints.directory",
    ])
    expect(blamed({ ...good, themeVariables: { accent: "red; } body { display: none" } })).toEqual([
      "themeVariables.accent",
    ])
    expect(blamed({ ...good, themeVariables: { colorMixStrength: 51 } })).toEqual([
      "themeVariables.colorMixStrength",
    ])
    expect(blamed({ ...good, features: { swaps: "yes" } })).toEqual(["features.swaps"])
    expect(blamed({ ...good, walletFeaturesOrder: ["send", "lend"] })).toEqual(["walletFeaturesOrder.1"])
    expect(blamed({ ...good, customWallets: [{ id: "a", name: "A", imageUrl: "javascript:1" }] })).toEqual([
      "customWallets.0.imageUrl",
    ])
  })

  it("reports values of a wrong type, and accepts one chain per namespace", () => {
    for (const projectId of [0, false, Number.NaN])
      expect(blamed({ ...good, projectId })).toEqual(["projectId"])
    for (const name of ["endpoints", "features", "metadata", "themeVariables"]) {
      expect(blamed({ ...good, [name]: "https://a.example" })).toEqual([name])
      expect(blamed({ ...good, [name]: [] })).toEqual([name])
    }
    const twice = decodeOptions({ ...good, chains: [good.chains[0], evm()] })
    expect(twice.options.chains).toEqual(good.chains)
    expect(blamed({ ...good, chains: [good.chains[0], evm()] })).toEqual(["chains.1"])
  })

  it("reports what was expected, without the value", () => {
    const { id: _id, ...unnamed } = mainnet
    const long = "x".repeat(1000)
    expect(
      reasons({
        ...good,
        networks: [optimism, { ...mainnet, name: 7 }, unnamed, { ...mainnet, rpcUrls: long }],
        themeMode: long,
        features: { swaps: long },
      }),
    ).toEqual([
      { _tag: "Invalid", path: "networks.1.name", detail: "expected string" },
      { _tag: "Invalid", path: "networks.2.id", detail: "missing" },
      { _tag: "Invalid", path: "networks.3.rpcUrls", detail: "expected Object" },
      { _tag: "Invalid", path: "features.swaps", detail: "expected boolean" },
      { _tag: "Invalid", path: "themeMode", detail: 'expected ("light" | "dark" | "auto")' },
    ])
  })

  it.each([
    ["networks.0.id", { networks: [{ ...mainnet, id: -1 }] }, "not the reference of a CAIP-2 id"],
    ["networks.0.name", { networks: [{ ...mainnet, name: " " }] }, "empty, or over 100 characters"],
    [
      "networks.0.nativeCurrency.decimals",
      { networks: [{ ...mainnet, nativeCurrency: { ...mainnet.nativeCurrency, decimals: 256 } }] },
      "not 0 to 255",
    ],
    [
      "networks.0.rpcUrls.default.http.1",
      { networks: [{ ...mainnet, rpcUrls: { default: { http: ["https://a.example", "ftp://a"] } } }] },
      "not an http: or https: URL without a password",
    ],
    [
      "networks.0.rpcUrls.default.http.0",
      { networks: [{ ...mainnet, rpcUrls: { default: { http: ["https://user:word@a.example"] } } }] },
      "not an http: or https: URL without a password",
    ],
    [
      "customRpcUrls.eip155:1.0",
      { customRpcUrls: { "eip155:1": ["https://user:word@a.example"] } },
      "expected an http or https URL without a password",
    ],
    [
      "networks.0.caipNetworkId",
      { networks: [{ ...mainnet, caipNetworkId: "eip155:2" }] },
      "caipNetworkId, chainNamespace and id do not fit together",
    ],
    [
      "networks.0.chainNamespace",
      { networks: [{ ...mainnet, chainNamespace: "cosmos" }] },
      'expected ("eip155" | "solana" | "polkadot" | "bip122")',
    ],
    ["chains.0", { chains: [{}] }, "expected a chain such as evm()"],
    ["projectId", { projectId: "x".repeat(1001) }, "expected 1 to 1000 characters"],
    ["endpoints.relay", { endpoints: { relay: "https://r.example" } }, "expected a ws or wss URL"],
    [
      "endpoints.directory",
      { endpoints: { directory: "ftp://d" } },
      "expected an http or https URL without a password",
    ],
    ["customRpcUrls", { customRpcUrls: [] }, "expected an object"],
    ["customRpcUrls.one", { customRpcUrls: { one: [] } }, "expected a CAIP-2 id such as eip155:1"],
    ["customRpcUrls.eip155:1", { customRpcUrls: { "eip155:1": "x" } }, "expected Array"],
    ["features.allWallets", { features: { allWallets: 1 } }, 'expected true, false or "mobile"'],
    ["metadata.icons.0", { metadata: { icons: [7] } }, "expected string"],
    ["themeVariables.zIndex", { themeVariables: { zIndex: 1.5 } }, "expected a whole number"],
    ["themeVariables.zIndex", { themeVariables: { zIndex: Number.NaN } }, "expected number"],
    ["themeVariables.colorMixStrength", { themeVariables: { colorMixStrength: 51 } }, "expected 0 to 50"],
    ["themeVariables.accent", { themeVariables: { accent: "a;b" } }, "expected a CSS value"],
    ["connectorOrder.0", { connectorOrder: [undefined] }, "missing"],
    ["customWallets.0.id", { customWallets: [{ name: "A" }] }, "missing"],
    [
      "customWallets.0.mobileLink",
      { customWallets: [{ id: "a", name: "A", mobileLink: undefined }] },
      "missing",
    ],
    [
      "customWallets.0.imageUrl",
      { customWallets: [{ id: "a", name: "A", imageUrl: "javascript:1" }] },
      "expected an https or data:image address",
    ],
    [
      "defaultAccountTypes.bip122",
      { defaultAccountTypes: { bip122: "both" } },
      'expected ("payment" | "ordinal")',
    ],
    ["embedded", { embedded: null }, "expected boolean"],
    ["excludedWallets", { excludedWallets: "a" }, "expected a list"],
    ["metadata", { metadata: [] }, "expected an object"],
  ])("reports %s of %j", (path, input, detail) => {
    expect(reasons({ ...good, ...input })).toContainEqual({ _tag: "Invalid", path, detail })
  })

  it("reports a list, a map and an instance in place of a record", () => {
    for (const record of [
      [],
      new Map([["eip155:1", ["https://node.example"]]]),
      new URL("https://a.example"),
    ])
      expect(blamed({ ...good, customRpcUrls: record, namespaceOverride: { methods: record } })).toEqual([
        "customRpcUrls",
        "namespaceOverride.methods",
      ])
    expect(blamed({ ...good, customRpcUrls: { mainnet: ["https://node.example"] } })).toEqual([
      "customRpcUrls.mainnet",
    ])
  })

  it("reports options that throw when they are read", () => {
    const trap = {
      get name() {
        throw new Error("no")
      },
    }
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no")
        },
      },
    )
    expect(decodeOptions(trap).options.networks).toEqual([])
    expect(decodeOptions(proxy).options.networks).toEqual([])
    expect(blamed({ ...good, networks: [trap, mainnet] })).toEqual(["networks.0"])
    expect(blamed({ ...good, metadata: trap })).toEqual(["metadata"])
  })

  it("blocks the modal for errors that only the site's operator can fix", () => {
    const blocks = (input: unknown) => findBlockingError(decodeOptions(input))?.reason._tag ?? null
    expect(blocks(good)).toBe(null)
    expect(blocks({ ...good, networks: [mainnet, mainnet] })).toBe(null)
    expect(blocks({ ...good, embedded: "yes" })).toBe(null)
    expect(blocks({ ...good, projectId: 7 })).toBe("Invalid")
    expect(blocks({ ...good, chains: [{}] })).toBe("Invalid")
    expect(blocks({ ...good, chains: [{}, evm()] })).toBe(null)
    const endpoints = { directory: "https://directory.example" }
    expect(blocks({ ...good, endpoints, projectId: null, networks: [] })).toBe("MissingProjectId")
    expect(blocks({ ...good, networks: [] })).toBe("NoNetworks")
  })

  it("never throws for any input", () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withSparseArray: true }),
        fc.anything(),
        (value, other) => {
          decodeOptions(value)
          const { options } = decodeOptions({
            projectId: value,
            chains: [value, other],
            networks: [other, value],
            features: value,
            endpoints: other,
            themeVariables: value,
          })
          expect(options.networks).toEqual([])
        },
      ),
    )
  })
})
