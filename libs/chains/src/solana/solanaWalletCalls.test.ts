import { base58 } from "@scure/base"
import { AccountRole } from "@solana/kit"
import { makeScriptedStandardWallet, oddValues } from "@wmodal/dev-wallet/testing"
import { solana, solanaTestnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import {
  decodeMessageBytes,
  makeInstruction,
  makeMeta,
  makeSolanaPayment,
  signMessageWith,
  solanaKey,
  toSignRequest,
} from "../testing/solanaTransactions.ts"
import { encodeBase64 } from "../text/base64.ts"
import { fromSolanaWallet } from "./index.ts"
import { decodeMessage, encodeMessage } from "./wire/SolanaMessage.ts"

const me = solanaKey(1)
const friend = solanaKey(2).address
const thief = solanaKey(3)
const lighthouse = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"

const payment = makeSolanaPayment({ from: me.address, to: friend, amount: 5n })
const sending = {
  account: `${solana.caipNetworkId}:${me.address}`,
  network: solana,
  transaction: toSignRequest(payment),
} as const

interface TransactionCallInput {
  readonly account: object
  readonly transaction: Uint8Array
  readonly chain: string
}

/** A connected wallet with these features, and a log of their inputs. */
const connected = async (
  features: Readonly<Record<string, (input: TransactionCallInput) => unknown>>,
  heard: TransactionCallInput[] = [],
): Promise<WalletCalls> => {
  const { wallet } = makeScriptedStandardWallet({
    accounts: [me.account],
    chains: ["solana:mainnet", "solana:devnet"],
    features: () =>
      Object.fromEntries(
        Object.entries(features).map(([name, answer]) => [
          name,
          {
            [name.slice("solana:".length)]: async (input: TransactionCallInput) => {
              heard.push(input)
              return answer(input)
            },
          },
        ]),
      ),
  })
  const connector = fromSolanaWallet(wallet)
  await Effect.runPromise(connector.connect({ network: solana, onLateApproval: () => {} }))
  return Effect.runPromise(connector.calls)
}

const signing = (sign: (message: Uint8Array) => Uint8Array) => ({
  "solana:signTransaction": ({ transaction }: TransactionCallInput) => [
    { signedTransaction: sign(decodeMessageBytes(transaction)) },
  ],
})

const send = async (calls: WalletCalls, over: Partial<typeof sending> | object = {}) =>
  Effect.runPromise(calls.sendTransaction({ ...sending, ...over }))

describe("Solana wallet with signAndSendTransaction", () => {
  it("sends bytes, account and chain unchanged and returns the signature as the hash", async () => {
    const heard: TransactionCallInput[] = []
    const calls = await connected(
      { "solana:signAndSendTransaction": () => [{ signature: new Uint8Array(64).fill(9) }] },
      heard,
    )
    expect(await send(calls)).toEqual({ _tag: "Sent", hash: base58.encode(new Uint8Array(64).fill(9)) })
    expect(heard).toHaveLength(1)
    expect(heard[0]?.account).toBe(me.account)
    expect(heard[0]?.chain).toBe("solana:mainnet")
    expect(encodeBase64(heard[0]?.transaction ?? new Uint8Array())).toBe(sending.transaction.transaction)
  })

  it.each([
    ["declined by its person", new Error("User rejected the request."), "Declined"],
    ["declined, by code", { code: 4001, message: "no" }, "Declined"],
    ["forbidden", { code: 4100 }, "Unauthorized"],
    [
      "without money",
      new Error("Attempt to debit an account but found no record of a prior credit."),
      "Failed",
    ],
  ])("returns NotSent when the request was %s", async (_, thrown, reason) => {
    const calls = await connected({ "solana:signAndSendTransaction": () => Promise.reject(thrown) })
    expect(await send(calls)).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: reason } } })
  })

  it.each<readonly [name: string, thrown: unknown]>([
    ["its answer was lost", new Error("Network request failed")],
    ["it says that it is processed already", new Error("This transaction has already been processed")],
    ["the blockhash is gone", new Error("Blockhash not found")],
    ...oddValues.map(([name, value]) => [`it throws ${name}`, value] as const),
  ])("returns Unknown when %s", async (_, thrown) => {
    const calls = await connected({ "solana:signAndSendTransaction": () => Promise.reject(thrown) })
    expect(await send(calls)).toMatchObject({ _tag: "Unknown", hash: null })
  })

  it.each(oddValues)("returns Unknown when the wallet responds with %s", async (_, value) => {
    for (const answer of [value, [value], [{ signature: value }]]) {
      const calls = await connected({ "solana:signAndSendTransaction": () => answer })
      expect(await send(calls)).toMatchObject({ _tag: "Unknown", hash: null })
    }
  })

  it("sends no request for a missing network, an unshared account or an invalid transaction", async () => {
    const heard: TransactionCallInput[] = []
    const calls = await connected({ "solana:signAndSendTransaction": () => [] }, heard)
    const other = { account: `${solana.caipNetworkId}:${friend}` }
    expect(await send(calls, { network: solanaTestnet })).toMatchObject({
      error: { reason: { _tag: "NetworkNotSupported" } },
    })
    expect(await send(calls, other)).toMatchObject({ error: { reason: { _tag: "Unauthorized" } } })
    for (const transaction of [{}, { transaction: null }, { transaction: "AAAA" }])
      expect(await send(calls, { transaction })).toMatchObject({ _tag: "NotSent" })
    expect(heard).toEqual([])
  })
})

