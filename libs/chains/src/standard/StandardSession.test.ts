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

/** Connected, with what it tells from then on, one after the other. */
const connected = async (connector: Connector) => {
  await run(connector.connect(asking))
  const told = await run(Queue.unbounded<ConnectorEvent>())
  const listening = await run(
    Effect.forkDetach(
      Stream.runForEach(connector.events, (event) => Queue.offer(told, event)),
      { startImmediately: true },
    ),
  )
  return { next: () => run(Queue.take(told)), stop: () => run(Fiber.interrupt(listening)) }
}

describe("what a wallet shares", () => {
  it("is what is of the chain, each once", async () => {
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

  it("is refused where it is nothing of the chain, and what is no address of it is no account", async () => {
    for (const address of [evmAccount.address, payment.address, "", `${me.address}1`, "1".repeat(44)]) {
      const { wallet } = makeScriptedStandardWallet({
        accounts: [{ ...me.account, address }],
        chains: ["solana:mainnet"],
      })
      const error = await run(Effect.flip(fromSolanaWallet(wallet).connect(asking)))
      expect(error.reason._tag).toBe("Locked")
    }
  })

  it("is read once, to an end, and never throws", () => {
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

describe("a restored wallet", () => {
  it("is not asked, also where it has no silent way", async () => {
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

describe("what changes", () => {
  const solanaWallet = () =>
    makeScriptedStandardWallet({ accounts: [me.account], chains: ["solana:mainnet", "solana:devnet"] })
  const changedTo = (address: string) => ({
    _tag: "AccountsChanged",
    accounts: [`${solana.caipNetworkId}:${address}`],
  })

  it("is told: other accounts, and none", async () => {
    const { listeners, share, wallet } = solanaWallet()
    const { next, stop } = await connected(fromSolanaWallet(wallet))
    share([otherKey.account])
    expect(await next()).toEqual(changedTo(otherKey.address))
    // Accounts of another chain are none of this one.
    share([payment.account])
    expect(await next()).toEqual({ _tag: "Disconnected" })
    await stop()
    expect(listeners()).toBe(0)
  })

  it("is nothing where the event says nothing of accounts, or what nobody can read", async () => {
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

  it("is not told by a wallet without events, or by one that throws when it is listened to", async () => {
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

describe("another network", () => {
  it("is taken where the wallet has it", async () => {
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

  it("has other addresses on Bitcoin: where there are none, it is not taken", async () => {
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

it("is none where it has no name", () => {
  const { wallet } = makeScriptedStandardWallet({ accounts: [], chains: [], name: "\u200b" })
  expect(() => fromSolanaWallet(wallet)).toThrow(TypeError)
})

it("can be told to forget the page, or not, in which case nothing is asked", async () => {
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
