import { type Hex, hexToBigInt, isHex, numberToHex } from "viem"
import * as z from "zod/mini"
import type { Anvil } from "../Anvil.ts"
import { fetchChainHead } from "../ChainHead.ts"
import { fetchRpcResults } from "../rpcResults.ts"

export type Send = Anvil["send"]

export const Hexes = z.custom<Hex>((value) => isHex(value))
const Call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.optional(z.array(z.unknown())) })
export type Call = z.output<typeof Call>
const Reply = z.looseObject({ id: z.unknown(), result: z.optional(z.unknown()) })
const Block = z.object({ transactions: z.array(Hexes) })
const Receipt = z.looseObject({
  transactionHash: Hexes,
  transactionIndex: Hexes,
  blockHash: Hexes,
  blockNumber: Hexes,
  status: Hexes,
  logs: z.array(z.looseObject({})),
  from: Hexes,
  gasUsed: Hexes,
  cumulativeGasUsed: Hexes,
  effectiveGasPrice: Hexes,
})

/** A transaction in a block, as the chain itself tells it. */
export interface MinedTransaction {
  readonly receipt: z.output<typeof Receipt>
  readonly signed: Hex
  readonly block: bigint
}

/** What a network charges and tells otherwise than its chain, whose EVM runs as ever. */
export interface Settlement {
  /** Makes the chain ready for its next block. */
  readonly prepare: (send: Send) => Promise<unknown>
  /** Returns why the network refuses a call that its chain would not; `null` if it does not. */
  readonly refuse: (
    send: Send,
    call: Call,
  ) => Promise<{ readonly code: number; readonly message: string } | null>
  /** Returns the wei that a transaction pays on top of what its chain charged; negative if it pays less. */
  readonly surcharge: (mined: MinedTransaction) => bigint
  /** Returns the network's receipt for that of the chain. */
  readonly toReceipt: (mined: MinedTransaction) => Readonly<Record<string, unknown>>
  /** Returns the network's result of any other call for that of the chain. */
  readonly tell: (send: Send, call: Call, result: unknown) => Promise<unknown>
}

/** Makes a chain charge as its network does: each block is settled before anything else is read. */
export const withSettlement = async (anvil: Anvil, settlement: Settlement): Promise<Anvil> => {
  const { send } = anvil
  await settlement.prepare(send)
  const answer = async (call: unknown): Promise<unknown> => {
    const { data } = Call.safeParse(call)
    if (data === undefined) return send(call)
    const refusal = await settlement.refuse(send, data)
    if (refusal !== null) return { jsonrpc: "2.0", id: data.id, error: refusal }
    const before = isMining(data) ? await fetchChainHead(anvil) : null
    const reply = Reply.safeParse(await send(call))
    if (before !== null) await settle(send, settlement, BigInt(before.number))
    if (reply.data?.result == null) return reply.data
    return { ...reply.data, result: await tell(send, settlement, data, reply.data.result) }
  }
  return {
    ...anvil,
    send: async (payload) => {
      if (!Array.isArray(payload)) return answer(payload)
      const replies: unknown[] = []
      for (const call of payload) replies.push(await answer(call))
      return replies
    },
  }
}

const isMining = ({ method }: Call): boolean => /_mine(?:_detailed|Detailed)?$/.test(method)

export const fetchTip = async (send: Send): Promise<bigint> => BigInt((await fetchChainHead({ send })).number)

/** Takes from the senders of new blocks what the network charges, and gives back what the chain charged too much. */
const settle = async (send: Send, settlement: Settlement, before: bigint) => {
  for (let block = before + 1n; block <= (await fetchTip(send)); block++) {
    const [read] = await fetchRpcResults({ send }, [["eth_getBlockByNumber", numberToHex(block), false]])
    for (const hash of Block.parse(read).transactions) {
      const [answer] = await fetchRpcResults({ send }, [["eth_getTransactionReceipt", hash]])
      const mined = await fetchMined(send, Receipt.parse(answer))
      const { from } = mined.receipt
      const [balance] = await fetchRpcResults({ send }, [["eth_getBalance", from, "latest"]])
      const left = hexToBigInt(Hexes.parse(balance)) - settlement.surcharge(mined)
      await fetchRpcResults({ send }, [["anvil_setBalance", from, numberToHex(left > 0n ? left : 0n)]])
    }
  }
  await settlement.prepare(send)
}

const fetchMined = async (send: Send, receipt: z.output<typeof Receipt>): Promise<MinedTransaction> => {
  const [signed] = await fetchRpcResults({ send }, [["eth_getRawTransactionByHash", receipt.transactionHash]])
  return { receipt, signed: Hexes.parse(signed), block: hexToBigInt(receipt.blockNumber) }
}

const tell = async (send: Send, settlement: Settlement, call: Call, result: unknown): Promise<unknown> => {
  const toReceipt = async (plain: unknown) => {
    // Without a block it is not charged yet.
    const receipt = Receipt.safeParse(plain)
    return receipt.success ? settlement.toReceipt(await fetchMined(send, receipt.data)) : plain
  }
  switch (call.method) {
    case "eth_getTransactionReceipt":
      return toReceipt(result)
    case "eth_getBlockReceipts":
      return Promise.all(z.array(z.unknown()).parse(result).map(toReceipt))
    default:
      return settlement.tell(send, call, result)
  }
}
