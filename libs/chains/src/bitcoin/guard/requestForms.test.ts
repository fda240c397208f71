import { base64, hex } from "@scure/base"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { bitcoin } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { DappRequest, RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import { bitcoinKey, makeBitcoinPayment } from "../../testing/bitcoinTransactions.ts"
import { fromBitcoinWallet } from "../index.ts"
import type { GuardedBitcoin } from "./guardedBitcoin.ts"

/**
 * The forms of requests that dApps send: WalletConnect's RPC reference (`account`, `recipientAddress`), sats-connect
 * (amounts that are numbers, inputs by address), `@stacks/connect` (bigints, indexes), Unisat, OKX and Leather (PSBTs in
 * hex, `bip322-simple`).
 */
const me = bitcoinKey(1, "segwit")
const ordinals = bitcoinKey(4, "taproot")
const friend = bitcoinKey(2, "segwit").address
const { psbt } = makeBitcoinPayment({ from: [me.address, ordinals.address], to: friend, amount: 9_000n })
const input = { address: me.address, index: 0 }

const toUrlText = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

/** Calls a method as a dApp, and returns its error and what it shows, which is all that the wallet can get. */
const ask = async (method: keyof GuardedBitcoin, given: object) => {
  const shown: Pick<DappRequest, "request" | "from" | "buildPayment">[] = []
  const unused = async () => []
  const { wallet } = makeScriptedStandardWallet({
    accounts: [me.account, ordinals.account],
    chains: ["bitcoin:mainnet"],
    features: () => ({
      "bitcoin:signMessage": { signMessage: unused },
      "bitcoin:signTransaction": { signTransaction: unused },
      "bitcoin:signAndSendTransaction": { signAndSendTransaction: unused },
    }),
  })
  const connector = fromBitcoinWallet(wallet)
  await Effect.runPromise(connector.connect({ network: bitcoin, onLateApproval: () => {} }))
  const door: RequestInterceptor = async ({ buildPayment, from, request }) => {
    shown.push({ from, request, ...(buildPayment && { buildPayment }) })
    return { _tag: "Rejected", code: 4001, text: "no" }
  }
  // The namespace determines the type of the provider.
  const provider = connector.getProvider(door) as GuardedBitcoin
  const error = await Promise.resolve(Reflect.apply(provider[method], provider, [given])).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { error, shown }
}

const getShown = async (method: keyof GuardedBitcoin, given: object) => {
  const { error, shown } = await ask(method, given)
  expect(error).toMatchObject({ code: 4001 })
  return shown
}

it.each<[form: string, asked: object]>([
  ["an amount that is a number", { recipient: friend, amount: 9000 }],
  ["an amount that is a bigint", { recipient: friend, amount: 9000n }],
  ["WalletConnect's names", { account: me.address, recipientAddress: friend, amount: "9000" }],
  [
    "both names of each",
    { account: me.address, address: me.address, recipient: friend, recipientAddress: friend, amount: "9000" },
  ],
  ["sats-connect's list of one", { recipients: [{ address: friend, amount: 9000 }] }],
  [
    "a list that agrees",
    { recipient: friend, amount: "9000", recipients: [{ address: friend, amount: 9000n }] },
  ],
  ["surplus members", { recipient: friend, amount: "9000", network: "mainnet", hello: 1 }],
  ["nothing as memo", { recipient: friend, amount: "9000", memo: "", changeAddress: null }],
])("shows one payment for %s", async (_, asked) => {
  const [shown] = await getShown("sendTransfer", asked)
  expect(shown?.buildPayment?.transfer).toEqual({ from: me.address, to: friend, token: null, amount: 9_000n })
})

it.each<[form: string, asked: object]>([
  ["WalletConnect's account", { account: me.address }],
  ["both names", { account: me.address, address: me.address }],
  ["no address", {}],
  ["no protocol", { address: me.address, protocol: null }],
  ["bip322", { address: me.address, protocol: "bip322" }],
  ["the protocol of Unisat and OKX", { address: me.address, protocol: "bip322-simple" }],
  ["the protocol of sats-connect", { address: me.address, protocol: "BIP322" }],
  ["a protocol in capitals", { address: me.address, protocol: "ECDSA" }],
  ["surplus members", { address: me.address, network: "mainnet", paymentType: "p2wpkh" }],
])("shows one message for %s", async (_, asked) => {
  expect(await getShown("signMessage", { message: "hi", ...asked })).toEqual(
    await getShown("signMessage", { message: "hi", address: me.address }),
  )
})

it.each<[form: string, asked: object]>([
  ["hex", { psbt: hex.encode(base64.decode(psbt)) }],
  ["base64 of URLs without padding", { psbt: toUrlText(psbt) }],
  ["bytes", { psbt: base64.decode(psbt) }],
  ["inputs by their address", { signInputs: { [me.address]: [0] } }],
  ["inputs by their index, of the account in use", { signInputs: [0] }],
  ["inputs by their index, of WalletConnect's account", { account: me.address, signInputs: [0] }],
  ["inputs with lists of indexes", { signInputs: [{ address: me.address, signingIndexes: [0] }] }],
  ["inputs without an address", { signInputs: [{ index: 0 }] }],
  ["an input that is listed twice", { signInputs: [input, input] }],
  ["an account that does not sign", { account: ordinals.address }],
  ["surplus members", { autoFinalized: true, network: "mainnet", message: "Buy", allowedSignHash: 1 }],
  ["hex in capitals", { psbt: hex.encode(base64.decode(psbt)).toUpperCase() }],
  ["no broadcast", { broadcast: null }],
  ["no signature types", { signInputs: [{ ...input, sighashTypes: null }] }],
  ["absent signature types", { signInputs: [input] }],
])("shows one PSBT for %s", async (_, asked) => {
  const usual = { psbt, signInputs: [{ ...input, sighashTypes: [] }] }
  expect(await getShown("signPsbt", { ...usual, ...asked })).toEqual(await getShown("signPsbt", usual))
})

it.each<[form: string, asked: object]>([
  ["another spelling", { sigHashTypes: [0x81] }],
  ["Unisat's and Leather's", { allowedSighash: [0x81] }],
  ["the one of Phantom", { sigHash: 0x81 }],
  ["a name", { sighashTypes: ["ALL|ANYONECANPAY"] }],
  ["several names that agree", { sighashTypes: [0x81], sigHash: 0x81 }],
  ["the same twice", { sighashTypes: [0x81, 0x81] }],
])("writes the parts that are signed into the PSBT for %s", async (_, asked) => {
  const signed = { psbt, signInputs: [{ ...input, sighashTypes: [0x81] }] }
  const shown = await getShown("signPsbt", { psbt, signInputs: [{ ...input, ...asked }] })
  expect(shown).toEqual(await getShown("signPsbt", signed))
  expect(shown).not.toEqual(await getShown("signPsbt", { psbt, signInputs: [input] }))
})

describe("an account of WalletConnect and another of its addresses", () => {
  it("signs a message with the address", async () => {
    const [shown] = await getShown("signMessage", {
      message: "hi",
      account: me.address,
      address: ordinals.address,
    })
    expect(shown?.from).toBe(ordinals.address)
  })

  it("signs each input with its address", async () => {
    const signInputs = { [me.address]: [0], [ordinals.address]: [1] }
    const listed = [input, { address: ordinals.address, index: 1 }]
    expect(await getShown("signPsbt", { psbt, account: me.address, signInputs })).toEqual(
      await getShown("signPsbt", { psbt, signInputs: listed }),
    )
  })
})

const other = bitcoinKey(9, "segwit").address

it.each<[what: string, method: keyof GuardedBitcoin, asked: object, code: number, text: string]>([
  [
    "another account of a message",
    "signMessage",
    { message: "hi", account: other },
    4100,
    "account is not an address",
  ],
  [
    "another address of a message",
    "signMessage",
    { message: "hi", account: me.address, address: other },
    4100,
    "address is not an address",
  ],
  [
    "an unknown protocol",
    "signMessage",
    { message: "hi", protocol: "bip322-full" },
    -32602,
    "protocol is neither",
  ],
  [
    "a protocol that every object has",
    "signMessage",
    { message: "hi", protocol: "constructor" },
    -32602,
    "protocol is neither",
  ],
  ["a message that is bytes", "signMessage", { message: [104] }, -32602, "message is not a valid text"],
  [
    "another account of a PSBT",
    "signPsbt",
    { psbt, signInputs: [input], account: other },
    4100,
    "account is not an address",
  ],
  [
    "inputs of another address",
    "signPsbt",
    { psbt, signInputs: { [other]: [0] } },
    4100,
    "address is not an address",
  ],
  ["no inputs", "signPsbt", { psbt, signInputs: {} }, -32602, "signInputs is not a valid list"],
  ["inputs that are a number", "signPsbt", { psbt, signInputs: { [me.address]: 0 } }, -32602, "no index"],
  [
    "an index in words",
    "signPsbt",
    { psbt, signInputs: [{ ...input, index: "0" }] },
    -32602,
    "no valid index",
  ],
  [
    "both an index and a list",
    "signPsbt",
    { psbt, signInputs: [{ ...input, signingIndexes: [1] }] },
    -32602,
    "no index",
  ],
  [
    "an input of two addresses",
    "signPsbt",
    { psbt, signInputs: { [me.address]: [0], [ordinals.address]: [0] } },
    -32602,
    "listed twice, in different ways",
  ],
  [
    "an input by its index of another owner",
    "signPsbt",
    { psbt, signInputs: [1] },
    -32602,
    "does not belong to its address",
  ],
  [
    "two types",
    "signPsbt",
    { psbt, signInputs: [{ ...input, sighashTypes: [1], sigHash: 2 }] },
    -32602,
    "sigHash has several values",
  ],
  [
    "an unknown type",
    "signPsbt",
    { psbt, signInputs: [{ ...input, sigHashTypes: [77] }] },
    -32602,
    "sigHashTypes has an unknown value",
  ],
  [
    "an unknown name of a type",
    "signPsbt",
    { psbt, signInputs: [{ ...input, sigHash: "toString" }] },
    -32602,
    "sigHash has an unknown value",
  ],
  [
    "what is no PSBT",
    "signPsbt",
    { psbt: "hello!", signInputs: [0] },
    -32602,
    "psbt is neither base64 nor hex",
  ],
  [
    "several recipients",
    "sendTransfer",
    {
      recipients: [
        { address: friend, amount: 1 },
        { address: friend, amount: 2 },
      ],
    },
    -32602,
    "recipients is not supported with several",
  ],
  [
    "a recipient without an amount",
    "sendTransfer",
    { amount: 5, recipients: [{ address: friend }] },
    -32602,
    "recipients has no address or no amount",
  ],
  [
    "two recipients",
    "sendTransfer",
    { recipient: friend, amount: 1, recipients: [{ address: other, amount: 1 }] },
    -32602,
    "recipient and recipients differ",
  ],
  [
    "two amounts",
    "sendTransfer",
    { recipient: friend, amount: 1, recipients: [{ address: friend, amount: 2 }] },
    -32602,
    "amount and recipients differ",
  ],
  [
    "two accounts that could pay",
    "sendTransfer",
    { recipient: friend, amount: 1, account: me.address, address: ordinals.address },
    -32602,
    "address and account differ",
  ],
  ["a note", "sendTransfer", { recipient: friend, amount: 1, memo: "6869" }, -32602, "memo is not supported"],
  [
    "another address for the change",
    "sendTransfer",
    { recipient: friend, amount: 1, changeAddress: me.address },
    -32602,
    "changeAddress is not supported",
  ],
])("refuses %s by name without a review", async (_, method, asked, code, text) => {
  const { error, shown } = await ask(method, asked)
  expect(error).toMatchObject({ code, message: expect.stringContaining(text) })
  expect(shown).toEqual([])
})
