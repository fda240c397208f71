import type { RpcReason } from "@wmodal/protocol"
import { hasKey } from "@wmodal/protocol"
import { AbiErrorSignatureNotFoundError, decodeErrorResult, type Hex, parseAbi, slice } from "viem"
import { sanitizeLine } from "../text/printable.ts"
import { isHexBytes } from "./Hex.ts"
import { isInsufficientText } from "./isInsufficientText.ts"

/** A contract's revert reason, as a node reports it; `text` is empty if the contract gives none. */
export interface RevertReason {
  /** Stripped, at most 200 characters. */
  readonly text: string
}

/** Decodes a revert reason. @returns `null` if the node reports anything other than a contract's rejection. */
export const toRevertReason = (reason: RpcReason): RevertReason | null => {
  if (reason._tag !== "Answered") return null
  const { code, text } = reason
  const data = decodeRevertData(reason.data) ?? decodeRevertData(errorStringPattern.exec(text)?.[0])
  // 3 is Geth's code, -32015 Nethermind's; other nodes report it only in text.
  if (isNothingAllowed(text)) return null
  if (code !== 3 && code !== -32015 && data === null && !revertPattern.test(text)) return null
  const said = data === null ? "" : decodeRevertText(data)
  return { text: said === "" ? sanitizeLine(parseRevertMessage(text), 200) : said }
}

/** Geth's "gas required exceeds allowance" is a call that no gas is enough for, or of an account that can pay for none. */
const revertPattern = /revert|invalid opcode|out of gas|gas required exceeds allowance/i

const isNothingAllowed = (text: string): boolean =>
  /gas required exceeds allowance:? ?\(?0\)?(?!\d)/i.test(text)

/** Returns true if a node reports insufficient funds of the sender. A contract's error about a token does not count. */
export const isInsufficientFunds = (reason: RpcReason): boolean =>
  reason._tag === "Answered" &&
  toRevertReason(reason) === null &&
  (isInsufficientText(reason.text) || isNothingAllowed(reason.text))

/** Decodes the returned data of a revert to text. Source: Solidity's `Error(string)` and `Panic(uint256)`, ERC-6093. */
export const decodeRevertText = (returned: unknown): string => {
  const data = typeof returned === "string" ? returned.toLowerCase() : returned
  if (!isHexBytes(data) || data.length < 10) return ""
  try {
    const { args, errorName } = decodeErrorResult({ abi: knownErrors, data })
    if (errorName === "Error") return sanitizeLine(args[0], 200)
    return errorName === "Panic" ? `Panic 0x${args[0].toString(16)}` : errorName
  } catch (error) {
    return error instanceof AbiErrorSignatureNotFoundError ? `custom error ${slice(data, 0, 4)}` : ""
  }
}

const knownErrors = parseAbi([
  "error Error(string reason)",
  "error Panic(uint256 code)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InvalidSender(address sender)",
  "error ERC20InvalidReceiver(address receiver)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error InsufficientBalance(uint256 available, uint256 required)",
  "error InsufficientBalance(address account, uint256 balance, uint256 needed)",
  "error InsufficientBalance()",
  "error EnforcedPause()",
])

/** Decodes revert data. Nodes return it as text, as text after a word ("Reverted 0x…"), or nested one level. */
const decodeRevertData = (data: unknown): Hex | null => {
  if (typeof data === "object" && data !== null && hasKey(data, "data")) return decodeRevertData(data.data)
  if (typeof data !== "string") return null
  const hex = data.replace(/^Reverted /, "")
  return isHexBytes(hex) && hex.length >= 10 ? hex : null
}

/** The data of `Error(string)`, which nodes of Cosmos chains write into their text. */
const errorStringPattern = /0x08c379a0(?:[0-9a-f]{64}){3,}/i

/** Hardhat quotes a reason and an error, and says in words that there is none. */
const parseRevertMessage = (text: string) =>
  /reverted with(?:out an?| an unrecognized) /i.test(text)
    ? ""
    : (/reverted with (?:reason string|custom error) '(.*)'/is.exec(text)?.[1] ??
      /(?:execution (?:was )?reverted|reverted|revert)\b:? *(.*)/is.exec(text)?.[1] ??
      "")
