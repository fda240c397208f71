import { hex } from "@scure/base"
import * as btc from "@scure/btc-signer"
import { makeScriptedStandardWallet, oddValues, setupStandardWallet } from "@wmodal/dev-wallet/testing"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import type { StandardWallet } from "../standard/StandardWallet.ts"
import { bitcoinKey, makeBitcoinPayment, toPsbtBytes } from "../testing/bitcoinTransactions.ts"
import { toAddress } from "./addressScripts.ts"
import { fromBitcoinWallet } from "./index.ts"
import { decodePsbt, toSignedHash } from "./Psbt.ts"
import { parseAddressScript } from "./Script.ts"

const segwit = bitcoinKey(1, "segwit")
const nested = bitcoinKey(1, "nested")
const taproot = bitcoinKey(4, "taproot")
const friend = bitcoinKey(2, "segwit").address
const thief = bitcoinKey(3, "segwit")

const transaction = makeBitcoinPayment({ from: [segwit.address], to: friend, amount: 9_000n })
const sending = {
  account: `${bitcoin.caipNetworkId}:${segwit.address}`,
  network: bitcoin,
  transaction,
} as const

interface PsbtCallInput {
  readonly psbt: Uint8Array
  readonly chain: string
  readonly inputsToSign: readonly { readonly account: object; readonly signingIndexes: readonly number[] }[]
}

const loadCalls = async (wallet: StandardWallet): Promise<WalletCalls> => {
  const connector = fromBitcoinWallet(wallet)
  await Effect.runPromise(connector.connect({ network: bitcoin, onLateApproval: () => {} }))
  return Effect.runPromise(connector.calls)
}

/** A connected wallet with these features, and a log of their inputs. */
const connected = (
  features: Readonly<Record<string, (input: PsbtCallInput) => unknown>>,
  heard: PsbtCallInput[] = [],
): Promise<WalletCalls> =>
  loadCalls(
    makeScriptedStandardWallet({
      accounts: [segwit.account, nested.account, taproot.account],
      chains: ["bitcoin:mainnet", "bitcoin:testnet"],
      features: () =>
        Object.fromEntries(
          Object.entries(features).map(([name, answer]) => [
            name,
            {
              [name.slice("bitcoin:".length)]: async (input: PsbtCallInput) => {
                heard.push(input)
                return answer(input)
              },
            },
          ]),
        ),
    }).wallet,
  )

const signing = (sign: (psbt: Uint8Array) => Uint8Array) => ({
  "bitcoin:signTransaction": ({ psbt }: PsbtCallInput) => [{ signedPsbt: sign(psbt) }],
})

const send = async (calls: WalletCalls, over: object = {}) =>
  Effect.runPromise(calls.sendTransaction({ ...sending, ...over }))

