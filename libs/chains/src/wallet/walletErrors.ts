import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { sanitizeLine } from "../text/printable.ts"

/** Reads a member of any thrown value. Never throws. */
export const readMember = (value: unknown, name: string): unknown => {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

const decodeErrorCode = (value: unknown): number | null => {
  const code = readMember(value, "code")
  const number = typeof code === "string" && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null
}

/** Returns the error itself, then the errors that wallets are known to wrap. */
const getErrorLayers = (thrown: unknown): readonly unknown[] => {
  const data = readMember(thrown, "data")
  return [
    thrown,
    readMember(data, "originalError"),
    data,
    readMember(thrown, "cause"),
    readMember(data, "cause"),
  ]
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
 * Returns the reason of a wallet's error for `method`. Codes: EIP-1193, EIP-1474, EIP-5792; 5000 is WalletConnect's
 * "declined".
 */
export const toConnectorReason = (thrown: unknown, method: string): ConnectorReason => {
  for (const code of errorCodes(thrown)) {
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
    }
  }
  const text = readErrorMessage(thrown)
  // A browser extension's bridge throws this after the extension was removed, updated or disabled.
  if (/extension context invalidated/i.test(text)) return { _tag: "NotInstalled" }
  return { _tag: "Failed", code: errorCodes(thrown)[0] ?? null, text }
}
