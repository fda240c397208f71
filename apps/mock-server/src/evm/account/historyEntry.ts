import type { HistoryTransaction } from "@wmodal/api"
import { formatAmount, type Network } from "@wmodal/protocol"
import { getAddress } from "viem"
import { getTokenIconUrl } from "../../blockchain/tokenIcon.ts"
import type { ChainTransaction } from "../blocks/ChainTransaction.ts"
import type { Movement } from "../blocks/movements.ts"
import { collections } from "../collections.ts"
import { exchangeAddress } from "../exchange.ts"
import type { CollectibleFacts } from "./collectibleFacts.ts"
import { getOperationType } from "./operationType.ts"
import type { TokenFacts } from "./tokenFacts.ts"

type HistoryTransfer = HistoryTransaction["transfers"][number]

/** Metadata of the moved assets. Addresses in lower case; prices in US dollars. */
export interface HistoryAssets {
  readonly tokens: ReadonlyMap<string, TokenFacts>
  /** Metadata by `${token} ${tokenId}`. */
  readonly collectibles: ReadonlyMap<string, CollectibleFacts>
  readonly prices: ReadonlyMap<string, number>
  /** Price of the native currency. */
  readonly price: number
}

/** The account of the history, and its network. `address` in lower case; `origin` is the base URL of icons. */
export interface HistoryContext {
  readonly address: string
  readonly network: Network
  readonly origin: string
  readonly assets: HistoryAssets
}

/** Returns whether a transaction belongs in the history of `address`, which is in lower case. */
export const involvesAddress = (transaction: ChainTransaction, address: string): boolean =>
  transaction.from === address ||
  transaction.to === address ||
  transaction.approvers.includes(address) ||
  getAccountMovements(transaction, address).length > 0

export const getAccountMovements = ({ movements }: ChainTransaction, address: string): readonly Movement[] =>
  movements.filter(({ from, to }) => from === address || to === address)

/** Returns the history entry of a transaction from the account's side. */
export const toHistoryEntry = (transaction: ChainTransaction, reader: HistoryContext): HistoryTransaction => {
  const { address, network } = reader
  const movements = getAccountMovements(transaction, address)
  const type = getOperationType(transaction, address, movements)
  // A plain transfer shows its recipient, not the contract that made it.
  const ends = type === "trade" ? transaction : (movements[0] ?? transaction)
  return {
    id: `${network.caipNetworkId}/${transaction.hash}`,
    metadata: {
      operationType: type,
      hash: transaction.hash,
      minedAt: new Date(transaction.minedAt * 1000).toISOString(),
      sentFrom: ends.from,
      sentTo: ends.to,
      status: transaction.status,
      nonce: transaction.nonce,
      chain: network.caipNetworkId,
      ...(transaction.to === exchangeAddress.toLowerCase() && {
        application: { name: "Mock Exchange" },
      }),
    },
    transfers: movements.map((movement) => toHistoryTransfer(movement, reader)),
  }
}

const toHistoryTransfer = ({ from, to, moved }: Movement, reader: HistoryContext): HistoryTransfer => {
  const direction = from === to ? "self" : to === reader.address ? "in" : "out"
  const { network, origin, assets } = reader
  switch (moved._tag) {
    case "Native": {
      const { name, symbol, decimals } = network.nativeCurrency
      const icon = { url: getTokenIconUrl(origin, symbol) }
      return {
        fungible_info: { name, symbol, icon },
        direction,
        ...getFiatValue(moved.amount, decimals, assets.price),
      }
    }
    case "Fungible": {
      const { name = "", symbol = "", decimals = 0 } = assets.tokens.get(moved.token) ?? {}
      const price = assets.prices.get(moved.token)
      const icon = price === undefined ? {} : { icon: { url: getTokenIconUrl(origin, symbol) } }
      return {
        fungible_info: { name, symbol, ...icon },
        direction,
        ...getFiatValue(moved.amount, decimals, price),
      }
    }
    case "Collectible": {
      const { name = "", image = "" } = assets.collectibles.get(`${moved.token} ${moved.tokenId}`) ?? {}
      const media = { url: image, content_type: /^data:([\w/+.-]+)/.exec(image)?.[1] ?? null }
      const content = image === "" ? {} : { content: { preview: media, detail: media } }
      const flags = { is_spam: isSpam(moved.token) }
      // Without these, clients could not query the chain for the token.
      const where = {
        contract_address: getAddress(moved.token),
        token_id: `${moved.tokenId}`,
        interface: "ERC721",
      }
      return { nft_info: { ...where, name, ...content, flags }, direction, quantity: { numeric: "1" } }
    }
  }
}

const getFiatValue = (amount: bigint, decimals: number, price: number | undefined) => {
  const numeric = formatAmount(amount, decimals)
  return { quantity: { numeric }, ...(price !== undefined && { price, value: Number(numeric) * price }) }
}

const isSpam = (token: string) =>
  collections.some((collection) => collection.isSpam && collection.address.toLowerCase() === token)
