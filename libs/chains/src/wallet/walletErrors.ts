import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { sanitizeLine } from "../text/printable.ts"
import { findWords, saysUnsupported } from "./answerWords.ts"
import { readMember } from "./readMember.ts"
import { isRefusal, mayBeSent, tellingMembers } from "./refusal.ts"

const decodeErrorCode = (value: unknown): number | null => {
  const code = readMember(value, "code")
  const number = typeof code === "string" && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null
}

/** The members in which wallets, their libraries and those of dApps wrap an error. */
const wrappingMembers = ["data", "originalError", "cause", "error", "innerError", "info"]

/** The maximum number of layers that are read. */
const maxLayers = 12

/** Returns the error itself, then the errors that are wrapped in it, outer ones first. */
const getErrorLayers = (thrown: unknown): readonly unknown[] => {
  const layers = [thrown]
  for (const layer of layers)
    for (const name of wrappingMembers) {
      const inner = readMember(layer, name)
      const isError =
        typeof inner === "object" ? inner !== null : typeof inner === "string" && name !== "data"
      if (isError && layers.length < maxLayers && !layers.includes(inner)) layers.push(inner)
    }
  return layers
}

/** Returns the wallet's own code, then the wrapped ones. */
export const errorCodes = (thrown: unknown): readonly number[] =>
  getErrorLayers(thrown)
    .map(decodeErrorCode)
    .filter((code) => code !== null)

const readErrorMessage = (thrown: unknown): string => {
  const text = typeof thrown === "string" ? thrown : readMember(thrown, "message")
  return typeof text === "string" ? sanitizeLine(text, 200) : ""
}

/** Returns the wallet's own message, then the wrapped ones; stripped and bounded. */
export const errorMessages = (thrown: unknown): readonly string[] =>
  getErrorLayers(thrown)
    .map(readErrorMessage)
    .filter((text) => text !== "")

/**
 * Returns true if a request of this name may send a transaction, so that an answer is never guessed. WalletConnect's
 * `signPsbt` may.
 */
const maySend = (method: string): boolean => /send|^signPsbt$/i.test(method)

const toCodeReason = (code: number, method: string): ConnectorReason | null => {
  switch (code) {
    case 4001:
    case 5000:
    // The user declined the upgrade that a batch of calls needs.
    case 5750:
      return { _tag: "Declined" }
    case -32002:
      return { _tag: "RequestPending" }
    case 4100:
      return { _tag: "Unauthorized" }
    case 4200:
    case 5700:
    // Batches are not supported on this network, or not of this size.
    case 5710:
    case 5740:
    case 5760:
    case -32601:
      return { _tag: "Unsupported", method }
    case 4900:
    case 4901:
      return { _tag: "Offline" }
    // WalletConnect's code for an expired request.
    case 8000:
      return { _tag: "Expired" }
    default:
      return null
  }
}

const readTold = (layer: unknown): readonly unknown[] =>
  typeof layer === "string" ? [layer] : tellingMembers.map((name) => readMember(layer, name))

const hashMembers = ["hash", "transactionHash", "txHash", "txid", "signature"]

/** Returns true for an error that names a transaction: it was signed, whatever its text says. */
const namesHash = (layer: unknown): boolean => {
  const data = readMember(layer, "data")
  return (
    (typeof data === "string" && /^0x[0-9a-f]{64}$/i.test(data)) ||
    hashMembers.some((name) => typeof readMember(layer, name) === "string")
  )
}

/**
 * Returns whether a code ends a payment. A wallet's own does. A wrapped one may be of what the wallet asked a node after
 * the broadcast: a receipt, or whether a second one replaces it.
 */
const endsPayment = (
  { _tag }: ConnectorReason,
  layer: unknown,
  { isOwn, method, layers }: { isOwn: boolean; method: string; layers: readonly unknown[] },
): boolean => {
  switch (_tag) {
    case "Declined":
      return isOwn || !layers.some((one) => mayBeSent(readTold(one)) || namesHash(one))
    case "Unauthorized":
      return isOwn
    case "Unsupported": {
      const named = readErrorMessage(layer).match(/\b(?:eth|wallet|personal|pm|net|bundler)_\w+/g)
      return named === null ? isOwn : named.includes(method)
    }
    default:
      return true
  }
}

/**
 * Classifies the answer of any wallet to a request for `method`, the one place that does: by its code or that of an
 * error that it wraps, then by its text. Whatever is ambiguous stays `Failed`: after a send it may be on its way.
 * Codes: EIP-1193, EIP-1474, EIP-5792; 5000 is WalletConnect's "declined".
 */
export const toConnectorReason = (thrown: unknown, method: string): ConnectorReason => {
  const layers = getErrorLayers(thrown)
  const sends = maySend(method)
  let isOwn = true
  for (const layer of layers) {
    const code = decodeErrorCode(layer)
    if (code === null) continue
    const reason = toCodeReason(code, method)
    if (reason !== null && (!sends || endsPayment(reason, layer, { isOwn, method, layers }))) return reason
    isOwn = false
  }
  if (isRefusal(layers.flatMap(readTold), sends) && !(sends && layers.some(namesHash)))
    return { _tag: "Declined" }
  const text = readErrorMessage(thrown)
  // A browser extension's bridge throws this after the extension was removed, updated or disabled. A payment may have
  // reached it before.
  if (/extension context invalidated/i.test(text)) return { _tag: sends ? "Offline" : "NotInstalled" }
  if (!sends) {
    const texts = errorMessages(thrown)
    const found = findWords(texts)
    if (found !== null) return { _tag: found }
    if (saysUnsupported(texts)) return { _tag: "Unsupported", method }
  }
  return { _tag: "Failed", code: errorCodes(thrown)[0] ?? null, text }
}
