import { type Fee, TransferRejected } from "@wmodal/chains"
import { Effect } from "effect"

/** The network fee of a smart account: its wallet pays it. */
const noFee: Fee = { expected: 0n, most: 0n, transactionFields: {}, seconds: null }

/** Returns an estimate that a lack of native currency cannot affect, if another account pays the network fee. */
export const withSponsoredFee =
  (smart: boolean) =>
  <E>(estimate: Effect.Effect<Fee, E>): Effect.Effect<Fee, E> =>
    Effect.catch(estimate, (error) =>
      smart && error instanceof TransferRejected && error.reason._tag === "Insufficient"
        ? Effect.succeed(noFee)
        : Effect.fail(error),
    )
