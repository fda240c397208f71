import { recover } from "@bitcoinerlab/secp256k1"
import * as sr25519 from "@scure/sr25519"
import {
  address,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  signatureBytes,
  verifySignature,
} from "@solana/kit"
import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { crypto, Psbt, payments } from "bitcoinjs-lib"
import { type Hex, parseTransaction, recoverTypedDataAddress, verifyMessage } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { getUtxos, makeFreshLedger } from "../bitcoin/testing/transactions.ts"
import { accounts } from "../evm/accounts.ts"
import { setupTestClients } from "../relay/testing/signClients.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { makeUnsignedPayment } from "../solana/testing/unsignedPayment.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePhoneClient } from "./phoneClient.ts"
import { bitcoin, connectPhone, evm, solana } from "./testing/connectPhone.ts"

const [vera, milo] = accounts
const [veraOnSolana, miloOnSolana] = solanaAccounts
const veraOnBitcoin = bitcoinAccounts.mainnet[0]?.segwit ?? ""
const miloOnBitcoin = bitcoinAccounts.mainnet[1]?.segwit ?? ""

const Signature = z.object({ signature: z.string() })
const Transaction = z.object({ transaction: z.string() })
const Blockhash = z.object({ result: z.object({ value: z.object({ blockhash: z.string() }) }) })

const order = {
  domain: { name: "Shop", chainId: 1 },
  primaryType: "Order",
  types: { Order: [{ name: "price", type: "uint256" }] },
} as const
const domainType = [
  { name: "name", type: "string" },
  { name: "chainId", type: "uint256" },
]
const typedData = JSON.stringify({
  ...order,
  types: { ...order.types, EIP712Domain: domainType },
  message: { price: "7" },
})

/** A transfer of 1.5 DOT, as `@polkadot/api` makes it. */
const makePolkadotPayload = (address: string) => ({
  address,
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: `0x050300${"01".repeat(32)}0700d6117e03`,
  nonce: "0x0000001b",
  signedExtensions: ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"],
  specVersion: "0x000f4dfc",
  tip: "0x00000000000000000000000000000000",
  transactionVersion: "0x0000001a",
  version: 4,
})

