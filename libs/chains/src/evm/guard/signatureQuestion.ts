import { readableBytes } from "../../text/readableBytes.ts"
import { invalid } from "../../wallet/ProviderError.ts"
import { hexToBytes, isAddress, isHexBytes, textToHex } from "../Hex.ts"
import { addressOf, isObject, nothing, type Question } from "./Question.ts"
import { type Json, snapshot } from "./snapshot.ts"

export const typedDataQuestion = (method: string, params: readonly Json[]): Question => {
  const [account, asked, ...rest] = params
  if (rest.length > 0) throw invalid("An account and typed data are expected.")
  // Text that two readers could read differently, such as a key given twice, is made one of which they cannot.
  const read = typeof asked === "string" ? snapshot(parsed(asked)) : asked
  if (!isObject(read)) throw invalid("This is no typed data.")
  const text = JSON.stringify(read)
  return {
    method,
    params: [account ?? null, typeof asked === "string" ? text : read],
    request: { _tag: "TypedData", typedData: text },
    from: addressOf(account, "The account"),
    network: null,
    leaves: nothing,
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid("This is no JSON.")
  }
}

const isAccount = (value: Json | undefined) => typeof value === "string" && isAddress(value)

export const messageQuestion = (method: string, params: readonly Json[]): Question => {
  const [one, two, ...rest] = params
  if (rest.some((more) => more !== "" && more !== null))
    throw invalid("A message and an account are expected.")
  // Some pages give them the other way round.
  const [asked, account] = isAccount(one) && !isAccount(two) ? [two, one] : [one, two]
  if (typeof asked !== "string") throw invalid("The message is no text.")
  // Half a byte at its end: text to one wallet, bytes to another.
  if (/^0x/i.test(asked) && !isHexBytes(asked)) throw invalid("The message is neither bytes nor text.")
  const bytes = isHexBytes(asked) ? asked : textToHex(asked)
  return {
    method,
    params: [bytes, account ?? null],
    request: { _tag: "Message", message: readableBytes(hexToBytes(bytes)) },
    from: addressOf(account, "The account"),
    network: null,
    leaves: nothing,
  }
}
