import * as z from "zod/mini"
import { type Hex, isHexAddress, isHexBytes, parseQuantity } from "./Hex.ts"

/** What nodes and wallets send as text, decoded. */
export const quantitySchema = z.pipe(
  z.custom<string>((value) => parseQuantity(value) !== null),
  z.transform((value) => BigInt(value)),
)

/** In lower case, so that two of them compare. */
export const addressSchema = z.pipe(
  z.custom<Hex>(isHexAddress),
  z.transform((value) => value.toLowerCase()),
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

/** @returns the hash in lower case, `null` for anything else. */
export const decodeHash = (value: unknown): string | null => (isHash(value) ? value.toLowerCase() : null)
