import type { postFungiblePrice } from "@wmodal/api"
import { parseCaipAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type * as z from "zod/mini"
import { getPrice } from "../../blockchain/prices.ts"
import { getTokenIconUrl } from "../../blockchain/tokenIcon.ts"
import { servedSolanaNetworks } from "../solanaChains.ts"
import { solanaTokens } from "../solanaTokens.ts"

type SolanaFungible = z.output<typeof postFungiblePrice.response>["fungibles"][number]

/** The address of SOL where the wire needs a token address. Source: the AppKit 1.7.2 wire. */
const nativeAddress = "So11111111111111111111111111111111111111111"

/** Finds SOL or a known token by its CAIP-10 id; `null` when the id is neither. */
export const findSolanaFungible = (text: string, origin: string): SolanaFungible | null => {
  const parsed = parseCaipAddress(text)
  if (Result.isFailure(parsed)) return null
  const { namespace, reference, address } = parsed.success
  const network = servedSolanaNetworks.get(`${namespace}:${reference}`)
  if (network === undefined) return null
  const asset =
    address === nativeAddress ? network.nativeCurrency : solanaTokens.find(({ mint }) => mint === address)
  if (asset === undefined) return null
  const { name, symbol, decimals } = asset
  return {
    address: text,
    name,
    symbol,
    iconUrl: getTokenIconUrl(origin, symbol),
    price: getPrice(symbol, network),
    decimals,
  }
}
