import { Effect } from "effect"
import type { Output } from "../terminal/Output.ts"

/** Milliseconds without a response after which the user reads where the request is. */
export const slowNoticeDelayMs = 60_000

export const slowNotice =
  "No response for a minute. Look for the request on your phone. If you cancel here, your wallet may still respond to it."

/** Runs `work`, and prints once that the wallet is slow: as the state `slow` with `--jsonl`, else on stderr. */
export const notifyWhenSlow = <A, E, R>(
  wallet: string,
  work: Effect.Effect<A, E, R>,
  output: Pick<Output, "info" | "state">,
): Effect.Effect<A, E, R> =>
  Effect.raceFirst(
    work,
    Effect.sync(() => {
      output.state("slow", { wallet })
      output.info(`${wallet}: ${slowNotice}`)
    }).pipe(Effect.delay(slowNoticeDelayMs), Effect.andThen(Effect.never)),
  )
