import { address } from "@solana/kit"
import { getPrice } from "../../blockchain/prices.ts"
import { getTokenIconUrl } from "../../blockchain/tokenIcon.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeTokenMint } from "../chain/tokenBalances.ts"
import { solanaTokens } from "../solanaTokens.ts"

/** What an amount is of. */
export interface SolanaAsset {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** US dollars for one. */
  readonly price: number
  /** Where its picture is. */
  readonly icon: string
}

/** SOL, one of our tokens, or a stranger's: that one has no name on the chain, and is worth nothing. */
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
