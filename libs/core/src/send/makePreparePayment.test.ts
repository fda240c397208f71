import { describe, expect, it } from "@effect/vitest"
import { type BalanceChange, type Fee, TransferRejected, type TransferSimulation } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Deferred, Effect, Fiber } from "effect"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import {
  ann,
  coin,
  makeHolding,
  makeSendWorld,
  payerAddress,
  type SendWorld,
  usdc,
} from "../testing/sendFixture.ts"
import { makePreparePayment } from "./makePreparePayment.ts"
import type { Send } from "./Send.ts"

const ether = 10n ** 18n
const fee: Fee = { expected: 21_000n, most: 42_000n, transactionFields: {}, seconds: 12 }
const eth = makeHolding(coin, 0n)
const dollars = makeHolding(usdc, 0n)
const dead = new RpcError({ method: "eth_call", host: "h", reason: { _tag: "TimedOut", milliseconds: 1 } })
type Payment = Parameters<Send["prepare"]>[0]

const prepareWith = (world: SendWorld, payment: Payment) =>
  Effect.flatMap(makeSendWorld(world), ({ deps }) => makePreparePayment(deps)(payment))
const prepareRefused = (world: SendWorld, payment: Payment) =>
  Effect.map(Effect.flip(prepareWith(world, payment)), ({ reason }) => reason)

const holds = (native: bigint, token: bigint, more: SendWorld["actions"] = {}): SendWorld => ({
  actions: { balance: () => Effect.succeed(native), tokenBalance: () => Effect.succeed(token), ...more },
})

describe("a review", () => {
  it.effect("shows the requested payment with the chain's current data", () =>
    Effect.gen(function* () {
      const review = yield* prepareWith(
        { actions: { build: ({ transfer, fee }) => ({ to: transfer.to, gas: `${fee.most}` }) } },
        { holding: eth, amount: ether / 2n, to: ann },
      )
      expect(review).toMatchObject({
        account: `eip155:1:${payerAddress}`,
        amount: ether / 2n,
        fee,
        to: ann,
        stops: [],
        transaction: { to: ann.address, gas: "42000" },
        simulation: { _tag: "Simulated" },
      })
      // 0.5 at 2000; the balance of zero from the holdings was stale.
      expect(review.fiat).toEqual({ units: 1000n * ether, decimals: 18 })
      expect(review.feeFiat).toEqual({ units: 42_000_000n, decimals: 18 })
      expect(review.holding.balance).toBe((3n * ether) / 2n)
    }),
  )

  it.effect.each([
    [{ isRecallable: true }, true],
    [{}, undefined],
  ] as const)("says whether the issuer of the token may take it back: %j", ([fact, expected]) =>
    Effect.gen(function* () {
      const described = { name: "", symbol: "", decimals: usdc.decimals, ...fact }
      const world = holds(ether, 5n, { token: () => Effect.succeed(described) })
      const review = yield* prepareWith(world, { holding: dollars, amount: 5n, to: ann })
      expect(review.isRecallable).toBe(expected)
    }),
  )

  it.effect("runs independent reads concurrently", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const asked: string[] = []
      const wait = <A>(what: string, answer: A) =>
        Effect.suspend(() => {
          asked.push(what)
          return Effect.as(Deferred.await(gate), answer)
        })
      const reading = yield* Effect.forkChild(
        prepareWith(
          {
            actions: {
              balance: () => wait("native", ether),
              tokenBalance: () => wait("token", 10n),
              estimate: () => wait("fee", fee),
            },
            recipients: { stops: () => wait("stops", []) },
          },
          { holding: dollars, amount: 1n, to: ann },
        ),
        { startImmediately: true },
      )
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      expect(asked.toSorted()).toEqual(["fee", "native", "stops", "token"])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(reading)
    }),
  )

  it.effect("formats the recipient's address in the chain's notation", () =>
    Effect.gen(function* () {
      const review = yield* prepareWith(
        { actions: { address: (text) => text.toUpperCase() } },
        { holding: eth, amount: 1n, to: ann },
      )
      expect(review.to).toEqual({ ...ann, address: ann.address.toUpperCase() })
    }),
  )

  it.effect("reports the stops that need an explicit confirmation", () =>
    Effect.gen(function* () {
      const stop = { _tag: "FirstTime", address: ann.address } as const
      const review = yield* prepareWith(
        { recipients: { stops: () => Effect.succeed([stop]) } },
        { holding: eth, amount: 1n, to: ann },
      )
      expect(review.stops).toEqual([stop])
    }),
  )

  it.effect("takes the whole balance, less the maximum network fee", () =>
    Effect.gen(function* () {
      const estimated: bigint[] = []
      const world = holds(ether, 500n, {
        estimate: ({ transfer }) => {
          estimated.push(transfer.amount)
          return Effect.succeed(fee)
        },
      })
      const max = yield* prepareWith(world, { holding: eth, amount: "max", to: ann })
      expect(max.amount).toBe(ether - 42_000n)
      const token = yield* prepareWith(world, { holding: dollars, amount: "max", to: ann })
      expect(token.amount).toBe(500n)
      expect(estimated).toEqual([ether, 500n])
    }),
  )

  it.effect("finds the maximum on a node that estimates nothing without a fee left", () =>
    Effect.gen(function* () {
      const world = holds(ether, 500n, {
        estimate: ({ transfer }) =>
          transfer.amount + 1_000n > ether
            ? Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } }))
            : Effect.succeed(fee),
      })
      const max = yield* prepareWith(world, { holding: eth, amount: "max", to: ann })
      expect(max.amount).toBe(ether - 42_000n)
    }),
  )
})

