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

/** For a reply. @throws RpcFailure when there is too much of it for base58. */
export const uiAccount = (account: EncodedAccount, view: View, svm: LiteSVM) => {
  const isBase58 = view.encoding !== "jsonParsed" && !view.encoding?.startsWith("base64")
  if (isBase58 && sliceOf(account, view).length > maxBase58Bytes)
    throw new RpcFailure({
      code: -32600,
      text: `Encoded binary (base 58) data should be less than ${maxBase58Bytes} bytes, please use Base64 encoding.`,
    })
  return toldAccount(account, view, svm)
}

/** For a notification, which cannot be refused: what is too much for base58 is told in words. */
export const toldAccount = (account: EncodedAccount, view: View, svm: LiteSVM) => ({
  data: uiData(account, view, svm),
  executable: account.executable,
  lamports: account.lamports,
  owner: account.programAddress,
  rentEpoch,
  space: account.data.length,
})

const sliceOf = ({ data }: EncodedAccount, { dataSlice }: View): Buffer => {
  const { offset, length } = dataSlice ?? { offset: 0, length: data.length }
  return Buffer.from(data.subarray(offset, offset + length))
}

const uiData = (account: EncodedAccount, view: View, svm: LiteSVM) => {
  const slice = sliceOf(account, view)
  switch (view.encoding) {
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

const base58 = (bytes: Uint8Array): string =>
  bytes.length > maxBase58Bytes ? "error: data too large for bs58 encoding" : getBase58Decoder().decode(bytes)
