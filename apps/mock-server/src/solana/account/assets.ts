import { address } from "@solana/kit"
import { priceOf } from "../../blockchain/prices.ts"
import { tokenIcon } from "../../blockchain/tokenIcon.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { tokenMint } from "../chain/tokenBalances.ts"
import { solanaTokens } from "../solanaTokens.ts"

/** What an amount is of. */
export interface Asset {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** US dollars for one. */
  readonly price: number
  /** Where its picture is. */
  readonly icon: string
}

/** SOL, one of our tokens, or a stranger's: that one has no name on the chain, and is worth nothing. */
export const assetOf = (
  mint: string | null,
  { chain, origin }: { readonly chain: SolanaChain; readonly origin: string },
): Asset => {
  const known =
    mint === null ? chain.network.nativeCurrency : solanaTokens.find((token) => token.mint === mint)
  const { name, symbol, decimals } = known ?? stranger(chain, mint ?? "")
  const price = known === undefined ? 0 : priceOf(symbol, chain.network)
  return { name, symbol, decimals, price, icon: tokenIcon(origin, symbol) }
}

const stranger = ({ svm }: SolanaChain, mint: string) => {
  const account = svm.getAccount(address(mint))
  const decimals = account.exists ? tokenMint(account)?.decimals : undefined
  return { name: mint, symbol: mint.slice(0, 4), decimals: decimals ?? 0 }
}
