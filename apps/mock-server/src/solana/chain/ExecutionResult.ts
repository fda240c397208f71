import type { Address, EncodedAccount } from "@solana/kit"
import { getAddressDecoder } from "@solana/kit"
import { FailedTransactionMetadata, type LiteSVM } from "litesvm"
import type { CompiledInstruction } from "./instructions.ts"
import { type TransactionError, toTransactionError } from "./TransactionError.ts"

/** The outcome of executing a transaction. */
export interface ExecutionResult {
  readonly error: TransactionError | null
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /**
   * Inner instructions by the index of the transaction's own instruction; an instruction without calls has no entry.
   */
  readonly inner: readonly InnerInstructions[]
  readonly returned: { readonly program: Address; readonly data: Uint8Array } | null
  /** The accounts after a successful simulation. */
  readonly accounts: readonly EncodedAccount[]
}

export interface InnerInstructions {
  readonly index: number
  readonly instructions: readonly CompiledInstruction[]
}

/** Returns the result of a transaction that failed before its programs ran. */
export const makeRejectedResult = (error: TransactionError): ExecutionResult => ({
  error,
  logs: [],
  unitsConsumed: 0n,
  inner: [],
  returned: null,
  accounts: [],
})

/** Converts the litesvm result of a transaction or a simulation. */
export const toExecutionResult = (
  result: ReturnType<LiteSVM["sendTransaction"]> | ReturnType<LiteSVM["simulateTransaction"]>,
): ExecutionResult => {
  const failed = result instanceof FailedTransactionMetadata
  const meta = "meta" in result ? result.meta() : result
  const returned = new Uint8Array(meta.returnData().data())
  return {
    error: failed ? toTransactionError(result) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    inner: meta.innerInstructions().flatMap((called, index) => {
      const instructions = called.map((one): CompiledInstruction => {
        const instruction = one.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: new Uint8Array(instruction.data()),
          stackHeight: one.stackHeight(),
        }
      })
      return instructions.length === 0 ? [] : [{ index, instructions }]
    }),
    returned:
      returned.length === 0
        ? null
        : { program: getAddressDecoder().decode(meta.returnData().programId()), data: returned },
    accounts: "postAccounts" in result ? result.postAccounts() : [],
  }
}
