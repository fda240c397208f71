import type { ChainActions } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import type { SwapToken } from "./Swap.ts"

/** Finds by contract, else by symbol in any case; `null` if there is none. See `Swap.find`. */
export const findToken = (
  text: string,
  tokens: readonly SwapToken[],
  { address, network }: { readonly address: ChainActions["address"]; readonly network: Network },
): SwapToken | null | AmbiguousToken => {
  const contract = address(text)
  const known = contract === null ? undefined : tokens.find(({ token }) => token.address === contract)
  if (known !== undefined) return known
  const symbol = text.toLowerCase()
  const named = tokens.filter(({ token }) => token.symbol.toLowerCase() === symbol)
  // The native currency's symbol is reserved, regardless of a token's own symbol.
  const native = network.nativeCurrency.symbol.toLowerCase() === symbol
  const chosen = native ? named.filter(({ token }) => token.address === null) : named
  const [first, ...others] = chosen
  if (first === undefined) return null
  return others.length === 0
    ? first
    : new AmbiguousToken({
        symbol: first.token.symbol,
        addresses: chosen.flatMap(({ token }) => token.address ?? []),
      })
}
