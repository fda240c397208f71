import type { Standing } from "@wmodal/chains"
import type { Engine } from "@wmodal/core"
import type { Flows, LedgerEntry } from "@wmodal/core/flows"
import { isSettled } from "@wmodal/core/flows"
import type { Namespace, Network } from "@wmodal/protocol"
import { Effect, Stream, SubscriptionRef } from "effect"
import { CliError, usage } from "../failure/CliError.ts"
import { followed, hashOf } from "../payments/follow.ts"
import { isMeant } from "../payments/isMeant.ts"
import { exact, nativeOf } from "../payments/payment.ts"
import { entryDocument, explorerUrl, receiptFields, titleOf } from "../payments/receipt.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { openToFollow } from "../session/openToFollow.ts"
import type { Field } from "../views/Panel.tsx"
import type { EngineCommand } from "./Command.ts"
import { tellProgress } from "./send.ts"

/** Waits for a transaction: one that the ledger knows, which is thereby settled, or any other by its hash. */
export const watch = ({ waiting, what }: Extract<Plan, { _tag: "Watch" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    output.state("connecting")
    const engine = yield* openToFollow(context)
    const { ledger } = yield* engine.flows
    const entry = SubscriptionRef.getUnsafe(ledger.entries).find((one) => isMeant(one, what))
    if (entry === undefined) return yield* watchHash(ledger, engine, { waiting, hash: what }, context)
    if (!isSettled(entry.state)) yield* prompts.during("Looking for it", ledger.checkAgain(entry.id))
    const now = SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id) ?? entry
    const done =
      waiting.confirmations === 0
        ? now
        : yield* prompts.during(
            "Waiting for its block",
            followed(ledger, now, waiting, tellProgress(context)),
          )
    yield* printEntry(done, networkOf(engine, done), context)
  })

export const networkOf = (engine: Engine, { network }: Pick<LedgerEntry, "network">): Network =>
  engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === network) ??
  SubscriptionRef.getUnsafe(engine.networks.selected)

export const printEntry = (entry: LedgerEntry, network: Network, { output }: Context) =>
  Effect.promise(() =>
    output.result({
      state: entry.state._tag === "Confirmed" ? "confirmed" : "sent",
      json: entryDocument(entry, network),
      lines: [hashOf(entry.state) ?? entry.id],
      drawn: async (columns) =>
        (await import("../views/result.tsx")).result(titleOf(entry), receiptFields(entry, network))(columns),
    }),
  )

/** How a transaction is named. */
const hashes: Readonly<Record<Namespace, RegExp>> = {
  eip155: /^0x[0-9a-f]{64}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  bip122: /^[0-9a-f]{64}$/i,
  polkadot: /^0x[0-9a-f]{64}$/i,
}

/** A transaction of any origin. */
const watchHash = Effect.fnUntraced(function* (
  ledger: Flows["ledger"],
  engine: Engine,
  { hash, waiting }: { readonly hash: string; readonly waiting: Extract<Plan, { _tag: "Watch" }>["waiting"] },
  context: Context,
) {
  const { output, prompts } = context
  const network = SubscriptionRef.getUnsafe(engine.networks.selected)
  if (!hashes[network.chainNamespace].test(hash)) {
    return yield* usage(
      `${hash} is no hash of ${network.name}, and nothing here has this id.`,
      "wmodal activity shows both; --network says where a hash is from.",
    )
  }
  const standings = ledger
    .watch({ network: network.caipNetworkId, hash, confirmations: Math.max(1, waiting.confirmations) })
    .pipe(Stream.tap((standing) => Effect.sync(() => tell(standing, output))))
  const last = yield* prompts.during(
    "Waiting for its block",
    Effect.flatMap(
      waiting.confirmations === 0 ? Stream.runHead(standings) : Stream.runLast(standings),
      (found) => Effect.fromOption(found),
    ).pipe(
      Effect.catchTag("NoSuchElementError", () => Effect.succeed<Standing>({ _tag: "Missing" })),
      Effect.timeoutOrElse({
        duration: `${waiting.seconds} seconds`,
        orElse: () =>
          Effect.fail(
            new CliError({ reason: { _tag: "WaitedTooLong", what: hash, seconds: waiting.seconds } }),
          ),
      }),
    ),
  )
  if (waiting.confirmations > 0) yield* outcomeOf(last)
  yield* Effect.promise(() =>
    output.result({
      state: last._tag === "Mined" ? "confirmed" : "pending",
      json: documentOf(last, hash, network),
      lines: [`${statusOf(last)}\t${"hash" in last ? last.hash : hash}`],
      drawn: async (columns) =>
        (await import("../views/result.tsx")).result(
          words[statusOf(last)] ?? "",
          fieldsOf(last, hash, network),
        )(columns),
    }),
  )
})

const words: Readonly<Record<string, string>> = {
  missing: "No node knows it yet",
  pending: "On its way",
  confirmed: "Confirmed",
  reverted: "Failed on the chain",
  replaced: "Replaced by another transaction",
  cancelled: "Cancelled",
  expired: "Expired: it was not mined in time",
}

const statusOf = (standing: Standing): string => {
  switch (standing._tag) {
    case "Missing":
      return "missing"
    case "Pending":
      return "pending"
    case "Mined":
      return standing.succeeded ? "confirmed" : "reverted"
    case "Replaced":
      return "replaced"
    case "Cancelled":
      return "cancelled"
    case "Expired":
      return "expired"
  }
}

const tell = (standing: Standing, { state }: Context["output"]): void => {
  if (standing._tag === "Missing") state("missing")
  if (standing._tag === "Pending") state("pending", { hash: standing.hash })
  if (standing._tag === "Mined")
    state("mined", { hash: standing.hash, confirmations: standing.confirmations })
}

const outcomeOf = (standing: Standing): Effect.Effect<void, CliError> => {
  switch (standing._tag) {
    case "Mined":
      return standing.succeeded
        ? Effect.void
        : Effect.fail(new CliError({ reason: { _tag: "Reverted", hash: standing.hash } }))
    case "Replaced":
      return Effect.fail(new CliError({ reason: { _tag: "Replaced", by: standing.by } }))
    case "Cancelled":
      return Effect.fail(new CliError({ reason: { _tag: "Cancelled", by: standing.by } }))
    case "Expired":
      return Effect.fail(new CliError({ reason: { _tag: "Expired" } }))
    case "Missing":
    case "Pending":
      return Effect.void
  }
}

const documentOf = (standing: Standing, hash: string, network: Network) => ({
  status: statusOf(standing),
  hash: "hash" in standing ? standing.hash : hash,
  network: network.caipNetworkId,
  ...(standing._tag === "Mined" && {
    block: standing.block,
    confirmations: standing.confirmations,
    paidFee: standing.fee === null ? null : exact(standing.fee, nativeOf(network)),
    minedAt: standing.at === null ? null : new Date(standing.at).toISOString(),
  }),
  explorer: explorerUrl(network, hash),
})

const fieldsOf = (standing: Standing, hash: string, network: Network): readonly Field[] => [
  { label: "Transaction", text: "hash" in standing ? standing.hash : hash },
  { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
  ...(standing._tag === "Mined" ? [{ label: "Block", text: `${standing.block}` }] : []),
]
