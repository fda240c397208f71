import { base58 } from "@scure/base"
import { oddValues } from "@wmodal/dev-wallet/testing"
import { solana, solanaDevnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Connector } from "../contract/Connector.ts"
import type { Door } from "../contract/Door.ts"
import type { GuardedSolana } from "../solana/guard/guardedSolana.ts"
import { decodeMessage, encodeMessage } from "../solana/wire/Message.ts"
import { eventsOf } from "../testing/eventsOf.ts"
import { approving, type ScriptedWireOptions, scriptedWire } from "../testing/scriptedWire.ts"
import { askedTransaction, messageIn, paying, signedBy, solanaKey } from "../testing/solanaTransactions.ts"
import { fromBase64, toBase64 } from "../text/base64.ts"
import { walletOver } from "../walletconnect/walletOver.ts"

const me = solanaKey(1)
const friend = solanaKey(2).address
const thief = solanaKey(3)

const payment = paying({ from: me.address, to: friend, amount: 5n })
const account = `${solana.caipNetworkId}:${me.address}` as const
const sending = { account, network: solana, transaction: askedTransaction(payment) } as const
const { transaction } = sending.transaction
const signed = toBase64(signedBy(me, payment))
const signatureOf = (bytes: Uint8Array, key = me) => base58.encode(key.sign(bytes))

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
  answer?: ScriptedWireOptions["answer"],
  accounts: readonly [typeof account, ...`${string}:${string}:${string}`[]] = [account],
) => {
  const wire = scriptedWire({
    networks: [solana, solanaDevnet],
    namespaces: { solana: approving(accounts, methods) },
    ...(answer && { answer }),
  })
  const connector = await walletOver(wire.wire, "solana")
  const session = await run(connector.connect({ network: solana, late: () => {} }))
  return { ...wire, connector, session, calls: await run(connector.calls) }
}

const refusing = (thrown: unknown) => () => {
  throw thrown
}

describe("Solana over a session", () => {
  it("shares what was approved, and asks nobody", async () => {
    const { asked, connector, session } = await connected(signing)
    expect(session).toEqual({ accounts: [account], network: null })
    expect(await run(connector.restore)).toEqual(session)
    await run(connector.disconnect)
    expect(asked).toEqual([])
  })

  it("is locked where nothing was approved of it", async () => {
    const connector = await walletOver(scriptedWire({ namespaces: {} }).wire, "solana")
    expect(await run(Effect.flip(connector.restore))).toMatchObject({ reason: { _tag: "Locked" } })
  })

  it("signs a message, in base58", async () => {
    const bytes = new TextEncoder().encode("hi")
    const { asked, connector } = await connected(signing, () => ({ signature: signatureOf(bytes) }))
    expect(await run(connector.signMessage({ account, message: "hi" }))).toBe(signatureOf(bytes))
    expect(asked).toEqual([
      {
        network: solana.caipNetworkId,
        method: "solana_signMessage",
        params: { message: base58.encode(bytes), pubkey: me.address },
      },
    ])
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["of another message", { signature: signatureOf(new TextEncoder().encode("ho")) }],
    ["of somebody else", { signature: signatureOf(new TextEncoder().encode("hi"), thief) }],
    ["that is none", { signature: "1".repeat(64) }],
    ["in letters that base58 has not", { signature: "0".repeat(80) }],
    ...oddValues.flatMap(([name, value]) => [
      [`that is ${name}`, { signature: value }] as const,
      [`within ${name}`, value] as const,
    ]),
  ])("takes no signature %s", async (_, answer) => {
    const { connector } = await connected(signing, () => answer)
    const error = await run(Effect.flip(connector.signMessage({ account, message: "hi" })))
    expect(error.reason._tag).toMatch(/Malformed|Failed/)
  })
})