describe("a rejected review", () => {
  it.effect.each([
    ["an amount of zero", { holding: eth, amount: 0n, to: ann }, { _tag: "InvalidAmount" }],
    ["a negative amount", { holding: eth, amount: -1n, to: ann }, { _tag: "InvalidAmount" }],
    [
      "a token of another network",
      { holding: makeHolding({ ...coin, network: "eip155:10" }, ether), amount: 1n, to: ann },
      { _tag: "Changed" },
    ],
    [
      "an amount above the balance",
      { holding: eth, amount: 2n * ether, to: ann },
      { _tag: "Insufficient", of: "token" },
    ],
    [
      "an amount that leaves too little for the fee",
      { holding: eth, amount: (3n * ether) / 2n - 41_999n, to: ann },
      { _tag: "Insufficient", of: "gas" },
    ],
  ] as const)("rejects a payment with %s", ([, payment, reason]) =>
    Effect.gen(function* () {
      expect(yield* prepareRefused({}, payment)).toEqual(reason)
    }),
  )

  it.effect("rejects a balance equal to the fee, and accepts one unit more", () =>
    Effect.gen(function* () {
      const payment = { holding: dollars, amount: 1n, to: ann }
      for (const native of [0n, 41_999n, 42_000n])
        expect(yield* prepareRefused(holds(native, 1n), payment)).toEqual({ _tag: "Insufficient", of: "gas" })
      expect((yield* prepareWith(holds(42_001n, 1n), payment)).amount).toBe(1n)
      for (const native of [41_999n, 42_000n])
        expect(yield* prepareRefused(holds(native, 0n), { holding: eth, amount: "max", to: ann })).toEqual({
          _tag: "Insufficient",
          of: "gas",
        })
      expect((yield* prepareWith(holds(42_001n, 0n), { holding: eth, amount: "max", to: ann })).amount).toBe(
        1n,
      )
    }),
  )

  it.effect("returns the contract's own reason, before any wallet request", () =>
    Effect.gen(function* () {
      const reverts = { _tag: "Reverts", text: "paused" } as const
      const payment = { holding: dollars, amount: 1n, to: ann }
      const estimated = { estimate: () => Effect.fail(new TransferRejected({ reason: reverts })) }
      expect(yield* prepareRefused({ actions: estimated }, payment)).toEqual(reverts)
      expect(
        yield* prepareRefused({ actions: { simulate: () => Effect.succeed(reverts) } }, payment),
      ).toEqual(reverts)
    }),
  )

  it.effect("rejects a payment from a balance that a pending payment uses", () =>
    Effect.gen(function* () {
      const world = holds(ether, 10n, {
        spendableBalance: ({ token }) => Effect.succeed(token === null ? ether / 4n : 0n),
      })
      const all = yield* prepareWith(world, { holding: eth, amount: "max", to: ann })
      expect(all.amount).toBe(ether / 4n - fee.most)
      expect(yield* prepareRefused(world, { holding: eth, amount: ether / 2n, to: ann })).toEqual({
        _tag: "Insufficient",
        of: "token",
      })
      expect(yield* prepareRefused(world, { holding: dollars, amount: 1n, to: ann })).toEqual({
        _tag: "Insufficient",
        of: "token",
      })
      // The currency of the fee may be in use, too.
      const fees = holds(ether, 10n, {
        spendableBalance: ({ token }) => Effect.succeed(token === null ? fee.most : 10n),
      })
      expect(yield* prepareRefused(fees, { holding: dollars, amount: 1n, to: ann })).toEqual({
        _tag: "Insufficient",
        of: "gas",
      })
    }),
  )

  it.effect("reports an insufficient balance before the chain's simulation error", () =>
    Effect.gen(function* () {
      const estimate = () =>
        Effect.fail(new TransferRejected({ reason: { _tag: "Reverts", text: "exceeds" } }))
      expect(
        yield* prepareRefused({ actions: { estimate } }, { holding: dollars, amount: 10n ** 12n, to: ann }),
      ).toEqual({ _tag: "Insufficient", of: "token" })
    }),
  )

  it.effect("rejects a contract with other decimals than the amount was written in", () =>
    Effect.gen(function* () {
      const counting = (decimals: number) => ({
        actions: {
          ...holds(ether, 10n ** 9n).actions,
          token: () => Effect.succeed({ name: "USD Coin", symbol: "USDC", decimals }),
        },
      })
      const payment = { holding: dollars, amount: 5n, to: ann }
      expect(yield* prepareRefused(counting(18), payment)).toMatchObject({
        _tag: "Problem",
        problem: { method: "decimals", reason: { _tag: "Malformed" } },
      })
      expect((yield* prepareWith(counting(6), payment)).amount).toBe(5n)
      // A contract without decimals has those of its listing.
      expect((yield* prepareWith(holds(ether, 10n ** 9n), payment)).amount).toBe(5n)
    }),
  )

  it.effect("fails when a read fails", () =>
    Effect.gen(function* () {
      const fails = () => Effect.fail(dead)
      for (const actions of [{ balance: fails }, { tokenBalance: fails }, { estimate: fails }])
        expect(yield* prepareRefused({ actions }, { holding: dollars, amount: 1n, to: ann })).toEqual({
          _tag: "Problem",
          problem: dead,
        })
    }),
  )

  it.effect("fails on an unexpected error", () =>
    Effect.gen(function* () {
      const breaks = () => Effect.die(new Error("broken"))
      for (const world of [
        { actions: { estimate: breaks } },
        { actions: { simulate: breaks } },
        { recipients: { stops: breaks } },
      ])
        expect(yield* prepareRefused(world, { holding: dollars, amount: 1n, to: ann })).toMatchObject({
          _tag: "Problem",
          problem: { reason: { _tag: "Unknown", detail: "broken" } },
        })
    }),
  )

  it.effect("rejects a recipient that is not an address of the chain", () =>
    Effect.gen(function* () {
      const reason = yield* prepareRefused(
        { actions: { address: () => null } },
        { holding: eth, amount: 1n, to: ann },
      )
      expect(reason).toMatchObject({ _tag: "Recipient", error: { reason: { _tag: "NotAnAddress" } } })
    }),
  )

  it.effect("rejects a wallet on another network", () =>
    Effect.gen(function* () {
      const world = yield* makeSendWorld({ actions: { balance: () => Effect.die("asked") } })
      yield* world.walletMoves("eip155:10")
      const error = yield* Effect.flip(makePreparePayment(world.deps)({ holding: eth, amount: 1n, to: ann }))
      expect(formatFlowEnglish(presentFlow(error).body)).toBe(
        "Your wallet is not on Ethereum. Nothing was sent. Switch it to that network.",
      )
    }),
  )

  it.effect("fails when the account changes during the reads", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const world = yield* makeSendWorld({
        actions: { estimate: () => Effect.as(Deferred.await(gate), fee) },
      })
      const reading = yield* Effect.forkChild(
        Effect.flip(makePreparePayment(world.deps)({ holding: eth, amount: 1n, to: ann })),
        { startImmediately: true },
      )
      yield* world.connect("0x00000000000000000000000000000000000000b2", mainnet)
      yield* Deferred.succeed(gate, undefined)
      expect((yield* Fiber.join(reading)).reason).toEqual({ _tag: "Changed" })
    }),
  )

  it.effect("rejects an unsupported network and a missing wallet, without requests", () =>
    Effect.gen(function* () {
      const asked = () => Effect.die("asked")
      const world = yield* makeSendWorld({
        actions: { balance: asked, estimate: asked, simulate: asked },
        recipients: { stops: asked },
      })
      const prepare = makePreparePayment(world.deps)({ holding: eth, amount: 1n, to: ann })
      yield* world.showUnknown({ ...optimism, caipNetworkId: "eip155:99", id: 99 })
      expect((yield* Effect.flip(prepare)).reason).toMatchObject({
        _tag: "Problem",
        problem: { reason: { _tag: "UnsupportedChain", network: "eip155:99" } },
      })
      yield* world.disconnect
      expect((yield* Effect.flip(prepare)).reason).toMatchObject({
        _tag: "Problem",
        problem: { reason: { _tag: "NotConnected" } },
      })
    }),
  )
})

