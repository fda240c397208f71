import { address as asAddress } from "@solana/kit"
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import type { TokenBalance } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import type { QueriedAccount } from "../../blockchain/AccountSource.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeTokenAccount, token2022 } from "../chain/tokenBalances.ts"
import { getSolanaChain } from "../solanaChains.ts"
import { findCollectible } from "../solanaCollectibles.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { parseAccountAddress } from "./accountAddress.ts"
import { getSolanaAsset } from "./assets.ts"

/**
 * Returns the SOL, known tokens and unknown tokens of an address, without collectibles. Several accounts of one token
 * are one holding.
 */
export const getAccountBalances = async (account: QueriedAccount): Promise<readonly TokenBalance[]> => {
  const { world, network, origin } = account
  const address = parseAccountAddress(account.address)
  const chain = await getSolanaChain(world, network)
  const amounts = new Map<string | null, bigint>([
    [null, chain.svm.getBalance(address) ?? 0n],
    ...solanaTokens.map(({ mint }) => [mint, 0n] as const),
  ])
  for (const { mint, amount } of getTokenAccounts(chain, address))
    amounts.set(mint, (amounts.get(mint) ?? 0n) + amount)
  return [...amounts].flatMap(([mint, amount]) => {
    if (amount === 0n || findCollectible(mint) !== undefined) return []
    const { name, symbol, decimals, price, icon } = getSolanaAsset(mint, { chain, origin })
    const numeric = formatAmount(amount, decimals)
    return [
      {
        name,
        symbol,
        chainId: network.caipNetworkId,
        ...(mint !== null && { address: `${network.caipNetworkId}:${mint}` }),
        value: Number(numeric) * price,
        price,
        quantity: { decimals: String(decimals), numeric },
        iconUrl: icon,
      },
    ]
  })
}

const getTokenAccounts = ({ svm }: SolanaChain, owner: string) =>
  [TOKEN_PROGRAM_ADDRESS, asAddress(token2022)]
    .flatMap((program) => svm.getProgramAccounts(program))
    .flatMap((account) => decodeTokenAccount(account) ?? [])
    .filter((token) => token.owner === owner)
    .toSorted((one, other) => (one.mint < other.mint ? -1 : 1))
