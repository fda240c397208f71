import type { HistoryTransaction } from "@wmodal/api"
import type { QueriedAccount } from "../../blockchain/AccountSource.ts"
import { getPrice } from "../../blockchain/prices.ts"
import type { Anvil } from "../Anvil.ts"
import { getChainIndex } from "../blocks/ChainIndex.ts"
import { decodePendingTransactions, PendingPool } from "../blocks/ChainTransaction.ts"
import type { Movement } from "../blocks/movements.ts"
import { fetchRpcResults } from "../rpcResults.ts"
import { fetchCollectibleFacts } from "./collectibleFacts.ts"
import { getGenesisTransactions } from "./genesisTransactions.ts"
import { getAccountMovements, type HistoryAssets, involvesAddress, toHistoryEntry } from "./historyEntry.ts"
import { fetchTokenFacts } from "./tokenFacts.ts"
import { fetchTokenPrices } from "./tokenPrices.ts"

/** Returns the history of an account on one EVM network, newest first. Values are at current prices. */
export const fetchHistory = async (account: QueriedAccount): Promise<readonly HistoryTransaction[]> => {
  const { world, network, origin } = account
  const address = account.address.toLowerCase()
  const anvil = await world.chain(network)
  const mined = await getChainIndex(world, network).transactions()
  const [pool] = await fetchRpcResults(anvil, [["txpool_content"]])
  const now = Math.max(Math.floor(world.now() / 1000), mined.at(-1)?.minedAt ?? 0)
  const sent = [...mined, ...decodePendingTransactions(PendingPool.parse(pool), now)]
  const all = [
    ...getGenesisTransactions(address, network),
    ...sent.filter((transaction) => involvesAddress(transaction, address)),
  ]
  const things = await fetchHistoryAssets(
    anvil,
    account,
    all.flatMap((transaction) => getAccountMovements(transaction, address)),
  )
  return all
    .map((transaction) => toHistoryEntry(transaction, { address, network, origin, assets: things }))
    .toReversed()
}

const fetchHistoryAssets = async (
  anvil: Pick<Anvil, "send">,
  { network }: QueriedAccount,
  movements: readonly Movement[],
): Promise<HistoryAssets> => {
  const tokens = new Set(movements.flatMap(({ moved }) => (moved._tag === "Fungible" ? [moved.token] : [])))
  const collectibles = new Map(
    movements.flatMap(({ moved }) =>
      moved._tag === "Collectible" ? [[`${moved.token} ${moved.tokenId}`, moved] as const] : [],
    ),
  )
  const [tokenFacts, collectibleFacts, prices] = await Promise.all([
    fetchTokenFacts(anvil, [...tokens]),
    fetchCollectibleFacts(anvil, [...collectibles.values()]),
    fetchTokenPrices(anvil, network),
  ])
  return {
    tokens: new Map(tokenFacts.map((facts) => [facts.address, facts])),
    collectibles: new Map(
      [...collectibles.keys()].flatMap((key, index) => {
        const facts = collectibleFacts[index]
        return facts === undefined ? [] : [[key, facts] as const]
      }),
    ),
    prices,
    price: getPrice(network.nativeCurrency.symbol, network),
  }
}
