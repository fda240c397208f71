import { decodeEventLog, erc1155Abi, getAbiItem, parseAbi, toEventSelector } from "viem"
import type { CollectibleMove } from "../../contract/Transfer.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { isHexBytes } from "../Hex.ts"
import type { EventLog } from "../simulationRun.ts"
import { decodeReturned, toHexAddress } from "./contractAbi.ts"

/** The maximum number of collectibles of one event; an honest batch has fewer. */
const maxItems = 100

/** Moves by id. Source: ERC-1155, ERC-6909. */
const moveAbi = [
  getAbiItem({ abi: erc1155Abi, name: "TransferSingle" }),
  getAbiItem({ abi: erc1155Abi, name: "TransferBatch" }),
  ...parseAbi([
    "event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 value)",
  ]),
] as const
const moveTopics: readonly string[] = moveAbi.map((event) => toEventSelector(event))

/**
 * Decodes the collectibles that events move from or to an account. Their balance needs an id, so it is not read.
 * @returns `null` if the events have more content than is decoded, or one that names the account is not decodable
 */
export const decodeLogMoves = (
  logs: readonly EventLog[],
  holder: string,
): readonly CollectibleMove[] | null => {
  const net = new Map<string, CollectibleMove>()
  const account = toHexAddress(holder)
  for (const log of logs) {
    const collection = checksumAddress(log.address)
    const namesAccount = [...log.topics, log.data].join().includes(account.slice(2))
    if (collection === null || !namesAccount || !moveTopics.includes(log.topics[0] ?? "")) continue
    const move = decodeMove(log)
    if (move === null) return null
    const { from, ids, to, values } = move
    const sign = (toHexAddress(to) === account ? 1n : 0n) - (toHexAddress(from) === account ? 1n : 0n)
    if (sign === 0n) continue
    for (const [at, id] of ids.entries()) {
      const key = `${collection} ${id}`
      const amount = (net.get(key)?.amount ?? 0n) + sign * (values[at] ?? 0n)
      net.set(key, { collection, id, amount })
    }
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n)
}

const decodeMove = ({ data, topics }: EventLog) => {
  const [event, ...indexed] = topics.filter(isHexBytes)
  const decode = decodeReturned((hex) =>
    decodeEventLog({ abi: moveAbi, data: hex, topics: event === undefined ? [] : [event, ...indexed] }),
  )
  const decoded = decode(data)
  if (decoded === null) return null
  if (decoded.eventName !== "TransferBatch") {
    const { from, id, to, value } = decoded.args
    return { from, to, ids: [id], values: [value] }
  }
  const { ids, values } = decoded.args
  return ids.length > maxItems || ids.length !== values.length ? null : decoded.args
}
