import type { CaipNetworkId } from "@wmodal/protocol"
import { ProviderError } from "../wallet/ProviderError.ts"
import type { Approval } from "./Approval.ts"

/** Whether the wallet has approved this account on this network. */
export const isShared = (approval: Approval, network: CaipNetworkId, address: string): boolean =>
  approval.now()?.accounts.some((account) => account === `${network}:${address}`) ?? false

/** Where an account is asked for something that is of no network: where it is in use, if it is there at all. */
export const networkFor = (approval: Approval, address: string): CaipNetworkId | null => {
  const networks = approval.now()?.networks.filter((network) => isShared(approval, network, address)) ?? []
  return networks.find((network) => network === approval.network()) ?? networks[0] ?? null
}

export const unshared = () =>
  new ProviderError(4100, "The wallet does not share this account on this network.")
