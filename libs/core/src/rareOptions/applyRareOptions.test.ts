import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { getConnectMethods } from "../signIn/getConnectMethods.ts"
import { makeEngineWith, makeTestChain, memoryStorage, quietActions } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"
import { decodeRareFeatures } from "./applyRareOptions.ts"

const now = SubscriptionRef.getUnsafe
const image = "https://images.example/1.png"
const terms = "https://nimbus.example/terms"

const announced = scriptedWallet().connector
const injected = scriptedWallet({ id: "injected", name: "Injected", type: "INJECTED", rdns: null }).connector
const standard = scriptedWallet({ id: "Standard", name: "Standard", rdns: null }).connector
const embedder = scriptedWallet({ id: "safe", name: "Safe", rdns: "global.safe", isEmbedder: true }).connector
const coinbase = scriptedWallet({
  id: "coinbaseWalletSDK",
  name: "Coinbase Wallet",
  type: "EXTERNAL",
  rdns: "com.coinbase.wallet",
}).connector
const chains = [makeTestChain([announced, injected, standard, embedder, coinbase])]

const open = (options: object) =>
  Effect.gen(function* () {
    const engine = yield* makeEngineWith({ chains, ...options })
    yield* engine.ready
    return engine
  })

const names = (options: object) =>
  Effect.map(open(options), (engine) => now(engine.connectors.all).map(({ name }) => name))

const blame = (options: object) =>
  Effect.map(open(options), (engine) =>
    engine.optionsErrors.map(({ reason }) => (reason._tag === "Invalid" ? reason.path : reason._tag)),
  )

