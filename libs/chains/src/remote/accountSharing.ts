import type { CaipNetworkId } from "@wmodal/protocol"
import { ProviderError } from "../wallet/ProviderError.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"

/** Whether the wallet has approved this account on this network. */
export const isAccountShared = (
  approval: NamespaceSession,
  network: CaipNetworkId,
  address: string,
): boolean => approval.getApproved()?.accounts.some((account) => account === `${network}:${address}`) ?? false

/** Where an account is asked for something that is of no network: where it is in use, if it is there at all. */
export const findSharedNetwork = (approval: NamespaceSession, address: string): CaipNetworkId | null => {
  const networks =
    approval.getApproved()?.networks.filter((network) => isAccountShared(approval, network, address)) ?? []
  return networks.find((network) => network === approval.network()) ?? networks[0] ?? null
}

export const notSharedError = () =>
  new ProviderError(4100, "The wallet does not share this account on this network.")
