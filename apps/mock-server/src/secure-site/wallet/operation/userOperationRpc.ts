import { type Hex, isAddress, isHex, numberToHex, size, slice } from "viem"
import type { PackedUserOperation } from "viem/account-abstraction"
import * as z from "zod/mini"
import { entryPointAddress } from "../../../evm/entryPoint.ts"
import type { UserOperationReceipt } from "./UserOperationReceipt.ts"

export const quantitySchema = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{1,64}$/i)),
  z.transform((hex) => BigInt(hex)),
)
export const addressSchema = z.custom<Hex>(
  (value) => typeof value === "string" && isAddress(value, { strict: false }),
)
export const bytesSchema = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
const optionalQuantity = z.optional(quantitySchema)

/** A user operation from a dApp. Missing fields are filled in. Source: ERC-7769. */
export const UserOperationParams = z.object({
  sender: addressSchema,
  callData: bytesSchema,
  nonce: optionalQuantity,
  callGasLimit: optionalQuantity,
  verificationGasLimit: optionalQuantity,
  preVerificationGas: optionalQuantity,
  maxFeePerGas: optionalQuantity,
  maxPriorityFeePerGas: optionalQuantity,
  // Paymasters are not supported, because the wallet's host pays.
  paymaster: z.nullish(z.literal("0x")),
})

export const receiptToRpc = (operation: UserOperationReceipt) => ({
  userOpHash: operation.hash,
  entryPoint: entryPointAddress,
  sender: operation.sender,
  nonce: numberToHex(operation.nonce),
  paymaster: null,
  actualGasCost: numberToHex(operation.cost),
  actualGasUsed: numberToHex(operation.gasUsed),
  success: operation.succeeded,
  ...(operation.reason !== null && { reason: operation.reason }),
  logs: operation.logs,
  receipt: operation.receipt,
})

/** Converts a packed operation to the RPC format. */
export const packedToRpc = (
  {
    accountGasLimits,
    callData,
    gasFees,
    initCode,
    nonce,
    preVerificationGas,
    sender,
    signature,
  }: Omit<PackedUserOperation, "paymasterAndData">,
  { receipt }: UserOperationReceipt,
) => ({
  userOperation: {
    sender,
    nonce: numberToHex(nonce),
    ...(size(initCode) > 0 && { factory: slice(initCode, 0, 20), factoryData: slice(initCode, 20) }),
    callData,
    verificationGasLimit: toMinimalHex(slice(accountGasLimits, 0, 16)),
    callGasLimit: toMinimalHex(slice(accountGasLimits, 16)),
    preVerificationGas: numberToHex(preVerificationGas),
    maxPriorityFeePerGas: toMinimalHex(slice(gasFees, 0, 16)),
    maxFeePerGas: toMinimalHex(slice(gasFees, 16)),
    signature,
  },
  entryPoint: entryPointAddress,
  transactionHash: receipt.transactionHash,
  blockHash: receipt.blockHash,
  blockNumber: receipt.blockNumber,
})

const toMinimalHex = (word: Hex) => numberToHex(BigInt(word))
