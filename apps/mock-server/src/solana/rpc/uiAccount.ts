import { zstdCompressSync } from "node:zlib"
import { type EncodedAccount, getBase58Decoder } from "@solana/kit"
import type { LiteSVM } from "litesvm"
import type * as z from "zod/mini"
import type { AccountEncoding, DataSlice } from "./params.ts"
import { parseAccount } from "./parseAccount.ts"
import { SolanaRpcError } from "./SolanaRpcError.ts"

const maxBase58Bytes = 128
/** The rent epoch of a rent-exempt account, as every account here is. */
const rentEpoch = 2n ** 64n - 1n

/** The encoding and slice of account data that a client requests. Without an encoding: base58, the older default. */
export interface AccountView {
  readonly encoding?: AccountEncoding | null | undefined
  readonly dataSlice?: z.output<typeof DataSlice> | null | undefined
}

/** Converts an account for a response. @throws RpcFailure when its data is too long for base58. */
export const toUiAccount = (account: EncodedAccount, view: AccountView, svm: LiteSVM) => {
  const isBase58 = view.encoding !== "jsonParsed" && !view.encoding?.startsWith("base64")
  if (isBase58 && sliceData(account, view).length > maxBase58Bytes)
    throw new SolanaRpcError({
      code: -32600,
      text: `Encoded binary (base 58) data should be less than ${maxBase58Bytes} bytes, please use Base64 encoding.`,
    })
  return toNotifiedAccount(account, view, svm)
}

/** Converts an account for a notification. An error text replaces data that is too long for base58. */
export const toNotifiedAccount = (account: EncodedAccount, view: AccountView, svm: LiteSVM) => ({
  data: toUiData(account, view, svm),
  executable: account.executable,
  lamports: account.lamports,
  owner: account.programAddress,
  rentEpoch,
  space: account.data.length,
})

const sliceData = ({ data }: EncodedAccount, { dataSlice }: AccountView): Buffer => {
  const { offset, length } = dataSlice ?? { offset: 0, length: data.length }
  return Buffer.from(data.subarray(offset, offset + length))
}

const toUiData = (account: EncodedAccount, view: AccountView, svm: LiteSVM) => {
  const slice = sliceData(account, view)
  switch (view.encoding) {
    case "base64":
      return [slice.toString("base64"), "base64"]
    case "base64+zstd":
      return [zstdCompressSync(slice).toString("base64"), "base64+zstd"]
    case "jsonParsed":
      return parseAccount(account, svm) ?? [slice.toString("base64"), "base64"]
    case "base58":
      return [encodeBase58(slice), "base58"]
    default:
      return encodeBase58(slice)
  }
}

const encodeBase58 = (bytes: Uint8Array): string =>
  bytes.length > maxBase58Bytes ? "error: data too large for bs58 encoding" : getBase58Decoder().decode(bytes)
