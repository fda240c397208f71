import { Effect, Result } from "effect"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { withoutSession } from "../session/openEngine.ts"
import { connectedOf, notConnected, openToLook } from "../session/openSession.ts"
import { attemptState } from "../state/attemptState.ts"
import type { EngineCommand } from "./Command.ts"

/** Ends the session, also one that can no longer be taken up. The selected network stays. */
export const disconnect = (plan: Extract<Plan, { _tag: "Disconnect" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session } = context
    if ((yield* attemptState(folder, session.state)).wallet === null) return yield* notConnected
    const opened = yield* Effect.result(openToLook(context))
    const connected = Result.isSuccess(opened) ? connectedOf(opened.success.engine) : null
    const namespace = connected?.account.slice(0, connected.account.indexOf(":")) ?? "eip155"
    if (plan.namespace !== null && plan.namespace !== namespace) return yield* notConnected
    const told = Result.isSuccess(opened)
      ? yield* Effect.result(opened.success.engine.connection.disconnect(plan.namespace ?? undefined))
      : Result.void
    yield* attemptState(folder, () =>
      session.update({ entries: withoutSession(session.state().entries), wallet: null, world: null }),
    )
    if (Result.isFailure(told)) return yield* told.failure
    yield* Effect.promise(() =>
      output.result({
        state: "disconnected",
        json: { disconnected: [namespace] },
        lines: [namespace],
        drawn: async (columns) => (await import("../views/result.tsx")).result("Disconnected", [])(columns),
      }),
    )
  })
