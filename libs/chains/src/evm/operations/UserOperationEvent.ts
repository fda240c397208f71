import { decodeEventLog, encodeEventTopics, type Hex, parseAbi, zeroAddress } from "viem"
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from "viem/account-abstraction"
import * as z from "zod/mini"
import { decodeReturned, toHexAddress } from "../contracts/contractAbi.ts"
import { isHexBytes } from "../Hex.ts"
import { addressSchema, bytesSchema, hashSchema } from "../wireSchemas.ts"

/** The entry points of versions 0.6 to 0.9: events of other contracts are not trusted. Source: ERC-4337. */
export const entryPoints: readonly string[] = [
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
].map((address) => address.toLowerCase())

const operationAbi = parseAbi([
  "event UserOperationEvent(bytes32 indexed hash, address indexed sender, address indexed paymaster, uint256 nonce, bool succeeded, uint256 cost, uint256 gas)",
])

/** Returns the topics of the operation events of one account. */
export const toOperationTopics = (sender: string) =>
  encodeEventTopics({ abi: operationAbi, args: { sender: toHexAddress(sender) } })

/** An entry point's event for one mined operation. In lower case. */
export interface UserOperationEvent {
  /** Hash of the operation. */
  readonly hash: string
  readonly nonce: bigint
  /** The result of the operation; the bundle succeeds in any case. */
  readonly succeeded: boolean
  /** Wei that the account paid; 0 if a paymaster did. */
  readonly paid: bigint
  /** Hash of the bundle transaction. */
  readonly bundle: string
}

const Log = z.object({
  address: addressSchema,
  topics: z.array(bytesSchema),
  data: bytesSchema,
  transactionHash: hashSchema,
})

/** Decodes the operation events of one account, in order; other logs are left out. */
export const decodeOperationEvents = (
  sender: string,
  logs: readonly unknown[],
): readonly UserOperationEvent[] =>
  logs.flatMap((log) => {
    const decoded = Log.safeParse(log)
    if (!decoded.success || !entryPoints.includes(decoded.data.address)) return []
    const { data, topics, transactionHash } = decoded.data
    const event = decodeOperationEvent(data, topics.filter(isHexBytes))
    if (event === null || event.sender.toLowerCase() !== sender) return []
    const { cost, hash, nonce, paymaster, succeeded } = event
    return { hash, nonce, succeeded, paid: paymaster === zeroAddress ? cost : 0n, bundle: transactionHash }
  })

const decodeOperationEvent = (data: string, [event, ...indexed]: readonly Hex[]) =>
  decodeReturned(
    (hex) =>
      decodeEventLog({
        abi: operationAbi,
        data: hex,
        topics: event === undefined ? [] : [event, ...indexed],
      }).args,
  )(data)