describe("a Solana wallet behind a session that signs", () => {
  it.each([
    ["the signature alone", { signature: signatureOf(payment) }],
    ["all of it", { transaction: signed }],
    ["both", { transaction: signed, signature: signatureOf(payment) }],
  ])("leaves the sending to us where it gives %s", async (_, answer) => {
    const { asked, calls } = await connected(signing, () => answer)
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "LeftToSend", raw: signed })
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

  it("is given the steps of a legacy transaction, each as it stands in it", async () => {
    const { asked, calls } = await connected(signing, () => ({ signature: signatureOf(payment) }))
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

  it("is given no steps of one with a version, which whoever needs them could not read", async () => {
    const message = decodeMessage(payment)
    if (message === null) throw new Error("no message")
    const versioned = encodeMessage({ ...message, version: 0 })
    const { asked, calls } = await connected(signing, () => ({ signature: signatureOf(versioned) }))
    const given = askedTransaction(versioned)
    expect(await run(calls.signTransaction({ ...sending, transaction: given }))).toBe(
      toBase64(signedBy(me, versioned)),
    )
    expect(asked.map(({ params }) => params)).toEqual([
      { transaction: given.transaction, pubkey: me.address },
    ])
  })

  it("is asked for one as for all where it approved nothing else", async () => {
    const { asked, calls } = await connected(["solana_signAllTransactions"], () => ({
      transactions: [signed],
    }))
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "LeftToSend", raw: signed })
    expect(asked).toMatchObject([{ params: { transactions: [transaction] } }])
  })

  const other = paying({ from: me.address, to: thief.address, amount: 5n })
  it("is refused where it signs something else, and nothing is sent", async () => {
    const { calls } = await connected(signing, () => ({ transaction: toBase64(signedBy(me, other)) }))
    expect(await run(calls.sendTransaction(sending))).toMatchObject({
      _tag: "NotSent",
      error: { reason: { _tag: "Altered" } },
    })
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["the signature of something else", { signature: signatureOf(other) }],
    ["the signature of somebody else", { signature: signatureOf(payment, thief) }],
    ["what was signed by somebody else", { transaction: toBase64(signedBy(thief, payment)) }],
    ["what nobody has signed", { transaction }],
    ["no base64", { transaction: `${signed} ` }],
    ...oddValues.flatMap(([name, value]) => [
      [name, value] as const,
      [`${name} as the transaction`, { transaction: value }] as const,
    ]),
  ])("is refused where it gives %s", async (_, answer) => {
    const { calls } = await connected(signing, () => answer)
    const outcome = await run(calls.sendTransaction(sending))
    expect(outcome._tag === "NotSent" ? outcome.error.reason._tag : outcome).toMatch(/Malformed|Failed/)
  })

  it("is refused for every byte of its signature that it changes", async () => {
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
  ])("has sent nothing where it was %s", async (_, thrown) => {
    const { calls } = await connected(signing, refusing(thrown))
    expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
  })
})

describe("a Solana wallet behind a session that sends", () => {
  it("is given the very bytes, and its signature is the hash", async () => {
    const { asked, calls } = await connected(everything, () => ({ signature: signatureOf(payment) }))
    expect(await run(calls.sendTransaction(sending))).toEqual({ _tag: "Sent", hash: signatureOf(payment) })
    expect(asked).toEqual([
      {
        network: solana.caipNetworkId,
        method: "solana_signAndSendTransaction",
        params: { transaction, pubkey: me.address },
      },
    ])
  })

  it("may have sent it where the answer was lost", async () => {
    for (const thrown of [
      { code: 4900, message: "The session has ended." },
      new Error("Request expired. Please try again."),
      undefined,
    ]) {
      const { calls } = await connected(everything, refusing(thrown))
      expect(await run(calls.sendTransaction(sending))).toMatchObject({ _tag: "Unknown", hash: null })
    }
  })

  it("has sent nothing where it declined, or where the session is over already", async () => {
    const declining = await connected(everything, refusing({ code: 5000, message: "User rejected." }))
    expect(await run(declining.calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
    const over = await connected(everything)
    over.end()
    expect(await run(over.calls.sendTransaction(sending))).toMatchObject({ _tag: "NotSent" })
    expect(over.asked).toEqual([])
  })

  it("is not asked where it shares the account on another network only", async () => {
    const elsewhere = `${solanaDevnet.caipNetworkId}:${thief.address}` as const
    const { asked, calls } = await connected(everything, () => null, [account, elsewhere])
    const outcome = await run(calls.sendTransaction({ ...sending, network: solanaDevnet }))
    expect(outcome).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: "Unauthorized" } } })
    expect(asked).toEqual([])
  })
})

