import type { TransactionStatus } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import type { Engine } from "@wmodal/core"
import type { Flows, LedgerEntry } from "@wmodal/core/flows"
import { type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import { CliError, usageError } from "../failure/CliError.ts"
import {
  followToReport,
  isOutcome,
  recordReported,
  reportProgress,
  toStatusOutcome,
} from "../payments/followEntry.ts"
import { isResultKnown } from "../payments/isResultKnown.ts"
import { matchesEntry } from "../payments/matchesEntry.ts"
import { toExactAmount, toNativeToken } from "../payments/paymentDocument.ts"
import { getExplorerUrl, printEntry } from "../payments/receipt.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForTracking } from "../session/openForTracking.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import type { EngineCommand } from "./Command.ts"

/** Waits for a transaction of the ledger, which is settled by that, or for any other by its hash. */
export const watch = (
  { waiting, what }: Extract<CommandPlan, { _tag: "Watch" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    output.state("connecting")
    const engine = yield* openForTracking(context)
    const { ledger } = yield* engine.flows
    const entry = SubscriptionRef.getUnsafe(ledger.entries).find((one) => matchesEntry(one, what))
    if (entry === undefined) return yield* watchHash(ledger, engine, { waiting, hash: what }, context)
    if (!isResultKnown(entry))
      yield* prompts.during("Searching for the transaction", ledger.checkAgain(entry.id))
    const now = SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id) ?? entry
    const done =
      waiting.confirmations === 0
        ? now
        : yield* prompts.during(
            "Waiting for confirmation",
            followToReport(context, ledger, now, waiting, reportProgress(context)),
          )
    if (isOutcome(done)) yield* recordReported(context, done)
    yield* printEntry(context, done, getEntryNetwork(engine, done))
  })

export const getEntryNetwork = (engine: Engine, { network }: Pick<LedgerEntry, "network">): Network =>
  engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === network) ??
  SubscriptionRef.getUnsafe(engine.networks.selected)

/** Watches a transaction that is not in the ledger. */
const watchHash = Effect.fnUntraced(function* (
  ledger: Flows["ledger"],
  engine: Engine,
  {
    hash,
    waiting,
  }: { readonly hash: string; readonly waiting: Extract<CommandPlan, { _tag: "Watch" }>["waiting"] },
  context: Context,
) {
  const { output, prompts } = context
  const network = SubscriptionRef.getUnsafe(engine.networks.selected)
  if (!chainRules[network.chainNamespace].isTransactionHash(hash)) {
    return yield* usageError(
      `${hash} is not a transaction hash on ${network.name} or a known ID.`,
      "Run wmodal activity to see both, or pass the network of the hash with --network.",
    )
  }
  const standings = ledger
    .watch({ network: network.caipNetworkId, hash, confirmations: Math.max(1, waiting.confirmations) })
    .pipe(Stream.tap((standing) => Effect.sync(() => reportTransactionState(standing, output))))
  const last = yield* prompts.during(
    "Waiting for confirmation",
    Effect.flatMap(
      waiting.confirmations === 0 ? Stream.runHead(standings) : Stream.runLast(standings),
      (found) => Effect.fromOption(found),
    ).pipe(
      Effect.catchTag("NoSuchElementError", () => Effect.succeed<TransactionStatus>({ _tag: "Missing" })),
      Effect.timeoutOrElse({
        duration: `${waiting.seconds} seconds`,
        orElse: () =>
          Effect.fail(
            new CliError({ reason: { _tag: "WaitedTooLong", what: hash, seconds: waiting.seconds } }),
          ),
      }),
    ),
  )
  if (waiting.confirmations > 0) yield* toStatusOutcome(last)
  yield* output.result({
    state: last._tag === "Mined" ? "confirmed" : "pending",
    json: toWatchDocument(last, hash, network),
    lines: [`${getTransactionStatus(last)}\t${"hash" in last ? last.hash : hash}`],
    drawn: drawFacts(statusLabels[getTransactionStatus(last)] ?? "", toWatchFields(last, hash, network)),
  })
})

const statusLabels: Readonly<Record<string, string>> = {
  missing: "No node has seen it yet",
  pending: "Pending",
  confirmed: "Confirmed",
  reverted: "Failed",
  mined: "In a block, result unknown",
  replaced: "Replaced by another transaction",
  cancelled: "Cancelled",
  expired: "Expired: not included in time",
}

const getTransactionStatus = (standing: TransactionStatus): string => {
  switch (standing._tag) {
    case "Missing":
      return "missing"
    case "Pending":
      return "pending"
    case "Mined":
      if (standing.succeeded === null) return "mined"
      return standing.succeeded ? "confirmed" : "reverted"
    case "Replaced":
      return "replaced"
    case "Cancelled":
      return "cancelled"
    case "Expired":
      return "expired"
  }
}

const reportTransactionState = (standing: TransactionStatus, { state }: Context["output"]): void => {
  if (standing._tag === "Missing") state("missing")
  if (standing._tag === "Pending") state("pending", { hash: standing.hash })
  if (standing._tag === "Mined")
    state("mined", { hash: standing.hash, confirmations: standing.confirmations })
}

const toWatchDocument = (standing: TransactionStatus, hash: string, network: Network) => ({
  status: getTransactionStatus(standing),
  hash: "hash" in standing ? standing.hash : hash,
  network: network.caipNetworkId,
  ...(standing._tag === "Mined" && {
    block: standing.block,
    confirmations: standing.confirmations,
    paidFee: standing.fee === null ? null : toExactAmount(standing.fee, toNativeToken(network)),
    minedAt: standing.at === null ? null : new Date(standing.at).toISOString(),
  }),
  explorer: getExplorerUrl(network, hash),
})

const toWatchFields = (standing: TransactionStatus, hash: string, network: Network): readonly Field[] => [
  { label: "Transaction", text: "hash" in standing ? standing.hash : hash },
  { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
  ...(standing._tag === "Mined" ? [{ label: "Block", text: `${standing.block}` }] : []),
]
