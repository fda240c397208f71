import { address as asAddress } from "@solana/kit"
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import type { TokenBalance } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import type { Account } from "../../blockchain/AccountSource.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { token2022, tokenAccount } from "../chain/tokenBalances.ts"
import { solanaChain } from "../solanaChains.ts"
import { collectibleOf } from "../solanaCollectibles.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { accountAddress } from "./accountAddress.ts"
import { assetOf } from "./assets.ts"

/** What an address holds now: SOL, our tokens, then strangers', and no collectibles. Several accounts of one token are one holding. */
export const accountBalances = async (account: Account): Promise<readonly TokenBalance[]> => {
  const { world, network, origin } = account
  const address = accountAddress(account.address)
  const chain = await solanaChain(world, network)
  const amounts = new Map<string | null, bigint>([
    [null, chain.svm.getBalance(address) ?? 0n],
    ...solanaTokens.map(({ mint }) => [mint, 0n] as const),
  ])
  for (const { mint, amount } of tokensOf(chain, address))
    amounts.set(mint, (amounts.get(mint) ?? 0n) + amount)
  return [...amounts].flatMap(([mint, amount]) => {
    if (amount === 0n || collectibleOf(mint) !== undefined) return []
    const { name, symbol, decimals, price, icon } = assetOf(mint, { chain, origin })
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

const tokensOf = ({ svm }: SolanaChain, owner: string) =>
  [TOKEN_PROGRAM_ADDRESS, asAddress(token2022)]
    .flatMap((program) => svm.getProgramAccounts(program))
    .flatMap((account) => tokenAccount(account) ?? [])
    .filter((token) => token.owner === owner)
    .toSorted((one, other) => (one.mint < other.mint ? -1 : 1))
