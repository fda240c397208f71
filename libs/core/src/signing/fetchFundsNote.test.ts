import { describe, expect, it } from "@effect/vitest"
import {
  type ChainActions,
  type ContractActions,
  type RequestNote,
  TransferRejected,
  type WalletRequest,
} from "@wmodal/chains"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { makeActions } from "../testing/makeEngineOver.ts"
import { payerAddress as from } from "../testing/sendFixture.ts"
import { scriptedContracts } from "../testing/swapFixture.ts"
import { fetchFundsNote } from "./fetchFundsNote.ts"

const rpc: Rpc = { request: () => Effect.die("no node"), pin: Effect.die("no node") }
const transaction = (value: bigint, to: string | null = "0x01"): WalletRequest => ({
  _tag: "Transaction",
  transaction: { to, value: `0x${value.toString(16)}`, data: "0x12" },
})
const batch = (first: bigint, ...others: readonly bigint[]): WalletRequest => {
  const toCall = (value: bigint) => ({ to: "0x01", value, data: "0x12" })
  return { _tag: "Calls", calls: [toCall(first), ...others.map(toCall)] }
}
const noEstimate = new RpcError({ method: "eth_estimateGas", host: "", reason: { _tag: "NoEndpoint" } })

interface World {
  readonly held?: bigint
  readonly most?: bigint
  readonly smart?: boolean
  readonly estimateCall?: ContractActions["estimateCall"]
  readonly spendableBalance?: ChainActions["spendableBalance"]
}

const noting = (request: WalletRequest, world: World = {}): Effect.Effect<RequestNote | null> => {
  const { held = 1_000n, most = 100n, smart = false } = world
  const fee = { expected: most, most, transactionFields: {}, seconds: null }
  const estimateCall = world.estimateCall ?? (() => Effect.succeed(fee))
  const actions = makeActions({
    spendableBalance: world.spendableBalance ?? (() => Effect.succeed(held)),
    contracts: { ...scriptedContracts, estimateCall },
  })
  return fetchFundsNote({ actions, asking: { network, rpc }, from, smart }, request)
}

const failing = (reason: TransferRejected["reason"]): World => ({
  estimateCall: () => Effect.fail(new TransferRejected({ reason })),
})

describe("fetchFundsNote", () => {
  it.effect(
    "returns null up to the whole balance less the fee, and that the fee is lacking for one unit more",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.bigInt({ min: 1n, max: 10n ** 20n }),
            fc.bigInt({ min: 1n, max: 10n ** 16n }),
            async (value, most) => {
              const held = value + most
              const note = (units: bigint) => Effect.runPromise(noting(transaction(units), { held, most }))
              expect(await note(value)).toBeNull()
              expect(await note(value + 1n)).toEqual({
                _tag: "Insufficient",
                of: "gas",
                held,
                needed: held + 1n,
              })
              expect(await note(held + 1n)).toMatchObject({ of: "token", needed: held + 1n + most })
            },
          ),
        ),
      ),
  )

  it.effect(
    "returns that the fee is lacking when the chain says so, and null when it rejects the call for another reason",
    () =>
      Effect.gen(function* () {
        expect(yield* noting(transaction(5n), failing({ _tag: "Insufficient" }))).toMatchObject({ of: "gas" })
        expect(yield* noting(transaction(5n), failing({ _tag: "Reverts", text: "" }))).toBeNull()
      }),
  )

  it.effect("counts no fee of a batch, of a smart account, and of a contract's creation", () =>
    Effect.gen(function* () {
      const world = { held: 1_000n, most: 100n }
      expect(yield* noting(batch(400n, 600n), world)).toBeNull()
      expect(yield* noting(batch(400n, 601n), world)).toMatchObject({ of: "token", needed: 1_001n })
      expect(yield* noting(transaction(1_000n), { ...world, smart: true })).toBeNull()
      expect(yield* noting(transaction(1_001n), { ...world, smart: true })).toMatchObject({ of: "token" })
      expect(yield* noting(transaction(1_000n, null), world)).toBeNull()
    }),
  )

  it.effect.each<[string, World]>([
    ["the fee", { estimateCall: () => Effect.fail(noEstimate) }],
    ["the balance", { spendableBalance: () => Effect.fail(noEstimate) }],
    ["anything", { spendableBalance: () => Effect.die(new Error("broken")) }],
  ])("returns FundsUnread when no node tells %s", ([, world]) =>
    Effect.gen(function* () {
      expect(yield* noting(transaction(5n), world)).toEqual({ _tag: "FundsUnread" })
    }),
  )

  it.effect("returns null for a signature, and on a chain without contracts", () =>
    Effect.gen(function* () {
      expect(yield* noting({ _tag: "Message", message: "hi" }, { held: 0n })).toBeNull()
      const actions = makeActions({ contracts: null })
      const funds = { actions, asking: { network, rpc }, from, smart: false }
      expect(yield* fetchFundsNote(funds, transaction(10n ** 30n))).toBeNull()
    }),
  )
})