describe("phone signing", { tags: ["full"] }, () => {
  const server = setupTestServer()
  const client = setupTestClients()
  const setup = async (projectId: string) => {
    const dapp = await client("shop", { relayUrl: server().endpoints.relay, projectId })
    const control = `${server().control}/worlds/${projectId}`
    const phone = makePhoneClient(control)
    const chain = async (
      chainId: string,
      method: string,
      ...params: readonly unknown[]
    ): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      return (await fetch(`${control}/rpc?chainId=${chainId}`, { method: "POST", body })).json()
    }
    return { ...(await connectPhone(dapp, phone)), phone, chain }
  }

  it("signs messages and transactions on Polkadot", async () => {
    const { ask, phone } = await setup("phone-polkadot")
    const chainId = "polkadot:91b171bb158e2d3848fa23a9f1c25182"
    const { address, publicKey } = makeTestPolkadotSigner(0)
    const message = Signature.parse(await ask(chainId, "polkadot_signMessage", { address, message: "hi" }))
    const framed = new TextEncoder().encode("<Bytes>hi</Bytes>")
    expect(sr25519.verify(framed, fromHex(message.signature), publicKey)).toBe(true)

    await phone.policy("ask")
    const payload = makePolkadotPayload(address)
    const asking = ask(chainId, "polkadot_signTransaction", { address, transactionPayload: payload })
    const { questions } = await phone.until((state) => state.questions.length === 1)
    expect(questions[0]).toMatchObject({ title: "Sign a transaction without sending it" })
    expect(questions[0]?.lines.join("\n")).toContain("1.5 DOT")
    await phone.answer(true)
    const { signature } = Signature.parse(await asking)
    // The call, era, nonce and tip, the mode, then the versions, the genesis, the block and no metadata hash.
    const signed = `${payload.method.slice(2)}d5016c0000fc4d0f001a000000${payload.genesisHash.slice(2)}${"ab".repeat(32)}00`
    expect(signature.slice(0, 4)).toBe("0x01")
    expect(sr25519.verify(fromHex(signed), fromHex(signature.slice(4)), publicKey)).toBe(true)

    const other = { ...payload, genesisHash: `0x${"b0".repeat(32)}` }
    for (const transactionPayload of [other, { ...payload, method: "0x" }, { ...payload, address: "5x" }])
      await expect(
        ask(chainId, "polkadot_signTransaction", { address, transactionPayload }),
      ).rejects.toMatchObject({ code: -32602 })
  })

  it("signs and sends on the EVM", async () => {
    const { ask, chain } = await setup("phone-evm")
    const message = await ask(evm, "personal_sign", ["0x68690a", vera])
    expect(
      await verifyMessage({ address: vera, message: { raw: "0x68690a" }, signature: hex(message) }),
    ).toBe(true)
    for (const method of ["eth_signTypedData_v4", "eth_signTypedData"]) {
      const signature = hex(await ask(evm, method, [vera, typedData]))
      expect(await recoverTypedDataAddress({ ...order, message: { price: 7n }, signature })).toBe(vera)
    }
    const raw = await ask(evm, "eth_signTransaction", [{ from: vera, to: milo, value: "0x7" }])
    expect(parseTransaction(hex(raw))).toMatchObject({ chainId: 1, value: 7n })
    // Uses the network of the request, not the phone's current one.
    const hash = await ask("eip155:137", "eth_sendTransaction", [{ from: vera, to: milo, value: "0x7" }])
    expect(await chain("eip155:137", "eth_getTransactionReceipt", hash)).toMatchObject({
      result: { status: "0x1", to: milo.toLowerCase() },
    })
    expect(await ask(evm, "eth_accounts", [])).toEqual([vera])
  })

  it("sends several calls as one transaction with a smart account", async () => {
    const { ask, phone } = await setup("phone-batch")
    const batch = {
      version: "2.0.0",
      from: vera,
      chainId: "0x1",
      atomicRequired: true,
      calls: [{ to: milo, value: "0x7" }],
    }
    const capabilities = () => ask(evm, "wallet_getCapabilities", [vera, ["0x1"]])
    expect(await capabilities()).toMatchObject({ "0x1": { atomic: { status: "ready" } } })
    const { id } = z.object({ id: z.string() }).parse(await ask(evm, "wallet_sendCalls", [batch]))
    expect(await ask(evm, "wallet_getCallsStatus", [id])).toMatchObject({ status: 200 })
    expect((await phone.wallet(false)).smartAccount).toBe(false)
    expect(await capabilities()).toEqual({ "0x1": { atomic: { status: "unsupported" } } })
    await expect(ask(evm, "wallet_sendCalls", [batch])).rejects.toMatchObject({ code: 4200 })
  })

  it("signs and sends on Solana", async () => {
    const { ask, chain } = await setup("phone-solana")
    const who = await getPublicKeyFromAddress(address(veraOnSolana))
    const verify = (signature: string, bytes: Uint8Array) =>
      verifySignature(who, signatureBytes(getBase58Encoder().encode(signature)), bytes)
    expect(await ask(solana, "solana_getAccounts", {})).toEqual([{ pubkey: veraOnSolana }])
    const message = new TextEncoder().encode("hi")
    const params = { message: getBase58Decoder().decode(message), pubkey: veraOnSolana }
    const { signature } = Signature.parse(await ask(solana, "solana_signMessage", params))
    expect(await verify(signature, message)).toBe(true)

    const latest = Blockhash.parse(await chain(solana, "getLatestBlockhash")).result.value.blockhash
    const transaction = payment(latest, 5n)
    const one = await ask(solana, "solana_signTransaction", { transaction, pubkey: veraOnSolana })
    const signed = getTransactionDecoder().decode(
      getBase64Encoder().encode(Transaction.parse(one).transaction),
    )
    expect(await verify(Signature.parse(one).signature, Uint8Array.from(signed.messageBytes))).toBe(true)
    const all = await ask(solana, "solana_signAllTransactions", {
      transactions: [transaction, payment(latest, 6n)],
    })
    expect(all).toEqual({ transactions: [Transaction.parse(one).transaction, expect.any(String)] })
    const sent = Signature.parse(await ask(solana, "solana_signAndSendTransaction", { transaction }))
    expect(sent.signature).toBe(Signature.parse(one).signature)
    expect(await chain(solana, "getSignatureStatuses", [sent.signature])).toMatchObject({
      result: { value: [{ err: null }] },
    })
  })

  it("signs and sends on Bitcoin", async () => {
    const { ask, chain } = await setup("phone-bitcoin")
    const account = veraOnBitcoin
    expect(await ask(bitcoin, "getAccountAddresses", { account })).toEqual([account])
    expect(await ask(bitcoin, "getAccountAddresses", { account, intentions: ["ordinal"] })).toEqual([
      bitcoinAccounts.mainnet[0]?.taproot,
    ])
    const signed = Signature.parse(await ask(bitcoin, "signMessage", { message: "hi", account }))
    expect(recoverSigner("hi", Buffer.from(signed.signature, "hex"))).toBe(account)

    const psbt = freshPsbt()
    const signInputs = [{ address: account, index: 0, sighashTypes: [1] }]
    const unsent = z
      .object({ psbt: z.string() })
      .parse(await ask(bitcoin, "signPsbt", { account, psbt, signInputs }))
    expect(Psbt.fromBase64(unsent.psbt).finalizeAllInputs().extractTransaction(true).getId()).toMatch(
      /^[0-9a-f]{64}$/,
    )
    const sent = z
      .object({ psbt: z.string(), txid: z.string() })
      .parse(await ask(bitcoin, "signPsbt", { account, psbt, signInputs, broadcast: true }))
    expect(Psbt.fromBase64(sent.psbt).extractTransaction(true).getId()).toBe(sent.txid)
    expect(await chain(bitcoin, "getrawtransaction", sent.txid)).toMatchObject({ result: expect.any(String) })

    const payment = { account, recipientAddress: miloOnBitcoin, amount: "20000" }
    const paid = z.object({ txid: z.string() }).parse(await ask(bitcoin, "sendTransfer", payment))
    const raw = await chain(bitcoin, "getrawtransaction", paid.txid, true)
    expect(JSON.stringify(raw)).toContain(`"address":"${miloOnBitcoin}"`)
    await expect(ask(bitcoin, "sendTransfer", { ...payment, amount: "9000000000000" })).rejects.toMatchObject(
      {
        code: -32003,
      },
    )
    await expect(ask(bitcoin, "sendTransfer", { ...payment, amount: "-1" })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

const hex = (value: unknown): Hex => `0x${String(value).slice(2)}`

const payment = (latest: string, amount: bigint): string =>
  makeUnsignedPayment({ from: veraOnSolana, to: miloOnSolana, latest, amount })

/** Spends the largest UTXO of the first account. */
const freshPsbt = (): string => {
  const [coin] = getUtxos(makeFreshLedger(), "segwit")
  if (coin === undefined) throw new Error("No coin")
  const { script, txid, value, vout } = coin
  return new Psbt()
    .addInput({ hash: txid, index: vout, witnessUtxo: { script, value } })
    .addOutput({ address: miloOnBitcoin, value: value - 1000n })
    .toBase64()
}

/** Source: BIP-137. */
const recoverSigner = (message: string, signature: Uint8Array): string | undefined => {
  const bytes = Buffer.from(message)
  const hash = crypto.hash256(
    Buffer.concat([Buffer.from("\x18Bitcoin Signed Message:\n"), Buffer.from([bytes.length]), bytes]),
  )
  const id = (signature[0] ?? 0) - 39
  if (id !== 0 && id !== 1 && id !== 2 && id !== 3) return undefined
  const pubkey = recover(hash, signature.subarray(1), id, true)
  return pubkey === null ? undefined : payments.p2wpkh({ pubkey }).address
}

const fromHex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replace(/^0x/, ""), "hex"))
