import type { Namespace, Network } from "@wmodal/protocol"
import { networks } from "@wmodal/protocol/networks"
import { bitcoinAccountSource } from "../bitcoin/bitcoinAccountSource.ts"
import { evmAccountSource } from "../evm/account/evmAccountSource.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { RequestError } from "../http/RequestError.ts"
import { solanaAccountSource } from "../solana/account/solanaAccountSource.ts"
import type { World } from "../world/World.ts"
import type { AccountSource, QueriedAccount } from "./AccountSource.ts"

/** The account sources of the blockchain API, by namespace. */
const accountSources: Readonly<Partial<Record<Namespace, AccountSource>>> = {
  eip155: evmAccountSource,
  solana: solanaAccountSource,
  bip122: bitcoinAccountSource,
}

/** The networks that the blockchain API serves, by CAIP-2 id. */
export const servedNetworks: ReadonlyMap<string, Network> = new Map(
  networks
    .filter(({ chainNamespace }) => accountSources[chainNamespace] !== undefined)
    .map((network) => [network.caipNetworkId, network]),
)

/** Returns whether the text is an address on a served network. */
export const isServedAddress = (address: string): boolean =>
  [...servedNetworks.values()].some((network) =>
    accountSources[network.chainNamespace]?.isAddress(address, network),
  )

/**
 * Returns the accounts of a call: one on the network that `chainId` (CAIP-2) names; without it, one on each network
 * that this world has used and that has such addresses.
 * @throws Failed when the network is not served, or the address is invalid.
 */
export const findAccounts = async (call: {
  readonly world: World
  readonly address: string
  readonly chainId: string | undefined
  readonly origin: string
}): Promise<readonly (readonly [AccountSource, QueriedAccount])[]> => {
  const { world, address, chainId, origin } = call
  const asked = chainId ? [parseNetwork(chainId, servedNetworks)] : await getUsedNetworks(world)
  const found = asked.flatMap((network) => {
    const source = accountSources[network.chainNamespace]
    return source?.isAddress(address, network) ? [[source, { world, network, address, origin }] as const] : []
  })
  if (found.length === 0) throw makeInvalidAddressError()
  return found
}

export const makeInvalidAddressError = () =>
  new RequestError({ status: 400, field: "address", description: "Provided address is invalid" })

const getUsedNetworks = async (world: World): Promise<readonly Network[]> =>
  (await Promise.all(Object.values(accountSources).map((source) => source.networks(world)))).flat()
