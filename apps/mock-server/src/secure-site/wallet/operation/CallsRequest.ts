import * as z from "zod/mini"
import { address, bytes, quantity } from "./wireOperation.ts"

const capabilities = z.optional(z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) })))

/** A number, decimal, hex or CAIP-2. */
const chainId = z.pipe(
  z.union([z.string().check(z.regex(/^(?:eip155:)?(?:0x[\da-f]{1,12}|\d{1,15})$/i)), z.int()]),
  z.transform((id) => Number(String(id).replace("eip155:", ""))),
)

/**
 * What a page passes to `wallet_sendCalls`. The frame's wire hands on less than EIP-5792 has; all of it is done as one
 * in any case.
 */
export const CallsRequest = z.tuple([
  z.object({
    chainId: z.optional(chainId),
    from: z.optional(address),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
    calls: z
      .array(
        z.object({
          to: address,
          value: z._default(z.optional(quantity), 0n),
          data: z._default(z.optional(bytes), "0x"),
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
    capabilities,
  }),
])

/** What the page cannot do without, and nothing here does. Who pays the fees, this wallet's host says. */
export const needed = (asked: z.output<typeof capabilities>): readonly string[] =>
  Object.entries(asked ?? {}).flatMap(([name, { optional }]) =>
    optional === true || name === "paymasterService" ? [] : name.slice(0, 64),
  )
