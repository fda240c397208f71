import { address, getAddressEncoder, getU32Encoder, getU64Encoder } from "@solana/kit"

/** Concatenates bytes. A text is an address of 32 bytes. */
export const concatBytes = (...parts: readonly (Uint8Array | readonly number[] | string)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      Array.from(typeof part === "string" ? getAddressEncoder().encode(address(part)) : part),
    ),
  )

/** Encodes in little endian. */
export const encodeU32 = (value: number) => Uint8Array.from(getU32Encoder().encode(value))

/** Encodes in little endian. */
export const encodeU64 = (value: bigint) => Uint8Array.from(getU64Encoder().encode(value))
