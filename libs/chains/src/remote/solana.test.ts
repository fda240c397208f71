import { base58 } from "@scure/base"
import { oddValues } from "@wmodal/dev-wallet/testing"
import { solana, solanaDevnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { Connector } from "../contract/Connector.ts"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import type { GuardedSolana } from "../solana/guard/guardedSolana.ts"
import { decodeMessage, encodeMessage } from "../solana/wire/SolanaMessage.ts"
import { collectEventsDuring } from "../testing/collectEventsDuring.ts"
import {
  makeScriptedRemoteWallet,
  type ScriptedRemoteWalletOptions,
  toApprovedNamespace,
} from "../testing/scriptedRemoteWallet.ts"
import {
  decodeMessageBytes,
  makeSolanaPayment,
  signMessageWith,
  solanaKey,
  toSignRequest,
} from "../testing/solanaTransactions.ts"
import { decodeBase64, encodeBase64 } from "../text/base64.ts"
import { makeSessionConnector } from "../walletconnect/makeSessionConnector.ts"

const me = solanaKey(1)
const friend = solanaKey(2).address
const thief = solanaKey(3)

const payment = makeSolanaPayment({ from: me.address, to: friend, amount: 5n })
const account = `${solana.caipNetworkId}:${me.address}` as const
const sending = { account, network: solana, transaction: toSignRequest(payment) } as const
const { transaction } = sending.transaction
const signed = encodeBase64(signMessageWith(me, payment))
const signBytes = (bytes: Uint8Array, key = me) => base58.encode(key.sign(bytes))

const run = Effect.runPromise
const everything = [
  "solana_signMessage",
  "solana_signTransaction",
  "solana_signAllTransactions",
  "solana_signAndSendTransaction",
]
const signing = ["solana_signMessage", "solana_signTransaction"]

const connected = async (
  methods: readonly string[],
  answer?: ScriptedRemoteWalletOptions["answer"],
  accounts: readonly [typeof account, ...`${string}:${string}:${string}`[]] = [account],
) => {
  const wire = makeScriptedRemoteWallet({
    networks: [solana, solanaDevnet],
    namespaces: { solana: toApprovedNamespace(accounts, methods) },
    ...(answer && { answer }),
  })
  const connector = await makeSessionConnector(wire.remoteWallet, "solana")
  const session = await run(connector.connect({ network: solana, onLateApproval: () => {} }))
  return { ...wire, connector, session, calls: await run(connector.calls) }
}

const refusing = (thrown: unknown) => () => {
  throw thrown
}

describe("Solana connector over a session", () => {
  it("shares the approved accounts without a request", async () => {
    const { asked, connector, session } = await connected(signing)
    expect(session).toEqual({ accounts: [account], network: null })
    expect(await run(connector.restore)).toEqual(session)
    await run(connector.disconnect)
    expect(asked).toEqual([])
  })

  it("fails with Locked when the namespace was not approved", async () => {
    const connector = await makeSessionConnector(
      makeScriptedRemoteWallet({ namespaces: {} }).remoteWallet,
      "solana",
    )
    expect(await run(Effect.flip(connector.restore))).toMatchObject({ reason: { _tag: "Locked" } })
  })

  it("signs a message in base58", async () => {
    const bytes = new TextEncoder().encode("hi")
    const { asked, connector } = await connected(signing, () => ({ signature: signBytes(bytes) }))
    expect(await run(connector.signMessage({ account, message: "hi" }))).toBe(signBytes(bytes))
    expect(asked).toEqual([
      {
        network: solana.caipNetworkId,
        method: "solana_signMessage",
        params: { message: base58.encode(bytes), pubkey: me.address },
      },
    ])
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["of another message", { signature: signBytes(new TextEncoder().encode("ho")) }],
    ["of another account", { signature: signBytes(new TextEncoder().encode("hi"), thief) }],
    ["that is none", { signature: "1".repeat(64) }],
    ["in letters that base58 has not", { signature: "0".repeat(80) }],
    ...oddValues.flatMap(([name, value]) => [
      [`that is ${name}`, { signature: value }] as const,
      [`within ${name}`, value] as const,
    ]),
  ])("rejects a signature %s", async (_, answer) => {
    const { connector } = await connected(signing, () => answer)
    const error = await run(Effect.flip(connector.signMessage({ account, message: "hi" })))
    expect(error.reason._tag).toMatch(/Malformed|Failed/)
  })

  it("refuses a message whose base58 would stop the page, and asks no wallet", async () => {
    const { asked, connector } = await connected(signing, () => null)
    const error = await run(Effect.flip(connector.signMessage({ account, message: "a".repeat(8_001) })))
    expect(error.reason).toMatchObject({ text: expect.stringContaining("8,000 bytes") })
    expect(asked).toEqual([])
  })
})

describe("Solana wallet behind a session with solana_signTransaction", () => {
  it.each([
    ["the signature alone", { signature: signBytes(payment) }],
    ["all of it", { transaction: signed }],
    ["both", { transaction: signed, signature: signBytes(payment) }],
  ])("leaves the broadcast to wmodal when the wallet returns %s", async (_, answer) => {
    const { asked, calls } = await connected(signing, () => answer)
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "AwaitingBroadcast", raw: signed })
    expect(asked).toMatchObject([
      {
        network: solana.caipNetworkId,
        method: "solana_signTransaction",
        params: {
          transaction,
          pubkey: me.address,
          feePayer: me.address,
          recentBlockhash: base58.encode(new Uint8Array(32).fill(7)),
        },
      },
    ])
  })

  it("sends the instructions of a legacy transaction to the wallet", async () => {
    const { asked, calls } = await connected(signing, () => ({ signature: signBytes(payment) }))
    await run(calls.signTransaction(sending))
    expect(asked).toMatchObject([
      {
        params: {
          instructions: [
            {},
            {},
            {
              programId: "11111111111111111111111111111111",
              keys: [
                { pubkey: me.address, isSigner: true, isWritable: true },
                { pubkey: friend, isSigner: false, isWritable: true },
              ],
              data: base58.encode(Uint8Array.of(2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0)),
            },
          ],
        },
      },
    ])
  })

  it("sends no instructions of a versioned transaction", async () => {
    const message = decodeMessage(payment)
    if (message === null) throw new Error("no message")
    const versioned = encodeMessage({ ...message, version: 0 })
    const { asked, calls } = await connected(signing, () => ({ signature: signBytes(versioned) }))
    const given = toSignRequest(versioned)
    expect(await run(calls.signTransaction({ ...sending, transaction: given }))).toBe(
      encodeBase64(signMessageWith(me, versioned)),
    )
    expect(asked.map(({ params }) => params)).toEqual([
      { transaction: given.transaction, pubkey: me.address },
    ])
  })

  it("uses solana_signAllTransactions when only that was approved", async () => {
    const { asked, calls } = await connected(["solana_signAllTransactions"], () => ({
      transactions: [signed],
    }))
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "AwaitingBroadcast", raw: signed })
    expect(asked).toMatchObject([{ params: { transactions: [transaction] } }])
  })

  const other = makeSolanaPayment({ from: me.address, to: thief.address, amount: 5n })
  it("rejects another transaction, without a broadcast", async () => {
    const { calls } = await connected(signing, () => ({
      transaction: encodeBase64(signMessageWith(me, other)),
    }))
    expect(await run(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "SignedDifferently" } },
    })
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["the signature of something else", { signature: signBytes(other) }],
    ["another account's signature", { signature: signBytes(payment, thief) }],
    [
      "a transaction that another account signed",
      { transaction: encodeBase64(signMessageWith(thief, payment)) },
    ],
    ["an unsigned transaction", { transaction }],
    ["no base64", { transaction: `${signed} ` }],
    ...oddValues.flatMap(([name, value]) => [
      [name, value] as const,
      [`${name} as the transaction`, { transaction: value }] as const,
    ]),
  ])("rejects a response with %s", async (_, answer) => {
    const { calls } = await connected(signing, () => answer)
    const outcome = await run(calls.sendTransaction(sending))
    expect(outcome._tag === "NotSent" ? outcome.error.reason._tag : outcome).toMatch(/Malformed|Failed/)
  })

  it("rejects a signature with any changed byte", async () => {
    const right = me.sign(payment)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const wrong = right.map((byte, place) => (place === at ? byte ^ by : byte))
        const { calls } = await connected(signing, () => ({ signature: base58.encode(wrong) }))
        expect((await run(calls.sendTransaction(sending)))._tag).toBe("NotSent")
      }),
    )
  })

  it.each([
    ["declined", { code: 5000, message: "User rejected." }],
    ["gone before it answered", { code: 4900, message: "The session has ended." }],
    ["too slow", new Error("Request expired. Please try again.")],
  ])("returns NotSent when the wallet was %s", async (_, thrown) => {
    const { calls } = await connected(signing, refusing(thrown))
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
  })
})

