import { address } from "@solana/kit"
import { getPrice } from "../../blockchain/prices.ts"
import { getTokenIconUrl } from "../../blockchain/tokenIcon.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeTokenMint } from "../chain/tokenBalances.ts"
import { solanaTokens } from "../solanaTokens.ts"

/** The asset of an amount. */
export interface SolanaAsset {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** US dollars per whole token. */
  readonly price: number
  /** URL of the icon. */
  readonly icon: string
}

/** Returns SOL, a known token or an unknown token. An unknown token has no name on the chain and a price of 0. */
export const getSolanaAsset = (
  mint: string | null,
  { chain, origin }: { readonly chain: SolanaChain; readonly origin: string },
): SolanaAsset => {
  const known =
    mint === null ? chain.network.nativeCurrency : solanaTokens.find((token) => token.mint === mint)
  const { name, symbol, decimals } = known ?? makeUnknownAsset(chain, mint ?? "")
  const price = known === undefined ? 0 : getPrice(symbol, chain.network)
  return { name, symbol, decimals, price, icon: getTokenIconUrl(origin, symbol) }
}

const makeUnknownAsset = ({ svm }: SolanaChain, mint: string) => {
  const account = svm.getAccount(address(mint))
  const decimals = account.exists ? decodeTokenMint(account)?.decimals : undefined
  return { name: mint, symbol: mint.slice(0, 4), decimals: decimals ?? 0 }
}
