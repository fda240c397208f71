import { type Fee, TransferRejected } from "@wmodal/chains"
import { Effect } from "effect"

/** What a smart account pays the network: its wallet sees to it. */
const noFee: Fee = { expected: 0n, most: 0n, transactionFields: {}, seconds: null }

/** An estimate that no lack of the network's own currency can spoil, where somebody else pays the network. */
export const withSponsoredFee =
  (smart: boolean) =>
  <E>(estimate: Effect.Effect<Fee, E>): Effect.Effect<Fee, E> =>
    Effect.catch(estimate, (error) =>
      smart && error instanceof TransferRejected && error.reason._tag === "Insufficient"
        ? Effect.succeed(noFee)
        : Effect.fail(error),
    )
