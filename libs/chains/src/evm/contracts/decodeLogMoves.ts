import type { CollectibleMove } from "../../contract/Transfer.ts"
import { decodeAddressWord, decodeWord } from "../abi.ts"
import { checksumAddress } from "../checksumAddress.ts"
import type { EventLog } from "../simulateCalls.ts"

/** The maximum number of collectibles of one event; an honest batch has fewer. */
const maxItems = 100

/**
 * Decodes the collectibles that events move from or to an account. Their balance needs an id, so it is not read.
 * Source: ERC-1155, ERC-6909.
 * @returns `null` if the events have more content than is decoded
 */
export const decodeLogMoves = (
  logs: readonly EventLog[],
  holder: string,
): readonly CollectibleMove[] | null => {
  const net = new Map<string, CollectibleMove>()
  for (const log of logs) {
    const items = decodeItems(log)
    if (items === null) return null
    const [from, to] = [
      decodeAddressWord(log.topics[fromTopic(log)]),
      decodeAddressWord(log.topics[fromTopic(log) + 1]),
    ]
    const collection = checksumAddress(log.address)
    const sign = (to === holder.toLowerCase() ? 1n : 0n) - (from === holder.toLowerCase() ? 1n : 0n)
    if (collection === null || sign === 0n) continue
    for (const { amount, id } of items) {
      const key = `${collection} ${id}`
      net.set(key, { collection, id, amount: (net.get(key)?.amount ?? 0n) + sign * amount })
    }
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n)
}

/** The topic with the sender: of ERC-1155 the operator precedes it. */
const fromTopic = ({ topics: [event] }: EventLog) => (event === transfer6909Topic ? 1 : 2)

const decodeItems = ({
  data,
  topics,
}: EventLog): readonly Pick<CollectibleMove, "amount" | "id">[] | null => {
  switch (topics[0]) {
    case transferSingleTopic:
      return [{ id: decodeWord(data) ?? 0n, amount: decodeWord(data, 1) ?? 0n }]
    case transfer6909Topic:
      return [{ id: decodeWord(topics[3]) ?? 0n, amount: decodeWord(data, 1) ?? 0n }]
    case transferBatchTopic: {
      const [ids, amounts] = [decodeList(data, 0), decodeList(data, 1)]
      return ids === null || amounts === null
        ? null
        : ids.map((id, at) => ({ id, amount: amounts[at] ?? 0n }))
    }
    default:
      return []
  }
}

/** Decodes a list of numbers at the offset in the `at`th word. */
const decodeList = (data: string, at: number): readonly bigint[] | null => {
  const start = Number((decodeWord(data, at) ?? 0n) / 32n)
  const length = Number(decodeWord(data, start) ?? 0n)
  return length > maxItems
    ? null
    : Array.from({ length }, (_, item) => decodeWord(data, start + 1 + item) ?? 0n)
}

/** `TransferSingle(address,address,address,uint256,uint256)` */
const transferSingleTopic = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62"
/** `TransferBatch(address,address,address,uint256[],uint256[])` */
const transferBatchTopic = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb"
/** `Transfer(address,address,address,uint256,uint256)` */
const transfer6909Topic = "0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859"
