import { Effect } from "effect"
import { type CliError, usageError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import type { LiveLine, Prompts } from "../prompts/Prompts.ts"
import type { Context } from "../session/Context.ts"
import type { LazyView } from "../terminal/Output.ts"

/** A warning in the words of the terminal. */
export interface WarningText {
  /** One line, without a full stop. */
  readonly title: string
  /** The value of `--confirm` that acknowledges it. */
  readonly value: string
  readonly details: string
}

/** A warning that no `--confirm` names: the user types its value, or the command fails with its error. */
export interface WarningPrompt {
  readonly label: string
  readonly matches: (text: string) => boolean
  readonly error: CliError
}

/** Fails when the command would have to prompt without a terminal. */
export const requireApprover = (
  { terminal }: Context,
  { yes }: { readonly yes: boolean },
  example: string,
): Effect.Effect<void, CliError> =>
  yes || terminal.asks
    ? Effect.void
    : Effect.fail(usageError("Cannot ask for approval: not a terminal. Pass --yes.", example))

/** Prompts for a review, with its warnings first. Fails when it is declined, or with a warning of a script. */
export const confirmReview = Effect.fnUntraced(function* (
  {
    prompts,
    terminal,
  }: {
    readonly prompts: Pick<Prompts, "decide">
    readonly terminal: Pick<Context["terminal"], "asks">
  },
  { yes }: { readonly yes: boolean },
  warnings: readonly WarningPrompt[],
  view: LazyView,
  live?: LiveLine,
) {
  const [warning] = warnings
  if (warning !== undefined && (yes || !terminal.asks)) return yield* warning.error
  if (yes) return
  const answer = yield* prompts.decide(
    view,
    warnings.map(({ label, matches }) => ({
      label,
      refusal: (text) => (matches(text) ? null : "That does not match."),
    })),
    live,
  )
  if (answer === "decline") return yield* Effect.fail(declinedError)
})
