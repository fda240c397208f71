import { typedAccountNamespace } from "@wmodal/chains"
import type { Engine, Problem } from "@wmodal/core"
import { SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect, Option, Stream } from "effect"
import { type CliError, configError } from "../failure/CliError.ts"
import type { AccountType } from "../plan/CommandPlan.ts"

/** Milliseconds for a wallet to report the switched account. */
const accountSwitchTimeoutMs = 5_000

/** Activates the embedded wallet's account of this type. Fails when the network has none. */
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

/** Returns the type of the active account; `null` when the chain of accounts with types is not connected. */
const getAccountType = ({ connection }: Engine): string | null => {
  const state = SubscriptionRef.getUnsafe(connection.state)[typedAccountNamespace]
  if (state?._tag !== "Connected") return null
  const [account] = state.accounts
  return state.details?.[toPlainAddress(account)]?.type ?? null
}
