import { base64, hex } from "@scure/base"
import { oddValues } from "@wmodal/dev-wallet/testing"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toAddress } from "../bitcoin/addressScripts.ts"
import type { GuardedBitcoin } from "../bitcoin/guard/guardedBitcoin.ts"
import { decodePsbt, toSignedHash } from "../bitcoin/Psbt.ts"
import { parseAddressScript } from "../bitcoin/Script.ts"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import { bitcoinKey, makeBitcoinPayment, toPsbtBytes } from "../testing/bitcoinTransactions.ts"
import {
  makeScriptedRemoteWallet,
  type ScriptedRemoteWalletOptions,
  toApprovedNamespace,
} from "../testing/scriptedRemoteWallet.ts"
import { makeSessionConnector } from "../walletconnect/makeSessionConnector.ts"

const segwit = bitcoinKey(1, "segwit")
const nested = bitcoinKey(1, "nested")
const taproot = bitcoinKey(4, "taproot")
const friend = bitcoinKey(2, "segwit").address
const thief = bitcoinKey(3, "segwit")

const transaction = makeBitcoinPayment({ from: [segwit.address], to: friend, amount: 9_000n })
const txid = decodePsbt(transaction.psbt)?.txid ?? ""
const toTestAccount = (address: string) => `${bitcoin.caipNetworkId}:${address}` as const
const account = toTestAccount(segwit.address)
const sending = { account, network: bitcoin, transaction } as const

const run = Effect.runPromise
const methods = ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"]

const connected = async (options: Partial<ScriptedRemoteWalletOptions> = {}) => {
  const accounts = [account, toTestAccount(nested.address), toTestAccount(taproot.address)] as const
  const wire = makeScriptedRemoteWallet({
    networks: [bitcoin, bitcoinTestnet],
    namespaces: { bip122: toApprovedNamespace(accounts, methods) },
    ...options,
  })
  const connector = await makeSessionConnector(wire.remoteWallet, "bip122")
  const session = await run(connector.connect({ network: bitcoin, onLateApproval: () => {} }))
  return { ...wire, connector, session, calls: await run(connector.calls) }
}

const decodeParamPsbt = (params: unknown): Uint8Array => base64.decode((params as { psbt: string }).psbt)
const refusing = (thrown: unknown) => () => {
  throw thrown
}

describe("Bitcoin connector over a session", () => {
  it("shares the approved accounts, payment first, without a request", async () => {
    const { asked, session } = await connected()
    expect(session).toEqual({
      accounts: [account, toTestAccount(nested.address), toTestAccount(taproot.address)],
      network: bitcoin.caipNetworkId,
      details: {
        [segwit.address]: { type: "payment", publicKey: null },
        [nested.address]: { type: "payment", publicKey: null },
        [taproot.address]: { type: "ordinal", publicKey: null },
      },
    })
    expect(asked).toEqual([])
  })

  const key = hex.encode(segwit.account.publicKey)
  it.each([
    ["a list", [{ address: segwit.address, publicKey: key, intention: "payment" }]],
    ["a list for each use", { payment: [{ address: segwit.address, publicKey: key }], ordinal: [] }],
  ])("reads the keys of the session from %s", async (_, said) => {
    const { session } = await connected({ properties: { bip122_getAccountAddresses: JSON.stringify(said) } })
    expect(session.details?.[segwit.address]).toEqual({ type: "payment", publicKey: key })
  })

  it.each([
    ["m/84'/0'/0'/0/0", { path: "m/84'/0'/0'/0/0" }],
    ["m/84h/0h/0h/0/0", { path: "m/84h/0h/0h/0/0" }],
    ["../../etc", {}],
    [`m${"/0".repeat(11)}`, {}],
  ])("reads the path %s of an address from the session, when it is one", async (path, expected) => {
    const said = [{ address: segwit.address, publicKey: key, path }]
    const { session } = await connected({ properties: { bip122_getAccountAddresses: JSON.stringify(said) } })
    expect(session.details?.[segwit.address]).toEqual({ type: "payment", publicKey: key, ...expected })
  })

  it("reads the purpose of each address from the session", async () => {
    const said = { payment: [taproot.address], ordinals: [segwit.address, nested.address] }
    const { session } = await connected({ properties: { bip122_getAccountAddresses: JSON.stringify(said) } })
    expect(session.accounts[0]).toBe(toTestAccount(taproot.address))
    expect(session.details?.[segwit.address]?.type).toBe("ordinal")
  })

  it.each(oddValues)("has no keys when the session contains %s", async (_, value) => {
    for (const said of [
      value,
      [value],
      [{ address: segwit.address, publicKey: value }],
      { payment: value },
    ]) {
      const { session } = await connected({ properties: { bip122_getAccountAddresses: said } })
      expect(session.details?.[segwit.address]).toEqual({ type: "payment", publicKey: null })
    }
  })

  it("signs a message and decodes hex and base64 signatures", async () => {
    const signature = new Uint8Array(65).fill(0x2a)
    for (const text of [hex.encode(signature), base64.encode(signature)]) {
      const { asked, connector } = await connected({
        answer: () => ({ address: segwit.address, signature: text, messageHash: "00" }),
      })
      expect(await run(connector.signMessage({ account, message: "hé" }))).toBe(base64.encode(signature))
      expect(asked).toEqual([
        {
          network: bitcoin.caipNetworkId,
          method: "signMessage",
          params: { account: segwit.address, address: segwit.address, message: "hé" },
        },
      ])
    }
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["by another address", { address: friend, signature: "2a".repeat(65) }],
    ["that is too short", { signature: "2a".repeat(32) }],
    ...oddValues.flatMap(([name, value]) => [
      [`that is ${name}`, { signature: value }] as const,
      [`within ${name}`, value] as const,
    ]),
  ])("rejects a signature %s", async (_, answer) => {
    const { connector } = await connected({ answer: () => answer })
    const error = await run(Effect.flip(connector.signMessage({ account, message: "hi" })))
    expect(error.reason._tag).toMatch(/Malformed|Failed/)
  })
})