describe("Bitcoin wallet with signTransaction", () => {
  it.each([
    ["segwit", segwit],
    ["nested segwit", nested],
    ["taproot", taproot],
  ])("leaves the broadcast of %s inputs to wmodal, for finalized and unfinalized PSBTs", async (_, key) => {
    const asked = makeBitcoinPayment({ from: [key.address, key.address], to: friend, amount: 9_000n })
    for (const finalized of [false, true]) {
      const heard: PsbtCallInput[] = []
      const calls = await connected(
        signing((psbt) => key.sign(psbt, { finalized })),
        heard,
      )
      const outcome = await send(calls, { transaction: asked })
      const raw = outcome._tag === "AwaitingBroadcast" ? outcome.raw : ""
      const sent = btc.Transaction.fromRaw(hex.decode(raw))
      expect(toSignedHash(raw)).toBe(sent.id)
      expect(sent.getOutput(0).amount).toBe(9_000n)
      expect(sent.vsize).toBeGreaterThan(100)
      // A nested segwit input contains its script hash, so signing changes the transaction hash.
      expect(key === nested || sent.id === decodePsbt(asked.psbt)?.txid).toBe(true)
      expect(heard).toMatchObject([
        { chain: "bitcoin:mainnet", inputsToSign: [{ account: key.account, signingIndexes: [0, 1] }] },
      ])
    }
  })

  it("requests the account of the given network when one key has an address on each", async () => {
    const heard: PsbtCallInput[] = []
    const there = toAddress(bitcoinTestnet, parseAddressScript(segwit.address) ?? new Uint8Array()) ?? ""
    const account = { ...segwit.account, address: there, chains: ["bitcoin:testnet"] }
    const { wallet } = makeScriptedStandardWallet({
      accounts: [segwit.account, account],
      chains: ["bitcoin:mainnet", "bitcoin:testnet"],
      features: () => ({
        "bitcoin:signTransaction": {
          signTransaction: async (input: PsbtCallInput) => {
            heard.push(input)
            return [{ signedPsbt: segwit.sign(input.psbt) }]
          },
        },
      }),
    })
    const calls = await loadCalls(wallet)
    const outcome = await send(calls, {
      account: `${bitcoinTestnet.caipNetworkId}:${there}`,
      network: bitcoinTestnet,
    })
    expect(outcome._tag).toBe("AwaitingBroadcast")
    expect(heard[0]?.chain).toBe("bitcoin:testnet")
    expect(heard[0]?.inputsToSign.map((one) => one.account)).toEqual([account])
  })

  it("passes the redeem script and the taproot key to the wallet", async () => {
    const heard: PsbtCallInput[] = []
    const calls = await connected(
      signing((psbt) => psbt),
      heard,
    )
    const asked = makeBitcoinPayment({ from: [nested.address, taproot.address], to: friend, amount: 9_000n })
    await send(calls, { transaction: asked })
    const tx = btc.Transaction.fromPSBT(heard[0]?.psbt ?? new Uint8Array())
    expect(tx.getInput(0).redeemScript).toHaveLength(22)
    expect(tx.getInput(1).tapInternalKey).toEqual(taproot.account.publicKey)
    expect(heard[0]?.inputsToSign).toEqual([
      { account: nested.account, signingIndexes: [0] },
      { account: taproot.account, signingIndexes: [1] },
    ])
  })

  it("accepts the signature of a wallet with real keys", async () => {
    const { standard } = setupStandardWallet()
    const calls = await loadCalls(standard)
    const [account] = standard.accounts
    if (account === undefined) throw new Error("no account")
    const asked = makeBitcoinPayment({ from: [account.address], to: friend, amount: 9_000n })
    const outcome = await send(calls, {
      account: `${bitcoin.caipNetworkId}:${account.address}`,
      transaction: asked,
    })
    expect(outcome).toMatchObject({ _tag: "AwaitingBroadcast" })
    expect(outcome._tag === "AwaitingBroadcast" && toSignedHash(outcome.raw)).toBe(
      decodePsbt(asked.psbt)?.txid,
    )
  })

  it.each([
    ["another recipient", makeBitcoinPayment({ from: [segwit.address], to: thief.address, amount: 9_000n })],
    ["another amount", makeBitcoinPayment({ from: [segwit.address], to: friend, amount: 8_000n })],
    [
      "one coin more",
      makeBitcoinPayment({ from: [segwit.address, segwit.address], to: friend, amount: 9_000n }),
    ],
  ])("rejects a wallet that signs %s, without a broadcast", async (_, other) => {
    const calls = await connected(signing(() => segwit.sign(toPsbtBytes(other))))
    expect(await send(calls)).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "SignedDifferently" } },
    })
    expect(await Effect.runPromise(Effect.flip(calls.signTransaction(sending)))).toMatchObject({
      reason: { _tag: "SignedDifferently" },
    })
  })

  it.each([
    ["none of the outputs", btc.SigHash.NONE],
    ["one of the outputs", btc.SigHash.SINGLE],
    ["its own coin alone", btc.SigHash.ALL_ANYONECANPAY],
  ])("rejects a signature that covers %s", async (_, sighash) => {
    for (const key of [segwit, taproot]) {
      const asked = makeBitcoinPayment({ from: [key.address], to: friend, amount: 9_000n })
      const calls = await connected(signing((psbt) => key.sign(withSighash(psbt, sighash), { sighash })))
      expect(await send(calls, { transaction: asked })).toMatchObject({
        error: { reason: { _tag: "SignedDifferently" } },
      })
    }
  })

  it("rejects unsigned and partly signed PSBTs", async () => {
    const both = makeBitcoinPayment({ from: [segwit.address, taproot.address], to: friend, amount: 9_000n })
    const half = await connected(signing((psbt) => segwit.sign(psbt)))
    expect(await send(half, { transaction: both })).toMatchObject({
      error: { reason: { _tag: "Malformed" } },
    })
    const none = await connected(signing((psbt) => psbt))
    expect(await send(none)).toMatchObject({ error: { reason: { _tag: "Malformed" } } })
  })

  it.each(oddValues)("rejects %s as the response", async (_, value) => {
    for (const answer of [value, [value], [{ signedPsbt: value }]]) {
      const outcome = await send(await connected({ "bitcoin:signTransaction": () => answer }))
      // Values that throw when awaited are not a response.
      expect(outcome._tag === "NotSent" ? outcome.error.reason._tag : outcome).toMatch(/Malformed|Failed/)
    }
  })

  it("returns the requested transaction or nothing when the wallet changes any byte", async () => {
    const signed = segwit.sign(toPsbtBytes(transaction))
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: signed.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = signed.map((byte, place) => (place === at ? byte ^ by : byte))
          const outcome = await send(await connected(signing(() => changed)))
          expect(
            outcome._tag === "AwaitingBroadcast"
              ? toSignedHash(outcome.raw)
              : decodePsbt(transaction.psbt)?.txid,
          ).toBe(decodePsbt(transaction.psbt)?.txid)
        },
      ),
    )
  })

  it("sends no request for a missing network, another network's account or foreign inputs", async () => {
    const heard: PsbtCallInput[] = []
    const calls = await connected(
      signing((psbt) => psbt),
      heard,
    )
    const foreign = makeBitcoinPayment({ from: [thief.address], to: friend, amount: 9_000n })
    expect(
      await send(calls, { network: { ...bitcoin, caipNetworkId: "bip122:ff", name: "Other" } }),
    ).toMatchObject({
      error: { reason: { _tag: "NetworkNotSupported", network: "Other" } },
    })
    expect(await send(calls, { network: bitcoinTestnet })).toMatchObject({
      error: { reason: { _tag: "Failed" } },
    })
    expect(await send(calls, { account: `${bitcoin.caipNetworkId}:${friend}` })).toMatchObject({
      error: { reason: { _tag: "Unauthorized" } },
    })
    for (const asked of [foreign, {}, { psbt: null }, { psbt: "cHNidP8=" }])
      expect(await send(calls, { transaction: asked })).toMatchObject({
        error: { reason: { _tag: "Failed" } },
      })
    expect(heard).toEqual([])
  })
})

