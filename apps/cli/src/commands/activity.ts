import { type Activity, type ActivityRow, type ActivityState, getReadReason } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { notConnectedError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import { formatExactMovement, toMovementDocument } from "../payments/formatMovement.ts"
import { describeSubject, getStatus } from "../payments/receipt.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

/**
 * Prints the history, newest first after pending entries. Ledger entries are printed even when the history cannot be
 * fetched.
 */
export const activity = (
  { limit }: Extract<CommandPlan, { _tag: "Activity" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, terminal } = context
    const { engine } = yield* openReadOnly(context)
    const facts = yield* getConnectionFacts(engine)
    const { activity: room } = yield* engine.flows
    yield* prompts.during("Loading the history", Effect.andThen(room.load, loadPages(room, limit)))
    const state = SubscriptionRef.getUnsafe(room.state)
    if (state._tag === "Disconnected" || state._tag === "Loading") return yield* notConnectedError()
    const months =
      state._tag === "Loaded" ? limitMonths(state.months, Math.max(0, limit - state.pending.length)) : []
    const pending = state.pending.slice(0, limit)
    const rows = months.flatMap(({ rows: inMonth }) => inMonth)
    const reason = getIncompleteReason(state)
    const left = state._tag === "Loaded" && (state.more !== "none" || rows.length < countRows(state))
    if (terminal.format === "jsonl") {
      for (const row of [...pending, ...rows]) output.state("transaction", toRowDocument(row))
    }
    if (state._tag === "Loaded" || pending.length > 0) {
      yield* output.result({
        state: "activity",
        json: {
          account: facts.account,
          network: facts.network,
          ...(reason === undefined ? { complete: true } : { complete: false, reason }),
          more: left,
          ...(terminal.format === "jsonl"
            ? { count: pending.length + rows.length }
            : { pending: pending.map(toRowDocument), transactions: rows.map(toRowDocument) }),
        },
        lines: [...pending, ...rows].map(formatRow),
        drawn: async () =>
          (await import("../views/ActivityList.tsx")).renderActivityList({ pending, months, more: left }),
      })
    }
    const failure = getActivityProblem(state)
    if (failure !== null) return yield* Effect.fail(failure)
    if (reason === undefined) return "ok"
    if (reason === "notSupported") {
      output.info("No server lists the transactions of this network. Only what was sent from here is shown.")
      return "ok"
    }
    output.info("Earlier transactions could not be loaded. The list above is incomplete.")
    return "network"
  })

type ActivityResult = Extract<ActivityState, { readonly _tag: "Loaded" | "Failed" }>

const getActivityProblem = (state: ActivityResult): Failure | null =>
  state._tag === "Failed" ? state.problem : null

/** Returns why the list lacks transactions; `undefined` for a complete one, `null` for a reason that is not known. */
const getIncompleteReason = (state: ActivityResult) => {
  if (state._tag === "Failed") return getReadReason(state.problem)
  if (state.unsupported === true) return "notSupported"
  if (state.more !== "failed") return undefined
  return state.problem === undefined ? null : getReadReason(state.problem)
}

const countRows = (state: ActivityState): number =>
  state._tag === "Loaded" ? state.months.reduce((count, { rows }) => count + rows.length, 0) : 0

/** Loads pages until there are `limit` rows, or no more. */
const loadPages = (room: Activity, limit: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const state = SubscriptionRef.getUnsafe(room.state)
    const more =
      state._tag === "Loaded" && state.more === "ready" && state.pending.length + countRows(state) < limit
    return more ? Effect.andThen(room.more, loadPages(room, limit)) : Effect.void
  })

const limitMonths = (months: Extract<ActivityState, { _tag: "Loaded" }>["months"], limit: number) => {
  let left = limit
  return months.flatMap((month) => {
    const rows = month.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...month, rows }]
  })
}

const toRowDocument = (row: ActivityRow) => ({
  hash: row.hash,
  entry: row.entry?.id ?? null,
  network: row.network,
  status: row.entry === null ? row.status : getStatus(row.entry),
  operation: row.operation,
  at: new Date(row.at).toISOString(),
  counterparty: row.counterparty,
  movements: row.movements.map(toMovementDocument),
  ...(row.entry !== null && describeSubject(row.entry).document),
  explorer: row.explorerUrl,
})

const formatRow = (row: ActivityRow): string =>
  [
    new Date(row.at).toISOString(),
    row.entry === null ? row.status : getStatus(row.entry),
    row.operation,
    row.movements.map(formatExactMovement).join(", ") || getIntent(row),
    row.counterparty ?? "",
    row.hash ?? row.entry?.id ?? "",
  ].join("\t")

const getIntent = ({ entry }: ActivityRow): string =>
  entry?.subject._tag === "Call" ? (entry.subject.intent ?? "") : ""
