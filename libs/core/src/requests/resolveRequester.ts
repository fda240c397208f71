import type { Connector, DappRequest, DappResponse } from "@wmodal/chains"
import { normalizeAddress, toPlainAddress } from "@wmodal/protocol"
import type { EngineServices } from "../flows/EngineServices.ts"
import { getAccountNetworkId } from "../signing/signer.ts"
import { type RequestAccount } from "./makeExplain.ts"
import { rejections } from "./rejections.ts"

export interface Requester extends RequestAccount {
  readonly connector: Connector
}

/**
 * Returns the requester: the current account on the wallet's network. Otherwise returns the reason to reject the
 * request unseen.
 */
export const resolveRequester = (
  { board, networks }: Pick<EngineServices, "board" | "networks">,
  { connectorId, from, namespace, network: named }: DappRequest,
): Requester | DappResponse => {
  const connected = board.getConnected(namespace)
  const connector = board.connectors.get(namespace)
  if (connected === null || connector?.id !== connectorId) return rejections.notConnected
  const on = connected.walletNetwork ?? getAccountNetworkId(connected.account)
  const network = networks.configured.find(({ caipNetworkId }) => caipNetworkId === on)
  if (network === undefined) return rejections.unknownNetwork
  if (named !== null && named !== network.caipNetworkId) return rejections.otherNetwork
  // Addresses with different purposes belong to one account, which signs with any of them.
  const address = from !== null && connected.details?.[from] ? from : toPlainAddress(connected.account)
  if (from !== null && normalizeAddress(namespace, from) !== normalizeAddress(namespace, address))
    return rejections.otherAccount
  return { connector, network, account: `${network.caipNetworkId}:${address}` }
}