describe("Bitcoin wallet with signAndSendTransaction only", () => {
  const sendingBy = (answer: () => unknown) => connected({ "bitcoin:signAndSendTransaction": answer })
  const txid = decodePsbt(transaction.psbt)?.txid ?? ""

  it.each(["txId", "txid"])("returns the hash that is known before signing, named %s", async (name) => {
    expect(await send(await sendingBy(() => [{ [name]: txid.toUpperCase() }]))).toEqual({
      _tag: "Sent",
      hash: txid,
    })
  })

  it("returns Unknown when the wallet reports another hash", async () => {
    expect(await send(await sendingBy(() => [{ txId: "ab".repeat(32) }]))).toMatchObject({
      _tag: "Unknown",
      error: { reason: { _tag: "SignedDifferently" } },
    })
  })

  it.each(oddValues)("returns Unknown when the wallet responds with or throws %s", async (_, value) => {
    for (const answer of [() => value, () => [{ txId: value }], () => Promise.reject(value)])
      expect(await send(await sendingBy(answer))).toMatchObject({ _tag: "Unknown", hash: null })
  })

  it.each([
    ["its person declined", new Error("User denied the request"), "Declined"],
    ["a node found it too cheap", new Error("min relay fee not met, 1 < 141"), "Failed"],
  ])("returns NotSent when %s", async (_, thrown, reason) => {
    expect(await send(await sendingBy(() => Promise.reject(thrown)))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: reason } },
    })
  })
})

/** Returns the PSBT with a sighash type for its input. */
const withSighash = (psbt: Uint8Array, sighash: number): Uint8Array => {
  const tx = btc.Transaction.fromPSBT(psbt)
  tx.updateInput(0, { sighashType: sighash })
  return tx.toPSBT(0)
}

it("reports missing capabilities as unsupported", async () => {
  const calls = await connected({})
  const { account, network } = sending
  expect(await Effect.runPromise(calls.capabilities({ account, network }))).toEqual({
    atomic: "unsupported",
    assetDiscovery: false,
  })
  const asking: Effect.Effect<unknown, { readonly reason: unknown }> = calls.assets({ account, network })
  expect(await Effect.runPromise(Effect.flip(asking))).toMatchObject({ reason: { _tag: "Unsupported" } })
})
