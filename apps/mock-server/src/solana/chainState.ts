import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import type { Network } from "@wmodal/protocol"
import { parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import type { AccountState, ChainState } from "../control/ChainState.ts"
import type { World } from "../world/World.ts"
import { getAccountBalances } from "./account/accountBalances.ts"
import type { SolanaChain } from "./chain/SolanaChain.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { getSolanaChain } from "./solanaChains.ts"
import { solanaTokens } from "./solanaTokens.ts"

/** Returns native and token amounts in lamports and base units. */
export const getSolanaState = async (world: World, network: Network): Promise<ChainState> => {
  const chain = await getSolanaChain(world, network)
  const accounts: AccountState[] = []
  for (const address of [...solanaAccounts, ...findRecipients(chain)]) {
    const held = new Map<string, string>()
    for (const { address: token, symbol, quantity } of await getAccountBalances({
      world,
      network,
      address,
      origin: "",
    }))
      held.set(token === undefined ? "" : symbol, parseAssetAmount(quantity))
    accounts.push({
      address,
      native: held.get("") ?? "0",
      tokens: Object.fromEntries(solanaTokens.map(({ symbol }) => [symbol, held.get(symbol) ?? "0"])),
      fees: `${getPaidFees(chain, address)}`,
    })
  }
  return { chainId: network.caipNetworkId, transactions: chain.transactions().length, accounts }
}

const parseAssetAmount = ({ decimals, numeric }: { readonly decimals: string; readonly numeric: string }) =>
  `${Result.getOrElse(parseAmount(numeric, Number(decimals)), () => 0n)}`

/** Returns the fees that an address paid as the first signer. */
const getPaidFees = (chain: SolanaChain, address: string) =>
  chain
    .transactions()
    .filter(({ keys }) => keys[0]?.address === address)
    .reduce((sum, { fee }) => sum + fee, 0n)

/** Finds wallets and token owners. Data accounts of tokens and programs have no owner of their own. */
const findRecipients = (chain: SolanaChain): readonly string[] => {
  const known = new Set<string>(solanaAccounts)
  const wallets = chain
    .transactions()
    .flatMap(({ keys }) => keys.flatMap(({ address, writable }) => (writable ? address : [])))
    .filter((address) => {
      const account = chain.svm.getAccount(address)
      return account.exists && account.programAddress === SYSTEM_PROGRAM_ADDRESS
    })
  const owners = chain.transactions().flatMap(({ tokens }) => tokens.post.map(({ owner }) => owner))
  return [...new Set<string>([...wallets, ...owners])].filter((address) => !known.has(address)).toSorted()
}
