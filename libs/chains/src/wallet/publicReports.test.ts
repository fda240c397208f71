import { describe, expect, it } from "@effect/vitest"
import { makeProviderConnector, makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { base, kusama } from "@wmodal/protocol/networks"
import { Effect, Fiber, Stream } from "effect"
import type { ConnectorEvent } from "../contract/Connector.ts"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { Eip1193Provider } from "../evm/Eip1193Provider.ts"
import { makeInjectedWallet } from "../polkadot/injected/InjectedWallet.ts"
import { makePolkadotConnector } from "../polkadot/PolkadotConnector.ts"
import { fromSolanaWallet } from "../solana/index.ts"
import { solanaKey } from "../testing/solanaTransactions.ts"
import { toConnectorReason } from "./walletErrors.ts"

const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const asking = { network: null, onLateApproval: () => {} }
const run = Effect.runPromise

/** Each report with what the wallet threw there, for which request, and the reason. */
const answers: readonly (readonly [string, unknown, string, ConnectorReason["_tag"]])[] = [
  [
    "polkadot-js/extension/issues/618",
    new Error("The source https://apps.example has not been enabled yet"),
    "polkadot:signMessage",
    "Unauthorized",
  ],
  [
    "polkadot-js/docs/issues/105",
    new Error("The source https://apps.example is not allowed to interact with this extension"),
    "standard:connect",
    "Unauthorized",
  ],
  [
    "anza-xyz/wallet-adapter/issues/747",
    new Error("The requested method and/or account has not been authorized by the user."),
    "solana:signMessage",
    "Unauthorized",
  ],
  [
    "anza-xyz/wallet-adapter/issues/781",
    { code: -32603, message: "Something went wrong." },
    "standard:connect",
    "Failed",
  ],
  [
    "MetaMask/metamask-extension/issues/10584",
    new Error("Request of type 'wallet_requestPermissions' already pending for origin https://docs.example"),
    "eth_requestAccounts",
    "RequestPending",
  ],
  [
    "MetaMask/metamask-extension/issues/8919",
    new Error("Permissions request already pending; please wait."),
    "eth_requestAccounts",
    "RequestPending",
  ],
  [
    "MetaMask/metamask-extension/issues/13326",
    { code: -32603, message: "JsonRpcEngine: Response has no error or result for request" },
    "eth_requestAccounts",
    "Failed",
  ],
  [
    "secretkeylabs/sats-connect/issues/210",
    { code: -32001, message: "Method not supported by the selected wallet" },
    "bitcoin:connect",
    "Unsupported",
  ],
  [
    "secretkeylabs/sats-connect/issues/185",
    new TypeError("provider.request is not a function"),
    "bitcoin:connect",
    "Failed",
  ],
  [
    "coinbase/coinbase-wallet-sdk/pull/573",
    new Error("accounts received is empty"),
    "eth_requestAccounts",
    "Declined",
  ],
  ["suiet/wallet-kit/issues/113", new Error("Permission rejected"), "standard:connect", "Declined"],
  [
    "phantom/phantom-connect-sdk/issues/359",
    new Error("User rejected the request."),
    "standard:connect",
    "Declined",
  ],
]

describe("answers of wallets in public reports", () => {
  it.each(answers)("reads the reason that the wallet means (%s)", (_, thrown, method, tag) => {
    expect(toConnectorReason(thrown, method)._tag).toBe(tag)
  })

  it("leaves words of a missing authorization open after a send, which may be on its way", () => {
    const said = answers.filter(([, , , tag]) => tag === "Unauthorized")
    expect(said.map(([, thrown]) => toConnectorReason(thrown, "solana:signAndSendTransaction")._tag)).toEqual(
      said.map(() => "Failed"),
    )
  })
})

/** An EVM wallet that answers from a table; a function may throw. */
const makeWallet = (table: Readonly<Record<string, unknown>>) => {
  const asked: string[] = []
  const listeners = new Map<string, (value: unknown) => void>()
  const provider: Eip1193Provider = {
    request: async ({ method }) => {
      asked.push(method)
      const answer = table[method]
      return typeof answer === "function" ? answer(asked.filter((one) => one === method).length) : answer
    },
    on: (event, listener) => listeners.set(event, listener),
    removeListener: (event) => listeners.delete(event),
  }
  return { asked, listeners, connector: makeProviderConnector(provider) }
}

const fail = (thrown: unknown) => () => {
  throw thrown
}

describe("EVM wallets of public reports", () => {
  const shared = { eth_requestAccounts: [account], eth_accounts: [account], eth_chainId: "0x1" }

  it("connects without wallet_requestPermissions, which a wallet's own browser lacks (wevm/wagmi/issues/1365)", async () => {
    const { asked, connector } = makeWallet(shared)
    await run(connector.connect(asking))
    expect(asked).toEqual(["eth_requestAccounts", "eth_chainId"])
  })

  it("restores without the request that a wallet answers by a prompt (wevm/wagmi/issues/3710)", async () => {
    const { asked, connector } = makeWallet(shared)
    await run(connector.restore)
    expect(asked).toEqual(["eth_accounts", "eth_chainId"])
  })

  it("reads the network at a restore for which the wallet sends no event (coinbase/coinbase-wallet-sdk/issues/1839)", async () => {
    const { connector } = makeWallet({ ...shared, eth_chainId: (n: number) => (n === 1 ? "0x1" : "0x89") })
    expect((await run(connector.restore)).network).toBe("eip155:1")
    expect((await run(connector.restore)).network).toBe("eip155:137")
  })

  it.effect("drops a network with a prefix of its own twice (thirdweb-dev/web3-onboard/issues/1677)", () =>
    Effect.gen(function* () {
      const { connector, listeners } = makeWallet(shared)
      yield* connector.connect(asking)
      const seen: ConnectorEvent[] = []
      const listening = yield* Effect.forkChild(
        Stream.runForEach(Stream.unwrap(connector.events), (event) => Effect.sync(() => seen.push(event))),
        { startImmediately: true },
      )
      yield* Effect.repeat(Effect.yieldNow, { until: () => listeners.has("chainChanged") })
      listeners.get("chainChanged")?.("0x0x89")
      listeners.get("chainChanged")?.("0x89")
      yield* Effect.repeat(Effect.yieldNow, { until: () => seen.length > 0 })
      yield* Fiber.interrupt(listening)
      expect(seen).toEqual([{ _tag: "NetworkChanged", network: "eip155:137" }])
    }),
  )

  it("says that the switch was declined after the network was added (wevm/references/issues/221)", async () => {
    const { connector } = makeWallet({
      ...shared,
      wallet_switchEthereumChain: (n: number) => fail({ code: n === 1 ? 4902 : 4001 })(),
      wallet_addEthereumChain: null,
    })
    expect((await run(Effect.flip(connector.switchNetwork(base)))).reason._tag).toBe("Declined")
  })

  it("switches at the second try after the first was declined (thirdweb-dev/web3-onboard/issues/764)", async () => {
    let chain = "0x1"
    const { connector } = makeWallet({
      ...shared,
      eth_chainId: () => chain,
      wallet_switchEthereumChain: (n: number) => {
        if (n === 1) throw { code: 4001 }
        chain = "0x2105"
        return null
      },
    })
    expect((await run(Effect.flip(connector.switchNetwork(base)))).reason._tag).toBe("Declined")
    expect(await run(connector.switchNetwork(base))).toBeUndefined()
  })

  it.each([
    ["and switched", 1],
    ["and switches when asked again", 2],
  ])(
    "switches when the wallet reports a failure of an addition that it made %s (rainbow-me/rainbowkit/issues/1791)",
    async (_, switchesAt) => {
      let chain = "0x1"
      let added = false
      const { connector } = makeWallet({
        ...shared,
        eth_chainId: () => chain,
        wallet_switchEthereumChain: () => {
          if (!added) throw { code: 4902 }
          chain = "0x2105"
          return null
        },
        wallet_addEthereumChain: () => {
          added = true
          if (switchesAt === 1) chain = "0x2105"
          throw { code: -32603, message: "Internal error" }
        },
      })
      expect(await run(connector.switchNetwork(base))).toBeUndefined()
    },
  )
})

describe("wallets of the Wallet Standard in public reports", () => {
  const me = solanaKey(1)

  it("emits one end when the wallet reports no accounts during a disconnect (anza-xyz/wallet-adapter/issues/742)", async () => {
    const given = makeScriptedStandardWallet({
      accounts: [me.account],
      chains: ["solana:mainnet"],
      features: () => ({
        "standard:disconnect": {
          disconnect: async () => {
            given.share([])
            given.tell({ accounts: [] })
            throw new Error("Disconnected")
          },
        },
      }),
    })
    const connector = fromSolanaWallet(given.wallet)
    await run(connector.connect(asking))
    const seen: string[] = []
    const listening = Effect.runFork(
      Stream.runForEach(Stream.unwrap(connector.events), ({ _tag }) => Effect.sync(() => seen.push(_tag))),
    )
    await new Promise((done) => setImmediate(done))
    await run(Effect.flip(connector.disconnect))
    await new Promise((done) => setImmediate(done))
    await run(Fiber.interrupt(listening))
    expect(new Set(seen)).toEqual(new Set(["Disconnected"]))
  })

  it("ends a restore with a reason when the silent request throws (wallet-standard/wallet-standard/pull/8)", async () => {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [],
      chains: ["solana:mainnet"],
      features: () => ({
        "standard:connect": { connect: async () => fail(new Error("This address is not connected."))() },
      }),
    })
    expect((await run(Effect.flip(fromSolanaWallet(wallet).restore))).reason).toMatchObject({
      _tag: "Failed",
      text: "This address is not connected.",
    })
  })
})

