import { ConnectorError } from "@wmodal/chains"
import type { Flows, LedgerEntry, SendReview, Stop } from "@wmodal/core/flows"
import { Effect } from "effect"
import { usage } from "../failure/CliError.ts"
import { watch } from "../failure/reportOf.ts"
import { followed, handleOf, hashOf } from "../payments/follow.ts"
import { alikePayment, refuseLeftOpen } from "../payments/leftOpen.ts"
import { oneLine } from "../payments/oneLine.ts"
import { documentLines, reviewDocument } from "../payments/payment.ts"
import { preparePayment, type WholePayment } from "../payments/prepare.ts"
import { makeReviewed, type Reviewed } from "../payments/Reviewed.ts"
import { receiptDocument, receiptFields, titleOf } from "../payments/receipt.ts"
import { renewed } from "../payments/renewed.ts"
import { isTyped, refuseStop, stopsLeft, valueToType, withinLimit, worst } from "../payments/stops.ts"
import { submitted } from "../payments/submit.ts"
import type { Plan, SendFlags, TypedPayment } from "../plan/Plan.ts"
import * as value from "../plan/values.ts"
import type { Asking } from "../session/asking.ts"
import type { Context } from "../session/Context.ts"
import { openEntries } from "../session/openEntries.ts"
import { openToLook } from "../session/openSession.ts"
import { openToSign } from "../session/openToSign.ts"
import { attemptState } from "../state/attemptState.ts"
import { inTurn } from "../state/Turn.ts"
import { approver } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"

/** One payment: prepared, reviewed, signed, sent and followed. */
export const send = (
  { flags, payment: typed }: Extract<Plan, { _tag: "Send" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    const asksNobody = flags.yes || flags.dryRun
    if (!asksNobody && !context.terminal.asks && isWhole(typed)) {
      return yield* usage("Nobody is here to approve: --yes.", "wmodal send <amount> <token> <to> --yes")
    }
    if (flags.yes && typed.amount === "max" && flags.maxUsd === null) {
      return yield* usage("--yes with max needs --max-usd, or an amount.", "--max-usd <amount>")
    }
    const payment = yield* wholePayment(typed, context)
    const reviewed = makeReviewed(approver(flags, context))
    const open = yield* attemptState(context.folder, () => openEntries(context.folder))
    output.state("connecting")
    const { asking, engine } = yield* flags.dryRun
      ? openToLook(context)
      : openToSign(context, {
          key: flags.key,
          yes: flags.yes,
          reviewed,
          signed: () => output.state("signed"),
        })
    const flows = yield* engine.flows
    const review = yield* prompts.during("Looking at the payment", preparePayment(flows, payment))
    yield* withinLimit(review.fiat, flags.maxUsd)
    if (flags.dryRun) return yield* printReview(review, context)
    output.state("quote", reviewDocument(review))
    yield* prompts.during(
      "Looking for an earlier one",
      refuseLeftOpen(flows.ledger, alikePayment(review), { open, confirm: flags.confirm }),
    )
    yield* decided(review, flags, context)
    output.state("approval")
    yield* flags.signOnly
      ? signOnly(flows, review, { reviewed, asking, context })
      : pay(flows, review, { reviewed, asking, flags, context, open })
    if (!flags.yes)
      output.say(`The same in one line: ${oneLine(payment, review, { flags, shared: context.shared })}`)
  })

const isWhole = ({ amount, to, token }: TypedPayment): boolean =>
  amount !== null && token !== null && to !== null

const example = "wmodal send 1.5 USDC 0x…"

/** What was not typed is asked for, where somebody is there. */
const wholePayment = Effect.fnUntraced(function* (
  { amount, to, token }: TypedPayment,
  { prompts, terminal }: Context,
) {
  const ask = (label: string, refusal: (text: string) => string | null) =>
    terminal.asks
      ? Effect.flatMap(prompts.line({ label, refusal }), (text) =>
          text === null ? Effect.fail(declined) : Effect.succeed(text),
        )
      : Effect.fail(usage(`A value is missing: <${label.toLowerCase()}>.`, example))
  const any = () => null
  const whole: WholePayment = {
    amount: amount ?? (yield* ask("Amount", amountRefusal)),
    token: token ?? (yield* ask("Token", any)),
    to: to ?? (yield* ask("To", any)),
  }
  return whole
})

const amountRefusal = (text: string): string | null => {
  try {
    value.amount(text)
    return null
  } catch {
    return "Write it as 1.5, or max for everything there is."
  }
}

/** The same words as where a wallet is declined: for the person it is one question. */
export const declined = new ConnectorError({ connectorId: "dev", reason: { _tag: "Declined" } })