describe("Solana wallet behind a session with solana_signAndSendTransaction", () => {
  it("sends the exact bytes and returns the signature as the hash", async () => {
    const { asked, calls } = await connected(everything, () => ({ signature: signBytes(payment) }))
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "Sent", hash: signBytes(payment) })
    expect(asked).toEqual([
      {
        network: solana.caipNetworkId,
        method: "solana_signAndSendTransaction",
        params: { transaction, pubkey: me.address },
      },
    ])
  })

  it("returns Unknown when the response is lost", async () => {
    for (const thrown of [
      { code: 4900, message: "The session has ended." },
      new Error("Request expired. Please try again."),
      undefined,
    ]) {
      const { calls } = await connected(everything, refusing(thrown))
      expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "Unknown", hash: null })
    }
  })

  it("returns NotSent when the wallet declines or the session has ended", async () => {
    const declining = await connected(everything, refusing({ code: 5000, message: "User rejected." }))
    expect(await run(declining.calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
    const over = await connected(everything)
    over.end()
    expect(await run(over.calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
    expect(over.asked).toEqual([])
  })

  it("sends no request when the account is shared on another network only", async () => {
    const elsewhere = `${solanaDevnet.caipNetworkId}:${thief.address}` as const
    const { asked, calls } = await connected(everything, () => null, [account, elsewhere])
    const outcome = await run(calls.sendTransaction({ ...sending, network: solanaDevnet }))
    expect(outcome).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: "Unauthorized" } } })
    expect(asked).toEqual([])
  })
})

