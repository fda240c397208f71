import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { InvalidArgumentError } from "commander"
import type { AccountType, Shell, WalletName } from "./CommandPlan.ts"
import { shells, walletNames } from "./CommandPlan.ts"

// Decoders of argv: each returns the value or throws an error that describes the problem.

const caip2 = /^([-a-z0-9]{3,8}):[-_a-zA-Z0-9]{1,32}$/

// Repeats the type as values: importing the original package would load Effect, 50 kB for `--help`. The type guarantees
// that the list is complete.
const namespaces: Readonly<Record<Namespace, true>> = {
  eip155: true,
  solana: true,
  polkadot: true,
  bip122: true,
}

const isNamespace = (text: string): text is Namespace => Object.hasOwn(namespaces, text)

const isNetworkId = (text: string): text is CaipNetworkId => {
  const match = caip2.exec(text)
  return match?.[1] !== undefined && isNamespace(match[1])
}

export const parseNetworkId = (text: string): CaipNetworkId => {
  if (isNetworkId(text)) return text
  throw new InvalidArgumentError("Use namespace:reference, such as eip155:1.")
}

export const parseNamespace = (text: string): Namespace => {
  if (isNamespace(text)) return text
  throw new InvalidArgumentError(`Choose one of ${Object.keys(namespaces).join(", ")}.`)
}

const parseHttpUrl = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError("Use a full http: or https: URL.")
}

/** Collects a repeatable `http:` or `https:` URL. */
export const collectHttpUrls = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  parseHttpUrl(text),
]

/** Collects a repeatable network id. */
export const collectNetworkIds = (
  text: string,
  before: readonly CaipNetworkId[] | undefined,
): readonly CaipNetworkId[] => [...(before ?? []), parseNetworkId(text)]

/** Parses the WebSocket URL of a relay. */
export const parseRelayUrl = (text: string): string => {
  if (URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError("Use a full ws: or wss: URL.")
}

const parseInteger = (text: string, least: number, most: number): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
}

export const parsePort = (text: string): number => parseInteger(text, 0, 65_535)
export const parseAccountIndex = (text: string): number => parseInteger(text, 0, 0x7fffffff)

const accountTypes: Readonly<Record<string, AccountType | undefined>> = { eoa: "eoa", smart: "smartAccount" }

export const parseAccountType = (text: string): AccountType => {
  const found = Object.hasOwn(accountTypes, text) ? accountTypes[text] : undefined
  if (found !== undefined) return found
  throw new InvalidArgumentError("Choose one of eoa, smart.")
}

/** Parses an account: a number for the test mnemonic, a type for the embedded wallet. */
export const parseAccount = (text: string): number | AccountType => {
  if (/^\d+$/.test(text)) return parseAccountIndex(text)
  if (Object.hasOwn(accountTypes, text)) return parseAccountType(text)
  throw new InvalidArgumentError("Use a whole number, or one of eoa, smart.")
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const parseEmail = (text: string): string => {
  if (text.length <= 320 && emailPattern.test(text)) return text
  throw new InvalidArgumentError("Use an address such as you@example.com.")
}

export const parseDecimals = (text: string): number => parseInteger(text, 0, 36)

export const parseLimit = (text: string): number => parseInteger(text, 1, 10_000)
export const parseSeconds = (text: string): number => parseInteger(text, 1, 86_400)

const decimalPattern = /^(?:\d+(?:\.\d+)?|\.\d+)$/

/** Parses a decimal number of whole tokens, or `max`. The token's decimals are checked later. */
export const parseAmountArgument = (text: string): string => {
  if (text === "max" || (text.length <= 100 && decimalPattern.test(text))) return text
  throw new InvalidArgumentError("Use an amount such as 1.5, or max for the whole balance.")
}

/** Parses a decimal number of whole units. Their decimals are checked later. */
export const parseDecimalAmount = (text: string): string => {
  if (text.length <= 100 && decimalPattern.test(text)) return text
  throw new InvalidArgumentError("Use an amount such as 1.5.")
}

/** Parses a percentage with at most two decimals. */
export const parseSlippage = (text: string): number => {
  const percent = /^\d{1,2}(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  if (percent > 0 && percent <= 50) return percent
  throw new InvalidArgumentError("Use a percentage above 0 and at most 50, such as 1 or 0.5.")
}

export const parseUsd = (text: string): string => {
  if (text.length <= 100 && decimalPattern.test(text)) return text
  throw new InvalidArgumentError("Use an amount such as 100 or 99.50.")
}

/** Parses the number of confirmations to wait for. */
export const parseConfirmations = (text: string): number => {
  if (text === "none") return 0
  if (text === "mined") return 1
  if (/^\d+$/.test(text)) return parseInteger(text, 1, 1000)
  throw new InvalidArgumentError("Choose none, mined, or a number of blocks.")
}

export const parseTransactionReference = (text: string): string => {
  if (/^[-\w:.]{8,100}$/.test(text)) return text
  throw new InvalidArgumentError("Use a transaction hash, or an ID from wmodal activity.")
}

/** Collects a repeatable value. */
export const collectValues = (text: string, earlier: readonly string[]): readonly string[] => [
  ...earlier,
  text,
]

/** A typed `--rpc`. A bare URL is for the network that the command uses. */
export interface RpcFlag {
  readonly network: CaipNetworkId | null
  readonly url: string
}

/** Collects repeated `--rpc`. The last one for a network wins. */
export const collectRpcFlags = (text: string, earlier: readonly RpcFlag[]): readonly RpcFlag[] => {
  const equals = /^https?:/.test(text) ? -1 : text.indexOf("=")
  const flag = {
    network: equals < 0 ? null : parseNetworkId(text.slice(0, equals)),
    url: parseHttpUrl(text.slice(equals + 1)),
  }
  return [...earlier.filter(({ network }) => network !== flag.network), flag]
}

export const parseShell = (text: string): Shell => {
  const found = shells.find((known) => known === text)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Choose one of ${shells.join(", ")}.`)
}

/** Parses the name of a supported wallet. */
export const parseWalletName = (text: string): WalletName => {
  const found = walletNames.find((known) => known === text)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Choose one of ${walletNames.join(", ")}.`)
}