describe("applyRareOptions", () => {
  it("takes no option or decoder from Object.prototype", () => {
    const added = ["foo", "legalCheckbox", "collapseWallets"]
    try {
      for (const name of added)
        Reflect.defineProperty(Object.prototype, name, {
          value: () => true,
          enumerable: true,
          configurable: true,
          writable: true,
        })
      expect(decodeRareFeatures({ foo: true, addNetworks: true })).toEqual({
        features: { addNetworks: true },
        errors: [],
      })
    } finally {
      for (const name of added) Reflect.deleteProperty(Object.prototype, name)
    }
  })

  it.effect("leaves the icon of a wallet whose id every object has", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet({ id: "constructor" })
      const engine = yield* open({ chains: [makeTestChain([connector])], connectorImages: { other: image } })
      expect(now(engine.connectors.all).map(({ icon }) => icon)).toEqual([connector.icon])
    }),
  )

  it.effect("leaves out wallets of a kind that the page has turned off", () =>
    Effect.gen(function* () {
      const all = ["Scripted Wallet", "Injected", "Standard", "Safe", "Coinbase Wallet"]
      expect(yield* names({ allowUnsupportedChain: true })).toEqual(all)
      expect(yield* names({ enableEIP6963: false })).toEqual([
        "Injected",
        "Standard",
        "Safe",
        "Coinbase Wallet",
      ])
      expect(yield* names({ enableInjected: false })).toEqual([
        "Scripted Wallet",
        "Standard",
        "Safe",
        "Coinbase Wallet",
      ])
      expect(yield* names({ enableCoinbase: false })).toEqual(all.slice(0, 4))
    }),
  )

  it.effect(
    "names the hosts whose payment links may choose a transaction, each exactly and in small letters",
    () =>
      Effect.gen(function* () {
        const engine = yield* open({ paymentHosts: ["Pay.example", "shop.example:8443", "[::1]:80"] })
        expect(engine.options.paymentHosts).toEqual(["pay.example", "shop.example:8443", "[::1]:80"])
        expect((yield* open({})).options.paymentHosts).toBe(undefined)
      }),
  )

  it.effect.each([
    "*.pay.example",
    "https://pay.example",
    "pay.example/path",
    "pay.example:443",
    "user@pay.example",
    "p\u0430y.example",
    "",
    7,
    null,
  ])("allows no host of payment links where %j is one of them, and says so", (host) =>
    Effect.gen(function* () {
      const paymentHosts = ["pay.example", host]
      expect(yield* blame({ paymentHosts })).toEqual(["paymentHosts.1"])
      expect((yield* open({ paymentHosts })).options.paymentHosts).toBe(undefined)
    }),
  )

  it.effect("takes no host of payment links from what is no list", () =>
    Effect.gen(function* () {
      expect(yield* blame({ paymentHosts: "pay.example" })).toEqual(["paymentHosts"])
    }),
  )

  it.effect("shows the page's images of networks and wallets", () =>
    Effect.gen(function* () {
      const engine = yield* open({
        chainImages: { 1: image, "eip155:10": "/op.svg" },
        connectorImages: { "io.scripted": image },
        defaultNetwork: optimism,
      })
      expect(engine.options.networks.map(({ assets }) => assets?.imageUrl)).toEqual([image, "/op.svg"])
      expect(engine.options.defaultNetwork).toBe(engine.options.networks[1])
      const named = yield* open({
        chainImages: { 1: "https://chains.example/1.png" },
        connectorImages: { a: "https://wallets.example/a.png" },
        imageHosts: ["cdn.example"],
      })
      expect(named.options.imageHosts).toEqual(["cdn.example", "chains.example", "wallets.example"])
      const row = now(engine.connectors.rows).find(({ name }) => name === "Scripted Wallet")
      expect(row?.icon).toBe(image)
      expect(now(engine.connectors.rows).find(({ name }) => name === "Safe")?.icon).toBe(null)
    }),
  )

  it.effect("connects through a connector that has the page's image", () =>
    Effect.gen(function* () {
      const engine = yield* open({ connectorImages: { "io.scripted": image } })
      yield* engine.connection.connectAndWait("io.scripted")
      expect(now(engine.connection.state).eip155).toMatchObject({
        _tag: "Connected",
        wallet: { icon: image },
      })
    }),
  )

  it.effect("offers no wallets when the page has turned them off", () =>
    Effect.gen(function* () {
      const endpoints = { secureSite: "https://secure.example" }
      const offer = (options: object) =>
        Effect.map(open({ endpoints, enableWallets: false, ...options }), (engine) =>
          getConnectMethods(engine.options, now(engine.connectors.rows)),
        )
      expect(yield* offer({})).toEqual(["email", "social"])
      expect(yield* offer({ connectMethodsOrder: ["wallet", "social"] })).toEqual(["social"])
    }),
  )

  it.effect("shows the balance of the page's token in place of the native currency", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
      const usdc = makeTestChain([announced], {
        ...quietActions,
        token: () => Effect.succeed({ address: token, decimals: 6, symbol: "USDC", name: "USD Coin" }),
        tokenBalance: (request) => {
          asked.push(request.token)
          return Effect.succeed(2_500_000n)
        },
      })
      const tokens = { "eip155:1": { address: token } }
      const engine = yield* makeEngineWith({ chains: [usdc], networks: [mainnet, optimism], tokens })
      yield* engine.ready
      yield* engine.connection.connectAndWait("io.scripted")
      const first = yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(first?.balance).toMatchObject({ text: "2.5", symbol: "USDC", decimals: 6 })
      expect(asked).toEqual([token])
      yield* engine.networks.switchTo("eip155:10")
      const other = yield* reach(
        engine.account.state,
        (one) => one?.network === "eip155:10" && one.balance._tag === "Loaded",
      )
      expect(other?.balance).toMatchObject({ text: "1.5", symbol: "ETH" })
    }),
  )

  it.effect("says that there is no token at an address without one", () =>
    Effect.gen(function* () {
      const tokens = { "eip155:1": { address: "0x0000000000000000000000000000000000000001" } }
      const engine = yield* open({ tokens })
      yield* engine.connection.connectAndWait("io.scripted")
      const state = yield* reach(engine.account.state, (one) => one?.balance._tag === "Failed")
      expect(state?.balance).toMatchObject({ problem: { reason: { detail: /no token/ } } })
    }),
  )

  it.effect("lets a wallet stay on an unsupported network where the page allows it", () =>
    Effect.gen(function* () {
      const { connector, say } = scriptedWallet()
      const engine = yield* makeEngineWith({
        chains: [makeTestChain([connector])],
        allowUnsupportedChain: true,
      })
      yield* engine.ready
      yield* engine.connection.connectAndWait(connector.id)
      say({ _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
      yield* engine.router.open({ _tag: "Networks" })
      expect(now(engine.router.state).history).toEqual([{ _tag: "Networks" }])
      yield* engine.router.close
      yield* engine.router.open()
      expect(now(engine.router.state).history).toEqual([{ _tag: "Account" }])
    }),
  )

  it.effect.each([
    [["termsConditionsUrl"], { termsConditionsUrl: "javascript:alert(1)" }],
    [["privacyPolicyUrl"], { privacyPolicyUrl: 7 }],
    [["chainImages.1"], { chainImages: { 1: "javascript:alert(1)" } }],
    [["connectorImages"], { connectorImages: [] }],
    [["tokens.mainnet"], { tokens: { mainnet: { address: "0x" } } }],
    [["enableWallets"], { enableWallets: "no" }],
    [["features.legalCheckbox"], { termsConditionsUrl: terms, features: { legalCheckbox: 1 } }],
    [["features.legalCheckbox"], { features: { legalCheckbox: true } }],
    [[], { termsConditionsUrl: "/terms", features: { legalCheckbox: true, collapseWallets: true } }],
  ] as const)("blames %j", ([paths, options]) =>
    Effect.gen(function* () {
      expect(yield* blame(options)).toEqual(paths)
    }),
  )
})

