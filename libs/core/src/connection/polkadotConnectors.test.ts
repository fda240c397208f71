import { describe, expect, it } from "@effect/vitest"
import type { Connector, DappRequest } from "@wmodal/chains"
import { fromPolkadotWallet, type GuardedPolkadot, polkadot } from "@wmodal/chains/polkadot"
import { polkadotStandardNetworks, type WalletChain } from "@wmodal/dev-wallet"
import { makeInjectedEntry } from "@wmodal/dev-wallet/page"
import { makePolkadotWalletChain, makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import {
  countStandardListeners,
  countSubscriptions,
  makeDevProviderFixture,
  makeScriptedStandardWallet,
  oddValues,
} from "@wmodal/dev-wallet/testing"
import type { Network } from "@wmodal/protocol"
import { kusama, polkadot as polkadotMainnet } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { CountedPage } from "../testing/CountedPage.ts"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"

class InjectedPage extends CountedPage {
  readonly injectedWeb3: Record<string, unknown> = {}
  readonly location = { host: "shop.example" }
}

// Deriving a key takes tens of milliseconds, and every test uses the same keys.
let derived: readonly WalletChain[] | undefined
const devSides = (): readonly WalletChain[] =>
  (derived ??= [
    makePolkadotWalletChain({
      signers: [makeTestPolkadotSigner(0), makeTestPolkadotSigner(1)],
      networks: polkadotStandardNetworks,
    }),
  ])

/** Makes the dev wallet with real keys, injected into a page or in the shape of the Wallet Standard. */
const makeFixture = (where: "page" | "hand"): WalletFixture => {
  const { approver, origin, wallet } = makeDevProviderFixture({ sides: devSides() })
  const counted =
    where === "page"
      ? countSubscriptions(makeInjectedEntry(wallet.provider(origin)))
      : countStandardListeners(wallet.standard(origin))
  const page = new InjectedPage()
  if ("entry" in counted) page.injectedWeb3["talisman"] = counted.entry
  const own = page.standing
  const connectorOf = "wallet" in counted ? fromPolkadotWallet(counted.wallet) : null
  return {
    chain: connectorOf === null ? polkadot() : makeTestChain([connectorOf], {}, "polkadot"),
    connectorId: connectorOf?.id ?? "Talisman",
    window: connectorOf === null ? page : null,
    listeners: () => counted.listeners() + page.standing - own,
    willAnswer: approver.willAnswer,
    answerOpen: approver.answerOpen,
    whenAsked: approver.whenOpen,
    timesAsked: () => approver.asked.length,
    chooseOtherAccount: () => {
      const address = devSides()[0]?.accounts[1]?.addresses[0].address ?? ""
      wallet.selectAccount(address)
      return address
    },
    isOn: null,
    moveTo: null,
    leave: () => wallet.disconnect(origin),
  }
}

/** Makes wallets that violate the standard when they connect. */
const oddWallets: readonly (readonly [string, Connector])[] = oddValues.flatMap(([name, value]) => {
  const over = (connect: () => unknown) =>
    fromPolkadotWallet(
      makeScriptedStandardWallet({
        accounts: [],
        chains: [polkadotMainnet.caipNetworkId],
        features: () => ({ "standard:connect": { connect } }),
      }).wallet,
    )
  const sharing = (shared: unknown) => over(() => ({ accounts: shared }))
  return [
    [`a wallet that rejects with ${name}`, over(() => Promise.reject(value))],
    [`a wallet that answers ${name}`, over(() => value)],
    [`a wallet whose accounts are ${name}`, sharing(value)],
    [
      `a wallet whose address is ${name}`,
      sharing([{ address: value, chains: [polkadotMainnet.caipNetworkId] }]),
    ],
  ] as const
})

const networks: readonly [Network, Network] = [polkadotMainnet, kusama]
const isSame = (one: string, two: string) => one === two
connectorSuite("An injected Polkadot wallet", {
  networks,
  isSame,
  odd: [],
  fixture: () => makeFixture("page"),
})
connectorSuite("A Polkadot wallet at hand", {
  networks,
  isSame,
  odd: oddWallets,
  fixture: () => makeFixture("hand"),
})

/** The account `//Alice` as wallets share it, in the general form. */
const alice = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY"
const aliceOnPolkadot = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"
const aliceOnKusama = "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F"

const signature = `0x01${"cd".repeat(64)}`
const payload = {
  address: aliceOnPolkadot,
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: "0x0000086869",
  nonce: "0x01",
  specVersion: "0x01",
  tip: "0x00",
  transactionVersion: "0x1a",
  signedExtensions: ["CheckMortality"],
  version: 4,
}

describe("injectedWeb3", () => {
  const makePage = (accounts: readonly object[]) => {
    const asked: unknown[] = []
    const page = new InjectedPage()
    page.injectedWeb3["polkadot-js"] = {
      version: "0.1",
      enable: async (origin: unknown) => {
        asked.push(origin)
        return {
          accounts: { get: async () => accounts, subscribe: () => () => {} },
          signer: Object.fromEntries(
            ["signRaw", "signPayload"].map((name) => [
              name,
              async (given: unknown) => {
                asked.push(given)
                return { id: 1, signature }
              },
            ]),
          ),
        }
      },
    }
    return { asked, page }
  }

  const open = (page: InjectedPage) =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith({ chains: [polkadot()], networks }, { platform: { window: page } })
      yield* engine.ready
      return engine
    })

  it.effect("shares accounts in the network's form, with their keys, and leaves Ethereum's out", () =>
    Effect.gen(function* () {
      const { asked, page } = makePage([
        { address: "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb", type: "ethereum" },
        { address: alice, type: "sr25519" },
        { address: aliceOnKusama, type: "sr25519" },
        { address: `${alice.slice(0, -1)}Z`, type: "sr25519" },
      ])
      const engine = yield* open(page)
      const connected = yield* engine.connection.connectAndWait("Polkadot.js")
      expect(asked).toEqual(["shop.example"])
      expect(connected.accounts).toEqual([`${polkadotMainnet.caipNetworkId}:${aliceOnPolkadot}`])
      expect(connected.details?.[aliceOnPolkadot]).toEqual({
        type: "eoa",
        publicKey: "d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d",
      })
    }).pipe(Effect.scoped),
  )

  it.effect("uses an account that is for one network there only", () =>
    Effect.gen(function* () {
      const genesisHash = `0x${kusama.id}${"0".repeat(32)}`
      const { page } = makePage([{ address: alice, genesisHash }])
      const engine = yield* open(page)
      const error = yield* Effect.flip(engine.connection.connectAndWait("Polkadot.js"))
      expect(error.reason._tag).toBe("Locked")
    }).pipe(Effect.scoped),
  )

  it.effect("finds wallets that are injected until the page has loaded, each once", () =>
    Effect.gen(function* () {
      const page = new InjectedPage()
      const engine = yield* open(page)
      const { discover } = yield* Effect.promise(() => polkadot().load())
      const names: (readonly string[])[] = []
      const fiber = yield* Effect.forkChild(
        discover({ window: page }, (all) => Effect.sync(() => names.push(all.map(({ name }) => name)))),
        { startImmediately: true },
      )
      yield* Effect.yieldNow
      page.injectedWeb3["subwallet-js"] = { enable: async () => ({}) }
      page.injectedWeb3["broken"] = 7
      page.dispatchEvent(new Event("load"))
      page.dispatchEvent(new Event("load"))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      expect(names).toEqual([[], ["SubWallet"]])
      expect(engine.options.chains).toHaveLength(1)
    }).pipe(Effect.scoped),
  )

  it.effect("finds a wallet whose key every object has", () =>
    Effect.gen(function* () {
      const page = new InjectedPage()
      page.injectedWeb3["constructor"] = { enable: async () => ({}) }
      const { discover } = yield* Effect.promise(() => polkadot().load())
      const names: string[] = []
      yield* Effect.forkChild(
        discover({ window: page }, (all) => Effect.sync(() => names.push(...all.map(({ name }) => name)))),
        { startImmediately: true },
      )
      yield* Effect.yieldNow
      expect(names).toEqual(["constructor"])
    }).pipe(Effect.scoped),
  )

  it.effect(
    "asks through the review, for exactly what was shown, with the wallet's form of the address",
    () =>
      Effect.gen(function* () {
        const { asked, page } = makePage([{ address: alice }])
        const { discover } = yield* Effect.promise(() => polkadot().load())
        const found: Connector[] = []
        yield* Effect.forkChild(
          discover({ window: page }, (all) => Effect.sync(() => found.push(...all))),
          { startImmediately: true },
        )
        yield* Effect.yieldNow
        const [connector] = found
        if (connector === undefined) throw new Error("No wallet was found.")
        yield* connector.connect({ network: polkadotMainnet, onLateApproval: () => {} })
        asked.length = 0
        const seen: DappRequest[] = []
        const provider = connector.getProvider(async (request) => {
          seen.push(request)
          return (await request.ask(polkadotMainnet.caipNetworkId)).answer
        }) as GuardedPolkadot
        expect(provider.address).toBe(aliceOnPolkadot)

        const given = { ...payload, extra: "not read" }
        const signing = provider.signPayload(given)
        given.tip = "0xff"
        expect(yield* Effect.promise(() => signing)).toEqual({ id: 1, signature })
        expect(seen[0]).toMatchObject({
          from: aliceOnPolkadot,
          network: polkadotMainnet.caipNetworkId,
          request: { _tag: "Transaction", transaction: { payload: JSON.stringify(payload) } },
          submission: { _tag: "Nothing" },
        })
        expect(asked[0]).toEqual({ ...payload, address: alice })

        yield* Effect.promise(() => provider.signRaw({ address: alice, data: "0x6869", type: "bytes" }))
        expect(seen[1]).toMatchObject({ from: aliceOnPolkadot, request: { _tag: "Message", message: "hi" } })
        expect(asked[1]).toEqual({ address: alice, data: "0x6869", type: "bytes" })

        const refused = (asking: () => Promise<unknown>) =>
          Effect.promise(() => asking().catch((error) => error.code))
        expect(yield* refused(() => provider.signPayload({ ...payload, method: "" }))).toBe(-32602)
        expect(yield* refused(() => provider.signRaw({ address: alice, data: "hi", type: "payload" }))).toBe(
          -32602,
        )
        const other = "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3"
        expect(yield* refused(() => provider.signRaw({ address: other, data: "hi" }))).toBe(4100)
        expect(asked).toHaveLength(2)
      }).pipe(Effect.scoped),
  )
})
