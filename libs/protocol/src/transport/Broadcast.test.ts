import { it } from "@effect/vitest"
import { Effect, Random, Result } from "effect"
import { describe, expect } from "vitest"
import { inVirtualTime } from "../testing/index.ts"
import { broadcast } from "./Broadcast.ts"
import { Fetch, makeFetch } from "./Fetch.ts"
import { makeRpc } from "./Rpc.ts"

const hash = `0x${"ab".repeat(32)}`
const raw = "0x02f86c0180"

interface NodeReply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  /** The HTTP status code; 200 where absent. */
  readonly status?: number
}
type ScriptedReply = NodeReply | "lost" | "hang"

const no = (message: string): NodeReply => ({ error: { code: -32000, message } })

/**
 * Runs `broadcast` with scripted responses to each send (the last one repeats) and to each lookup. `log` contains the
 * requests.
 */
const send = (
  answers: readonly ScriptedReply[],
  look: ScriptedReply = { result: null },
  urls = ["https://a.test"],
) =>
  Effect.gen(function* () {
    const log: unknown[] = []
    let sends = 0
    const fetch = makeFetch(async (request, init) => {
      const { id, method, params } = await request.json()
      log.push([method, ...params])
      const sending = method === "eth_sendRawTransaction"
      const answer = sending ? (answers[Math.min(sends++, answers.length - 1)] ?? "lost") : look
      if (answer === "lost") throw new TypeError("fetch failed")
      if (answer !== "hang") {
        const { status = 200, ...body } = answer
        return Response.json({ jsonrpc: "2.0", id, ...body }, { status })
      }
      return new Promise((_, reject) =>
        init.signal.addEventListener("abort", () => reject(new Error("aborted"))),
      )
    })
    const rpc = yield* makeRpc({ tiers: [urls] }).pipe(Effect.provideService(Fetch, fetch))
    const outcome = yield* inVirtualTime(Effect.result(broadcast(rpc, { raw, hash })))
    return { outcome, log }
  }).pipe(Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }))

const sent = ["eth_sendRawTransaction", raw]
const looked = ["eth_getTransactionByHash", hash]

describe("broadcast of an accepted transaction", () => {
  it.effect("succeeds when the node returns the hash in any case", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* send([{ result: hash.toUpperCase().replace("0X", "0x") }])
      expect(Result.isSuccess(outcome)).toBe(true)
      expect(log).toEqual([sent])
    }),
  )

  it.effect.each([
    "already known",
    "AlreadyKnown",
    "ALREADY_EXISTS: already known",
    "Known transaction",
    "known transaction: abab",
    "Transaction with the same hash was already imported.",
    "INTERNAL_ERROR: existing tx with same hash",
  ])("succeeds when the node already has the transaction: %s", (message) =>
    Effect.gen(function* () {
      const { outcome, log } = yield* send([no(message)])
      expect(Result.isSuccess(outcome)).toBe(true)
      expect(log).toEqual([sent])
    }),
  )

  it.effect("succeeds when a retry finds that the lost attempt was accepted", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* send(["lost", no("already known")])
      expect(Result.isSuccess(outcome)).toBe(true)
      expect(log).toEqual([sent, sent])
    }),
  )

  it.effect.each(["nonce too low", "insufficient funds", "internal error"])(
    "succeeds when the lookup finds the transaction despite the error: %s",
    (message) =>
      Effect.gen(function* () {
        const { outcome, log } = yield* send([no(message)], { result: { hash, blockNumber: "0x1" } })
        expect(Result.isSuccess(outcome)).toBe(true)
        expect(log).toEqual([sent, looked])
      }),
  )

  it.effect("succeeds when the lookup finds the transaction after all responses were lost", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* send(["lost"], { result: { hash } })
      expect(Result.isSuccess(outcome)).toBe(true)
      expect(log).toEqual([sent, sent, sent, sent, looked])
    }),
  )
})

it.effect("sends to one host only, even when it hangs", () =>
  Effect.gen(function* () {
    const asked = new Set<string>()
    const fetch = makeFetch(async (request) => {
      asked.add(new URL(request.url).host)
      const { id, method } = await request.json()
      if (method === "eth_sendRawTransaction") return new Promise(() => undefined)
      return Response.json({ jsonrpc: "2.0", id, result: null })
    })
    const rpc = yield* makeRpc({ tiers: [["https://a.test", "https://b.test"], ["https://c.test"]] }).pipe(
      Effect.provideService(Fetch, fetch),
    )
    yield* inVirtualTime(Effect.result(broadcast(rpc, { raw, hash })))
    expect([...asked]).toEqual(["a.test"])
  }),
)

const failure = (outcome: Result.Result<void, unknown>) => Result.getOrThrow(Result.flip(outcome))

