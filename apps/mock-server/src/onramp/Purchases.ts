import { encodeFunctionData, erc20Abi, getAddress, numberToHex } from "viem"
import * as z from "zod/mini"
import { AnvilFailed } from "../evm/Anvil.ts"
import { isNative } from "../evm/assets.ts"
import { fetchRpcResults } from "../evm/rpcResults.ts"
import { deployer } from "../evm/tokens.ts"
import { RequestError } from "../http/RequestError.ts"
import { getSolanaChain } from "../solana/solanaChains.ts"
import { BoundedMap } from "../world/BoundedMap.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"
import type { PaidPurchase, Purchase, PurchaseProgress } from "./Purchase.ts"
import { getCurrencyRate, parsePayment } from "./payment.ts"
import { computeQuote } from "./Quote.ts"

/** Wei: more than any payment and its fee. */
const funderBalanceHex = numberToHex(10n ** 36n)

const Receipt = z.object({ status: z.literal("0x1"), transactionHash: z.string() })

/**
 * Sends the bought asset from an unowned account that holds all known tokens.
 * @returns the transaction's hash; it is in a block.
 * @throws AnvilNotFound, AnvilFailed
 */
const deliverPurchase = async (world: World, { choice, quote }: PaidPurchase): Promise<string> => {
  const { address, asset } = choice
  if (asset.network.chainNamespace === "solana") {
    const { sendAirdrop } = await import("../solana/rpc/transactionMethods.ts")
    return sendAirdrop(await getSolanaChain(world, asset.network), address, Number(quote.bought))
  }
  const chain = await world.chain(asset.network)
  const payment = isNative(asset)
    ? { to: address, value: numberToHex(quote.bought) }
    : {
        to: asset.address,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: "transfer",
          args: [getAddress(address), quote.bought],
        }),
      }
  // Sequential: the members of a batch may overtake each other.
  await fetchRpcResults(chain, [["anvil_setBalance", deployer, funderBalanceHex]])
  const [hash] = await fetchRpcResults(chain, [
    ["eth_sendUnsignedTransaction", { from: deployer, ...payment }],
  ])
  const [receipt] = await fetchRpcResults(chain, [["eth_getTransactionReceipt", hash]])
  const sent = Receipt.safeParse(receipt)
  if (!sent.success) throw new AnvilFailed({ detail: "the transfer failed" })
  return sent.data.transactionHash
}

/** The purchases of one world. Each step throws `Failed` for an unknown purchase or a wrong state. */
export interface Purchases {
  /** Returns the purchases, oldest first. */
  readonly entries: () => readonly Purchase[]
  readonly open: (purchase: Omit<Purchase, "id" | "progress">) => Purchase
  readonly find: (id: string) => Purchase
  /** Pays. `choice` is an index into `choices`, `amount` a decimal number of US dollars. */
  readonly pay: (id: string, order: { readonly choice: number; readonly amount: string }) => void
  /** Transfers the asset on the chain, once. */
  readonly deliver: (id: string) => Promise<void>
  /** Fails the payment. */
  readonly fail: (id: string) => void
}

const makePurchases = (world: World): Purchases => {
  const byId = new BoundedMap<string, Purchase>()

  const find = (id: string): Purchase => {
    const purchase = byId.get(id)
    if (purchase === undefined)
      throw new RequestError({ status: 404, field: "id", description: "No such purchase" })
    return purchase
  }

  const proceed = (id: string, progress: PurchaseProgress) => {
    byId.set(id, { ...find(id), progress })
  }

  const waiting = (id: string) => {
    const { progress } = find(id)
    if (progress._tag !== "Paid" || progress.delivering) throw wrongProgressError()
    return progress
  }

  return {
    entries: () => [...byId.values()],
    open: (purchase) => {
      const id = world.random("onramp").uuid()
      const opened = { ...purchase, id, progress: { _tag: "Open" } } as const
      byId.set(id, opened)
      return opened
    },
    find,
    pay: (id, { choice: place, amount }) => {
      const { choices, progress } = find(id)
      if (progress._tag !== "Open") throw wrongProgressError()
      const choice = choices[place]
      if (choice === undefined)
        throw new RequestError({ status: 400, field: "choice", description: "No such option" })
      const quote = computeQuote(choice.asset, { total: parsePayment(amount), rate: getCurrencyRate("USD") })
      proceed(id, { _tag: "Paid", paid: { choice, quote, at: world.now() }, delivering: false })
    },
    deliver: async (id) => {
      const progress = waiting(id)
      proceed(id, { ...progress, delivering: true })
      try {
        const hash = await deliverPurchase(world, progress.paid)
        proceed(id, { _tag: "Delivered", paid: progress.paid, hash })
      } catch (error) {
        proceed(id, progress)
        throw error
      }
    },
    fail: (id) => proceed(id, { _tag: "Failed", paid: waiting(id).paid }),
  }
}

const wrongProgressError = () =>
  new RequestError({ status: 400, field: "do", description: "This purchase cannot take this step now" })

export const getPurchases = perWorld(makePurchases)
