import { Psbt } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import { bitcoinAccounts } from "../../bitcoin/bitcoinAccounts.ts"
import { getUtxos, makeFreshLedger } from "../../bitcoin/testing/transactions.ts"
import { setupPhoneWallet } from "./testing/setupPhoneWallet.ts"

const [me, friend] = bitcoinAccounts.mainnet
const account = me?.segwit ?? ""
const ordinals = me?.taproot ?? ""
const other = friend?.segwit ?? ""
const chainId = "bip122:000000000019d6689c085ae165831e93"

/** Spends the largest UTXO of the first account. */
const makePsbt = () => {
  const [coin] = getUtxos(makeFreshLedger(), "segwit")
  if (coin === undefined) throw new Error("No coin")
  const { script, txid, value, vout } = coin
  return new Psbt()
    .addInput({ hash: txid, index: vout, witnessUtxo: { script, value } })
    .addOutput({ address: other, value: value - 1000n })
}
const psbt = makePsbt().toBase64()

describe("a phone's wallet asked for a signature of Bitcoin", () => {
  it.each<[form: string, params: object]>([
    [
      "WalletConnect's list",
      { account, psbt, signInputs: [{ address: account, index: 0, sighashTypes: [1] }] },
    ],
    ["inputs by their address", { psbt, signInputs: { [account]: [0] } }],
    ["inputs by their index", { account, psbt, signInputs: [0] }],
    ["hex", { account, psbt: makePsbt().toHex(), signInputs: [{ index: 0 }] }],
    [
      "surplus members",
      { account, psbt, signInputs: [{ address: account, index: 0, publicKey: "02" }], autoFinalized: true },
    ],
  ])("shows and signs one PSBT for %s", async (_, params) => {
    const { ask, shown } = setupPhoneWallet()
    expect(await ask(chainId, "signPsbt", params)).toMatchObject({ psbt: expect.stringMatching(/^cHNidP8/) })
    expect(shown).toMatchObject([
      { _tag: "SignBitcoin", inputs: [{ address: account }], outputs: [{ address: other }] },
    ])
  })

  it("signs a message with an address of the account, and the account's without one", async () => {
    const { ask } = setupPhoneWallet()
    const sign = (params: object) => ask(chainId, "signMessage", { message: "hi", ...params })
    const usual = await sign({ account })
    expect(usual).toMatchObject({ address: account })
    expect(await sign({})).toEqual(usual)
    expect(await sign({ account, protocol: "ecdsa", hello: 1 })).toEqual(usual)
    expect(await sign({ account, address: ordinals, protocol: "bip322-simple" })).toMatchObject({
      address: ordinals,
    })
  })

  it.each<[what: string, method: string, params: object, code: number, text: string]>([
    [
      "another account of a PSBT",
      "signPsbt",
      { account: other, psbt, signInputs: [{ address: account, index: 0 }] },
      4100,
      "account is not an address",
    ],
    [
      "two types",
      "signPsbt",
      { account, psbt, signInputs: [{ address: account, index: 0, sighashTypes: [1, 2] }] },
      -32602,
      "sighashTypes has several values",
    ],
    [
      "another address of a message",
      "signMessage",
      { account, address: other, message: "hi" },
      4100,
      "address is not an address",
    ],
    [
      "a note",
      "sendTransfer",
      { account, recipientAddress: other, amount: "5", memo: "6869" },
      -32602,
      "memo is not supported",
    ],
    [
      "another address for the change",
      "sendTransfer",
      { account, recipientAddress: other, amount: "5", changeAddress: account },
      -32602,
      "changeAddress is not supported",
    ],
    ["no amount", "sendTransfer", { account, recipientAddress: other }, -32602, "amount is missing"],
  ])("refuses %s by name, and shows nothing", async (_, method, params, code, text) => {
    const { ask, shown } = setupPhoneWallet()
    await expect(ask(chainId, method, params)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    })
    expect(shown).toEqual([])
  })
})