describe("Solana pages over a session", () => {
  const guardedOf = (connector: Connector): GuardedSolana => {
    const door: Door = async (question) => (await question.ask(solana.caipNetworkId)).answer
    // What the provider is follows from the namespace.
    return connector.providerFor(door) as GuardedSolana
  }
  const bytesOf = (text: string) => fromBase64(text) ?? new Uint8Array()
  const second = paying({ from: me.address, to: friend, amount: 6n })
  const pages = [payment, second].map((message) => bytesOf(askedTransaction(message).transaction))

  it("have all signed at once, where the wallet approved that", async () => {
    const { asked, connector } = await connected(everything, ({ params }) => ({
      transactions: (params as { transactions: string[] }).transactions.map((one) =>
        toBase64(signedBy(me, messageIn(bytesOf(one)))),
      ),
    }))
    const answer = await guardedOf(connector).signAllTransactions(pages)
    expect(answer).toEqual([signedBy(me, payment), signedBy(me, second)])
    expect(asked.map(({ method }) => method)).toEqual(["solana_signAllTransactions"])
  })

  it("have them signed one by one elsewhere, and no more of them once the person says no", async () => {
    const { asked, connector } = await connected(signing, refusing({ code: 5000, message: "No." }))
    await expect(guardedOf(connector).signAllTransactions(pages)).rejects.toMatchObject({ code: 5000 })
    expect(asked.length).toBe(1)
  })

  it("get no transaction with a signature that is not its own", async () => {
    const { connector } = await connected(signing, () => ({ signature: signatureOf(second) }))
    await expect(guardedOf(connector).signTransaction(pages[0])).rejects.toMatchObject({ code: -32603 })
  })

  it("get nothing where the wallet gives fewer than it was asked for", async () => {
    const { connector } = await connected(everything, () => ({ transactions: [signed] }))
    await expect(guardedOf(connector).signAllTransactions(pages)).rejects.toMatchObject({ code: -32603 })
  })

  it("may say how a transaction is to be sent", async () => {
    const { asked, connector } = await connected(everything, () => ({ signature: signatureOf(payment) }))
    await guardedOf(connector).signAndSendTransaction(pages[0], { skipPreflight: true })
    expect(asked).toMatchObject([{ params: { sendOptions: { skipPreflight: true } } }])
  })
})

describe("following a Solana wallet behind a session", () => {
  const there = `${solanaDevnet.caipNetworkId}:${me.address}` as const

  it("goes to the network that it names, and is there after a reload", async () => {
    const { connector, tell, wire } = await connected(signing, undefined, [account, there])
    const told = () => tell(solanaDevnet.caipNetworkId, "chainChanged", solanaDevnet.id)
    expect(await eventsOf(connector, told)).toEqual([{ _tag: "AccountsChanged", accounts: [there] }])
    const again = await walletOver(wire, "solana")
    expect(await run(again.restore)).toEqual({ accounts: [there], network: null })
  })

  it("tells once where the page takes it elsewhere", async () => {
    const { connector, wire } = await connected(signing, undefined, [account, there])
    const events = await eventsOf(connector, () => run(connector.switchNetwork(solanaDevnet)))
    expect(events).toEqual([{ _tag: "AccountsChanged", accounts: [there] }])
    expect(wire.inUse("solana")).toBe(solanaDevnet.caipNetworkId)
  })

  it("follows it to another account, and to the end", async () => {
    const other = `${solana.caipNetworkId}:${thief.address}` as const
    const { connector, end, listeners, tell } = await connected(signing, undefined, [account, other])
    const events = await eventsOf(connector, () => {
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