describe("a smart account", () => {
  it.effect("pays no fee: neither the balance rule nor the node's estimate applies", () =>
    Effect.gen(function* () {
      const poor: SendWorld = {
        ...holds(0n, 5n, {
          estimate: () => Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } })),
        }),
      }
      const payment = { holding: dollars, amount: 5n, to: ann } as const
      expect(yield* prepareRefused(poor, payment)).toEqual({ _tag: "Insufficient", of: "gas" })
      const review = yield* prepareWith({ ...poor, accountType: "smartAccount" }, payment)
      expect(review.fee).toEqual({ expected: 0n, most: 0n, transactionFields: {}, seconds: null })
      const whole = yield* prepareWith(
        { ...holds(7n, 0n), accountType: "smartAccount" },
        { holding: eth, amount: "max", to: ann },
      )
      expect(whole.amount).toBe(7n)
    }),
  )
})

describe("simulation of a payment", () => {
  const change = (token: string | null, before: bigint, after: bigint): BalanceChange => ({
    token,
    before,
    after,
  })
  const simulated = (
    sender: readonly BalanceChange[],
    recipient: readonly BalanceChange[],
  ): TransferSimulation & { readonly _tag: "Simulated" } => ({ _tag: "Simulated", sender, recipient })
  const under = (simulation: TransferSimulation): SendWorld => ({
    actions: { simulate: () => Effect.succeed(simulation) },
  })
  const payment = { holding: dollars, amount: 100n, to: ann } as const

  it.effect.each([
    [
      "the whole amount arrives",
      simulated([change(usdc.address, 500n, 400n)], [change(usdc.address, 0n, 100n)]),
    ],
    [
      "the token deducts a fee",
      simulated([change(usdc.address, 500n, 400n)], [change(usdc.address, 0n, 97n)]),
    ],
    [
      "the amount returns to the sender",
      simulated([change(usdc.address, 500n, 500n)], [change(usdc.address, 500n, 500n)]),
    ],
    [
      "the token pays its sender a reward",
      simulated([change(usdc.address, 500n, 400n), change(null, 1n, 2n)], [change(usdc.address, 0n, 100n)]),
    ],
    [
      "the recipient forwards the amount",
      simulated([change(usdc.address, 500n, 400n)], [change(usdc.address, 50n, 0n), change(null, 9n, 0n)]),
    ],
  ] as const)("accepts the payment when %s", ([, simulation]) =>
    Effect.gen(function* () {
      expect((yield* prepareWith(under(simulation), payment)).simulation).toBe(simulation)
    }),
  )

  it.effect(
    "accepts the rounding of a share-based token, and rejects one unit more, or any rounding of a fixed amount",
    () =>
      Effect.gen(function* () {
        const falls = (amount: bigint, by: bigint) =>
          Effect.exit(
            prepareWith(under(simulated([change(usdc.address, 10n ** 9n, 10n ** 9n - by)], [])), {
              ...payment,
              amount,
            }),
          )
        const million = 1_000_000n
        expect((yield* falls(million, million + 2n))._tag).toBe("Success")
        expect((yield* falls(million, million + 3n))._tag).toBe("Failure")
        expect((yield* falls(million - 1n, million))._tag).toBe("Failure")
      }),
  )

  it.effect.each([
    ["one unit more than the amount leaves", simulated([change(usdc.address, 500n, 399n)], [])],
    [
      "the whole balance leaves",
      simulated([change(usdc.address, 500n, 0n)], [change(usdc.address, 0n, 100n)]),
    ],
    ["another asset leaves", simulated([change(usdc.address, 500n, 400n), change(null, 9n, 8n)], [])],
  ] as const)("rejects the payment when %s", ([, simulation]) =>
    Effect.gen(function* () {
      expect(yield* prepareRefused(under(simulation), payment)).toEqual({ _tag: "Suspicious" })
    }),
  )
})
