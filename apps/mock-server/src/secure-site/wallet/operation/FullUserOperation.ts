import { ProviderError, type Signer } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { encodeFunctionData, type Hex } from "viem"
import {
  entryPoint08Abi,
  getUserOperationHash,
  getUserOperationTypedData,
  toPackedUserOperation,
  type UserOperation,
} from "viem/account-abstraction"
import { bundlerAddress, entryPointAddress } from "../../../evm/entryPoint.ts"

/** A user operation of version 0.8. Amounts in wei. Source: ERC-4337. */
export type FullUserOperation = Pick<
  UserOperation<"0.8">,
  | "callData"
  | "callGasLimit"
  | "factory"
  | "factoryData"
  | "maxFeePerGas"
  | "maxPriorityFeePerGas"
  | "nonce"
  | "preVerificationGas"
  | "sender"
  | "signature"
  | "verificationGasLimit"
>

/** Returns the operation's hash, which does not cover the signature. */
export const hashUserOperation = (operation: FullUserOperation, chainId: number): Hex =>
  getUserOperationHash({
    chainId,
    entryPointAddress,
    entryPointVersion: "0.8",
    userOperation: operation,
  })

export const signUserOperation = (
  owner: Signer,
  operation: FullUserOperation,
  chainId: number,
): Effect.Effect<FullUserOperation, ProviderError> => {
  const { domain, message, primaryType, types } = getUserOperationTypedData({
    chainId,
    entryPointAddress,
    userOperation: operation,
  })
  return owner
    .signTypedData({
      domain: { ...domain },
      message: { ...message },
      primaryType,
      types: { PackedUserOperation: types.PackedUserOperation.map((field) => ({ ...field })) },
    })
    .pipe(
      Effect.map((signature) => ({ ...operation, signature })),
      Effect.mapError(({ message }) => new ProviderError({ code: -32603, message })),
    )
}

/** Returns the calldata of a bundle with only this operation. */
export const encodeHandleOps = (operation: FullUserOperation): Hex =>
  encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [[toPackedUserOperation(operation)], bundlerAddress],
  })
