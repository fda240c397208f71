import { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { encodeFunctionData, type Hex, isHex } from "viem"
import { entryPoint08Abi } from "viem/account-abstraction"
import { accountCodeAddress, entryPointAddress } from "../../../evm/entryPoint.ts"
import { getAccountCreation } from "../../../evm/smartAccount.ts"
import type { FullUserOperation } from "./FullUserOperation.ts"

/** Asks the node of one network. */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

/** Whose operations they are. */
export interface SmartAccount {
  /** Of the key that it obeys. */
  readonly owner: Hex
  readonly address: Hex
}

/** What may be said of an operation from outside. */
export type PartialUserOperation = Pick<FullUserOperation, "callData"> & {
  readonly [Part in FillableField]?: FullUserOperation[Part] | undefined
}
type FillableField =
  | "callGasLimit"
  | "maxFeePerGas"
  | "maxPriorityFeePerGas"
  | "nonce"
  | "preVerificationGas"
  | "verificationGasLimit"

/** More than any call of a block could have: a bundle has to fit into one. */
const maxBundleGas = 20_000_000n

/** Gas that is taken to check a signature, with and without the account's creation before that. */
const verificationGas = { made: 150_000n, unmade: 600_000n } as const

/** What the bundle costs beside. It is not charged where no fee is. */
const preVerificationGas = 50_000n

/**
 * Fills in what was left out, as of everything that waits for a block. No fee is taken unless one was asked for. The
 * operation lacks its signature. Fails as the node does where the calls would.
 */
export const fillUserOperation = Effect.fnUntraced(function* (
  { address, owner }: SmartAccount,
  asked: PartialUserOperation,
  ask: NodeRequest,
): Effect.fn.Return<FullUserOperation, ProviderError> {
  const { callData } = asked
  const isMade = (yield* fetchHex(ask, "eth_getCode", [address, "pending"])) !== "0x"
  const operation: FullUserOperation = {
    sender: address,
    nonce: asked.nonce ?? (yield* fetchNonce(address, ask)),
    callData,
    callGasLimit: asked.callGasLimit ?? (yield* estimateCallGas({ address, callData, isMade }, ask)),
    verificationGasLimit: asked.verificationGasLimit ?? verificationGas[isMade ? "made" : "unmade"],
    preVerificationGas: asked.preVerificationGas ?? preVerificationGas,
    maxFeePerGas: asked.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: asked.maxPriorityFeePerGas ?? 0n,
    ...(isMade ? {} : getAccountCreation(owner)),
    signature: "0x",
  }
  return getTotalGas(operation) > maxBundleGas
    ? yield* new ProviderError({ code: -32602, message: "Invalid params: more gas than a block has" })
    : operation
})

export const getTotalGas = ({
  callGasLimit,
  preVerificationGas,
  verificationGasLimit,
}: Pick<FullUserOperation, "callGasLimit" | "preVerificationGas" | "verificationGasLimit">): bigint =>
  callGasLimit + verificationGasLimit + preVerificationGas

const fetchNonce = (sender: Hex, ask: NodeRequest) =>
  Effect.map(
    fetchHex(ask, "eth_call", [
      {
        to: entryPointAddress,
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: "getNonce", args: [sender, 0n] }),
      },
      "pending",
    ]),
    BigInt,
  )

/** The entry point's own call, with a quarter to spare. An account that is not made yet is taken for one that is. */
const estimateCallGas = Effect.fnUntraced(function* (
  { address, callData, isMade }: { readonly address: Hex; readonly callData: Hex; readonly isMade: boolean },
  ask: NodeRequest,
) {
  const call = { from: entryPointAddress, to: address, data: callData }
  const overrides = isMade
    ? []
    : [{ [address]: { code: yield* fetchHex(ask, "eth_getCode", [accountCodeAddress, "latest"]) } }]
  const gas = BigInt(yield* fetchHex(ask, "eth_estimateGas", [call, "pending", ...overrides]))
  return (gas * 5n) / 4n
})

const fetchHex = (
  ask: NodeRequest,
  method: string,
  params: readonly unknown[],
): Effect.Effect<Hex, ProviderError> =>
  Effect.flatMap(ask(method, params), (answer) =>
    isHex(answer)
      ? Effect.succeed(answer)
      : new ProviderError({
          code: -32603,
          message: `The node gave no answer to ${method} that can be read.`,
        }),
  )