describe("Bitcoin wallet behind a session", () => {
  it.each([
    ["segwit", segwit],
    ["nested segwit", nested],
    ["taproot", taproot],
  ])("signs %s inputs and leaves the broadcast to wmodal", async (_, key) => {
    const asking = makeBitcoinPayment({ from: [key.address, key.address], to: friend, amount: 9_000n })
    for (const finalized of [false, true])
      for (const encode of [base64.encode, hex.encode]) {
        const { asked, calls } = await connected({
          properties: {
            bip122_getAccountAddresses: [
              { address: key.address, publicKey: hex.encode(key.account.publicKey) },
            ],
          },
          answer: ({ params }) => ({ psbt: encode(key.sign(decodeParamPsbt(params), { finalized })) }),
        })
        const outcome = await run(
          calls.sendTransaction({
            account: toTestAccount(key.address),
            network: bitcoin,
            transaction: asking,
          }),
        )
        expect(outcome._tag).toBe("AwaitingBroadcast")
        expect(toSignedHash(outcome._tag === "AwaitingBroadcast" ? outcome.raw : "")).not.toBe(null)
        expect(asked).toMatchObject([
          {
            network: bitcoin.caipNetworkId,
            method: "signPsbt",
            params: {
              account: key.address,
              signInputs: [
                { address: key.address, index: 0 },
                { address: key.address, index: 1 },
              ],
              broadcast: false,
            },
          },
        ])
      }
  })

  it.each([
    ["another recipient", makeBitcoinPayment({ from: [segwit.address], to: thief.address, amount: 9_000n })],
    ["another amount", makeBitcoinPayment({ from: [segwit.address], to: friend, amount: 8_000n })],
  ])("rejects a transaction with %s, without a broadcast", async (_, other) => {
    const { calls } = await connected({
      answer: () => ({ psbt: base64.encode(segwit.sign(toPsbtBytes(other))) }),
    })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "SignedDifferently" } },
    })
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["what it has not signed", transaction],
    ["the hash alone", { txid }],
    ...oddValues.flatMap(([name, value]) => [
      [name, value] as const,
      [`${name} as the PSBT`, { psbt: value }] as const,
    ]),
  ])("rejects a response with %s", async (_, answer) => {
    const { calls } = await connected({ answer: () => answer })
    const outcome = await run(calls.sendTransaction(sending))
    expect(outcome._tag === "NotSent" ? outcome.error.reason._tag : outcome).toMatch(/Malformed|Failed/)
  })

  it("returns the requested transaction or nothing when the wallet changes the text", async () => {
    const text = base64.encode(segwit.sign(toPsbtBytes(transaction)))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: text.length - 1 }), fc.string({ maxLength: 3 }), async (at, by) => {
        const { calls } = await connected({
          answer: () => ({ psbt: text.slice(0, at) + by + text.slice(at + 1) }),
        })
        const outcome = await run(calls.sendTransaction(sending))
        expect(outcome._tag === "AwaitingBroadcast" ? toSignedHash(outcome.raw) : txid).toBe(txid)
      }),
    )
  })

  it.each([
    ["declined", { code: 5000, message: "User rejected." }],
    ["gone before it answered", { code: 4900, message: "The session has ended." }],
  ])("returns NotSent when the wallet was %s", async (_, thrown) => {
    const { calls } = await connected({ answer: refusing(thrown) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
  })

  it("returns Unsupported without a request when the wallet has only sendTransfer", async () => {
    const { asked, calls } = await connected({
      namespaces: { bip122: toApprovedNamespace([account], ["sendTransfer"]) },
    })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "Unsupported" } },
    })
    expect(asked).toEqual([])
  })

  it("sends no request for an account that the wallet has revoked", async () => {
    const { asked, calls, update } = await connected({ answer: () => ({ psbt: "" }) })
    update({ bip122: toApprovedNamespace([toTestAccount(nested.address)], methods) })
    expect(await run(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "Unauthorized" } },
    })
    expect(asked).toEqual([])
  })

  it("sends the request on the account's network only", async () => {
    const there = toAddress(bitcoinTestnet, parseAddressScript(segwit.address) ?? new Uint8Array()) ?? ""
    const onTestnet = `${bitcoinTestnet.caipNetworkId}:${there}` as const
    const { asked, calls, connector } = await connected({
      namespaces: { bip122: toApprovedNamespace([account, onTestnet], methods) },
      answer: ({ params }) => ({ psbt: base64.encode(segwit.sign(decodeParamPsbt(params))) }),
    })
    await run(connector.switchNetwork(bitcoinTestnet))
    expect(await run(connector.restore)).toMatchObject({ accounts: [onTestnet] })
    await run(calls.sendTransaction({ ...sending, account: onTestnet, network: bitcoinTestnet }))
    expect(asked).toMatchObject([{ network: bitcoinTestnet.caipNetworkId }])
    const mixed = await run(calls.sendTransaction({ ...sending, network: bitcoinTestnet }))
    expect(mixed).toMatchObject({ _tag: "NotSent" })
    expect(asked.length).toBe(1)
  })
})

