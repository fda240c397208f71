import type { CaipNetworkId } from "@wmodal/protocol"
import { ProviderError } from "../wallet/ProviderError.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"

/** Returns `true` if the wallet has approved this account on this network. */
export const isAccountShared = (
  approval: NamespaceSession,
  network: CaipNetworkId,
  address: string,
): boolean => approval.getApproved()?.accounts.some((account) => account === `${network}:${address}`) ?? false

/** Finds the network for an account request that names none: the current one, if the account is approved at all. */
export const findSharedNetwork = (approval: NamespaceSession, address: string): CaipNetworkId | null => {
  const networks =
    approval.getApproved()?.networks.filter((network) => isAccountShared(approval, network, address)) ?? []
  return networks.find((network) => network === approval.network()) ?? networks[0] ?? null
}

export const notSharedError = () =>
  new ProviderError(4100, "The wallet does not share this account on this network.")
