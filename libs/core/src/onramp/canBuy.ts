import { getOnrampBlockchain } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import type { Options } from "../options/Options.ts"
import type { OnrampState } from "./Onramp.ts"

const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns why nothing can be bought for an account on this network; `null` if it can. */
export const getBuyObstacle = (
  { endpoints, restrictedTimeZones }: Pick<Options, "endpoints" | "restrictedTimeZones">,
  network: Pick<Network, "caipNetworkId">,
  timeZone: string = getTimeZone(),
): Extract<OnrampState, { readonly _tag: "NotOffered" }>["because"] | null => {
  const zone = timeZone.toUpperCase()
  if (restrictedTimeZones.some((one) => one.toUpperCase() === zone)) return "region"
  if (endpoints.blockchain === undefined) return "endpoint"
  return getOnrampBlockchain(network.caipNetworkId) === null ? "network" : null
}