describe("terms of the site", () => {
  const agreeing = { termsConditionsUrl: terms, features: { legalCheckbox: true } }

  it.effect("connects no wallet until the user has agreed", () =>
    Effect.gen(function* () {
      const engine = yield* open(agreeing)
      yield* engine.router.open({ _tag: "AllWallets" })
      const key = now(engine.connectors.rows)[0]?.key ?? ""
      yield* engine.connectors.pick(key)
      expect(now(engine.router.state).history).toEqual([{ _tag: "Connect" }])
      expect(now(engine.connection.state).eip155?._tag).toBe("Disconnected")
      yield* engine.options.legal?.agree(true) ?? Effect.void
      yield* engine.connectors.pick(key)
      yield* reach(engine.connection.state, (all) => all.eip155?._tag === "Connected")
    }),
  )

  it.effect("connects without a question where the page shows links alone", () =>
    Effect.gen(function* () {
      const engine = yield* open({ termsConditionsUrl: terms })
      expect(engine.options.legal).toMatchObject({ termsUrl: terms, privacyUrl: null })
      yield* engine.router.open()
      yield* engine.connectors.pick(now(engine.connectors.rows)[0]?.key ?? "")
      yield* reach(engine.connection.state, (all) => all.eip155?._tag === "Connected")
    }),
  )

  it.effect("keeps the user's agreement for the next visit, until a link changes", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const visit = (options: object) =>
        Effect.map(
          makeEngineWith({ chains, ...agreeing, ...options }, { storage }),
          ({ options: { legal } }) => {
            if (legal === undefined) throw new Error("The engine has no links.")
            return legal
          },
        )
      const first = yield* visit({})
      expect(now(first.agreed)).toBe(false)
      yield* first.agree(true)
      const second = yield* visit({})
      expect(now(second.agreed)).toBe(true)
      expect(now((yield* visit({ privacyPolicyUrl: "/privacy" })).agreed)).toBe(false)
      yield* second.agree(false)
      expect(now((yield* visit({})).agreed)).toBe(false)
    }),
  )

  it.effect("asks at once where the page turns the question on later", () =>
    Effect.gen(function* () {
      const engine = yield* open({ termsConditionsUrl: terms })
      yield* engine.changeOptions({ features: { legalCheckbox: true } })
      yield* engine.changeOptions({ features: { swaps: false } })
      expect(engine.options.legal?.isRequired()).toBe(true)
      expect(engine.options.features).toMatchObject({ swaps: false, legalCheckbox: true })
    }),
  )
})
