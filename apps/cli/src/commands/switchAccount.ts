import type { Engine, Problem } from "@wmodal/core"
import { Effect, Option, Stream, SubscriptionRef } from "effect"
import { type CliError, configError } from "../failure/CliError.ts"
import type { AccountType } from "../plan/CommandPlan.ts"

/** Milliseconds in which a wallet that has changed over says so. */
const accountSwitchTimeoutMs = 5_000

/** The embedded wallet's account of this kind is in use from now on. Fails where the network has none. */
export const switchAccount = Effect.fnUntraced(function* (
  engine: Engine,
  type: AccountType,
): Effect.fn.Return<void, Problem | CliError> {
  if (getAccountType(engine) === type) return
  const signIn = yield* engine.signIn
  yield* signIn.setAccountType(type)
  const changed = yield* SubscriptionRef.changes(engine.connection.state).pipe(
    Stream.filter(() => getAccountType(engine) === type),
    Stream.runHead,
    Effect.timeoutOption(accountSwitchTimeoutMs),
  )
  if (Option.isSome(changed)) return
  const { caipNetworkId, name } = SubscriptionRef.getUnsafe(engine.networks.selected)
  return yield* configError(
    `Your embedded wallet has no ${accountTypeLabels[type]} on ${name} (${caipNetworkId}).`,
    "Run wmodal networks, then wmodal switch <caip2>.",
  )
})

export const accountTypeLabels: Readonly<Record<AccountType, string>> = {
  eoa: "EOA account",
  smartAccount: "smart account",
}

/** The kind of the account in use on EVM networks; `null` where nothing is connected there. */
const getAccountType = ({ connection }: Engine): string | null => {
  const state = SubscriptionRef.getUnsafe(connection.state).eip155
  if (state?._tag !== "Connected") return null
  const [account] = state.accounts
  return state.details?.[account.slice(account.lastIndexOf(":") + 1)]?.type ?? null
}
