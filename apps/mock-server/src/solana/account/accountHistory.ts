import type { HistoryTransaction } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import type { Account } from "../../blockchain/AccountSource.ts"
import type { Landed, SolanaChain } from "../chain/SolanaChain.ts"
import { solanaChain } from "../solanaChains.ts"
import { collectibleOf } from "../solanaCollectibles.ts"
import { accountAddress } from "./accountAddress.ts"
import { assetOf } from "./assets.ts"
import { collectibleTransfer, genesisEntries } from "./collectibles.ts"
import { type Movement, movementsOf } from "./movements.ts"

type HistoryTransfer = HistoryTransaction["transfers"][number]

/** Everything that an address paid for, sent or was given, newest first. */
export const accountHistory = async (account: Account): Promise<readonly HistoryTransaction[]> => {
  const { world, network, origin } = account
  const address = accountAddress(account.address)
  const chain = await solanaChain(world, network)
  return chain
    .transactions()
    .flatMap((landed) => {
      const movements = movementsOf(landed).filter(({ from, to }) => from === address || to === address)
      const isNamed = landed.keys.some((key) => key.address === address)
      return isNamed || movements.length > 0 ? [entry({ chain, landed, address, origin, movements })] : []
    })
    .toReversed()
    .concat(genesisEntries({ network, address, origin }))
}

interface Seen {
  readonly chain: SolanaChain
  readonly landed: Landed
  /** Whose history it is. */
  readonly address: string
  readonly origin: string
  /** Those that concern the address. */
  readonly movements: readonly Movement[]
}

const entry = (seen: Seen): HistoryTransaction => {
  const { chain, landed, address, movements } = seen
  const { transaction, keys, outcome, block } = landed
  const payer = keys[0]?.address ?? ""
  const called = keys[transaction.message.instructions[0]?.programAddressIndex ?? 0]?.address ?? ""
  const [first] = movements
  return {
    id: `${chain.network.caipNetworkId}/${transaction.signature}`,
    metadata: {
      operationType: operationType(movements, address),
      hash: transaction.signature,
      minedAt: new Date(block.time * 1000).toISOString(),
      sentFrom: first?.from ?? payer,
      sentTo: first?.to ?? called,
      status: outcome.error === null ? "confirmed" : "failed",
      nonce: 0,
      chain: chain.network.caipNetworkId,
    },
    // Of what failed nothing has moved.
    transfers: outcome.error === null ? movements.map((movement) => transferOf(movement, seen)) : [],
  }
}

/** The wire's word for what the movements were to the address. */
const operationType = (movements: readonly Movement[], address: string): string => {
  const incoming = movements.filter(({ from, to }) => to === address && from !== address)
  const outgoing = movements.filter(({ from }) => from === address)
  if (incoming.length > 0 && outgoing.length > 0) return "trade"
  if (incoming.length > 0) return incoming.every(({ from }) => from === null) ? "mint" : "receive"
  if (outgoing.length > 0) return outgoing.every(({ to }) => to === null) ? "burn" : "send"
  return "execute"
}

const transferOf = (
  { from, to, mint, amount, kept }: Movement,
  { chain, address, origin }: Seen,
): HistoryTransfer => {
  const direction = from === to ? "self" : to === address ? "in" : "out"
  const collectible = collectibleOf(mint)
  if (collectible !== undefined) return collectibleTransfer(collectible, direction, origin)
  const { name, symbol, decimals, price, icon } = assetOf(mint, { chain, origin })
  const numeric = formatAmount(direction === "in" ? amount - kept : amount, decimals)
  return {
    fungible_info: { name, symbol, icon: { url: icon } },
    direction,
    quantity: { numeric },
    value: Number(numeric) * price,
    price,
  }
}
