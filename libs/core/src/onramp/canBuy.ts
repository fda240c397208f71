import { getOnrampBlockchain, isMeldNetwork } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import type { Options } from "../options/Options.ts"
import type { OnrampProvider, OnrampState } from "./Onramp.ts"

const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns whether a provider sells on this network. */
export const isSoldBy = (
  name: OnrampProvider["name"],
  { meldUrl }: Pick<Options, "meldUrl">,
  { caipNetworkId }: Pick<Network, "caipNetworkId">,
): boolean =>
  name === "meld"
    ? meldUrl !== null && isMeldNetwork(caipNetworkId)
    : getOnrampBlockchain(caipNetworkId) !== null

/** Returns why nothing can be bought for an account on this network; `null` if it can. */
export const getBuyObstacle = (
  options: Pick<Options, "endpoints" | "meldUrl" | "restrictedTimeZones">,
  network: Pick<Network, "caipNetworkId">,
  timeZone: string = getTimeZone(),
): Extract<OnrampState, { readonly _tag: "NotOffered" }>["because"] | null => {
  const zone = timeZone.toUpperCase()
  const { endpoints, restrictedTimeZones } = options
  if (restrictedTimeZones.some((one) => one.toUpperCase() === zone)) return "region"
  if (endpoints.blockchain === undefined) return "endpoint"
  return isSoldBy("coinbase", options, network) || isSoldBy("meld", options, network) ? null : "network"
}
