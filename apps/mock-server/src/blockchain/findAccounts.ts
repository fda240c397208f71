import type { Network } from "@wmodal/protocol"
import { networks } from "@wmodal/protocol/networks"
import { Failed } from "../http/Failed.ts"
import { networkOf } from "../http/networkOf.ts"
import type { World } from "../world/World.ts"
import type { Account, AccountSource } from "./AccountSource.ts"
import { accountSources } from "./accountSources.ts"

/** The networks that the blockchain API serves, by CAIP-2 id. */
export const servedNetworks: ReadonlyMap<string, Network> = new Map(
  networks
    .filter(({ chainNamespace }) => accountSources[chainNamespace] !== undefined)
    .map((network) => [network.caipNetworkId, network]),
)

/** Whether it is an address on any of them. */
export const isServedAddress = (address: string): boolean =>
  [...servedNetworks.values()].some((network) =>
    accountSources[network.chainNamespace]?.isAddress(address, network),
  )

/**
 * The accounts that a call is about: one on the network that `chainId` (CAIP-2) names; without it, one on each
 * network that this world has used and that has such addresses.
 * @throws Failed when the network is not served, or the address is none.
 */
export const findAccounts = async (call: {
  readonly world: World
  readonly address: string
  readonly chainId: string | undefined
  readonly origin: string
}): Promise<readonly (readonly [AccountSource, Account])[]> => {
  const { world, address, chainId, origin } = call
  const asked = chainId ? [networkOf(chainId, servedNetworks)] : await usedNetworks(world)
  const found = asked.flatMap((network) => {
    const source = accountSources[network.chainNamespace]
    return source?.isAddress(address, network) ? [[source, { world, network, address, origin }] as const] : []
  })
  if (found.length === 0) throw invalidAddress()
  return found
}

export const invalidAddress = () =>
  new Failed({ status: 400, field: "address", description: "Provided address is invalid" })

const usedNetworks = async (world: World): Promise<readonly Network[]> =>
  (await Promise.all(Object.values(accountSources).map((source) => source.networks(world)))).flat()
