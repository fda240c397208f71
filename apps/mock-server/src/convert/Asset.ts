import { type Network, parseCaipAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { nativeAddress } from "../evm/exchange.ts"
import { servedNetworks } from "../evm/networks.ts"
import { tokens } from "../evm/tokens.ts"
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
  const { network, address } = parseAccount(field, text)
  const asset = assetsOn(network).find((one) => one.address.toLowerCase() === address)
  if (asset === undefined) throw new Failed({ status: 400, field, description: "Token is not supported" })
  return asset
}

/**
 * The network and, in lower case, the EVM address that a field names by CAIP-10.
 * @throws Failed when it is no address, or its network is not served.
 */
export const parseAccount = (
  field: string,
  text: string,
): { readonly network: Network; readonly address: `0x${string}` } => {
  const parts = parseCaipAddress(text)
  if (Result.isFailure(parts))
    throw new Failed({ status: 400, field, description: "Invalid CAIP-10 address" })
  const { namespace, reference, address } = parts.success
  const network = servedNetworks.get(`${namespace}:${reference}`)
  if (network === undefined)
    throw new Failed({ status: 400, field, description: "Network is not supported for swaps" })
  return { network, address: parseAddress(field, address) }
}

/**
 * A plain EVM address in lower case.
 * @throws Failed
 */
export const parseAddress = (field: string, text: string): `0x${string}` => {
  const [digits] = /(?<=^0x)[0-9a-f]{40}$/i.exec(text) ?? []
  if (digits === undefined)
    throw new Failed({ status: 400, field, description: "Provided address is invalid" })
  return `0x${digits.toLowerCase()}`
}