describe("injected wallets of Polkadot in public reports", () => {
  const address = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"
  const description = {
    id: "Talisman",
    name: "Talisman",
    type: "ANNOUNCED",
    namespace: "polkadot",
    icon: null,
    rdns: null,
    explorerId: null,
  } as const
  const makeConnector = (
    get: () => unknown,
    enable: () => Promise<unknown> | undefined = () => undefined,
  ) => {
    const entry = {
      enable: () => enable() ?? Promise.resolve({ accounts: { get, subscribe: () => () => {} }, signer: {} }),
    }
    return makePolkadotConnector(makeInjectedWallet(entry, "Talisman", "shop.example"), description, true)
  }

  it("takes no Ethereum account for one of Polkadot (TalismanSociety/talisman-connect/issues/55)", async () => {
    const connector = makeConnector(() => [
      { address: account, type: "ethereum" },
      { address, type: "sr25519" },
    ])
    expect((await run(connector.connect(asking))).accounts).toHaveLength(1)
  })

  it("fails with Locked when all accounts are Ethereum's (TalismanSociety/talisman/issues/602)", async () => {
    const connector = makeConnector(() => [{ address: account, type: "ethereum" }])
    expect((await run(Effect.flip(connector.connect(asking)))).reason._tag).toBe("Locked")
  })

  it("offers an account that is for one network on no other (polkadot-js/extension/issues/750)", async () => {
    const genesisHash = `0x${kusama.id}${"0".repeat(32)}`
    const connector = makeConnector(() => [{ address, genesisHash }])
    expect((await run(Effect.flip(connector.connect(asking)))).reason._tag).toBe("Locked")
    const { accounts } = await run(
      makeConnector(() => [{ address, genesisHash }]).connect({ ...asking, network: kusama }),
    )
    expect(accounts.map((one) => one.split(":").slice(0, 2).join(":"))).toEqual([kusama.caipNetworkId])
  })

  it("connects at the next try when accounts were shared after the first (polkadot-cloud/polkadot-cloud-apps/issues/951)", async () => {
    let given: unknown[] = []
    const connector = makeConnector(() => given)
    expect((await run(Effect.flip(connector.connect(asking)))).reason._tag).toBe("Locked")
    given = [{ address }]
    expect((await run(connector.connect(asking))).accounts).toHaveLength(1)
  })

  it("ends at once when it is left and the wallet never answers (polkadot-js/extension/issues/1236)", async () => {
    const connector = makeConnector(
      () => [],
      () => new Promise(() => {}),
    )
    const connecting = Effect.runFork(connector.connect(asking))
    await new Promise((done) => setImmediate(done))
    await run(Fiber.interrupt(connecting))
    expect(connecting.pollUnsafe()?._tag).toBe("Failure")
  })
})
