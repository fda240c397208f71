import type { NameRecord } from "@wmodal/api"
import type { ChainActions } from "@wmodal/chains"
import { etherCoinType, type Network, toEvmCoinType } from "@wmodal/protocol"
import { Result } from "effect"

/**
 * Returns the checksummed address of a name on a network: that of this network, else one of another network of that
 * type.
 */
export const getNameAddress = (
  { addresses }: NameRecord,
  network: Network,
  check: ChainActions["address"],
): string | null => {
  const written = [
    ...getCoinTypes(network).map((type) => addresses[String(type)]),
    ...Object.values(addresses),
  ]
  for (const candidate of written) {
    const address = candidate === undefined ? null : check(candidate.address)
    if (address !== null) return address
  }
  return null
}

/**
 * Returns the SLIP-44 types under which a name stores its address for a network, the best first. Source: SLIP-44,
 * ENSIP-11.
 */
const getCoinTypes = ({ chainNamespace, id }: Network): readonly number[] => {
  switch (chainNamespace) {
    case "eip155": {
      const type = toEvmCoinType(Number(id))
      return Result.isSuccess(type) ? [type.success, etherCoinType] : [etherCoinType]
    }
    case "solana":
      return [501]
    case "bip122":
      return [0]
    case "polkadot":
      return [354]
  }
}
