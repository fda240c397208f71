import { type Fee, type Transfer, TransferRejected } from "@wmodal/chains"
import { formatAmount, hasKey, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Recipient, RecipientError } from "../recipients/Recipients.ts"
import { coin, makeHolding, makeSendWorld, payerAddress, usdc } from "../testing/sendFixture.ts"
import { parseAmountInput } from "./amountInput.ts"
import { makeSend } from "./makeSend.ts"
import type { Send, SendState } from "./Send.ts"

/** The amount and the token that a link requests, by its text. */
const links: ReadonlyMap<string, readonly [amount: string, token: string | null]> = new Map([
  ["l1", ["0.5", null]],
  ["l2", ["12", usdc.address]],
])

/** Names of two letters are registered, and those in `links` are payment links; those of three letters are not. */
const whoIs = (text: string): Recipient => {
  const [amount, token] = links.get(text) ?? []
  const recipient = { address: `0x${text}`, name: text, image: null }
  if (amount === undefined || token === undefined) return recipient
  const request = { token, amount: { _tag: "Whole", text: amount }, references: [], unused: [] } as const
  return { ...recipient, link: { namespace: "eip155", network: null, recipient: text, ...request } }
}
/** Returns fees that encode their query. */
const feeFor = ({ amount, from, to, token }: Transfer): Fee => ({
  expected: 1n,
  most: 2n,
  transactionFields: { amount: `${amount}`, from, to, token },
  seconds: null,
})

/** A query with a response under the test's control; its function `answer` returns the correct result. */
interface OpenSendQuery {
  readonly answer: Effect.Effect<void>
}

const payers = [payerAddress, "0x00000000000000000000000000000000000000b2"]
const holdings = [makeHolding(coin, 10n ** 21n), makeHolding(usdc, 10n ** 9n)] as const

const move = fc.oneof(
  {
    arbitrary: fc.record({
      _tag: fc.constant("Amount"),
      text: fc.constantFrom("", "1", "12", "0.5", "0.", "2000"),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      _tag: fc.constant("Recipient"),
      text: fc.constantFrom("", "aa", "bb", "l1", "l2", "xyz"),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ _tag: fc.constant("Token"), at: fc.constantFrom(0, 1) }), weight: 1 },
  { arbitrary: fc.record({ _tag: fc.constant("Payer"), at: fc.constantFrom(0, 1) }), weight: 1 },
  {
    arbitrary: fc.record({ _tag: fc.constant("Wait"), milliseconds: fc.constantFrom(1, 299, 300, 600) }),
    weight: 6,
  },
  // Any query so far, including aborted ones.
  { arbitrary: fc.record({ _tag: fc.constant("Answer"), which: fc.nat(20) }), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      { _tag: "Max" } as const,
      { _tag: "Switch" } as const,
      { _tag: "Review" } as const,
      { _tag: "Back" } as const,
    ),
    weight: 3,
  },
)
type SendCommand = typeof move extends fc.Arbitrary<infer A> ? A : never
type ModelCommand = SendCommand | { readonly _tag: "AnswerAll" }

const playing = (moves: readonly ModelCommand[], look: (state: SendState, payer: string) => void) =>
  Effect.gen(function* () {
    const open: OpenSendQuery[] = []
    const ask = <A, E>(right: Effect.Effect<A, E>) =>
      Effect.suspend(() => {
        const gate = Deferred.makeUnsafe<void>()
        open.push({ answer: Effect.asVoid(Deferred.succeed(gate, undefined)) })
        return Effect.andThen(Deferred.await(gate), right)
      })
    const world = yield* makeSendWorld({
      holdings,
      recipients: {
        resolve: (text) =>
          ask(
            text.length === 2
              ? Effect.succeed(whoIs(text))
              : Effect.fail(new RecipientError({ text, reason: { _tag: "UnknownName" } })),
          ),
        stops: (address, token) =>
          ask(Effect.succeed([{ _tag: "LookAlike", address, known: token ?? "native" }])),
      },
      actions: {
        estimate: ({ transfer }) =>
          ask(
            transfer.amount === 12n * 10n ** 18n
              ? Effect.fail(new TransferRejected({ reason: { _tag: "Reverts", text: transfer.to } }))
              : Effect.succeed(feeFor(transfer)),
          ),
        balance: () => Effect.succeed(10n ** 21n),
        tokenBalance: () => Effect.succeed(10n ** 9n),
      },
    })
    const send = yield* makeSend(world.deps)
    let payer = payers[0] ?? ""
    const play = (step: ModelCommand): Effect.Effect<unknown> => {
      switch (step._tag) {
        case "Amount":
          return send.typeAmount(step.text)
        case "Recipient":
          return send.typeRecipient(step.text)
        case "Token":
          return send.chooseToken(holdings[step.at] ?? holdings[0])
        case "Payer":
          payer = payers[step.at] ?? payer
          return world.connect(payer, mainnet)
        case "Wait":
          return TestClock.adjust(step.milliseconds)
        case "Answer":
          return open[step.which % Math.max(1, open.length)]?.answer ?? Effect.void
        case "AnswerAll":
          return Effect.forEach(open, ({ answer }) => answer)
        case "Review":
          return Effect.forkChild(send.review, { startImmediately: true })
        default:
          return single(send, step._tag)
      }
    }
    for (const step of moves) {
      yield* play(step)
      yield* TestClock.adjust(0)
      look(SubscriptionRef.getUnsafe(send.state), payer)
    }
  })

