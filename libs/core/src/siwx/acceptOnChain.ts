import { ConnectorError } from "@wmodal/chains"
import { Effect } from "effect"

/**
 * Completes with an empty signature, `0x`, when the account's contract has signed a sign-in message on the chain: the
 * server asks the contract about it, as `@wmodal/siwx` does. Every other failure stays. Source: ERC-1271, Safe's
 * `CompatibilityFallbackHandler`.
 */
export const acceptOnChain = <E>(signing: Effect.Effect<string, E>): Effect.Effect<string, E> =>
  Effect.catch(signing, (error) =>
    error instanceof ConnectorError && error.reason._tag === "SignedOnChain"
      ? Effect.succeed(onChainSignature)
      : Effect.fail(error),
  )

/** What stands for the signature of a message that an account's contract has signed on the chain. */
export const onChainSignature = "0x"
