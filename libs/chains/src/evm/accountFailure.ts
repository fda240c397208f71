import { toEventSelector } from "viem"
import * as z from "zod/mini"
import { addressSchema, bytesSchema } from "./wireSchemas.ts"

/** What a contract account says about its own calls in a transaction: all failed, some failed or may have, none did. */
export type AccountFailure = "all" | "some" | "none"

/** Sources: Safe 1.0.0 to 1.4.1, `ExecutionFailed` until 1.0.0. */
const failures = [
  "ExecutionFailure(bytes32,uint256)",
  "ExecutionFailed(bytes32)",
  "ExecutionFromModuleFailure(address)",
].map(toEventSelector)
const successes = ["ExecutionSuccess(bytes32,uint256)", "ExecutionFromModuleSuccess(address)"].map(
  toEventSelector,
)
/** A call of a batch that was allowed to fail. Source: ERC-7579, and its form in Nexus. */
const allowedFailures = ["TryExecuteUnsuccessful(uint256,bytes)", "TryExecuteUnsuccessful(bytes,bytes)"].map(
  toEventSelector,
)

const LogSchema = z.object({ address: addressSchema, topics: z.array(bytesSchema) })

/**
 * Returns what a contract account says about its calls in a transaction that succeeded: it does so also if they failed.
 * Only its own logs count, which no other contract can write. @param account in lower case; empty if unknown
 */
export const readAccountFailure = (account: string, logs: readonly unknown[]): AccountFailure => {
  if (account === "") return "none"
  const events = logs.flatMap((log) => {
    const decoded = LogSchema.safeParse(log)
    return decoded.success && decoded.data.address === account ? decoded.data.topics.slice(0, 1) : []
  })
  const has = (selectors: readonly string[]) => events.some((event) => selectors.includes(event))
  if (has(allowedFailures)) return "some"
  if (!has(failures)) return "none"
  return has(successes) ? "some" : "all"
}
