import type { CaipNetworkId } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Blockchain } from "../blockchain/Blockchain.ts"
import type { Balances, Identity } from "../blockchain/contract.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworks } from "./SupportedNetworks.ts"

/** The calls of `Blockchain` on served networks: on any other they return `noIdentity` or an empty result. */
export interface RestrictedBlockchain {
  /** Returns an identity. `network` is the one of the displayed address. */
  readonly identity: (
    network: CaipNetworkId,
    request: Parameters<Blockchain["identity"]>[0],
  ) => Effect.Effect<Identity, ApiError>
  /** Returns balances. `network` is the active one. */
  readonly balance: (
    network: CaipNetworkId,
    request: Parameters<Blockchain["balance"]>[0],
  ) => Effect.Effect<Balances, ApiError>
}

/** The identity of an address on a network that is not served. */
export const noIdentity: Identity = { name: "", avatar: "" }

/** Restricts a client to the networks that the API supports. */
export const restrictBlockchain = (
  blockchain: Blockchain,
  gate: SupportedNetworks,
): RestrictedBlockchain => ({
  identity: (network, request) => callIfSupported(gate, network, noIdentity, blockchain.identity(request)),
  balance: (network, request) =>
    callIfSupported(gate, network, { balances: [] }, blockchain.balance(request)),
})
