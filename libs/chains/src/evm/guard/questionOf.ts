import { batchQuestion } from "./batchQuestion.ts"
import { isList, other, type Question } from "./Question.ts"
import { messageQuestion, typedDataQuestion } from "./signatureQuestion.ts"
import { snapshot } from "./snapshot.ts"
import { transactionQuestion } from "./transactionQuestion.ts"

/** Throws a `ProviderError` where it makes no sense, or could be read in two ways: the wallet is not asked then. */
export const questionOf = (method: string, given: unknown): Question => {
  const copied = snapshot(given ?? [])
  // Params by name: nobody here can read them.
  if (!isList(copied)) return other(method, [copied])
  switch (method) {
    case "eth_sendTransaction":
    case "eth_signTransaction":
      return transactionQuestion(method, copied)
    case "wallet_sendCalls":
      return batchQuestion(method, copied)
    case "eth_signTypedData_v3":
    case "eth_signTypedData_v4":
      return typedDataQuestion(method, copied)
    case "personal_sign":
      return messageQuestion(method, copied)
    default:
      return other(method, copied)
  }
}
