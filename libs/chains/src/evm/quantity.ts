import * as z from "zod/mini"
import { type Hex, isAddress, isHexBytes, quantityFromHex } from "./Hex.ts"

/** What nodes and wallets send as text, decoded. */
export const quantity = z.pipe(
  z.custom<string>((value) => quantityFromHex(value) !== null),
  z.transform((value) => BigInt(value)),
)

/** In lower case, so that two of them compare. */
export const addressText = z.pipe(
  z.custom<Hex>(isAddress),
  z.transform((value) => value.toLowerCase()),
)

export const bytesText = z.pipe(
  z.custom<Hex>(isHexBytes),
  z.transform((value) => value.toLowerCase()),
)

const isHash = (value: unknown): value is Hex => isHexBytes(value) && value.length === 66

/** 32 bytes, in lower case. */
export const hashText = z.pipe(
  z.custom<Hex>(isHash),
  z.transform((value) => value.toLowerCase()),
)

/** @returns the hash in lower case, `null` for anything else. */
export const hashFrom = (value: unknown): string | null => (isHash(value) ? value.toLowerCase() : null)
