import { zstdCompressSync } from "node:zlib"
import { type EncodedAccount, getBase58Decoder } from "@solana/kit"
import type { LiteSVM } from "litesvm"
import type * as z from "zod/mini"
import type { AccountEncoding, DataSlice } from "./params.ts"
import { parsedAccount } from "./parsedAccount.ts"
import { RpcFailure } from "./RpcFailure.ts"

const maxBase58Bytes = 128
/** Every account has paid its rent for ever. */
const rentEpoch = 2n ** 64n - 1n

/** How a client wants to see the data. Without an encoding: base58, as once. */
export interface View {
  readonly encoding?: AccountEncoding | null | undefined
  readonly dataSlice?: z.output<typeof DataSlice> | null | undefined
}

/** @throws RpcFailure when there is too much of it for base58. */
export const uiAccount = (account: EncodedAccount, view: View, svm: LiteSVM) => ({
  data: uiData(account, view, svm),
  executable: account.executable,
  lamports: account.lamports,
  owner: account.programAddress,
  rentEpoch,
  space: account.data.length,
})

const uiData = (account: EncodedAccount, { encoding, dataSlice }: View, svm: LiteSVM) => {
  const { offset, length } = dataSlice ?? { offset: 0, length: account.data.length }
  const slice = Buffer.from(account.data.subarray(offset, offset + length))
  switch (encoding) {
    case "base64":
      return [slice.toString("base64"), "base64"]
    case "base64+zstd":
      return [zstdCompressSync(slice).toString("base64"), "base64+zstd"]
    case "jsonParsed":
      return parsedAccount(account, svm) ?? [slice.toString("base64"), "base64"]
    case "base58":
      return [base58(slice), "base58"]
    default:
      return base58(slice)
  }
}

const base58 = (bytes: Uint8Array): string => {
  if (bytes.length > maxBase58Bytes)
    throw new RpcFailure({
      code: -32600,
      text: `Encoded binary (base 58) data should be less than ${maxBase58Bytes} bytes, please use Base64 encoding.`,
    })
  return getBase58Decoder().decode(bytes)
}
