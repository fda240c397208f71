import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import * as z from "zod/mini"
import { resolveAccountKeys } from "../chain/accountKeys.ts"
import type { ExecutionResult } from "../chain/ExecutionResult.ts"
import { makeAirdropTransaction } from "../chain/faucet.ts"
import { computeTransactionFee } from "../chain/fee.ts"
import { getTopLevelInstructions, resolveInstruction } from "../chain/instructions.ts"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { decodeMessage, withBlockhash } from "../chain/SolanaTransaction.ts"
import { describeTransactionError } from "../chain/TransactionError.ts"
import { getUiAccount } from "./accountMethods.ts"
import { Context, Pubkey, SendConfig, SimulateConfig, U64 } from "./params.ts"
import { makeMethod, type SolanaMethod, withSlot } from "./SolanaMethod.ts"
import { invalidParams, methodNotFound, SolanaRpcError } from "./SolanaRpcError.ts"
import { toUiInnerInstructions, toUiReturnData } from "./uiTransaction.ts"
import { decodeBase64, decodeOrInvalidParams, decodeTransactionText } from "./wireTransaction.ts"

/** Methods that change the ledger or simulate a change. */
export const transactionMethods: Readonly<Record<string, SolanaMethod>> = {
  sendTransaction: makeMethod(z.tuple([z.string(), SendConfig]), (chain, [text, config]) => {
    const transaction = decodeTransactionText(text, config?.encoding)
    if (config?.skipPreflight !== true) requirePreflight(chain.simulate(transaction))
    // Without preflight a node relays any transaction; it may never land.
    chain.submit(transaction)
    return transaction.signature
  }),

  simulateTransaction: makeMethod(z.tuple([z.string(), SimulateConfig]), (chain, [text, config]) => {
    const { sigVerify, replaceRecentBlockhash, accounts, innerInstructions } = config ?? {}
    if (sigVerify && replaceRecentBlockhash)
      throw invalidParams("sigVerify may not be used with replaceRecentBlockhash")
    const sent = decodeTransactionText(text, config?.encoding)
    const { blockhash } = chain.head()
    const transaction = replaceRecentBlockhash ? withBlockhash(sent, blockhash) : sent
    const keys = resolveAccountKeys(transaction.message, chain.svm)
    const view = accounts && { encoding: accounts.encoding ?? "base64" }
    if (view?.encoding === "base58" || view?.encoding === "binary")
      throw invalidParams("base58 encoding not supported")
    if (accounts && accounts.addresses.length > keys.length)
      throw invalidParams(`Too many accounts provided; max ${keys.length}`)
    const outcome = sigVerify ? chain.simulate(transaction) : chain.simulateUnsigned(transaction)
    return withSlot(chain, {
      ...toSimulationResult(outcome),
      accounts:
        accounts && view
          ? accounts.addresses.map((address) => {
              const touched = outcome.accounts.find((account) => account.address === address)
              return outcome.error === null ? getUiAccount(chain, address, view, touched) : null
            })
          : null,
      innerInstructions: innerInstructions ? toUiInnerInstructions(outcome.inner, keys, true) : null,
      replacementBlockhash: replaceRecentBlockhash
        ? { blockhash, lastValidBlockHeight: chain.lastValidHeight(blockhash) }
        : null,
    })
  }),

  getFeeForMessage: makeMethod(z.tuple([z.string(), Context]), (chain, [text]) => {
    const { message } = decodeOrInvalidParams(() => decodeMessage(decodeBase64(text)))
    if (chain.lastValidHeight(message.lifetimeToken) === null) return withSlot(chain, null)
    const keys = resolveAccountKeys(message, chain.svm)
    const instructions = getTopLevelInstructions(message).flatMap(
      (one) => resolveInstruction(one, keys) ?? [],
    )
    return withSlot(chain, computeTransactionFee(message.header.numSignerAccounts, instructions))
  }),

  requestAirdrop: makeMethod(z.tuple([Pubkey, U64, Context]), (chain, [address, amount]) => {
    if (chain.network.testnet !== true) throw methodNotFound()
    return sendAirdrop(chain, address, amount)
  }),
}

/** Sends a transfer from the faucet, on any network. @throws RpcFailure when it fails. */
export const sendAirdrop = (chain: SolanaChain, address: string, amount: number): string => {
  // A transaction cannot write to a program that it calls.
  if (address === SYSTEM_PROGRAM_ADDRESS) throw invalidParams("Invalid param: Invalid")
  const transaction = makeAirdropTransaction(address, BigInt(amount), chain.head().blockhash)
  requirePreflight(chain.simulate(transaction))
  chain.submit(transaction)
  return transaction.signature
}

/** @throws RpcFailure when the transaction would fail. */
const requirePreflight = (outcome: ExecutionResult) => {
  const { error } = outcome
  if (error === null) return
  if (error === "SignatureFailure")
    throw new SolanaRpcError({ code: -32003, text: "Transaction signature verification failure" })
  throw new SolanaRpcError({
    code: -32002,
    text: `Transaction simulation failed: ${describeTransactionError(error)}`,
    data: toSimulationResult(outcome),
  })
}

const toSimulationResult = ({ error, logs, returned, unitsConsumed }: ExecutionResult) => ({
  accounts: null,
  err: error,
  innerInstructions: null,
  logs,
  replacementBlockhash: null,
  returnData: returned && toUiReturnData(returned),
  unitsConsumed,
})
