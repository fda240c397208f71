import type { Network } from "@wmodal/protocol"
import { nativeAddress } from "../evm/exchange.ts"
import { tokens } from "../evm/tokens.ts"
import { parseEvmAccount } from "../http/EvmAccount.ts"
import { Failed } from "../http/Failed.ts"

/** Something that the exchange trades on one network. */
export interface Asset {
  readonly network: Network
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** EIP-55. Of the native currency, the address that stands for it. */
  readonly address: `0x${string}`
}

/** Everything that the exchange trades on a network, the native currency first. */
export const assetsOn = (network: Network): readonly Asset[] =>
  [{ ...network.nativeCurrency, address: nativeAddress } as const, ...tokens].map(
    ({ name, symbol, decimals, address }) => ({ network, name, symbol, decimals, address }),
  )

/** CAIP-10. On the wire the address that stands for the native currency is in lower case. */
export const caipAddressOf = ({ network, address }: Asset): string =>
  `${network.caipNetworkId}:${address === nativeAddress ? address.toLowerCase() : address}`

/**
 * The asset that a field names by CAIP-10, in any case.
 * @throws Failed when it is no address, its network is not served, or the exchange does not trade it.
 */
export const parseAsset = (field: string, text: string): Asset => {
  const { network, address } = parseEvmAccount(field, text)
  const asset = assetsOn(network).find((one) => one.address.toLowerCase() === address)
  if (asset === undefined) throw new Failed({ status: 400, field, description: "Token is not supported" })
  return asset
}
