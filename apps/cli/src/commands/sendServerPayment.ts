import { RecipientError, SendError, type ServerPaymentReview } from "@wmodal/core/flows"
import { type TransactionRequestReason, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, guardError, usageError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import { runOperation } from "../operations/runOperation.ts"
import { requireApprovable } from "../operations/typedArguments.ts"
import { equivalentServerCommand } from "../payments/equivalentCommand.ts"
import {
  formatDecimal,
  formatTokenAmount,
  formatUsd,
  toFeeDocument,
  toNativeToken,
} from "../payments/paymentDocument.ts"
import type { DuplicateCheck } from "../payments/unsettledDuplicates.ts"
import { getTags } from "../payments/warnings.ts"
import type { SendFlags, TypedPayment } from "../plan/CommandPlan.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"
import { toDangerPrompts } from "../signing/dangers.ts"
import { toExplanationDocument } from "../signing/explanation.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import type { Terminal } from "../terminal/Terminal.ts"
import type { Field } from "../views/Panel.tsx"
import type { EngineCommand } from "./Command.ts"

/** A payment link as typed, and its server, which chooses the transaction. */
interface ServerLink {
  readonly typed: TypedPayment
  readonly link: string
  readonly server: TransactionRequestReason
}

/** Reviews, signs, sends and follows the transaction that a link's server makes, once its host is confirmed. */
export const sendServerPayment = (
  { link, server, typed }: ServerLink,
  flags: SendFlags,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { host } = server
    if (typed.amount !== null || typed.token !== null)
      return yield* new RecipientError({ text: link, reason: { _tag: "ServerChooses", host } })
    if (server.url === null)
      return yield* new RecipientError({ text: link, reason: { _tag: "Link", problem: server } })
    if (flags.signOnly)
      return yield* usageError(
        "--sign-only is not for a link whose server chooses the transaction.",
        "Send it without --sign-only.",
      )
    if (flags.yes && flags.maxUsd === null)
      return yield* usageError(
        "--yes with a link whose server chooses the amount requires --max-usd.",
        "--max-usd <amount>",
      )
    yield* requireApprovable(context, { amount: "" }, flags, `wmodal send ${quoteWord(link)} --yes`)
    yield* confirmHost(context, flags, host)
    yield* runOperation(context, flags, {
      command: `wmodal send ${quoteWord(link)}`,
      text: `Asking ${host} for the payment`,
      prepare: (flows) =>
        Effect.gen(function* () {
          // What leaves has a worth only with the prices of the holdings.
          yield* flows.holdings.refresh
          const payments = yield* flows.serverPayments
          const review = yield* payments.prepare(link, host)
          const { fiat, network, stops } = review
          if (flags.yes && fiat === null)
            return yield* guardError(
              "The value of what leaves, or may be taken later, is unknown, so --max-usd cannot be checked.",
              "Run it in a terminal without --yes, and read the review.",
            )
          return {
            review,
            worth: fiat,
            document: toDocument(review),
            duplicates: makeDuplicateCheck(review),
            warnings: toDangerPrompts(stops, network, flags.confirm),
            view: async () =>
              (await import("../views/RequestReview.tsx")).renderRequestReview({
                title: flags.dryRun ? "Dry run: nothing was signed" : "Send this payment",
                first: toServerFields(review),
                explained: review.explained,
                account: toPlainAddress(review.account),
                network,
                raw: [],
              }),
            request: (latest: ServerPaymentReview) => payments.submit(latest, getTags(stops)),
            // A script cannot pay what has no known worth.
            ...(fiat !== null && {
              equivalent: equivalentServerCommand(link, review, { flags, shared: context.shared }),
            }),
          }
        }),
    })
  })

/** Fails unless the user confirms the server, which gets the address of the account. */
export const confirmHost = (
  {
    prompts,
    terminal,
  }: { readonly prompts: Pick<Prompts, "line">; readonly terminal: Pick<Terminal, "asks"> },
  { confirm, yes }: Pick<SendFlags, "confirm" | "yes">,
  host: string,
): Effect.Effect<void, CliError | typeof declinedError> => {
  const isNamed = (text: string) => text.trim().toLowerCase() === host
  if (confirm.some(isNamed)) return Effect.void
  const said = `The server ${host} chooses the transaction of this link, and gets your address.`
  if (yes || !terminal.asks) return Effect.fail(guardError(said, `To ask it: --confirm ${host}`))
  return Effect.flatMap(
    prompts.line({
      label: `${said} Type ${host} to ask it:`,
      refusal: (text) => (isNamed(text) ? null : "That does not match."),
    }),
    (text) => (text === null ? Effect.fail(declinedError) : Effect.void),
  )
}

const makeDuplicateCheck = ({ account, server, subject }: ServerPaymentReview): DuplicateCheck => ({
  request: { account, subject },
  toDuplicateError: ({ id }) => new SendError({ reason: { _tag: "Duplicate", entry: id } }),
  outcome: `The same link of ${server.host} was paid`,
  repeatIntent: "To pay",
  progressText: "Checking earlier payments",
})

/** All facts that a signer needs. The texts of the server are its claims. */
const toDocument = ({ account, explained, fee, fiat, network, server }: ServerPaymentReview) => ({
  account,
  network: network.caipNetworkId,
  server,
  usd: formatDecimal(fiat),
  fee: toFeeDocument(fee, network),
  explanation: toExplanationDocument(explained, network),
})

const toServerFields = ({ fee, fiat, network, server }: ServerPaymentReview): readonly Field[] => [
  { label: "Server", text: server.host },
  ...(server.label === "" ? [] : [{ label: "Requested by", text: server.label }]),
  ...(server.message === null ? [] : [{ label: "Message", text: server.message }]),
  { label: "Leaves you", text: fiat === null ? "value unknown" : formatUsd(fiat) },
  { label: "Fee", text: formatTokenAmount(fee.most, toNativeToken(network)) },
]
