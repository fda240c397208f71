import { describe, expect, it } from "@effect/vitest"
import type { BalanceChange, Fee, TransferSimulation } from "@wmodal/chains"
import { Effect } from "effect"
import { ann, coin, makeHolding, makeSendWorld, payerAddress, usdc } from "../testing/sendFixture.ts"
import { makePreparePayment } from "./makePreparePayment.ts"
import type { Send, SendReason } from "./Send.ts"

const dollars = makeHolding(usdc, 0n)
const celo = { ...usdc, symbol: "CELO", decimals: 18 }
const change = (token: string | null, before: bigint, after: bigint): BalanceChange => ({
  token,
  before,
  after,
})

type Payment = Parameters<Send["prepare"]>[0]

const prepare = (
  simulate: (amount: bigint) => TransferSimulation,
  payment: Payment = { holding: dollars, amount: 100n, to: ann },
  balances: {
    readonly native: bigint
    readonly token: bigint
    readonly fee?: bigint
    readonly isRecipientKeyless?: true
  } = {
    native: 10n ** 18n,
    token: 500n,
  },
) => {
  const { fee: most = 1n, isRecipientKeyless } = balances
  const fee: Fee = {
    expected: 1n,
    most,
    transactionFields: {},
    seconds: null,
    ...(isRecipientKeyless && { isRecipientKeyless }),
  }
  return Effect.flatMap(
    makeSendWorld({
      actions: {
        balance: () => Effect.succeed(balances.native),
        tokenBalance: () => Effect.succeed(balances.token),
        estimate: () => Effect.succeed(fee),
        simulate: ({ transfer }) => Effect.sync(() => simulate(transfer.amount)),
      },
    }),
    ({ deps }) => makePreparePayment(deps)(payment),
  )
}

const arriving = (received: bigint): TransferSimulation => ({
  _tag: "Simulated",
  sender: [change(usdc.address, 500n, 400n)],
  recipient: [change(usdc.address, 7n, 7n + received)],
})

describe("a payment's own warnings", () => {
  it.effect.each([
    ["nothing arrives", arriving(0n), 0n],
    ["the recipient loses some", arriving(-5n), -5n],
    ["less than half arrives", arriving(49n), 49n],
    [
      "nothing moves at all",
      {
        _tag: "Simulated",
        sender: [change(usdc.address, 500n, 500n)],
        recipient: [change(usdc.address, 7n, 7n)],
      },
      0n,
    ],
    [
      "the simulation names no balance of the recipient",
      { _tag: "Simulated", sender: [change(usdc.address, 500n, 400n)], recipient: [] },
      0n,
    ],
  ] as const)("warns Undelivered when %s", ([, simulation, received]) =>
    Effect.gen(function* () {
      const { stops } = yield* prepare(() => simulation)
      expect(stops).toEqual([{ _tag: "Undelivered", received }])
    }),
  )

  it.effect.each([
    ["all of it arrives", arriving(100n)],
    ["the token keeps a fee of half", arriving(50n)],
  ] as const)("has no warning when %s", ([, simulation]) =>
    Effect.gen(function* () {
      expect((yield* prepare(() => simulation)).stops).toEqual([])
    }),
  )

  it.effect.each([100n, "max"] as const)("warns Keyless when perhaps no key can spend %s of it", (amount) =>
    Effect.gen(function* () {
      const funds = { native: 10n ** 18n, token: 100n, isRecipientKeyless: true } as const
      const { stops } = yield* prepare(() => arriving(100n), { holding: dollars, amount, to: ann }, funds)
      expect(stops).toEqual([{ _tag: "Keyless" }])
    }),
  )

  it.effect("has no warning for a payment to oneself, which changes no balance", () =>
    Effect.gen(function* () {
      const same = [change(usdc.address, 500n, 500n)]
      const self = { address: payerAddress.toLowerCase(), name: null, image: null }
      const { stops } = yield* prepare(() => ({ _tag: "Simulated", sender: same, recipient: same }), {
        holding: dollars,
        amount: 100n,
        to: self,
      })
      expect(stops).toEqual([])
    }),
  )

  it.effect("warns Untried when no node simulates, of a token and of the native currency", () =>
    Effect.gen(function* () {
      for (const holding of [dollars, makeHolding(coin, 0n)]) {
        const { stops } = yield* prepare(() => ({ _tag: "Unavailable" }), { holding, amount: 100n, to: ann })
        expect(stops).toEqual([{ _tag: "Untried" }])
      }
    }),
  )
})

describe("a token that is the native currency", () => {
  const holding = makeHolding(celo, 0n)
  const balance = 500n
  const face = (amount: bigint, nativeUnits = 1n): TransferSimulation => ({
    _tag: "Simulated",
    sender: [
      { ...change(usdc.address, balance, balance - amount), nativeUnits },
      change(null, balance * nativeUnits, (balance - amount) * nativeUnits),
    ],
    recipient: [{ ...change(usdc.address, 0n, amount), nativeUnits }, change(null, 0n, amount * nativeUnits)],
  })
  const reasonOf = (payment: Payment, funds: { native: bigint; token: bigint; fee: bigint }) =>
    Effect.map(Effect.flip(prepare(face, payment, funds)), ({ reason }): SendReason => reason)

  it.effect("prepares the payment of it: its balance and the native one are one ledger", () =>
    Effect.gen(function* () {
      const funds = { native: balance, token: balance, fee: 21n }
      const review = yield* prepare(face, { holding, amount: 100n, to: ann }, funds)
      expect([review.amount, review.stops]).toEqual([100n, []])
    }),
  )

  it.effect("prepares the payment of one with other decimals than the native currency", () =>
    Effect.gen(function* () {
      const funds = { native: balance * 1_000n, token: balance, fee: 21n }
      const review = yield* prepare(
        (amount) => face(amount, 1_000n),
        { holding, amount: 100n, to: ann },
        funds,
      )
      expect(review.stops).toEqual([])
    }),
  )

  it.effect("leaves the fee: the whole balance less it, and no amount beyond", () =>
    Effect.gen(function* () {
      const funds = { native: balance, token: balance, fee: 21n }
      expect((yield* prepare(face, { holding, amount: "max", to: ann }, funds)).amount).toBe(479n)
      const thousands = (amount: bigint) => face(amount, 1_000n)
      const scaled = { native: balance * 1_000n, token: balance, fee: 20_001n }
      expect((yield* prepare(thousands, { holding, amount: "max", to: ann }, scaled)).amount).toBe(479n)
      expect(yield* reasonOf({ holding, amount: 480n, to: ann }, funds)).toEqual({
        _tag: "Insufficient",
        of: "gas",
      })
    }),
  )

  it.effect("refuses the payment when more of the ledger leaves than the amount", () =>
    Effect.gen(function* () {
      const funds = { native: balance, token: balance, fee: 21n }
      const { reason } = yield* Effect.flip(
        prepare((amount) => face(amount * 2n), { holding, amount: 100n, to: ann }, funds),
      )
      expect(reason).toEqual({ _tag: "Suspicious" })
    }),
  )
})
