import type { RpcReason } from "@wmodal/protocol"
import { sanitizeLine } from "../text/printable.ts"
import { decodeText, decodeWord } from "./abi.ts"
import { type Hex, isHexBytes } from "./Hex.ts"

/** A contract's revert reason, as a node reports it; `text` is empty if the contract gives none. */
export interface RevertReason {
  /** Stripped, at most 200 characters. */
  readonly text: string
}

/** Decodes a revert reason. @returns `null` if the node reports anything other than a contract's rejection. */
export const toRevertReason = (reason: RpcReason): RevertReason | null => {
  if (reason._tag !== "Answered") return null
  const data = decodeRevertData(reason.data)
  const { code, text } = reason
  // 3 is Geth's code, -32015 Nethermind's; other nodes report it only in text.
  if (code !== 3 && code !== -32015 && data === null && !/revert|invalid opcode|out of gas/i.test(text))
    return null
  const said = data === null ? "" : decodeRevertText(data)
  return { text: said === "" ? sanitizeLine(parseRevertMessage(text), 200) : said }
}

/** Returns true if a node reports insufficient funds of the sender. A contract's error about a token does not count. */
export const isInsufficientFunds = (reason: RpcReason): boolean =>
  reason._tag === "Answered" &&
  toRevertReason(reason) === null &&
  /insufficient (?:funds|balance)/i.test(reason.text)

/** Decodes the returned data of a revert to text. Source: Solidity's `Error(string)` and `Panic(uint256)`, ERC-6093. */
export const decodeRevertText = (returned: unknown): string => {
  if (!isHexBytes(returned) || returned.length < 10) return ""
  const selector = returned.slice(2, 10).toLowerCase()
  const args: Hex = `0x${returned.slice(10)}`
  if (selector === "08c379a0") return sanitizeLine(decodeText(args) ?? "", 200)
  if (selector === "4e487b71") return `Panic 0x${(decodeWord(args) ?? 0n).toString(16)}`
  return knownErrors[selector] ?? `custom error 0x${selector}`
}

/** The selectors of common token errors without text. */
const knownErrors: Readonly<Record<string, string>> = {
  e450d38c: "ERC20InsufficientBalance",
  "96c6fd1e": "ERC20InvalidSender",
  ec442f05: "ERC20InvalidReceiver",
  fb8f41b2: "ERC20InsufficientAllowance",
  cf479181: "InsufficientBalance",
  db42144d: "InsufficientBalance",
  f4d678b8: "InsufficientBalance",
  d93c0665: "EnforcedPause",
}

/** Decodes revert data. Nodes return it as text, as text after a word ("Reverted 0x…"), or nested one level. */
const decodeRevertData = (data: unknown): Hex | null => {
  if (typeof data === "object" && data !== null && "data" in data) return decodeRevertData(data.data)
  if (typeof data !== "string") return null
  const hex = data.replace(/^Reverted /, "")
  return isHexBytes(hex) && hex.length >= 10 ? hex : null
}

const parseRevertMessage = (text: string) =>
  /(?:execution reverted|reverted with reason string|revert):? *(.*)/is.exec(text)?.[1] ?? ""
