import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

/** A token and its price in the requested currency, for display only. */
export const Fungible = z.looseObject({
  /** CAIP-10. */
  address: z.nullish(z.string()),
  name: z.string(),
  symbol: z.string(),
  /** An untrusted URL: check its scheme before display. */
  iconUrl: z.string(),
  price: z.number(),
})
export type Fungible = z.output<typeof Fungible>

/** A server may price the first address only. Source: the AppKit 1.7.2 wire. */
export const postFungiblePrice = defineCall("POST", "/v1/fungible/price", {
  query: z.object({}),
  body: z.object({
    currency: z.literal("usd"),
    /** CAIP-10. */
    addresses: z.array(z.string()),
    projectId: z.string(),
  }),
  contentType: "application/json",
  response: z.looseObject({ fungibles: z.array(Fungible) }),
})
