import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import * as z from "zod/mini"
import { accountKeys } from "../chain/accountKeys.ts"
import { airdropTransaction } from "../chain/faucet.ts"
import { transactionFee } from "../chain/fee.ts"
import { ownInstructions, resolve } from "../chain/instructions.ts"
import type { Outcome } from "../chain/Outcome.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeMessage, withBlockhash } from "../chain/SolanaTransaction.ts"
import { describeTransactionError } from "../chain/TransactionError.ts"
import { uiAccountAt } from "./accountMethods.ts"
import { atSlot, type Method, method } from "./Method.ts"
import { Context, Pubkey, SendConfig, SimulateConfig, U64 } from "./params.ts"
import { invalidParams, methodNotFound, RpcFailure } from "./RpcFailure.ts"
import { uiInner, uiReturned } from "./uiTransaction.ts"
import { fromBase64, readable, readTransaction } from "./wireTransaction.ts"

/** What changes the ledger, or would. */
export const transactionMethods: Readonly<Record<string, Method>> = {
  sendTransaction: method(z.tuple([z.string(), SendConfig]), (chain, [text, config]) => {
    const transaction = readTransaction(text, config?.encoding)
    if (config?.skipPreflight !== true) preflight(chain.simulate(transaction))
    // Where nobody looked first, it is passed on whatever it is; it may be in no block ever.
    chain.submit(transaction)
    return transaction.signature
  }),

  simulateTransaction: method(z.tuple([z.string(), SimulateConfig]), (chain, [text, config]) => {
    const { sigVerify, replaceRecentBlockhash, accounts, innerInstructions } = config ?? {}
    if (sigVerify && replaceRecentBlockhash)
      throw invalidParams("sigVerify may not be used with replaceRecentBlockhash")
    const sent = readTransaction(text, config?.encoding)
    const { blockhash } = chain.head()
    const transaction = replaceRecentBlockhash ? withBlockhash(sent, blockhash) : sent
    const keys = accountKeys(transaction.message, chain.svm)
    const view = accounts && { encoding: accounts.encoding ?? "base64" }
    if (view?.encoding === "base58" || view?.encoding === "binary")
      throw invalidParams("base58 encoding not supported")
    if (accounts && accounts.addresses.length > keys.length)
      throw invalidParams(`Too many accounts provided; max ${keys.length}`)
    const outcome = sigVerify ? chain.simulate(transaction) : chain.simulateUnsigned(transaction)
    return atSlot(chain, {
      ...simulated(outcome),
      accounts:
        accounts && view
          ? accounts.addresses.map((address) => {
              const touched = outcome.accounts.find((account) => account.address === address)
              return outcome.error === null ? uiAccountAt(chain, address, view, touched) : null
            })
          : null,
      innerInstructions: innerInstructions ? uiInner(outcome.inner, keys, true) : null,
      replacementBlockhash: replaceRecentBlockhash
        ? { blockhash, lastValidBlockHeight: chain.lastValidHeight(blockhash) }
        : null,
    })
  }),

  getFeeForMessage: method(z.tuple([z.string(), Context]), (chain, [text]) => {
    const { message } = readable(() => decodeMessage(fromBase64(text)))
    if (chain.lastValidHeight(message.lifetimeToken) === null) return atSlot(chain, null)
    const keys = accountKeys(message, chain.svm)
    const instructions = ownInstructions(message).flatMap((one) => resolve(one, keys) ?? [])
    return atSlot(chain, transactionFee(message.header.numSignerAccounts, instructions))
  }),

  requestAirdrop: method(z.tuple([Pubkey, U64, Context]), (chain, [address, amount]) => {
    if (chain.network.testnet !== true) throw methodNotFound()
    return airdrop(chain, address, amount)
  }),
}

/** A transfer from the faucet, on whatever network. @throws RpcFailure when it cannot be done. */
export const airdrop = (chain: SolanaChain, address: string, amount: number): string => {
  // A program that a transaction calls cannot be written to in it.
  if (address === SYSTEM_PROGRAM_ADDRESS) throw invalidParams("Invalid param: Invalid")
  const transaction = airdropTransaction(address, BigInt(amount), chain.head().blockhash)
  preflight(chain.simulate(transaction))
  chain.submit(transaction)
  return transaction.signature
}

/** @throws RpcFailure when the transaction would fail. */
const preflight = (outcome: Outcome) => {
  const { error } = outcome
  if (error === null) return
  if (error === "SignatureFailure")
    throw new RpcFailure({ code: -32003, text: "Transaction signature verification failure" })
  throw new RpcFailure({
    code: -32002,
    text: `Transaction simulation failed: ${describeTransactionError(error)}`,
    data: simulated(outcome),
  })
}

const simulated = ({ error, logs, returned, unitsConsumed }: Outcome) => ({
  accounts: null,
  err: error,
  innerInstructions: null,
  logs,
  replacementBlockhash: null,
  returnData: returned && uiReturned(returned),
  unitsConsumed,
})
