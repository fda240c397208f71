import { describe, expect, it } from "@effect/vitest"
import { base58 } from "@scure/base"
import { makeScriptedFrame } from "@wmodal/dev-wallet/testing"
import { mainnet, solana, solanaDevnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { connectOn, evmAndSolana, makeSignedInPage } from "../testing/framePage.ts"
import {
  decodeMessageBytes,
  makeSolanaPayment,
  signMessageWith,
  solanaKey,
  toSignRequest,
} from "../testing/solanaTransactions.ts"
import { decodeBase64, encodeBase64 } from "../text/base64.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"
import { fromFrameResult, toFrameParams } from "./solanaFormats.ts"

const me = solanaKey(1)
const thief = solanaKey(3)
const payment = makeSolanaPayment({ from: me.address, to: solanaKey(2).address, amount: 5n })
const theft = makeSolanaPayment({ from: me.address, to: thief.address, amount: 5_000n })
const account = `${solana.caipNetworkId}:${me.address}` as const
const sending = { account, network: solana, transaction: toSignRequest(payment) } as const
const sentTransaction = sending.transaction.transaction
const signed = signMessageWith(me, payment)

const decodeParamBytes = (text: unknown): Uint8Array => base58.decode(typeof text === "string" ? text : "")

/** A frame that signs every request with a key. */
const signing =
  (key = me) =>
  (method: string, params: unknown): unknown => {
    const whole = (text: unknown) =>
      base58.encode(signMessageWith(key, decodeMessageBytes(decodeParamBytes(text))))
    switch (method) {
      case "solana_signMessage":
        return { signature: base58.encode(key.sign(decodeParamBytes(readMember(params, "message")))) }
      case "solana_signTransaction":
        return { transaction: whole(readMember(params, "transaction")) }
      case "solana_signAllTransactions":
        return { transactions: decodeList(readMember(params, "transactions"), 10)?.map(whole) }
      default:
        return {
          signature: base58.encode(
            key.sign(decodeMessageBytes(decodeParamBytes(readMember(params, "transaction")))),
          ),
        }
    }
  }

const connected = (answer: (method: string, params: unknown) => unknown) =>
  Effect.gen(function* () {
    const frame = makeScriptedFrame({
      plain: true,
      rpc: (method, params) => Effect.sync(() => answer(method, params)),
    })
    frame.person.solana = me.address
    const page = yield* makeSignedInPage({
      frame,
      deps: { ...evmAndSolana, networks: [mainnet, solana, solanaDevnet] },
    })
    const connector = page.solana()
    const session = yield* connectOn(connector, solana)
    return { ...page, connector, session, calls: yield* connector.calls }
  })

describe("Solana over the frame", () => {
  it.effect("requests the user by CAIP-2 and signs a message", () =>
    Effect.gen(function* () {
      const { connector, frame, session } = yield* connected(signing())
      expect(session.accounts).toEqual([account])
      expect(session.details).toBeUndefined()
      expect(frame.askedFor("GET_USER")[0]).toEqual({ chainId: solana.caipNetworkId })
      const signature = yield* connector.signMessage({ account, message: "hello" })
      expect(signature).toBe(base58.encode(me.sign(new TextEncoder().encode("hello"))))
      expect(frame.askedFor("RPC_REQUEST")).toMatchObject([
        {
          method: "solana_signMessage",
          params: { message: base58.encode(new TextEncoder().encode("hello")), pubkey: me.address },
        },
      ])
    }),
  )

  it.effect("rejects a signature of another key", () =>
    Effect.gen(function* () {
      const { connector } = yield* connected(signing(thief))
      expect((yield* Effect.flip(connector.signMessage({ account, message: "hello" }))).reason._tag).toBe(
        "Malformed",
      )
    }),
  )

  it.effect("sends a transaction in base58", () =>
    Effect.gen(function* () {
      const { calls, frame } = yield* connected(signing())
      expect(yield* calls.sendTransaction(sending)).toMatchObject({ _tag: "Sent" })
      expect(frame.askedFor("RPC_REQUEST")).toMatchObject([
        {
          method: "solana_signAndSendTransaction",
          params: { transaction: base58.encode(decodeBase64(sentTransaction) ?? new Uint8Array()) },
        },
      ])
    }),
  )

  it.effect("returns Unknown when the signature is malformed", () =>
    Effect.gen(function* () {
      const { calls } = yield* connected(() => ({ signature: "nothing" }))
      expect(yield* calls.sendTransaction(sending)).toMatchObject({ _tag: "Unknown" })
    }),
  )

  it.effect("switches the frame to the network before it signs", () =>
    Effect.gen(function* () {
      const { calls, connector, frame } = yield* connected(signing())
      yield* connector.switchNetwork(solanaDevnet)
      expect(frame.askedFor("SWITCH_NETWORK")).toEqual([{ chainId: solanaDevnet.caipNetworkId }])
      yield* calls.sendTransaction({
        ...sending,
        account: `${solanaDevnet.caipNetworkId}:${me.address}`,
        network: solanaDevnet,
      })
      expect(frame.asked.slice(-3).map(({ name }) => name)).toEqual([
        "SWITCH_NETWORK",
        "GET_USER",
        "RPC_REQUEST",
      ])
    }),
  )
})

describe("toFrameParams and fromFrameResult", () => {
  const inBase58 = base58.encode(decodeBase64(sentTransaction) ?? new Uint8Array())

  it("converts transactions to base58 and keeps other parameters", () => {
    const message = { message: "abc", pubkey: me.address }
    expect(toFrameParams("solana_signMessage", message)).toBe(message)
    expect(
      toFrameParams("solana_signTransaction", { transaction: sentTransaction, pubkey: me.address }),
    ).toEqual({
      transaction: inBase58,
    })
    expect(
      toFrameParams("solana_signAllTransactions", { transactions: [sentTransaction, sentTransaction] }),
    ).toEqual({
      transactions: [inBase58, inBase58],
    })
    const sendOptions = { skipPreflight: true }
    expect(
      toFrameParams("solana_signAndSendTransaction", { transaction: sentTransaction, sendOptions }),
    ).toEqual({
      transaction: inBase58,
      options: sendOptions,
    })
  })

  it("converts results back and keeps malformed ones invalid", () => {
    const transaction = base58.encode(signed)
    expect(fromFrameResult("solana_signTransaction", { transaction })).toEqual({
      transaction: encodeBase64(signed),
    })
    expect(fromFrameResult("solana_signAllTransactions", { transactions: [transaction] })).toEqual({
      transactions: [encodeBase64(signed)],
    })
    for (const odd of [null, 1, "0OIl", "1".repeat(2_000), {}])
      expect(fromFrameResult("solana_signTransaction", { transaction: odd })).toEqual({ transaction: null })
    expect(fromFrameResult("solana_signAllTransactions", null)).toEqual({ transactions: undefined })
    expect(fromFrameResult("solana_signMessage", { signature: "abc" })).toEqual({ signature: "abc" })
  })
})

it.effect("rejects a transaction that differs from the requested one", () =>
  Effect.gen(function* () {
    const { calls } = yield* connected(() => ({ transaction: base58.encode(signMessageWith(me, theft)) }))
    const outcome = yield* calls.sendTransaction(sending)
    expect(outcome._tag).not.toBe("Sent")
    const error = yield* Effect.flip(calls.signTransaction(sending))
    expect(error.reason._tag).toBe("SignedDifferently")
  }),
)