describe("Solana dApp provider over a session", () => {
  const guardedOf = (connector: Connector): GuardedSolana => {
    const door: RequestInterceptor = async (question) => (await question.ask(solana.caipNetworkId)).answer
    // The namespace determines the type of the provider.
    return connector.getProvider(door) as GuardedSolana
  }
  const bytesOf = (text: string) => decodeBase64(text) ?? new Uint8Array()
  const second = makeSolanaPayment({ from: me.address, to: friend, amount: 6n })
  const pages = [payment, second].map((message) => bytesOf(toSignRequest(message).transaction))

  it("signs all transactions in one request when the wallet approved the method", async () => {
    const { asked, connector } = await connected(everything, ({ params }) => ({
      transactions: (params as { transactions: string[] }).transactions.map((one) =>
        encodeBase64(signMessageWith(me, decodeMessageBytes(bytesOf(one)))),
      ),
    }))
    const answer = await guardedOf(connector).signAllTransactions(pages)
    expect(answer).toEqual([signMessageWith(me, payment), signMessageWith(me, second)])
    expect(asked.map(({ method }) => method)).toEqual(["solana_signAllTransactions"])
  })

  it("rejects a transaction without asking the wallet when its code cannot be loaded", async () => {
    const { asked, connector } = await connected(everything)
    vi.resetModules()
    vi.doMock("./solanaTransactions.ts", () => {
      throw new Error("offline")
    })
    await expect(guardedOf(connector).signTransaction(pages[0])).rejects.toMatchObject({
      code: 4900,
      message: "The request could not be shown, so the wallet was not asked. Reload the page.",
    })
    expect(asked).toEqual([])
    vi.doUnmock("./solanaTransactions.ts")
    vi.resetModules()
  })

  it("signs one by one otherwise, and stops when the user declines", async () => {
    const { asked, connector } = await connected(signing, refusing({ code: 5000, message: "No." }))
    await expect(guardedOf(connector).signAllTransactions(pages)).rejects.toMatchObject({ code: 4001 })
    expect(asked.length).toBe(1)
  })

  it("rejects a transaction with the signature of another one", async () => {
    const { connector } = await connected(signing, () => ({ signature: signBytes(second) }))
    await expect(guardedOf(connector).signTransaction(pages[0])).rejects.toMatchObject({ code: -32603 })
  })

  it("rejects a response with fewer transactions than requested", async () => {
    const { connector } = await connected(everything, () => ({ transactions: [signed] }))
    await expect(guardedOf(connector).signAllTransactions(pages)).rejects.toMatchObject({ code: -32603 })
  })

  it("forwards the send options", async () => {
    const { asked, connector } = await connected(everything, () => ({ signature: signBytes(payment) }))
    await guardedOf(connector).signAndSendTransaction(pages[0], { skipPreflight: true })
    expect(asked).toMatchObject([{ params: { sendOptions: { skipPreflight: true } } }])
  })
})

describe("events of a Solana wallet behind a session", () => {
  const there = `${solanaDevnet.caipNetworkId}:${me.address}` as const

  it("switches to the reported network, also after a reload", async () => {
    const { connector, tell, remoteWallet } = await connected(signing, undefined, [account, there])
    const told = () => tell(solanaDevnet.caipNetworkId, "chainChanged", solanaDevnet.id)
    expect(await collectEventsDuring(connector, told)).toEqual([
      { _tag: "AccountsChanged", accounts: [there] },
    ])
    const again = await makeSessionConnector(remoteWallet, "solana")
    expect(await run(again.restore)).toEqual({ accounts: [there], network: null })
  })

  it("emits one event when the dApp switches the network", async () => {
    const { connector, remoteWallet } = await connected(signing, undefined, [account, there])
    const events = await collectEventsDuring(connector, () => run(connector.switchNetwork(solanaDevnet)))
    expect(events).toEqual([{ _tag: "AccountsChanged", accounts: [there] }])
    expect(remoteWallet.activeNetwork("solana")).toBe(solanaDevnet.caipNetworkId)
  })

  it("switches to the reported account and disconnects at the end", async () => {
    const other = `${solana.caipNetworkId}:${thief.address}` as const
    const { connector, end, listeners, tell } = await connected(signing, undefined, [account, other])
    const events = await collectEventsDuring(connector, () => {
      tell(solana.caipNetworkId, "accountsChanged", [other])
      end()
    })
    expect(events).toEqual([
      { _tag: "AccountsChanged", accounts: [other, account] },
      { _tag: "Disconnected" },
    ])
    expect(listeners()).toBe(0)
  })
})
