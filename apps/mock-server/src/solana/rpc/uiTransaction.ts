import { getBase58Decoder, getTransactionEncoder } from "@solana/kit"
import type { AccountKey } from "../chain/accountKeys.ts"
import type { InnerInstructions } from "../chain/ExecutionResult.ts"
import {
  type CompiledInstruction,
  getTopLevelInstructions,
  resolveInstruction,
} from "../chain/instructions.ts"
import type { ConfirmedTransaction } from "../chain/SolanaChain.ts"
import type { SolanaTransaction } from "../chain/SolanaTransaction.ts"
import type { TokenBalance } from "../chain/tokenBalances.ts"
import type { TransactionEncoding } from "./params.ts"
import { parseInstruction } from "./parseInstruction.ts"
import { toTokenAmount } from "./tokenAmount.ts"

/** Converts a transaction and its outcome. `null` as encoding is JSON. Source: solana-transaction-status. */
export const toUiTransaction = (landed: ConfirmedTransaction, encoding: TransactionEncoding | null) => {
  const { transaction, outcome, keys, fee, balances, tokens } = landed
  const parsed = encoding === "jsonParsed"
  const { error, returned } = outcome
  return {
    transaction: encodeUiTransaction(transaction, keys, encoding),
    meta: {
      computeUnitsConsumed: outcome.unitsConsumed,
      err: error,
      fee,
      innerInstructions: toUiInnerInstructions(outcome.inner, keys, parsed),
      ...(!parsed && { loadedAddresses: getLoadedAddresses(keys) }),
      logMessages: outcome.logs,
      postBalances: balances.post,
      postTokenBalances: tokens.post.map(toUiTokenBalance),
      preBalances: balances.pre,
      preTokenBalances: tokens.pre.map(toUiTokenBalance),
      ...(returned !== null && { returnData: toUiReturnData(returned) }),
      rewards: [],
      status: error === null ? { Ok: null } : { Err: error },
    },
  }
}

export const toUiReturnData = ({
  program,
  data,
}: NonNullable<ConfirmedTransaction["outcome"]["returned"]>) => ({
  programId: program,
  data: [Buffer.from(data).toString("base64"), "base64"],
})

/** Converts inner instructions: parsed when `parsed`, with indexes otherwise. */
export const toUiInnerInstructions = (
  inner: readonly InnerInstructions[],
  keys: readonly AccountKey[],
  parsed: boolean,
) =>
  inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((one) => toUiInstruction(one, one.stackHeight, keys, parsed)),
  }))

const toUiTokenBalance = ({ accountIndex, mint, owner, program, amount, decimals }: TokenBalance) => ({
  accountIndex,
  mint,
  owner,
  programId: program,
  uiTokenAmount: toTokenAmount(amount, decimals),
})

const encodeUiTransaction = (
  transaction: SolanaTransaction,
  keys: readonly AccountKey[],
  encoding: TransactionEncoding | null,
) => {
  const bytes = () => new Uint8Array(getTransactionEncoder().encode(transaction.wire))
  switch (encoding) {
    case "binary":
      return getBase58Decoder().decode(bytes())
    case "base58":
      return [getBase58Decoder().decode(bytes()), encoding]
    case "base64":
      return [Buffer.from(bytes()).toString("base64"), encoding]
    default:
      return {
        message: toUiMessage(transaction, keys, encoding === "jsonParsed"),
        signatures: transaction.signatures,
      }
  }
}

const toUiMessage = ({ message }: SolanaTransaction, keys: readonly AccountKey[], parsed: boolean) => {
  const { header } = message
  const lookups = message.version === 0 && {
    addressTableLookups: (message.addressTableLookups ?? []).map((lookup) => ({
      accountKey: lookup.lookupTableAddress,
      readonlyIndexes: lookup.readonlyIndexes,
      writableIndexes: lookup.writableIndexes,
    })),
  }
  return {
    accountKeys: parsed
      ? keys.map(({ address, signer, source, writable }) => ({ pubkey: address, signer, source, writable }))
      : message.staticAccounts,
    ...(!parsed && {
      header: {
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        numRequiredSignatures: header.numSignerAccounts,
      },
    }),
    instructions: getTopLevelInstructions(message).map((one) => toUiInstruction(one, null, keys, parsed)),
    recentBlockhash: message.lifetimeToken,
    ...lookups,
  }
}

const toUiInstruction = (
  instruction: CompiledInstruction,
  stackHeight: number | null,
  keys: readonly AccountKey[],
  parsed: boolean,
) => {
  const data = getBase58Decoder().decode(instruction.data)
  const resolved = parsed ? resolveInstruction(instruction, keys) : null
  if (resolved === null) {
    const { accounts, programIdIndex } = instruction
    return { accounts, data, programIdIndex, stackHeight }
  }
  const words = parseInstruction(resolved)
  return words === null
    ? { accounts: resolved.accounts, data, programId: resolved.program, stackHeight }
    : { ...words, programId: resolved.program, stackHeight }
}

const getLoadedAddresses = (keys: readonly AccountKey[]) => {
  const loaded = (writable: boolean) =>
    keys
      .filter((key) => key.source === "lookupTable" && key.writable === writable)
      .map(({ address }) => address)
  return { readonly: loaded(false), writable: loaded(true) }
}