/** The one question. A stop is passed by its value: typed, or named by `--confirm`. */
const decided = Effect.fnUntraced(function* (
  review: SendReview,
  flags: SendFlags,
  { prompts, terminal }: Context,
) {
  const stops = worst(stopsLeft(review.stops, flags.confirm))
  const [stop] = stops
  if (stop !== undefined && (flags.yes || !terminal.asks)) return yield* refuseStop(stop)
  if (flags.yes) return
  const answer = yield* prompts.decide(
    async () => {
      const { reviewDrawn } = await import("../views/PaymentReview.tsx")
      return reviewDrawn(review, flags.signOnly ? "Sign this payment" : "Send this payment")
    },
    stops.map((one) => ({
      label: toType(one),
      refusal: (text) => (isTyped(one, text) ? null : "That is not it."),
    })),
  )
  if (answer === "decline") return yield* Effect.fail(declined)
})

const toType = (stop: Stop): string => {
  switch (stop._tag) {
    case "FirstTime":
      return "Type the last 6 characters of the recipient's address:"
    case "LookAlike":
      return `Type the first ${valueToType(stop).length} characters in brackets of this address:`
    case "Burns":
      return "Type burn:"
  }
}

export const passedAll = ({ stops }: SendReview) => stops.map(({ _tag }) => _tag)

const printReview = (review: SendReview, { output }: Context) =>
  Effect.promise(() =>
    output.result({
      state: "quote",
      json: { dryRun: true, ...reviewDocument(review) },
      lines: documentLines(reviewDocument(review)),
      drawn: async (columns) =>
        (await import("../views/PaymentReview.tsx")).reviewDrawn(
          review,
          "Nothing was signed: a dry run",
        )(columns),
    }),
  )

const signOnly = Effect.fnUntraced(function* (
  flows: Flows,
  review: SendReview,
  { asking, context: { output }, reviewed }: Pick<Paying, "asking" | "context" | "reviewed">,
) {
  reviewed.say(review)
  const { entry, raw } = yield* asking.during(null, flows.send.signOnly(review, passedAll(review)))
  yield* Effect.promise(() =>
    output.result({
      state: "signed",
      json: { ...receiptDocument(review, entry), raw },
      lines: [raw],
      drawn: async (columns) =>
        (await import("../views/result.tsx")).result("Signed, and not sent", [
          ...receiptFields(entry, review.network),
          { label: "Raw", text: raw },
        ])(columns),
    }),
  )
})

/** What an interrupted person must know of what has left. */
export const remember = ({ aftermath }: Context, entry: LedgerEntry): void => {
  const what = handleOf(entry)
  const sent = hashOf(entry.state) === null ? unheard(entry) : "it was sent"
  aftermath.set({
    code: "interrupted",
    message: `Interrupted, but ${sent}: ${what}`,
    hint: watch(what),
    retryable: false,
    transaction: what,
  })
}

/** What stands asked although nobody waits for it here stands on a phone. */
const unheard = ({ state }: LedgerEntry): string =>
  state._tag === "Asked" ? "your phone may still send it" : "it may have been sent"

export const tellProgress =
  ({ output }: Context, extra: Readonly<Record<string, unknown>> = {}) =>
  (entry: LedgerEntry): void => {
    const { state } = entry
    if (state._tag === "Sent") output.state("broadcast", { hash: state.hash, entry: entry.id, ...extra })
    if (state._tag === "Taken") output.state("taken", { entry: entry.id, ...extra })
    if (state._tag === "Lost") {
      output.state("lost", { entry: entry.id, ...extra })
      output.say("The answer was lost. Looking for it on the chain; nothing is sent again.")
    }
  }

interface Paying {
  readonly reviewed: Reviewed
  readonly asking: Asking
  readonly flags: SendFlags
  readonly context: Context
  /** The ids of what earlier runs have left open. */
  readonly open: ReadonlySet<string>
}

const pay = Effect.fnUntraced(function* (
  flows: Flows,
  review: SendReview,
  { asking, context, flags, open, reviewed }: Paying,
) {
  const { folder, output, prompts } = context
  const inOurTurn = Effect.gen(function* () {
    const others = { before: open, now: yield* attemptState(folder, () => openEntries(folder)) }
    const standing = yield* renewed(flows.send, review, others)
    reviewed.say(standing)
    return yield* submitted(flows.send.submit(standing, passedAll(review)), {
      taken: reviewed.taken,
      left: (sent) => remember(context, sent),
      standing: () => asking.standing(flows.ledger),
      withdraw: asking.withdraw,
    })
  })
  const entry = yield* asking.during("Sending", inTurn(folder, inOurTurn))
  const done = yield* prompts.during(
    "Waiting for its block",
    followed(flows.ledger, entry, flags.waiting, (now) => {
      remember(context, now)
      tellProgress(context)(now)
    }),
  )
  yield* Effect.promise(() =>
    output.result({
      state: done.state._tag === "Confirmed" ? "confirmed" : "sent",
      json: receiptDocument(review, done),
      lines: [hashOf(done.state) ?? done.id],
      drawn: async (columns) =>
        (await import("../views/result.tsx")).result(
          titleOf(done),
          receiptFields(done, review.network),
        )(columns),
    }),
  )
})
