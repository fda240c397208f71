import type { ChainActions, TransferRejected } from "@wmodal/chains"
import type { BroadcastError, Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { ProviderError } from "../ProviderError.ts"
import { networksByChain } from "./networksByChain.ts"
import type { StandardNetwork } from "./StandardRequest.ts"

/** Makes a client of one node. */
export const makeNode = (
  request: (method: string, params: readonly unknown[]) => ReturnType<Rpc["request"]>,
): Rpc => {
  const node: Rpc = {
    request: (method, params = []) => request(method, params),
    pin: Effect.suspend(() => Effect.succeed(node)),
  }
  return node
}

/**
 * Sends signed bytes with the engine's code, which looks them up before a send counts as failed.
 * @param raw in the format of the chain's `Actions.broadcast`
 * @returns the hash in the chain's format
 */
export const sendSigned = (
  broadcast: ChainActions["broadcast"],
  {
    network,
    raw,
    request,
  }: {
    readonly network: StandardNetwork
    readonly raw: string
    /** Sends a request to a node of that network. */
    readonly request: Rpc["request"]
  },
): Effect.Effect<string, ProviderError> => {
  const rpc = makeNode((method, params) => request(method, params))
  return broadcast({ network: networksByChain[network.chain], rpc, raw }).pipe(
    Effect.mapError((error) => toProviderError(error, network)),
  )
}

/** Codes: EIP-1474, and EIP-1193 for a wallet without a reachable node. */
const toProviderError = (
  error: BroadcastError | TransferRejected,
  { name }: StandardNetwork,
): ProviderError => {
  if (error._tag === "TransferRejected") {
    const isPoor = error.reason._tag === "Insufficient"
    return rejectedError(isPoor ? "Insufficient funds for the amount and the fee." : error.message)
  }
  const { hash, reason } = error
  switch (reason._tag) {
    case "Refused":
      return rejectedError(reason.text)
    case "NotSent":
      return new ProviderError({ code: 4901, message: `The node of ${name} returned an invalid response.` })
    case "Uncertain":
      return new ProviderError({
        code: -32603,
        message: `The transaction may have been sent. Check ${hash} before you send another one.`,
        data: { hash },
      })
  }
}

const rejectedError = (message: string) => new ProviderError({ code: -32003, message })
