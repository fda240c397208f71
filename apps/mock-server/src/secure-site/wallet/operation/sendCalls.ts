import { decodeFunctionData, encodeFunctionData, type Hex } from "viem"
import * as z from "zod/mini"
import { smartAccountAbi } from "../../../evm/smartAccount.ts"
import { addressSchema, bytesSchema, quantitySchema } from "./userOperationRpc.ts"

const capabilitiesSchema = z.optional(
  z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) })),
)

/** A number, decimal, hex or CAIP-2. */
const chainIdSchema = z.pipe(
  z.union([z.string().check(z.regex(/^(?:eip155:)?(?:0x[\da-f]{1,12}|\d{1,15})$/i)), z.int()]),
  z.transform((id) => Number(String(id).replace("eip155:", ""))),
)

/**
 * The parameters of `wallet_sendCalls`. The frame's wire passes on fewer fields than EIP-5792 has; the batch is atomic
 * in any case.
 */
export const SendCallsParams = z.tuple([
  z.object({
    chainId: z.optional(chainIdSchema),
    from: z.optional(addressSchema),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
    calls: z
      .array(
        z.object({
          to: addressSchema,
          value: z._default(z.optional(quantitySchema), 0n),
          data: z._default(z.optional(bytesSchema), "0x"),
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
    capabilities: capabilitiesSchema,
  }),
])

/** Returns required capabilities that the wallet lacks. The wallet's host pays the fees. */
export const getRequiredCapabilities = (asked: z.output<typeof capabilitiesSchema>): readonly string[] =>
  Object.entries(asked ?? {}).flatMap(([name, { optional }]) =>
    optional === true || name === "paymasterService" ? [] : name.slice(0, 64),
  )

/** One call. Value in wei. */
export interface SmartAccountCall {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** Encodes calls as one atomic call of the smart account. */
export const encodeCalls = (calls: readonly SmartAccountCall[]): Hex => {
  const [first] = calls
  return first !== undefined && calls.length === 1
    ? encodeFunctionData({
        abi: smartAccountAbi,
        functionName: "execute",
        args: [first.to, first.value, first.data],
      })
    : encodeFunctionData({
        abi: smartAccountAbi,
        functionName: "executeBatch",
        args: [calls.map(({ data, to, value }) => ({ target: to, value, data }))],
      })
}

/** Decodes the calls; `null` for any other data. */
export const decodeCalls = (callData: Hex): readonly SmartAccountCall[] | null => {
  try {
    const { args, functionName } = decodeFunctionData({ abi: smartAccountAbi, data: callData })
    switch (functionName) {
      case "execute": {
        const [to, value, data] = args
        return [{ to, value, data }]
      }
      case "executeBatch":
        return args[0].map(({ data, target, value }) => ({ to: target, value, data }))
      default:
        return null
    }
  } catch {
    return null
  }
}
