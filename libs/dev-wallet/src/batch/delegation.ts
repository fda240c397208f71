import { type Hex, isHexBytes } from "@wmodal/chains/internal"
import { Effect } from "effect"
import { keccak256 } from "ox/Hash"
import { encodeFunctionData, parseAbi } from "viem/utils"
import { internalError, type ProviderError } from "../ProviderError.ts"
import type { NodeRequest } from "../transaction.ts"

/**
 * The contract that executes several calls as one, and the hash of its code: an account never delegates to other code
 * at that address. The contract obeys the account alone. It exists on every chain of the mock server.
 */
export const batchExecutor = {
  address: "0xBa5105612be9b23398B36fDF7F10BA07262C2C63",
  codeHash: "0x5df7478f334bc72e25a8cf07707077aab72fccd1b484ba9897c100ec678b4c47",
} as const

/** The account's delegation to the batch executor (EIP-7702), or its possibility. `code` is the executor's own. */
export type Delegation =
  | { readonly _tag: "Active" }
  | { readonly _tag: "Possible"; readonly code: Hex }
  /** The executor does not exist, or the account has other code. */
  | { readonly _tag: "Impossible" }

const designation = `0xef0100${batchExecutor.address.slice(2).toLowerCase()}`

/** Fetches the delegation from the chain. */
export const fetchDelegation = (account: Hex, ask: NodeRequest): Effect.Effect<Delegation, ProviderError> =>
  Effect.gen(function* () {
    const [own, code] = yield* Effect.all([fetchCode(account, ask), fetchCode(batchExecutor.address, ask)])
    if (code === "0x" || keccak256(code) !== batchExecutor.codeHash) return { _tag: "Impossible" }
    if (own.toLowerCase() === designation) return { _tag: "Active" }
    return own === "0x" ? { _tag: "Possible", code } : { _tag: "Impossible" }
  })

const fetchCode = (address: Hex, ask: NodeRequest): Effect.Effect<Hex, ProviderError> =>
  Effect.flatMap(ask("eth_getCode", [address, "latest"]), (code) =>
    isHexBytes(code)
      ? Effect.succeed(code)
      : Effect.fail(internalError("The node returned an invalid response to eth_getCode.")),
  )

const abi = parseAbi(["function execute((address to, uint256 value, bytes data)[] calls)"])

/** Encodes calldata of the delegate's `execute`. */
export const encodeExecute = (
  calls: readonly { readonly to: Hex; readonly value: bigint; readonly data: Hex }[],
): Hex => encodeFunctionData({ abi, args: [calls] })
