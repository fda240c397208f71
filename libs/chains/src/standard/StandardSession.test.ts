import { makeScriptedStandardWallet, oddValues } from "@wmodal/dev-wallet/testing"
import { bitcoin, bitcoinTestnet, solana, solanaDevnet, solanaTestnet } from "@wmodal/protocol/networks"
import { Effect, Fiber, Queue, Stream } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromBitcoinWallet } from "../bitcoin/index.ts"
import type { Connector, ConnectorEvent } from "../contract/Connector.ts"
import { fromSolanaWallet } from "../solana/index.ts"
import { bitcoinKey } from "../testing/bitcoinTransactions.ts"
import { solanaKey } from "../testing/solanaTransactions.ts"
import { decodeAuthorizedAccounts } from "./AuthorizedAccount.ts"
import type { StandardAccount } from "./StandardWallet.ts"

const me = solanaKey(1)
const otherKey = solanaKey(2)
const payment = bitcoinKey(1, "segwit")
const ordinals = bitcoinKey(1, "taproot")
const onTestnet: StandardAccount = {
  ...payment.account,
  address: "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8",
  chains: ["bitcoin:testnet"],
}
const evmAccount: StandardAccount = {
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  publicKey: new Uint8Array(65),
  chains: ["eip155:1"],
  features: [],
}

const run = Effect.runPromise
const asking = { network: null, onLateApproval: () => {} }

/** Connects and returns the later events one by one. */
const connected = async (connector: Connector) => {
  await run(connector.connect(asking))
  const told = await run(Queue.unbounded<ConnectorEvent>())
  const listening = await run(
    Effect.forkDetach(
      Stream.runForEach(Stream.unwrap(connector.events), (event) => Queue.offer(told, event)),
      { startImmediately: true },
    ),
  )
  return { next: () => run(Queue.take(told)), stop: () => run(Fiber.interrupt(listening)) }
}

describe("shared accounts of a Wallet Standard wallet", () => {
  it.each([
    ["nothing", () => undefined],
    ["an empty list", () => ({ accounts: [] })],
  ])("reads the wallet's own list when it answers with %s", async (_, answer) => {
    for (const [make, key, chains] of [
      [fromSolanaWallet, me, ["solana:mainnet"]],
      [fromBitcoinWallet, payment, ["bitcoin:mainnet"]],
    ] as const) {
      const given = makeScriptedStandardWallet({
        accounts: [],
        chains,
        features: () => ({
          "standard:connect": {
            connect: async () => {
              given.share([key.account])
              return answer()
            },
          },
        }),
      })
      const { accounts } = await run(make(given.wallet).connect(asking))
      expect(accounts[0].endsWith(`:${key.address}`)).toBe(true)
    }
  })

  it("judges accounts without chains by their address", async () => {
    for (const [make, key, chains] of [
      [fromSolanaWallet, me, ["solana:mainnet"]],
      [fromBitcoinWallet, payment, ["bitcoin:mainnet"]],
    ] as const) {
      const { wallet } = makeScriptedStandardWallet({
        accounts: [
          { ...evmAccount, chains: [] },
          { ...key.account, chains: [] },
        ],
        chains,
      })
      const { accounts } = await run(make(wallet).connect(asking))
      expect(accounts).toHaveLength(1)
      expect(accounts[0].endsWith(`:${key.address}`)).toBe(true)
    }
  })

  it("lists each account of the chain once", async () => {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [evmAccount, payment.account, me.account, otherKey.account, me.account],
      chains: ["solana:mainnet", "bitcoin:mainnet", "eip155:1"],
    })
    expect((await run(fromSolanaWallet(wallet).connect(asking))).accounts).toEqual([
      `${solana.caipNetworkId}:${me.address}`,
      `${solana.caipNetworkId}:${otherKey.address}`,
    ])
    expect((await run(fromBitcoinWallet(wallet).connect(asking))).accounts).toEqual([
      `${bitcoin.caipNetworkId}:${payment.address}`,
    ])
  })

  it("fails with Locked without a valid account of the chain", async () => {
    for (const address of [evmAccount.address, payment.address, "", `${me.address}1`, "1".repeat(44)]) {
      const { wallet } = makeScriptedStandardWallet({
        accounts: [{ ...me.account, address }],
        chains: ["solana:mainnet"],
      })
      const error = await run(Effect.flip(fromSolanaWallet(wallet).connect(asking)))
      expect(error.reason._tag).toBe("Locked")
    }
  })

  it("decodes bounded accounts and never throws", () => {
    const odd = fc.constantFrom(...oddValues.map(([, value]) => value))
    const value = fc.oneof(fc.anything(), odd)
    const account = fc.record({ address: value, publicKey: value, chains: value, purpose: value })
    fc.assert(
      fc.property(fc.oneof(value, fc.array(fc.oneof(value, account))), (shared) => {
        for (const found of decodeAuthorizedAccounts(shared) ?? []) {
          expect(found.address.length).toBeLessThanOrEqual(120)
          expect(found.publicKey?.length ?? 0).toBeLessThanOrEqual(65)
        }
      }),
    )
    expect(decodeAuthorizedAccounts(Array.from({ length: 5_000 }, () => me.account))).toHaveLength(100)
  })
})

