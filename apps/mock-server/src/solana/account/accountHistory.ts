import type { HistoryTransaction } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import type { QueriedAccount } from "../../blockchain/AccountSource.ts"
import type { ConfirmedTransaction, SolanaChain } from "../chain/SolanaChain.ts"
import { getSolanaChain } from "../solanaChains.ts"
import { findCollectible } from "../solanaCollectibles.ts"
import { parseAccountAddress } from "./accountAddress.ts"
import { getSolanaAsset } from "./assets.ts"
import { getGenesisEntries, makeCollectibleTransfer } from "./collectibles.ts"
import { getMovements, type SolanaMovement } from "./movements.ts"

type SolanaHistoryTransfer = HistoryTransaction["transfers"][number]

/** Returns every transaction that an address paid for, sent or received, newest first. */
export const getAccountHistory = async (account: QueriedAccount): Promise<readonly HistoryTransaction[]> => {
  const { world, network, origin } = account
  const address = parseAccountAddress(account.address)
  const chain = await getSolanaChain(world, network)
  return chain
    .transactions()
    .flatMap((landed) => {
      const movements = getMovements(landed).filter(({ from, to }) => from === address || to === address)
      const isNamed = landed.keys.some((key) => key.address === address)
      return isNamed || movements.length > 0
        ? [toSolanaHistoryEntry({ chain, landed, address, origin, movements })]
        : []
    })
    .toReversed()
    .concat(getGenesisEntries({ network, address, origin }))
}

interface SolanaHistoryContext {
  readonly chain: SolanaChain
  readonly landed: ConfirmedTransaction
  /** The address that the history belongs to. */
  readonly address: string
  readonly origin: string
  /** Movements that concern the address. */
  readonly movements: readonly SolanaMovement[]
}

const toSolanaHistoryEntry = (seen: SolanaHistoryContext): HistoryTransaction => {
  const { chain, landed, address, movements } = seen
  const { transaction, keys, outcome, block } = landed
  const payer = keys[0]?.address ?? ""
  const called = keys[transaction.message.instructions[0]?.programAddressIndex ?? 0]?.address ?? ""
  const [first] = movements
  return {
    id: `${chain.network.caipNetworkId}/${transaction.signature}`,
    metadata: {
      operationType: getSolanaOperationType(movements, address),
      hash: transaction.signature,
      minedAt: new Date(block.time * 1000).toISOString(),
      sentFrom: first?.from ?? payer,
      sentTo: first?.to ?? called,
      status: outcome.error === null ? "confirmed" : "failed",
      nonce: 0,
      chain: chain.network.caipNetworkId,
    },
    // A failed transaction moved nothing.
    transfers: outcome.error === null ? movements.map((movement) => toHistoryTransfer(movement, seen)) : [],
  }
}

/** Returns the wire's operation type of the movements, seen from the address. */
const getSolanaOperationType = (movements: readonly SolanaMovement[], address: string): string => {
  const incoming = movements.filter(({ from, to }) => to === address && from !== address)
  const outgoing = movements.filter(({ from }) => from === address)
  if (incoming.length > 0 && outgoing.length > 0) return "trade"
  if (incoming.length > 0) return incoming.every(({ from }) => from === null) ? "mint" : "receive"
  if (outgoing.length > 0) return outgoing.every(({ to }) => to === null) ? "burn" : "send"
  return "execute"
}

const toHistoryTransfer = (
  { from, to, mint, amount, kept }: SolanaMovement,
  { chain, address, origin }: SolanaHistoryContext,
): SolanaHistoryTransfer => {
  const direction = from === to ? "self" : to === address ? "in" : "out"
  const collectible = findCollectible(mint)
  if (collectible !== undefined) return makeCollectibleTransfer(collectible, direction, origin)
  const { name, symbol, decimals, price, icon } = getSolanaAsset(mint, { chain, origin })
  const numeric = formatAmount(direction === "in" ? amount - kept : amount, decimals)
  return {
    fungible_info: { name, symbol, icon: { url: icon } },
    direction,
    quantity: { numeric },
    value: Number(numeric) * price,
    price,
  }
}
