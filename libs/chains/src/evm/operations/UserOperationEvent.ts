import * as z from "zod/mini"
import { decodeWord } from "../abi.ts"
import { addressSchema, bytesSchema, hashSchema } from "../wireSchemas.ts"

/** The entry points of versions 0.6 to 0.9: events of other contracts are not trusted. Source: ERC-4337. */
export const entryPoints: readonly string[] = [
  "0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789",
  "0x0000000071727de22e5e9d8baf0edac6f37da032",
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
  "0x433709009b8330fda32311df1c2afa402ed8d009",
]

/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` */
export const operationTopic = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f"

/** Pads an address to a topic. @param address in lower case */
export const toAddressTopic = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`

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

/** Decodes the operation events of one account, in order; other logs are left out. @param sender in lower case */
export const decodeOperationEvents = (
  sender: string,
  logs: readonly unknown[],
): readonly UserOperationEvent[] =>
  logs.flatMap((log) => {
    const decoded = Log.safeParse(log)
    if (!decoded.success) return []
    const { address, data, topics, transactionHash } = decoded.data
    const [topic, hash, from, paymaster] = topics
    const [nonce, success, cost] = [decodeWord(data), decodeWord(data, 1), decodeWord(data, 2)]
    if (topic !== operationTopic || !entryPoints.includes(address) || from !== toAddressTopic(sender))
      return []
    if (hash === undefined || paymaster === undefined || nonce === null || success === null || cost === null)
      return []
    return {
      hash,
      nonce,
      succeeded: success === 1n,
      paid: decodeWord(paymaster) === 0n ? cost : 0n,
      bundle: transactionHash,
    }
  })
