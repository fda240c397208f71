import { Effect } from "effect"
import { type CliError, usage } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { settingsOf } from "../session/openSession.ts"
import { namesKey } from "../session/openToSign.ts"
import type { Settings } from "../settings/Settings.ts"
import type { EngineCommand } from "./Command.ts"

type ConnectPlan = Extract<Plan, { _tag: "Connect" }>

/** Each wallet's code loads when it is the one. */
export const connect = (plan: ConnectPlan, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const settings = yield* settingsOf(context)
    if ((yield* chosen(plan, settings, context)) === "dev") {
      const { connectDev } = yield* Effect.promise(() => import("./connectDev.ts"))
      return yield* connectDev(plan, settings, context)
    }
    const { connectPhone } = yield* Effect.promise(() => import("./connectPhone.ts"))
    return yield* connectPhone(plan, settings, context)
  })

/** The wallet that was named; else that of a key that was, else a phone where there is a relay to reach it over. */
const chosen = (
  { key, smartAccount, wallet }: ConnectPlan,
  { endpoints }: Settings,
  { terminal }: Context,
): Effect.Effect<NonNullable<ConnectPlan["wallet"]>, CliError> => {
  const isOfDev = namesKey(key) || smartAccount
  if (wallet === "walletconnect" && isOfDev) {
    return Effect.fail(usage("A wallet on a phone has its own key.", "Leave --wallet out, or the key."))
  }
  if (wallet !== null) return Effect.succeed(wallet)
  if (!terminal.asks) {
    return Effect.fail(usage("Say which wallet: --wallet.", "wmodal connect --wallet dev --yes"))
  }
  return Effect.succeed(isOfDev || endpoints.relay === undefined ? "dev" : "walletconnect")
}
