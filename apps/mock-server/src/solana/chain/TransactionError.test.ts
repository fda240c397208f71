import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { describeTransactionError, instructionErrors, transactionErrors } from "./TransactionError.ts"

const litesvm = dirname(createRequire(import.meta.url).resolve("litesvm"))
const declared = readFileSync(join(litesvm, "internal.d.ts"), "utf8")

/** Returns the names of an enum in litesvm's declarations, by number. */
const readEnumNames = (name: string): readonly string[] => {
  const [, body = ""] = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(declared) ?? []
  const names: string[] = []
  for (const [, key = "", number] of body.matchAll(/(\w+) = (\d+)/g)) names[Number(number)] = key
  return names
}

describe("TransactionError", () => {
  it("matches the numbers of litesvm", () => {
    expect(transactionErrors.map(([name]) => name)).toEqual(readEnumNames("TransactionErrorFieldless"))
    expect(instructionErrors.map(([name]) => name)).toEqual(readEnumNames("InstructionErrorFieldless"))
  })

  it.each([
    ["AlreadyProcessed", "This transaction has already been processed"],
    [
      { InstructionError: [2, { Custom: 6001 }] },
      "Error processing Instruction 2: custom program error: 0x1771",
    ],
    [
      { InstructionError: [0, "MissingRequiredSignature"] },
      "Error processing Instruction 0: missing required signature for instruction",
    ],
    [
      { InstructionError: [0, { BorshIoError: "eof" }] },
      "Error processing Instruction 0: Failed to serialize or deserialize account data: eof",
    ],
    [{ DuplicateInstruction: 3 }, "Transaction contains a duplicate instruction (3) that is not allowed"],
    [
      { InsufficientFundsForRent: { account_index: 1 } },
      "Transaction results in an account (1) with insufficient funds for rent",
    ],
    [
      { ProgramExecutionTemporarilyRestricted: { account_index: 4 } },
      "Execution of the program referenced by account at index 4 is temporarily restricted.",
    ],
  ] as const)("describes %j as %s", (error, text) => {
    expect(describeTransactionError(error)).toBe(text)
  })
})
