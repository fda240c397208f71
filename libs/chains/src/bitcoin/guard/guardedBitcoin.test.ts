import { base64 } from "@scure/base"
import * as btc from "@scure/btc-signer"
import { makeScriptedStandardWallet, oddValues } from "@wmodal/dev-wallet/testing"
import { bitcoin } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { DappRequest, DappResponse, RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import { bitcoinKey, makeBitcoinPayment, toPsbtBytes } from "../../testing/bitcoinTransactions.ts"
import { fromBitcoinWallet } from "../index.ts"
import type { GuardedBitcoin } from "./guardedBitcoin.ts"

const payment = bitcoinKey(1, "segwit")
const ordinals = bitcoinKey(4, "taproot")
const friend = bitcoinKey(2, "segwit").address
const psbtRequest = makeBitcoinPayment({
  from: [payment.address, ordinals.address],
  to: friend,
  amount: 9_000n,
})
const both = [
  { address: payment.address, index: 0, sighashTypes: [1] },
  { address: ordinals.address, index: 1, sighashTypes: [] },
]
const txId = "ab".repeat(32)

interface GuardedPsbtInput {
  readonly psbt: Uint8Array
  readonly message: Uint8Array
  readonly inputsToSign: readonly object[]
}

/** A wallet that fulfils every request, behind an interceptor that approves every request. */
const setup = async (
  door: (question: DappRequest) => Promise<DappResponse> = async (question) =>
    (await question.ask(bitcoin.caipNetworkId)).answer,
) => {
  const heard: GuardedPsbtInput[] = []
  const stood: DappRequest[] = []
  const feature = (name: string, answer: (input: GuardedPsbtInput) => unknown) => ({
    [`bitcoin:${name}`]: {
      [name]: async (input: GuardedPsbtInput) => {
        heard.push(input)
        return [answer(input)]
      },
    },
  })
  const { wallet } = makeScriptedStandardWallet({
    accounts: [ordinals.account, payment.account],
    chains: ["bitcoin:mainnet"],
    features: () => ({
      ...feature("signMessage", ({ message }) => ({
        signedMessage: message,
        signature: new Uint8Array(65).fill(3),
      })),
      ...feature("signTransaction", ({ psbt }) => ({ signedPsbt: ordinals.sign(payment.sign(psbt)) })),
      ...feature("signAndSendTransaction", () => ({ txId })),
    }),
  })
  const connector = fromBitcoinWallet(wallet)
  const session = await Effect.runPromise(connector.connect({ network: bitcoin, onLateApproval: () => {} }))
  const watched: RequestInterceptor = (question) => {
    stood.push(question)
    return door(question)
  }
  const make = (of: RequestInterceptor) => connector.getProvider(of) as GuardedBitcoin
  return { guarded: make(watched), heard, make, session, stood, watched }
}

const declining = async (): Promise<DappResponse> => ({ _tag: "Rejected", code: 4001, text: "no" })

describe("code that cannot be loaded", () => {
  it("rejects PSBTs and payments without asking the wallet", async () => {
    const { guarded, heard, stood } = await setup()
    vi.resetModules()
    vi.doMock("./psbtFeatureCall.ts", () => {
      throw new Error("offline")
    })
    const unshown = {
      code: 4900,
      message: "The request could not be shown, so the wallet was not asked. Reload the page.",
    }
    await expect(guarded.signPsbt({ ...psbtRequest, signInputs: both })).rejects.toMatchObject(unshown)
    await expect(guarded.sendTransfer({ recipient: friend, amount: "9000" })).rejects.toMatchObject(unshown)
    expect([...heard, ...stood]).toEqual([])
    vi.doUnmock("./psbtFeatureCall.ts")
    vi.resetModules()
  })
})

describe("Bitcoin session", () => {
  it("lists the payment account first, with purpose and key of each address", async () => {
    const { session } = await setup()
    expect(session.accounts.map((account) => account.split(":")[2])).toEqual([
      payment.address,
      ordinals.address,
    ])
    expect(session.network).toBe(bitcoin.caipNetworkId)
    expect(session.details).toMatchObject({
      [payment.address]: { type: "payment", publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/) },
      [ordinals.address]: { type: "ordinal", publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })
})

describe("address for both purposes", () => {
  it.each([[["payment", "ordinals"]], [["ordinals", "payment"]]] as const)(
    "counts as a payment address for the order %s",
    async (purposes) => {
      const { wallet } = makeScriptedStandardWallet({
        accounts: purposes.map((purpose) => ({ ...ordinals.account, purpose })),
        chains: ["bitcoin:mainnet"],
      })
      const connecting = fromBitcoinWallet(wallet).connect({ network: bitcoin, onLateApproval: () => {} })
      expect(await Effect.runPromise(connecting)).toMatchObject({
        accounts: [`${bitcoin.caipNetworkId}:${ordinals.address}`],
        details: { [ordinals.address]: { type: "payment" } },
      })
    },
  )
})

describe("makeGuardedBitcoin", () => {
  it("returns the same frozen provider for the same interceptor", async () => {
    const { guarded, make, watched } = await setup()
    expect(make(watched)).toBe(guarded)
    expect(make(declining)).not.toBe(guarded)
    expect(Object.isFrozen(guarded)).toBe(true)
  })

  it("returns the addresses without a request", async () => {
    const { guarded, stood } = await setup()
    expect(await guarded.getAccountAddresses()).toMatchObject([
      { address: payment.address, intention: "payment" },
      { address: ordinals.address, intention: "ordinal" },
    ])
    expect(stood).toEqual([])
  })

  it("shows the message and returns the signature as base64", async () => {
    const { guarded, heard, stood } = await setup()
    const signature = await guarded.signMessage({
      message: "hello",
      address: payment.address,
      protocol: "ecdsa",
    })
    expect(signature).toBe(base64.encode(new Uint8Array(65).fill(3)))
    expect(stood).toMatchObject([
      {
        namespace: "bip122",
        request: { _tag: "Message", message: "hello" },
        from: payment.address,
        submission: { _tag: "Nothing" },
      },
    ])
    expect(heard).toMatchObject([{ account: payment.account, message: new TextEncoder().encode("hello") }])
  })

  it("signs with the accounts that the dApp names and writes the sighash types into the PSBT", async () => {
    const { guarded, heard, stood } = await setup()
    const signed = (await guarded.signPsbt({ ...psbtRequest, signInputs: both })) as { readonly psbt: string }
    expect(btc.Transaction.fromPSBT(base64.decode(signed.psbt)).getInput(1).tapKeySig).toHaveLength(64)
    expect(heard[0]?.inputsToSign).toEqual([
      { account: payment.account, signingIndexes: [0], sigHash: 1 },
      { account: ordinals.account, signingIndexes: [1] },
    ])
    const [{ submission, request } = { submission: null, request: null }] = stood
    expect(submission).toEqual({ _tag: "Nothing" })
    const shown = request?._tag === "Transaction" ? (request.transaction["psbt"] ?? "") : ""
    expect(toPsbtBytes({ psbt: shown })).toEqual(heard[0]?.psbt)
    expect(btc.Transaction.fromPSBT(base64.decode(shown)).getInput(0).sighashType).toBe(1)
  })

  it("shows an open sighash type in the PSBT", async () => {
    const { guarded, stood } = await setup(declining)
    const signInputs = [{ address: payment.address, index: 0, sighashTypes: [0x83] }]
    await expect(guarded.signPsbt({ ...psbtRequest, signInputs })).rejects.toMatchObject({ code: 4001 })
    const request = stood[0]?.request
    const shown = request?._tag === "Transaction" ? (request.transaction["psbt"] ?? "") : ""
    expect(btc.Transaction.fromPSBT(base64.decode(shown)).getInput(0).sighashType).toBe(0x83)
  })

  it("reports the submission and returns the txid when the dApp requests a broadcast", async () => {
    const { guarded, stood } = await setup()
    expect(await guarded.signPsbt({ ...psbtRequest, signInputs: both, broadcast: true })).toEqual({
      txid: txId,
    })
    expect(stood[0]?.submission._tag).toBe("Transaction")
  })

  it("copies the request, so that later changes by the dApp have no effect", async () => {
    const { guarded, heard } = await setup()
    const request = { ...psbtRequest, signInputs: [...both] }
    const signing = guarded.signPsbt(request)
    Object.assign(request, { psbt: "", signInputs: [] })
    await signing
    expect(heard[0]?.inputsToSign).toHaveLength(2)
  })

  it("sends a payment that the interceptor built, and no other one, to the wallet", async () => {
    const built = makeBitcoinPayment({ from: [payment.address], to: friend, amount: 9_000n })
    const { guarded, heard, stood } = await setup(async (question) => {
      const alone = await question.ask(bitcoin.caipNetworkId)
      expect(alone.outcome._tag).toBe("NotSent")
      const made = question.buildPayment?.with(built)
      return made === undefined ? alone.answer : (await made.ask(bitcoin.caipNetworkId)).answer
    })
    expect(await guarded.sendTransfer({ recipient: friend, amount: "9000" })).toBe(txId)
    expect(stood).toMatchObject([
      {
        request: { _tag: "Other", method: "sendTransfer" },
        from: payment.address,
        submission: { _tag: "Nothing" },
        buildPayment: { transfer: { from: payment.address, to: friend, token: null, amount: 9_000n } },
      },
    ])
    expect(stood[0]?.buildPayment?.with(built)).toMatchObject({
      request: { _tag: "Transaction", transaction: built },
      submission: { _tag: "Transaction", transaction: built },
    })
    expect(heard).toMatchObject([
      { psbt: toPsbtBytes(built), inputsToSign: [{ account: payment.account, signingIndexes: [0] }] },
    ])
  })

  it.each<readonly [name: string, request: object, code: number]>([
    ["no recipient", { amount: "1" }, -32602],
    [
      "one of another network",
      { recipient: "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8", amount: "1" },
      -32602,
    ],
    ["one that is mistyped", { recipient: `${friend.slice(0, -1)}q`, amount: "1" }, -32602],
    ["nothing", { recipient: friend, amount: "0" }, -32602],
    ["a fraction", { recipient: friend, amount: "0.1" }, -32602],
    ["more than there is", { recipient: friend, amount: "2100000000000001" }, -32602],
    ["a number that JSON has rounded", { recipient: friend, amount: 2 ** 53 }, -32602],
    ["a fraction as a number", { recipient: friend, amount: 1.5 }, -32602],
    ["hex", { recipient: friend, amount: "0x10" }, -32602],
    ["powers of ten", { recipient: friend, amount: "1e8" }, -32602],
    ["two recipients", { recipient: friend, recipientAddress: payment.address, amount: "1" }, -32602],
    [
      "two accounts",
      { recipient: friend, amount: "1", address: payment.address, account: ordinals.address },
      -32602,
    ],
    ["a list of recipients", { recipient: friend, amount: "1", recipients: [{}] }, -32602],
    ["a note", { recipient: friend, amount: "1", memo: "hi" }, -32602],
    ["change to another address", { recipient: friend, amount: "1", changeAddress: friend }, -32602],
    ["from another account", { recipient: friend, amount: "1", address: friend }, 4100],
    ["out of inscribed coins", { recipient: friend, amount: "1", address: ordinals.address }, -32602],
  ])("rejects a payment request with %s", async (_, request, code) => {
    const { guarded, stood } = await setup()
    await expect(
      guarded.sendTransfer(request as Parameters<GuardedBitcoin["sendTransfer"]>[0]),
    ).rejects.toMatchObject({ code })
    expect(stood).toEqual([])
  })

  it.each<readonly [name: string, request: object]>([
    ["no PSBT", { psbt: "AAAA", signInputs: both }],
    ["no inputs", { ...psbtRequest, signInputs: [] }],
    ["an input of another address", { ...psbtRequest, signInputs: [{ ...both[0], index: 1 }] }],
    ["an input that is not there", { ...psbtRequest, signInputs: [{ ...both[0], index: 9 }] }],
    [
      "an input twice, in two ways",
      { ...psbtRequest, signInputs: [both[0], { ...both[0], sighashTypes: [2] }] },
    ],
    ["two ways to sign", { ...psbtRequest, signInputs: [{ ...both[0], sighashTypes: [1, 2] }] }],
    ["a way to sign that there is not", { ...psbtRequest, signInputs: [{ ...both[0], sighashTypes: [77] }] }],
    ["broadcast that is text", { ...psbtRequest, signInputs: both, broadcast: "yes" }],
    ...oddValues.map(([name, value]): [string, object] => [
      `signInputs that are ${name}`,
      { ...psbtRequest, signInputs: value as [] },
    ]),
  ])("rejects a PSBT request with %s before the interceptor is called", async (_, request) => {
    const { guarded, stood } = await setup()
    await expect(
      guarded.signPsbt(request as Parameters<GuardedBitcoin["signPsbt"]>[0]),
    ).rejects.toMatchObject({
      code: -32602,
    })
    expect(stood).toEqual([])
  })

  it("rejects an address that the wallet does not share", async () => {
    const { guarded, stood } = await setup()
    await expect(guarded.signMessage({ message: "hello", address: friend })).rejects.toMatchObject({
      code: 4100,
    })
    const signInputs = [{ address: friend, index: 0, sighashTypes: [] }]
    await expect(guarded.signPsbt({ ...psbtRequest, signInputs })).rejects.toMatchObject({ code: 4100 })
    expect(stood).toEqual([])
  })

  it("sends no request to the wallet for arbitrary invalid input", async () => {
    const { guarded, heard } = await setup()
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (value) => {
        const request = value as Parameters<GuardedBitcoin["signPsbt"]>[0] &
          Parameters<GuardedBitcoin["signMessage"]>[0]
        await expect(guarded.signPsbt(request)).rejects.toMatchObject({ name: "ProviderRpcError" })
        await expect(guarded.signMessage(request)).rejects.toMatchObject({ name: "ProviderRpcError" })
      }),
    )
    expect(heard).toEqual([])
  })
})
