import { Effect, Record } from "effect"
import { type CliError, usageError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import * as value from "../plan/values.ts"
import type { Context } from "../session/Context.ts"
import { requireApprover } from "./confirmReview.ts"

/** Fails when nothing could approve the operation, or when `max` has no limit that a script can check. */
export const requireApprovable = (
  context: Context,
  typed: { readonly amount?: string | null },
  {
    dryRun,
    maxUsd,
    yes,
  }: { readonly dryRun: boolean; readonly maxUsd: string | null; readonly yes: boolean },
  usage: string,
): Effect.Effect<void, CliError> => {
  if (yes && typed.amount === "max" && maxUsd === null)
    return Effect.fail(usageError("--yes with max requires --max-usd.", "--max-usd <amount>"))
  // A missing argument is reported first.
  const isComplete = Object.values(typed).every((argument) => argument !== null)
  return isComplete ? requireApprover(context, { yes: yes || dryRun }, usage) : Effect.void
}

/** Returns the arguments of a command, each as typed or as the user types it now. Fails without a terminal. */
export const completeArguments = <Name extends string>(
  { prompts, terminal }: Context,
  typed: Readonly<Record<Name, string | null>>,
  /** The labels of the prompts, in order. */
  labels: Readonly<Record<Name, string>>,
  example: string,
) => {
  const complete = (label: string, name: Name) => {
    const argument = typed[name]
    if (argument !== null) return Effect.succeed(argument)
    if (!terminal.asks) return Effect.fail(usageError(`Missing argument: <${name}>.`, example))
    const refusal = name === "amount" ? validateAmount : () => null
    return Effect.flatMap(prompts.line({ label, refusal }), (text) =>
      text === null ? Effect.fail(declinedError) : Effect.succeed(text),
    )
  }
  return Effect.all(Record.map(labels, complete))
}

const validateAmount = (text: string): string | null => {
  try {
    value.parseAmountArgument(text)
    return null
  } catch {
    return "Use an amount such as 1.5, or max for the whole balance."
  }
}