describe("restore of a Wallet Standard wallet", () => {
  it("restores without a prompt, even without a silent connect", async () => {
    const { person, share, wallet } = makeScriptedStandardWallet({
      accounts: [],
      chains: ["bitcoin:mainnet"],
      features: () => ({ "standard:connect": undefined }),
    })
    const connector = fromBitcoinWallet(wallet)
    expect((await run(Effect.flip(connector.restore))).reason._tag).toBe("Locked")
    share([ordinals.account, payment.account])
    expect((await run(connector.restore)).accounts[0]).toBe(`${bitcoin.caipNetworkId}:${payment.address}`)
    expect(person.asked).toHaveLength(0)
  })
})

describe("events of a Wallet Standard wallet", () => {
  const solanaWallet = () =>
    makeScriptedStandardWallet({ accounts: [me.account], chains: ["solana:mainnet", "solana:devnet"] })
  const changedTo = (address: string) => ({
    _tag: "AccountsChanged",
    accounts: [`${solana.caipNetworkId}:${address}`],
  })

  it("emits other accounts, and Disconnected without accounts", async () => {
    const { listeners, share, wallet } = solanaWallet()
    const { next, stop } = await connected(fromSolanaWallet(wallet))
    share([otherKey.account])
    expect(await next()).toEqual(changedTo(otherKey.address))
    // Accounts of another chain do not count.
    share([payment.account])
    expect(await next()).toEqual({ _tag: "Disconnected" })
    await stop()
    expect(listeners()).toBe(0)
  })

  it("ignores events without readable accounts", async () => {
    const { share, tell, wallet } = solanaWallet()
    const { next, stop } = await connected(fromSolanaWallet(wallet))
    for (const [, value] of oddValues) {
      tell(value)
      tell({ chains: value, features: value })
    }
    tell({ accounts: [null] })
    share([otherKey.account])
    expect(await next()).toEqual(changedTo(otherKey.address))
    await stop()
  })

  it("works without wallet events and with ones that throw", async () => {
    const throwing = () => {
      throw new Error("no")
    }
    for (const events of [undefined, {}, { on: () => 7 }, { on: throwing }, { on: () => throwing }]) {
      const { wallet } = makeScriptedStandardWallet({
        accounts: [me.account],
        chains: ["solana:mainnet", "solana:devnet"],
        features: () => ({ "standard:events": events }),
      })
      const connector = fromSolanaWallet(wallet)
      const { next, stop } = await connected(connector)
      await run(connector.switchNetwork(solanaDevnet))
      expect((await next())._tag).toBe("AccountsChanged")
      await stop()
    }
  })
})

describe("network switch of a Wallet Standard wallet", () => {
  it("switches to a network that the wallet supports", async () => {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [me.account],
      chains: ["solana:mainnet", "solana:devnet"],
    })
    const connector = fromSolanaWallet(wallet)
    const { next, stop } = await connected(connector)
    await run(connector.switchNetwork(solanaDevnet))
    expect(await next()).toEqual({
      _tag: "AccountsChanged",
      accounts: [`${solanaDevnet.caipNetworkId}:${me.address}`],
    })
    expect(await run(Effect.flip(connector.switchNetwork(solanaTestnet)))).toMatchObject({
      reason: { _tag: "NetworkNotSupported", network: solanaTestnet.name },
    })
    await stop()
  })

  it("switches on Bitcoin only when an address of the network is shared", async () => {
    const { share, wallet } = makeScriptedStandardWallet({
      accounts: [payment.account],
      chains: ["bitcoin:mainnet", "bitcoin:testnet"],
    })
    const connector = fromBitcoinWallet(wallet)
    const { next, stop } = await connected(connector)
    expect(await run(Effect.flip(connector.switchNetwork(bitcoinTestnet)))).toMatchObject({
      reason: { _tag: "NetworkNotSupported" },
    })
    share([payment.account, onTestnet])
    await next()
    await run(connector.switchNetwork(bitcoinTestnet))
    expect(await next()).toMatchObject({
      _tag: "AccountsChanged",
      accounts: [`${bitcoinTestnet.caipNetworkId}:${onTestnet.address}`],
    })
    expect(await next()).toEqual({ _tag: "NetworkChanged", network: bitcoinTestnet.caipNetworkId })
    await stop()
  })
})

it("throws TypeError when the wallet has no name", () => {
  const { wallet } = makeScriptedStandardWallet({ accounts: [], chains: [], name: "\u200b" })
  expect(() => fromSolanaWallet(wallet)).toThrow(TypeError)
})

it("disconnects with and without a disconnect feature", async () => {
  const { wallet } = makeScriptedStandardWallet({
    accounts: [me.account],
    chains: ["solana:mainnet"],
    features: () => ({ "standard:disconnect": undefined }),
  })
  await run(fromSolanaWallet(wallet).disconnect)
  const told = makeScriptedStandardWallet({ accounts: [me.account], chains: ["solana:mainnet"] })
  const connector = fromSolanaWallet(told.wallet)
  await run(connector.connect(asking))
  await run(connector.disconnect)
  expect(told.wallet.accounts).toEqual([])
})