describe("Solana wallet with signTransaction only", () => {
  it("leaves the broadcast to wmodal", async () => {
    const calls = await connected(signing((message) => signMessageWith(me, message)))
    const raw = encodeBase64(signMessageWith(me, payment))
    expect(await send(calls)).toEqual({ _tag: "AwaitingBroadcast", raw })
    expect(await Effect.runPromise(calls.signTransaction(sending))).toBe(raw)
  })

  it("accepts Lighthouse assertions in the signed transaction", async () => {
    const guard = makeInstruction(lighthouse, Uint8Array.of(5, 1))
    const guarded = makeSolanaPayment({
      from: me.address,
      to: friend,
      amount: 5n,
      before: [guard],
      after: [guard],
    })
    const calls = await connected(signing(() => signMessageWith(me, guarded)))
    expect(await send(calls)).toEqual({
      _tag: "AwaitingBroadcast",
      raw: encodeBase64(signMessageWith(me, guarded)),
    })
  })

  const same = { from: me.address, to: friend, amount: 5n }
  it.each([
    ["another recipient", makeSolanaPayment({ ...same, to: thief.address })],
    ["another amount", makeSolanaPayment({ ...same, amount: 6n })],
    [
      "another blockhash",
      makeSolanaPayment({ ...same, blockhash: base58.encode(new Uint8Array(32).fill(8)) }),
    ],
    [
      "a second payment",
      makeSolanaPayment({
        ...same,
        after: [makeInstruction("11111111111111111111111111111111", new Uint8Array())],
      }),
    ],
    [
      "more for whoever comes first",
      makeSolanaPayment({
        ...same,
        before: [
          makeInstruction(
            "ComputeBudget111111111111111111111111111111",
            Uint8Array.of(3, 255, 255, 255, 255, 255, 0, 0, 0),
          ),
        ],
      }),
    ],
    [
      "memory of its guards, which costs",
      makeSolanaPayment({
        ...same,
        after: [
          makeInstruction(lighthouse, Uint8Array.of(0), [makeMeta(thief.address, AccountRole.WRITABLE)]),
        ],
      }),
    ],
    [
      "a call of its guards to others",
      makeSolanaPayment({ ...same, after: [makeInstruction(lighthouse, Uint8Array.of(16))] }),
    ],
    [
      "a program that is written to",
      (() => {
        const message = decodeMessage(payment)
        if (message === null) throw new Error("no message")
        return encodeMessage({
          ...message,
          header: { ...message.header, numReadonlyNonSignerAccounts: 0 },
        })
      })(),
    ],
  ])("rejects a wallet that signs %s, without a broadcast", async (_, message) => {
    const calls = await connected(signing(() => signMessageWith(me, message)))
    expect(await send(calls)).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "SignedDifferently" } },
    })
  })

  it("rejects missing signatures and those of other keys", async () => {
    const zero = Uint8Array.from([1, ...new Uint8Array(64), ...payment])
    const swapped = makeSolanaPayment({ from: thief.address, to: friend, amount: 5n })
    for (const answer of [signMessageWith(thief, payment), zero, signMessageWith(thief, swapped)]) {
      const calls = await connected(signing(() => answer))
      expect(await send(calls)).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: "Malformed" } } })
    }
  })

  it.each(oddValues)("rejects %s as the response", async (_, value) => {
    for (const answer of [value, [value], [{ signedTransaction: value }]]) {
      const calls = await connected({ "solana:signTransaction": () => answer })
      const outcome = await send(calls)
      // Values that throw when awaited are not a response.
      expect(outcome._tag === "NotSent" ? outcome.error.reason._tag : outcome).toMatch(/Malformed|Failed/)
    }
  })

  it("rejects a transaction with any changed byte", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: payment.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = payment.map((byte, place) => (place === at ? byte ^ by : byte))
          const calls = await connected(signing(() => signMessageWith(me, changed)))
          expect((await send(calls))._tag).toBe("NotSent")
        },
      ),
      { numRuns: 60 },
    )
  })
})

it("reports missing capabilities as unsupported", async () => {
  const calls = await connected({})
  const { account, network } = sending
  expect(await send(calls)).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: "Unsupported" } } })
  expect(await Effect.runPromise(calls.capabilities({ account, network }))).toEqual({
    atomic: "unsupported",
    assetDiscovery: false,
  })
  for (const asking of [calls.assets({ account, network }), calls.callsStatus("0x1")])
    expect(
      await Effect.runPromise(Effect.flip<unknown, { readonly reason: unknown }, never>(asking)),
    ).toMatchObject({
      reason: { _tag: "Unsupported" },
    })
})
