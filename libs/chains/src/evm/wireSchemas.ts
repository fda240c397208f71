import * as z from "zod/mini"
import { type Hex, isHexAddress, isHexBytes, parseQuantity } from "./Hex.ts"

/** Schemas for text values from nodes and wallets. */
export const quantitySchema = z.pipe(
  z.custom<string>((value) => parseQuantity(value) !== null),
  z.transform((value) => BigInt(value)),
)

/** Nodes of XDC write `xdc` in place of `0x`, as addresses there have been written. */
const toPlainPrefix = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/^xdc(?=[0-9a-f]{40}$)/i, "0x") : value

/** An address in lower case, so that addresses compare. */
export const addressSchema = z.pipe(
  z.custom<Hex>((value) => isHexAddress(toPlainPrefix(value))),
  z.transform((value) => String(toPlainPrefix(value)).toLowerCase()),
)

export const bytesSchema = z.pipe(
  z.custom<Hex>(isHexBytes),
  z.transform((value) => value.toLowerCase()),
)

const isHash = (value: unknown): value is Hex => isHexBytes(value) && value.length === 66

/** 32 bytes, in lower case. */
export const hashSchema = z.pipe(
  z.custom<Hex>(isHash),
  z.transform((value) => value.toLowerCase()),
)

/** Decodes a hash. @returns the hash in lower case, `null` for anything else. */
export const decodeHash = (value: unknown): string | null => (isHash(value) ? value.toLowerCase() : null)
