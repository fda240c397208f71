import { base58 } from "@scure/base"
import { makeScriptedStandardWallet, oddValues } from "@wmodal/dev-wallet/testing"
import { solana } from "@wmodal/protocol/networks"
import { Effect, Fiber, Stream } from "effect"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { DappRequest, DappResponse, RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import {
  decodeMessageBytes,
  makeSolanaPayment,
  signMessageWith,
  solanaKey,
  toSignRequest,
} from "../../testing/solanaTransactions.ts"
import { decodeBase64, encodeBase64 } from "../../text/base64.ts"
import { fromSolanaWallet } from "../index.ts"
import type { GuardedSolana } from "./guardedSolana.ts"

const me = solanaKey(1)
const friend = solanaKey(2).address
const message = makeSolanaPayment({ from: me.address, to: friend, amount: 5n })
const text = toSignRequest(message).transaction
const bytes = decodeBase64(text) ?? new Uint8Array()

interface GuardedTransactionInput {
  readonly transaction?: Uint8Array
  readonly message?: Uint8Array
  readonly chain?: string
  readonly options?: object
}

const hash = base58.encode(new Uint8Array(64).fill(9))

/** A wallet that fulfils every request, behind an interceptor that approves every request. */
const setup = async ({
  door = async (question) => (await question.ask(solana.caipNetworkId)).answer,
  send = () => [{ signature: new Uint8Array(64).fill(9) }],
}: {
  readonly door?: (question: DappRequest) => Promise<DappResponse>
  readonly send?: () => unknown
} = {}) => {
  const heard: GuardedTransactionInput[] = []
  const stood: DappRequest[] = []
  const hear = (inputs: readonly GuardedTransactionInput[]) => void heard.push(...inputs)
  const { share, wallet } = makeScriptedStandardWallet({
    accounts: [me.account],
    chains: ["solana:mainnet"],
    features: () => ({
      "solana:signMessage": {
        signMessage: async (...inputs: readonly GuardedTransactionInput[]) => {
          hear(inputs)
          return inputs.map(({ message: asked = new Uint8Array() }) => ({
            signedMessage: asked,
            signature: me.sign(asked),
          }))
        },
      },
      "solana:signTransaction": {
        signTransaction: async (...inputs: readonly GuardedTransactionInput[]) => {
          hear(inputs)
          return inputs.map(({ transaction = new Uint8Array() }) => ({
            signedTransaction: signMessageWith(me, decodeMessageBytes(transaction)),
          }))
        },
      },
      "solana:signAndSendTransaction": {
        signAndSendTransaction: async (...inputs: readonly GuardedTransactionInput[]) => {
          hear(inputs)
          return send()
        },
      },
    }),
  })
  const connector = fromSolanaWallet(wallet)
  await Effect.runPromise(connector.connect({ network: solana, onLateApproval: () => {} }))
  const watched: RequestInterceptor = (question) => {
    stood.push(question)
    return door(question)
  }
  const make = (of: RequestInterceptor) => connector.getProvider(of) as GuardedSolana
  return { connector, guarded: make(watched), heard, make, share, stood, watched }
}

const declining = async (): Promise<DappResponse> => ({ _tag: "Rejected", code: 4001, text: "no" })

describe("makeGuardedSolana", () => {
  it("returns the same frozen provider for the same interceptor", async () => {
    const { guarded, make, watched } = await setup()
    expect(make(watched)).toBe(guarded)
    expect(make(declining)).not.toBe(guarded)
    expect(Object.isFrozen(guarded)).toBe(true)
    expect(guarded.publicKey).toBe(me.address)
  })

  it.each<readonly [name: string, transaction: unknown]>([
    ["bytes", bytes],
    ["base64", text],
    ["an object that serializes", { serialize: () => bytes }],
    [
      "an object that serializes only if told that it is not signed",
      {
        serialize: (options?: { readonly requireAllSignatures?: boolean }) => {
          if (options?.requireAllSignatures !== false) throw new Error("Signature verification failed.")
          return bytes
        },
      },
    ],
    ["Solana Kit's", { messageBytes: message, signatures: { [me.address]: null } }],
  ])("accepts a transaction as %s", async (_, transaction) => {
    const { guarded, heard, stood } = await setup()
    expect(await guarded.signTransaction(transaction)).toEqual(signMessageWith(me, message))
    expect(stood).toMatchObject([
      {
        namespace: "solana",
        connectorId: "Standard Wallet",
        request: { _tag: "Transaction", transaction: { transaction: text, lastValidBlockHeight: null } },
        from: me.address,
        network: null,
        submission: { _tag: "Nothing" },
      },
    ])
    expect(heard).toMatchObject([{ account: me.account, transaction: bytes, chain: "solana:mainnet" }])
  })

  it("sends by both method names with known options and reports the submission", async () => {
    const { guarded, heard, stood } = await setup()
    const options = { skipPreflight: true, preflightCommitment: "confirmed", thief: "x" }
    expect(await guarded.sendTransaction(bytes, options)).toBe(hash)
    expect(await guarded.signAndSendTransaction(bytes)).toBe(hash)
    expect(heard[0]?.options).toEqual({ skipPreflight: true, preflightCommitment: "confirmed" })
    expect(heard[1]?.options).toBeUndefined()
    expect(stood[0]?.submission).toEqual({
      _tag: "Transaction",
      transaction: { transaction: text, lastValidBlockHeight: null },
    })
  })

  it("signs several transactions with one approval, in order", async () => {
    const { guarded, heard, stood } = await setup()
    const other = makeSolanaPayment({ from: me.address, to: friend, amount: 6n })
    const signed = await guarded.signAllTransactions([bytes, toSignRequest(other).transaction])
    expect(signed).toEqual([signMessageWith(me, message), signMessageWith(me, other)])
    expect(stood).toMatchObject([{ request: { _tag: "Transactions" }, submission: { _tag: "Nothing" } }])
    expect(heard).toHaveLength(2)
  })

  it("sends the reviewed bytes when the dApp changes its input", async () => {
    const given = bytes.slice()
    const { guarded, heard } = await setup({
      door: async (question) => {
        given.fill(0)
        return (await question.ask(solana.caipNetworkId)).answer
      },
    })
    await guarded.signTransaction(given)
    expect(heard[0]?.transaction).toEqual(bytes)
  })

  it("shows text as text, other bytes as hex, and transaction bytes as a transaction", async () => {
    const { guarded, heard, stood } = await setup()
    const hello = new TextEncoder().encode("hello")
    expect(await guarded.signMessage("hello")).toEqual(me.sign(hello))
    await guarded.signMessage(Uint8Array.of(0xff, 0xfe))
    await guarded.signMessage(message)
    expect(stood.map(({ request }) => request)).toEqual([
      { _tag: "Message", message: "hello" },
      { _tag: "MessageBytes", bytes: "0xfffe" },
      { _tag: "Transaction", transaction: { transaction: text, lastValidBlockHeight: null } },
    ])
    expect(heard[0]?.message).toEqual(hello)
  })

  it("signs a message with the account in use", async () => {
    const other = solanaKey(2).account
    const { connector, guarded, heard, share } = await setup({
      door: async (question) => {
        expect(question.from).toBeNull()
        return (await question.ask(solana.caipNetworkId, friend)).answer
      },
    })
    share([me.account, other])
    await Effect.runPromise(connector.restore)
    await guarded.signMessage("hello")
    expect(heard).toMatchObject([{ account: other }])
  })

  it("sends no request when the interceptor rejects or throws", async () => {
    const said = await setup({ door: declining })
    await expect(said.guarded.signTransaction(bytes)).rejects.toMatchObject({ code: 4001 })
    const broken = await setup({ door: () => Promise.reject(new Error("gone")) })
    await expect(broken.guarded.signMessage("hello")).rejects.toMatchObject({ code: 4900 })
    expect([...said.heard, ...broken.heard]).toEqual([])
  })

  it("sends one request at most, on a supported network for a shared account", async () => {
    let question: DappRequest | undefined
    const { guarded, heard } = await setup({
      door: async (asked) => {
        question = asked
        await asked.ask("solana:unknown")
        return (await asked.ask(solana.caipNetworkId)).answer
      },
    })
    await expect(guarded.signTransaction(bytes)).rejects.toMatchObject({ code: -32603 })
    expect((await question?.ask(solana.caipNetworkId))?.outcome).toMatchObject({ _tag: "NotSent" })
    expect(heard).toEqual([])

    const left = await setup({
      door: async (asked) => {
        left.share([{ ...me.account, address: friend }])
        return (await asked.ask(solana.caipNetworkId)).answer
      },
    })
    // A connected caller listens too.
    const listening = Effect.runFork(Stream.runDrain(Stream.unwrap(left.connector.events)))
    await expect(left.guarded.signTransaction(bytes)).rejects.toMatchObject({ code: 4100 })
    expect(left.heard).toEqual([])
    await Effect.runPromise(Fiber.interrupt(listening))
  })

  it("reports the outcome to the engine, also for a lost response", async () => {
    const outcomes: unknown[] = []
    const door = async (question: DappRequest) => {
      const reply = await question.ask(solana.caipNetworkId)
      outcomes.push(reply.outcome)
      return reply.answer
    }
    const lost = new Error("Network request failed")
    const failing = await setup({ door, send: () => Promise.reject(lost) })
    await expect(failing.guarded.sendTransaction(bytes)).rejects.toBe(lost)
    const odd = await setup({ door, send: () => ["?"] })
    await expect(odd.guarded.sendTransaction(bytes)).rejects.toMatchObject({ code: -32603 })
    const fine = await setup({ door })
    await fine.guarded.sendTransaction(bytes)
    expect(outcomes).toMatchObject([
      { _tag: "Unknown", hash: null },
      { _tag: "Unknown", hash: null },
      { _tag: "Sent", hash },
    ])
  })

  it("rejects invalid transactions and foreign signers before the interceptor is called", async () => {
    const { guarded, stood } = await setup()
    const others = toSignRequest(makeSolanaPayment({ from: friend, to: me.address, amount: 1n })).transaction
    const odd = [
      ...oddValues.map(([, value]) => value),
      ...oddValues.map(([, value]) => ({ serialize: () => value })),
      ...oddValues.map(([, value]) => ({ messageBytes: value, signatures: value })),
      {
        serialize: () => {
          throw new Error("no")
        },
      },
      others,
    ]
    for (const value of odd) {
      await expect(guarded.signTransaction(value)).rejects.toMatchObject({ code: -32602 })
      await expect(guarded.sendTransaction(value)).rejects.toMatchObject({ code: -32602 })
    }
    await expect(guarded.signAllTransactions([])).rejects.toMatchObject({ code: -32602 })
    await expect(guarded.signAllTransactions([bytes, others])).rejects.toMatchObject({ code: -32602 })
    await expect(guarded.signAllTransactions(Array.from({ length: 101 }, () => bytes))).rejects.toMatchObject(
      {
        code: -32602,
      },
    )
    await expect(guarded.sendTransaction(bytes, { maxRetries: -1 })).rejects.toMatchObject({ code: -32602 })
    expect(stood).toEqual([])
  })

  it("sends no request to the wallet for arbitrary invalid input", async () => {
    const { guarded, heard } = await setup()
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (value) => {
        await expect(guarded.signTransaction(value)).rejects.toMatchObject({ name: "ProviderRpcError" })
      }),
    )
    expect(heard).toEqual([])
  })

  it("keeps the signatures of the call when the dApp changes them afterwards", async () => {
    const { guarded, heard } = await setup()
    const signed = signMessageWith(me, message)
    const signatures: Record<string, Uint8Array> = { [me.address]: signed.slice(1, 65) }
    const asked = guarded.signTransaction({ messageBytes: message, signatures })
    signatures[me.address]?.fill(7)
    signatures[me.address] = new Uint8Array(64).fill(8)
    await asked
    expect(encodeBase64(heard[0]?.transaction ?? new Uint8Array())).toBe(encodeBase64(signed))
  })

  it("rejects more signatures than a transaction has room for", async () => {
    const { guarded, stood } = await setup()
    const signatures = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}`, null]))
    await expect(guarded.signTransaction({ messageBytes: message, signatures })).rejects.toMatchObject({
      code: -32602,
    })
    expect(stood).toEqual([])
  })

  it("rejects without asking the wallet when its code cannot be loaded", async () => {
    const { guarded, heard, stood } = await setup()
    vi.resetModules()
    vi.doMock("./guardedCalls.ts", () => {
      throw new Error("offline")
    })
    const unshown = {
      code: 4900,
      message: "The request could not be shown, so the wallet was not asked. Reload the page.",
    }
    await expect(guarded.signTransaction(bytes)).rejects.toMatchObject(unshown)
    await expect(guarded.signMessage("hello")).rejects.toMatchObject(unshown)
    expect([...heard, ...stood]).toEqual([])
    vi.doUnmock("./guardedCalls.ts")
    vi.resetModules()
    expect(await guarded.signTransaction(bytes)).toEqual(signMessageWith(me, message))
  })

  it("keeps existing signatures of a transaction", async () => {
    const { guarded, heard } = await setup()
    const signed = signMessageWith(me, message)
    await guarded.signTransaction({
      messageBytes: message,
      signatures: { [me.address]: signed.slice(1, 65) },
    })
    expect(encodeBase64(heard[0]?.transaction ?? new Uint8Array())).toBe(encodeBase64(signed))
  })
})
