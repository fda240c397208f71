import { Effect, Result } from "effect"
import { notConnected } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import { rememberedIn, remembering, withoutSession } from "../session/remembered.ts"
import { attemptState } from "../state/attemptState.ts"
import type { EngineCommand } from "./Command.ts"

/** Ends the session of one chain, or of all, also where it can no longer be taken up. The selected network stays where its chain does. */
export const disconnect = (
  { namespace: wanted }: Extract<Plan, { _tag: "Disconnect" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session } = context
    const wallets = rememberedIn(yield* attemptState(folder, session.state))
    const leaving = wallets.filter(({ namespace }) => wanted === null || namespace === wanted)
    if (leaving.length === 0) return yield* notConnected()
    const staying = wallets.filter((wallet) => !leaving.includes(wallet))
    const opened = yield* Effect.result(openToLook(context))
    const told = Result.isSuccess(opened)
      ? yield* Effect.result(opened.success.engine.connection.disconnect(wanted ?? undefined))
      : Result.void
    const entries =
      Result.isSuccess(opened) && staying.length > 0 ? opened.success.entries() : session.state().entries
    yield* attemptState(folder, () =>
      session.update({
        entries: withoutSession(entries, staying.length === 0 ? null : wanted),
        ...remembering(staying),
        ...(staying.length === 0 && { world: null }),
      }),
    )
    if (Result.isFailure(told)) return yield* told.failure
    const gone = leaving.map(({ namespace }) => namespace)
    yield* Effect.promise(() =>
      output.result({
        state: "disconnected",
        json: { disconnected: gone },
        lines: gone,
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result(
            "Disconnected",
            wallets.length === 1 ? [] : gone.map((text) => ({ label: "Chain", text })),
          )(columns),
      }),
    )
  })
