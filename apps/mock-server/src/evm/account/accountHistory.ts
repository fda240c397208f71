import type { HistoryTransaction } from "@wmodal/api"
import type { Account } from "../../blockchain/AccountSource.ts"
import { priceOf } from "../../blockchain/prices.ts"
import type { Anvil } from "../Anvil.ts"
import { chainIndex } from "../blocks/ChainIndex.ts"
import { Waiting, waitingTransactions } from "../blocks/ChainTransaction.ts"
import type { Movement } from "../blocks/movements.ts"
import { rpcResults } from "../rpcResults.ts"
import { readCollectibleFacts } from "./collectibleFacts.ts"
import { genesisTransactions } from "./genesisTransactions.ts"
import { concerns, historyEntry, movementsOf, type Things } from "./historyEntry.ts"
import { readTokenFacts } from "./tokenFacts.ts"
import { readTokenPrices } from "./tokenPrices.ts"

/** What happened to an account on one EVM network, newest first. Its things are worth what they are worth now. */
export const readHistory = async (account: Account): Promise<readonly HistoryTransaction[]> => {
  const { world, network, origin } = account
  const address = account.address.toLowerCase()
  const anvil = await world.chain(network)
  const mined = await chainIndex(world, network).transactions()
  const [pool] = await rpcResults(anvil, [["txpool_content"]])
  const now = Math.max(Math.floor(world.now() / 1000), mined.at(-1)?.minedAt ?? 0)
  const sent = [...mined, ...waitingTransactions(Waiting.parse(pool), now)]
  const all = [
    ...genesisTransactions(address, network),
    ...sent.filter((transaction) => concerns(transaction, address)),
  ]
  const things = await readThings(
    anvil,
    account,
    all.flatMap((transaction) => movementsOf(transaction, address)),
  )
  return all
    .map((transaction) => historyEntry(transaction, { address, network, origin, things }))
    .toReversed()
}

const readThings = async (
  anvil: Pick<Anvil, "send">,
  { network }: Account,
  movements: readonly Movement[],
): Promise<Things> => {
  const tokens = new Set(movements.flatMap(({ moved }) => (moved._tag === "Fungible" ? [moved.token] : [])))
  const collectibles = new Map(
    movements.flatMap(({ moved }) =>
      moved._tag === "Collectible" ? [[`${moved.token} ${moved.tokenId}`, moved] as const] : [],
    ),
  )
  const [tokenFacts, collectibleFacts, prices] = await Promise.all([
    readTokenFacts(anvil, [...tokens]),
    readCollectibleFacts(anvil, [...collectibles.values()]),
    readTokenPrices(anvil, network),
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
    price: priceOf(network.nativeCurrency.symbol, network),
  }
}
