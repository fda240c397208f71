import { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { encodeFunctionData, type Hex, isHex } from "viem"
import { entryPoint08Abi } from "viem/account-abstraction"
import { accountCodeAddress, entryPointAddress } from "../../../evm/entryPoint.ts"
import { getAccountCreation } from "../../../evm/smartAccount.ts"
import type { FullUserOperation } from "./FullUserOperation.ts"

/** Sends a request to the node of one network. */
export type NodeRequest = (
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

/** The sender of operations. */
export interface SmartAccount {
  /** The address of the owner key. */
  readonly owner: Hex
  readonly address: Hex
}

/** The fields of an operation that a dApp may provide. */
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

/** Maximum gas of a bundle, which has to fit into a block. */
const maxBundleGas = 20_000_000n

/** Gas for the signature check of a deployed account, and of one that is deployed before the check. */
const verificationGas = { made: 150_000n, unmade: 600_000n } as const

/** The overhead of the bundle. It is charged only together with a fee. */
const preVerificationGas = 50_000n

/**
 * Fills in missing fields, with pending transactions included. The fee is zero unless the dApp requested one. The
 * signature is missing. Fails with the node's error when the calls would fail.
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

/** Estimates the entry point's call with a margin of a quarter. An undeployed account is simulated as deployed. */
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
          message: `The node returned an invalid response to ${method}.`,
        }),
  )
