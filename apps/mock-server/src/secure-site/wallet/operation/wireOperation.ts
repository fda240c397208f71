import { type Hex, isAddress, isHex, numberToHex, size, slice } from "viem"
import type { PackedUserOperation } from "viem/account-abstraction"
import * as z from "zod/mini"
import { entryPointAddress } from "../../../evm/entryPoint.ts"
import type { IncludedOperation } from "./IncludedOperation.ts"

export const quantity = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{1,64}$/i)),
  z.transform((hex) => BigInt(hex)),
)
export const address = z.custom<Hex>(
  (value) => typeof value === "string" && isAddress(value, { strict: false }),
)
export const bytes = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
const optional = z.optional(quantity)

/** An operation as apps give it: what they leave out is filled in. Source: ERC-7769. */
export const AskedOperation = z.object({
  sender: address,
  callData: bytes,
  nonce: optional,
  callGasLimit: optional,
  verificationGasLimit: optional,
  preVerificationGas: optional,
  maxFeePerGas: optional,
  maxPriorityFeePerGas: optional,
  // Nobody here pays in another's place: the wallet's host does.
  paymaster: z.nullish(z.literal("0x")),
})

export const receiptToRpc = (operation: IncludedOperation) => ({
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

/** What a bundle has of an operation, taken apart. */
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
  { receipt }: IncludedOperation,
) => ({
  userOperation: {
    sender,
    nonce: numberToHex(nonce),
    ...(size(initCode) > 0 && { factory: slice(initCode, 0, 20), factoryData: slice(initCode, 20) }),
    callData,
    verificationGasLimit: plain(slice(accountGasLimits, 0, 16)),
    callGasLimit: plain(slice(accountGasLimits, 16)),
    preVerificationGas: numberToHex(preVerificationGas),
    maxPriorityFeePerGas: plain(slice(gasFees, 0, 16)),
    maxFeePerGas: plain(slice(gasFees, 16)),
    signature,
  },
  entryPoint: entryPointAddress,
  transactionHash: receipt.transactionHash,
  blockHash: receipt.blockHash,
  blockNumber: receipt.blockNumber,
})

const plain = (word: Hex) => numberToHex(BigInt(word))