describe("broadcast of a transaction that was not accepted", () => {
  it.effect.each([
    "insufficient funds for gas * price + value",
    "replacement transaction underpriced",
    "unknown transaction type",
  ])("fails with Refused when the lookup does not find the transaction: %s", (text) =>
    Effect.gen(function* () {
      const { outcome, log } = yield* send([no(text)])
      expect(failure(outcome)).toMatchObject({
        _tag: "BroadcastError",
        hash,
        reason: { _tag: "Refused", code: -32000, text },
        message: `${hash} was refused: ${text}`,
      })
      expect(log).toEqual([sent, looked])
    }),
  )

  it.effect("sends nothing while the host's Retry-After is in effect", () =>
    Effect.gen(function* () {
      let sends = 0
      const fetch = makeFetch(async (request) => {
        const { id, method } = await request.json()
        if (method === "eth_sendRawTransaction") sends++
        return method === "eth_chainId"
          ? new Response("", { status: 429, headers: { "retry-after": "90" } })
          : Response.json({ jsonrpc: "2.0", id, result: hash })
      })
      const rpc = yield* makeRpc({ tiers: [["https://a.test"]] }).pipe(Effect.provideService(Fetch, fetch))
      yield* inVirtualTime(Effect.result(rpc.request("eth_chainId")))
      const error = failure(yield* inVirtualTime(Effect.result(broadcast(rpc, { raw, hash }))))
      expect(error).toMatchObject({
        reason: { _tag: "NotSent", error: { reason: { _tag: "BackedOff", until: 90_000 } } },
        message: `${hash} was not sent: eth_sendRawTransaction: requests to a.test are paused until 1970-01-01T00:01:30.000Z`,
      })
      expect(sends).toBe(0)
    }),
  )

  it.effect("fails with NotSent when no node is configured", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* send([{ result: hash }], { result: null }, [])
      expect(failure(outcome)).toMatchObject({
        reason: { _tag: "NotSent" },
        message: `${hash} was not sent: eth_sendRawTransaction: no RPC URL is configured for this network`,
      })
      expect(log).toEqual([])
    }),
  )
})

describe("broadcast with an uncertain outcome", () => {
  const unfound = { result: null }
  const refused = no("insufficient funds")
  it.effect.each([
    [["lost"], unfound],
    [["hang"], unfound],
    [[refused], "lost"],
    [[refused], no("busy")],
    [[refused], { result: {} }],
    [[refused], { result: { hash: "0x1" } }],
    [[{ result: `0x${"cd".repeat(32)}` }], unfound],
    [[unfound], unfound],
    // The transaction itself may have used the nonce: not every node finds a mined one by its hash.
    [[no("nonce too low: next nonce 5, tx nonce 4")], unfound],
    [[no("Transaction nonce is too low. Try incrementing the nonce.")], unfound],
    [[no("OldNonce")], unfound],
    // evmos/ethermint#317: nodes of Cosmos chains have words of their own.
    [[no("Caused by: invalid nonce; got 8, expected 9: invalid sequence")], unfound],
    [[no("account sequence mismatch, expected 9, got 8: incorrect account sequence")], unfound],
    [[no("NONCE_TOO_LOW")], unfound],
    [[no("the nonce 7 was already, by another transaction, used")], unfound],
    // Words that a pattern would read for seconds.
    [[no(`${"nonce".repeat(1_000)}${"already".repeat(700)} used`)], unfound],
    // enzoferey/ethers-error-parser#9
    [[no("Nonce too low. Expected nonce to be 117 but got 1.")], unfound],
    // foundry-rs/foundry#10820
    [[no("EVM error; transaction validation error: nonce 992 too low, expected 993")], unfound],
    // A node behind the same host may have accepted the first attempt.
    [["lost", refused], unfound],
    [[{ status: 502 }, refused], unfound],
    [[{ ...refused, status: 500 }], unfound],
  ] as const)("fails with Uncertain instead of Refused: %j", ([answers, look]) =>
    Effect.gen(function* () {
      const { outcome } = yield* send(answers, look)
      const error = failure(outcome)
      expect(error).toMatchObject({ _tag: "BroadcastError", hash, reason: { _tag: "Uncertain" } })
      expect(String(error)).toContain("may have been sent")
      expect(String(error)).not.toContain(raw)
    }),
  )

  it.effect("fails with Refused after an attempt that the node's limit kept from running", () =>
    Effect.gen(function* () {
      const { outcome } = yield* send([{ status: 429 }, refused])
      expect(failure(outcome)).toMatchObject({ reason: { _tag: "Refused", text: "insufficient funds" } })
    }),
  )

  it.effect.each(["transaction not found", "not found"])(
    "fails with Refused when the node says of the hash: %s (AcalaNetwork/bodhi.js#316)",
    (text) =>
      Effect.gen(function* () {
        const { outcome } = yield* send([refused], no(text))
        expect(failure(outcome)).toMatchObject({ reason: { _tag: "Refused", text: "insufficient funds" } })
      }),
  )

  it.effect("fails with Refused when a node expects an earlier nonce: evmos/ethermint#317", () =>
    Effect.gen(function* () {
      const text = "Caused by: invalid nonce; got 9, expected 8: invalid sequence"
      const { outcome } = yield* send([no(text)], unfound)
      expect(failure(outcome)).toMatchObject({ reason: { _tag: "Refused", text } })
    }),
  )

  it.effect("succeeds when a node reports a known transaction with HTTP status code 500", () =>
    Effect.gen(function* () {
      const { outcome } = yield* send([{ ...no("already known"), status: 500 }])
      expect(Result.isSuccess(outcome)).toBe(true)
    }),
  )
})
