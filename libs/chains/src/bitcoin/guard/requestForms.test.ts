import { base64, hex } from "@scure/base"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { bitcoin } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { expect, it } from "vitest"
import type { DappRequest, RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import { bitcoinKey, makeBitcoinPayment } from "../../testing/bitcoinTransactions.ts"
import { fromBitcoinWallet } from "../index.ts"
import type { GuardedBitcoin } from "./guardedBitcoin.ts"

/**
 * The forms of requests that dApps send: WalletConnect's RPC reference (`account`, `recipientAddress`), sats-connect
 * (amounts that are numbers), `@stacks/connect` (bigints), Unisat and Leather (PSBTs in hex).
 */
const me = bitcoinKey(1, "segwit")
const friend = bitcoinKey(2, "segwit").address
const { psbt } = makeBitcoinPayment({ from: [me.address], to: friend, amount: 9_000n })
const input = { address: me.address, index: 0 }

/** Returns what a request shows, which is all that the wallet can get. */
const getShown = async (ask: (provider: GuardedBitcoin) => Promise<unknown>) => {
  const shown: Pick<DappRequest, "request" | "from" | "buildPayment">[] = []
  const unused = async () => []
  const { wallet } = makeScriptedStandardWallet({
    accounts: [me.account],
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
  await expect(ask(connector.getProvider(door) as GuardedBitcoin)).rejects.toMatchObject({ code: 4001 })
  return shown
}

/** Calls a method as a dApp without types does. */
const call = (provider: GuardedBitcoin, method: keyof GuardedBitcoin, given: object): Promise<unknown> =>
  Reflect.apply(provider[method], provider, [given])

it.each<[form: string, asked: object]>([
  ["an amount that is a number", { recipient: friend, amount: 9000 }],
  ["an amount that is a bigint", { recipient: friend, amount: 9000n }],
  ["WalletConnect's names", { account: me.address, recipientAddress: friend, amount: "9000" }],
  [
    "both names of each",
    { account: me.address, address: me.address, recipient: friend, recipientAddress: friend, amount: "9000" },
  ],
  ["nothing as memo", { recipient: friend, amount: "9000", memo: "", changeAddress: null }],
])("shows one payment for %s", async (_, asked) => {
  const [shown] = await getShown((provider) => call(provider, "sendTransfer", asked))
  expect(shown?.buildPayment?.transfer).toEqual({ from: me.address, to: friend, token: null, amount: 9_000n })
})

it.each<[form: string, asked: object]>([
  ["WalletConnect's account", { account: me.address }],
  ["both names", { account: me.address, address: me.address }],
  ["no protocol", { address: me.address, protocol: null }],
])("shows one message for %s", async (_, asked) => {
  expect(await getShown((provider) => call(provider, "signMessage", { message: "hi", ...asked }))).toEqual(
    await getShown((provider) => provider.signMessage({ message: "hi", address: me.address })),
  )
})

it.each<[form: string, asked: object]>([
  ["hex", { psbt: hex.encode(base64.decode(psbt)) }],
  ["hex in capitals", { psbt: hex.encode(base64.decode(psbt)).toUpperCase() }],
  ["no broadcast", { broadcast: null }],
  ["no signature types", { signInputs: [{ ...input, sighashTypes: null }] }],
  ["absent signature types", { signInputs: [input] }],
])("shows one PSBT for %s", async (_, asked) => {
  const usual = { psbt, signInputs: [{ ...input, sighashTypes: [] }] }
  expect(await getShown((provider) => call(provider, "signPsbt", { ...usual, ...asked }))).toEqual(
    await getShown((provider) => provider.signPsbt(usual)),
  )
})
