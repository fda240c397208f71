import type { HistoryTransaction } from "@wmodal/api"
import * as z from "zod/mini"
import type { Account } from "../blockchain/AccountSource.ts"
import { priceOf } from "../blockchain/prices.ts"
import type { Anvil } from "./Anvil.ts"
import { chainIndex } from "./ChainIndex.ts"
import type { ChainTransaction } from "./ChainTransaction.ts"
import { readCollectibleFacts } from "./collectibleFacts.ts"
import { genesisEntry } from "./genesisEntry.ts"
import { concerns, historyEntry, movementsOf, type Things } from "./historyEntry.ts"
import type { Movement } from "./movements.ts"
import { rpcResults } from "./rpcResults.ts"
import { readTokenFacts } from "./tokenFacts.ts"
import { readTokenPrices } from "./tokenPrices.ts"

const FirstBlock = z.object({ hash: z.string() })

/** What happened to an account on one EVM network, newest first. Its things are worth what they are worth now. */
export const readHistory = async (account: Account): Promise<readonly HistoryTransaction[]> => {
  const { world, network, origin } = account
  const address = account.address.toLowerCase()
  const anvil = await world.chain(network)
  const mined = (await chainIndex(world, network).transactions()).filter((one) => concerns(one, address))
  const [block] = await rpcResults(anvil, [["eth_getBlockByNumber", "0x0", false]])
  const genesis = genesisEntry(address, FirstBlock.parse(block).hash)
  const all = genesis === null ? mined : [genesis, ...mined]
  const things = await readThings(
    anvil,
    account,
    all.flatMap((transaction) => movementsOf(transaction, address)),
  )
  return all
    .map((transaction: ChainTransaction) => historyEntry(transaction, { address, network, origin, things }))
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
