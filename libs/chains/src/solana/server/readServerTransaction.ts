import {
  address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from "@solana/kit"
import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import {
  type ReadServerTransaction,
  type ServerTransactionReason,
  ServerTransactionRejected,
} from "../../contract/ServerTransaction.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { decodeBase64 } from "../../text/base64.ts"
import { fetchBlockhash } from "../payment/blockhash.ts"
import { getNetworkFee } from "../payment/networkFee.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import { isSignatureOf } from "../signed/isSignatureOf.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { toAccountMetas, toInstructions } from "../wire/Instruction.ts"
import { encodeMessage, getSigners, type SolanaMessage } from "../wire/SolanaMessage.ts"
import { decodeTransaction, encodeUnsigned, type SolanaTransaction } from "../wire/SolanaTransaction.ts"
import { withPayer } from "./withPayer.ts"

const reject = (reason: ServerTransactionReason) => new ServerTransactionRejected({ reason })

export const readServerTransaction: ReadServerTransaction = Effect.fnUntraced(function* ({
  from,
  rpc,
  text,
}) {
  const envelope = decodeEnvelope(text)
  if (envelope === null) return yield* reject({ _tag: "Malformed" })
  if (!Object.values(envelope.signatures).some((signature) => signature !== null)) {
    const { blockhash, lastValidBlockHeight } = yield* fetchBlockhash(rpc)
    const unsigned = toUnsigned(envelope, from, blockhash)
    const read = unsigned === null ? null : decodeTransaction(unsigned)
    if (unsigned === null || read === null) return yield* reject({ _tag: "Malformed" })
    return yield* checkSigners(read, from, {
      transaction: unsigned,
      lastValidBlockHeight: `${lastValidBlockHeight}`,
    })
  }
  const read = decodeTransaction(text)
  if (read === null) return yield* reject({ _tag: "Malformed" })
  const wrong = findInvalidSignature(read)
  if (wrong !== null) return yield* reject({ _tag: "Signature", signer: wrong })
  // A new blockhash would make the signatures invalid.
  const taken = yield* checkSigners(read, from, { transaction: text, lastValidBlockHeight: null })
  if (!usesDurableNonce(read.message) && !(yield* isBlockhashValid(rpc, read.message)))
    return yield* reject({ _tag: "Expired" })
  return taken
})

/** Decodes signatures and bytes alone: a message without a payer is no message that a network takes. */
const decodeEnvelope = (text: string): Transaction | null => {
  const bytes = text.length > maxTransactionBytes * 2 ? null : decodeBase64(text)
  try {
    return bytes === null ? null : getTransactionDecoder().decode(bytes)
  } catch {
    return null
  }
}

/** Returns the transaction with the account as its payer, base64; `null` if it is not a transaction. */
const toUnsigned = ({ messageBytes }: Transaction, from: string, blockhash: string): string | null => {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version === 1) return null
    const paid = withPayer(message, address(from), blockhash)
    return encodeUnsigned(encodeMessage(paid), paid)
  } catch {
    return null
  }
}

const findInvalidSignature = ({ messageBytes, signatures }: SolanaTransaction): string | null => {
  const found = Object.entries(signatures).find(
    ([signer, signature]) =>
      signature !== null && !isSignatureOf(Uint8Array.from(signature), Uint8Array.from(messageBytes), signer),
  )
  return found?.[0] ?? null
}

/** Fails unless exactly the account has to sign. */
const checkSigners = (
  { message, signatures }: SolanaTransaction,
  from: string,
  transaction: { readonly transaction: string; readonly lastValidBlockHeight: string | null },
) => {
  const missing = getSigners(message).filter((signer) => signatures[signer] == null)
  const other = missing.find((signer) => signer !== from)
  if (other !== undefined) return Effect.fail(reject({ _tag: "Signer", signer: other }))
  if (missing.length === 0) return Effect.fail(reject({ _tag: "NotAsked" }))
  const instructions = toInstructions(message, toAccountMetas(message))
  const isPayer = message.staticAccounts[0] === from
  return Effect.succeed({ transaction, fee: isPayer ? getNetworkFee(message, instructions) : 0n })
}

const Validity = z.object({ value: z.boolean() })

const isBlockhashValid = (rpc: Rpc, { lifetimeToken }: SolanaMessage): Effect.Effect<boolean, RpcError> =>
  fetchNode(rpc, ["isBlockhashValid", lifetimeToken, { commitment: "processed" }], (answer) => {
    const decoded = Validity.safeParse(answer)
    return decoded.success ? decoded.data.value : null
  })
