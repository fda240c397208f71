import type { Activity, ActivityRow, ActivityState } from "@wmodal/core/flows"
import { Effect, SubscriptionRef } from "effect"
import { notConnected } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitOf.ts"
import { statusOf } from "../payments/receipt.ts"
import { subjectDocument } from "../payments/subject.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

/** What went in and out, newest first; what is under way before all else. What only the ledger knows is printed even where the history cannot be read. */
export const activity = ({ limit }: Extract<Plan, { _tag: "Activity" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, terminal } = context
    const { engine } = yield* openToLook(context)
    const facts = yield* factsOf(engine)
    const { activity: room } = yield* engine.flows
    yield* prompts.during("Reading the history", Effect.andThen(room.load, enough(room, limit)))
    const state = SubscriptionRef.getUnsafe(room.state)
    if (state._tag === "Disconnected" || state._tag === "Loading") return yield* notConnected()
    const months = state._tag === "Loaded" ? cut(state.months, Math.max(0, limit - state.pending.length)) : []
    const pending = state.pending.slice(0, limit)
    const rows = months.flatMap(({ rows: inMonth }) => inMonth)
    const complete = state._tag === "Loaded" && state.more !== "failed"
    const left = state._tag === "Loaded" && (state.more !== "none" || rows.length < countOf(state))
    if (terminal.format === "jsonl") {
      for (const row of [...pending, ...rows]) output.state("transaction", document(row))
    }
    if (state._tag === "Loaded" || pending.length > 0) {
      yield* Effect.promise(() =>
        output.result({
          state: "activity",
          json: {
            account: facts.account,
            network: facts.network,
            complete,
            more: left,
            ...(terminal.format === "jsonl"
              ? { count: pending.length + rows.length }
              : { pending: pending.map(document), transactions: rows.map(document) }),
          },
          lines: [...pending, ...rows].map(line),
          drawn: async (columns) =>
            (await import("../views/ActivityList.tsx")).activityList({ pending, months, more: left })(
              columns,
            ),
        }),
      )
    }
    const failure = problemOf(state)
    if (failure !== null) return yield* Effect.fail(failure)
    if (complete) return "ok"
    output.say("Earlier transactions could not be read. What is above is right, and not all.")
    return "network"
  })

type Shown = Extract<ActivityState, { readonly _tag: "Loaded" | "Failed" }>

const problemOf = (state: Shown): Failure | null => (state._tag === "Failed" ? state.problem : null)

const countOf = (state: ActivityState): number =>
  state._tag === "Loaded" ? state.months.reduce((count, { rows }) => count + rows.length, 0) : 0

/** Pages on until there are `limit` rows, or no more. */
const enough = (room: Activity, limit: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const state = SubscriptionRef.getUnsafe(room.state)
    const more =
      state._tag === "Loaded" && state.more === "ready" && state.pending.length + countOf(state) < limit
    return more ? Effect.andThen(room.more, enough(room, limit)) : Effect.void
  })

const cut = (months: Extract<ActivityState, { _tag: "Loaded" }>["months"], limit: number) => {
  let left = limit
  return months.flatMap((month) => {
    const rows = month.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...month, rows }]
  })
}

const document = (row: ActivityRow) => ({
  hash: row.hash,
  entry: row.entry?.id ?? null,
  network: row.network,
  status: row.entry === null ? row.status : statusOf(row.entry),
  operation: row.operation,
  at: new Date(row.at).toISOString(),
  counterparty: row.counterparty,
  movements: row.movements.map(({ atLeast, collectible, direction, text }) => ({
    direction,
    text,
    collectible,
    ...(atLeast && { atLeast }),
  })),
  ...(row.entry !== null && subjectDocument(row.entry)),
  explorer: row.explorerUrl,
})

const line = (row: ActivityRow): string =>
  [
    new Date(row.at).toISOString(),
    row.entry === null ? row.status : statusOf(row.entry),
    row.operation,
    row.movements.map(({ text }) => text).join(", ") || intentOf(row),
    row.counterparty ?? "",
    row.hash ?? row.entry?.id ?? "",
  ].join("\t")

const intentOf = ({ entry }: ActivityRow): string =>
  entry?.subject._tag === "Call" ? (entry.subject.intent ?? "") : ""