const single = (send: Send, what: "Max" | "Switch" | "Back") => {
  switch (what) {
    case "Max":
      return send.useMax
    case "Switch":
      return send.switchUnit
    case "Back":
      return send.back
  }
}

/** The shown state, with the expected values. */
const looked = (state: SendState, payer: string) => {
  if (state._tag === "Reviewing") {
    const { form, review } = state
    if (!hasKey(review, "to")) throw new Error("the review of a server's transaction")
    const { amount, fee, holding, to } = review
    const sent = to.link && [formatAmount(amount, holding.token.decimals), holding.token.address]
    return {
      shown: [to.name, fee.transactionFields, review.account, holding.token, form.amount, sent],
      typed: [
        form.recipient,
        feeFor({
          from: payer,
          to: to.address,
          token: holding.token.address,
          amount: form.max ? 10n ** (holding.token.address === null ? 21n : 9n) : amount,
        }).transactionFields,
        `eip155:1:${payer}`,
        form.holding?.token,
        form.amount,
        links.get(form.recipient),
      ],
    }
  }
  if (state._tag !== "Editing") throw new Error(state._tag)
  const { amount, error, fee, form, recipient } = state
  const token = form.holding?.token.address ?? null
  const who = form.recipient === "" ? null : whoIs(form.recipient)
  const resolved = recipient._tag === "Resolved" ? recipient : null
  const shown: unknown[] = []
  const typed: unknown[] = []
  const compare = (one: unknown, other: unknown) => {
    shown.push(one)
    typed.push(other)
  }
  if (resolved !== null) compare(resolved.recipient, who)
  if (resolved?.stops)
    compare(resolved.stops, [{ _tag: "LookAlike", address: who?.address, known: token ?? "native" }])
  if (recipient._tag === "Failed") compare(recipient.error.text, form.recipient)
  if (recipient._tag === "Empty") compare(form.recipient, "")
  if (fee._tag === "Estimated")
    compare(
      fee.fee.transactionFields,
      feeFor({
        from: payer,
        to: resolved?.recipient.address ?? payer,
        token,
        amount: form.max ? (form.holding?.balance ?? 0n) : (amount.units ?? 0n),
      }).transactionFields,
    )
  const link = links.get(form.recipient)
  if (state.ready && link !== undefined)
    compare([formatAmount(amount.units ?? 0n, form.holding?.token.decimals ?? 0), token], link)
  if (error?.reason._tag === "Reverts") compare(error.reason.text, who?.address)
  if (form.unit === "token" && form.holding !== null && !form.max)
    compare(amount.units, parseAmountInput(form.amount, "token", form.holding))
  return { shown, typed }
}

describe("random edits and responses", () => {
  it("shows only data of the current input, selection and connection", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 20, maxLength: 60 }), (moves) =>
        Effect.runPromise(
          playing(moves, (state, payer) => {
            const { shown, typed } = looked(state, payer)
            expect(shown).toEqual(typed)
          }).pipe(Effect.scoped, Effect.provide(TestClock.layer())),
        ),
      ),
    )
  })

  it("becomes ready once every query has a response and the typing has paused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 20 }), (moves) => {
        let last: SendState | null = null
        const answers: readonly ModelCommand[] = [
          { _tag: "Back" },
          { _tag: "Token", at: 0 },
          { _tag: "Amount", text: "1" },
          { _tag: "Recipient", text: "aa" },
          ...Array.from({ length: 6 }).flatMap(
            () => [{ _tag: "Wait", milliseconds: 300 }, { _tag: "AnswerAll" }] as const,
          ),
        ]
        return Effect.runPromise(
          playing([...moves, ...answers], (state) => {
            last = state
          }).pipe(
            Effect.andThen(
              Effect.sync(() => {
                expect(last).toMatchObject({
                  _tag: "Editing",
                  ready: true,
                  recipient: { recipient: whoIs("aa") },
                  fee: { _tag: "Estimated" },
                })
              }),
            ),
            Effect.scoped,
            Effect.provide(TestClock.layer()),
          ),
        )
      }),
    )
  })
})