describe("Bitcoin dApp provider over a session", () => {
  const guardedOf = (connector: { readonly getProvider: (door: RequestInterceptor) => unknown }) => {
    const door: RequestInterceptor = async (question) => (await question.ask(bitcoin.caipNetworkId)).answer
    // The namespace determines the type of the provider.
    return connector.getProvider(door) as GuardedBitcoin
  }
  const request = {
    psbt: transaction.psbt,
    signInputs: [{ address: segwit.address, index: 0, sighashTypes: [1] }],
  }

  it("signs a PSBT and passes the signing options", async () => {
    const { asked, connector } = await connected({
      answer: ({ params }) => ({ psbt: base64.encode(segwit.sign(decodeParamPsbt(params))) }),
    })
    expect(await guardedOf(connector).signPsbt(request)).toMatchObject({ psbt: expect.any(String) })
    expect(asked).toMatchObject([{ params: { signInputs: request.signInputs, broadcast: false } }])
  })

  it("tells the wallet the protocol of a message when the dApp names one", async () => {
    const { asked, connector } = await connected({ answer: () => ({ signature: "2a".repeat(65) }) })
    const message = { message: "hi", address: segwit.address }
    await guardedOf(connector).signMessage({ ...message, protocol: "bip322" })
    await guardedOf(connector).signMessage(message)
    expect(asked.map(({ params }) => params)).toEqual([
      { ...message, account: segwit.address, protocol: "bip322" },
      { ...message, account: segwit.address },
    ])
  })

  it("lets the wallet broadcast a PSBT", async () => {
    const { asked, connector } = await connected({ answer: () => ({ psbt: "", txid }) })
    expect(await guardedOf(connector).signPsbt({ ...request, broadcast: true })).toEqual({ txid })
    expect(asked).toMatchObject([{ params: { broadcast: true } }])
  })
})
