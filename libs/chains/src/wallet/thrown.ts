import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { sanitizeLine } from "../text/printable.ts"

/** Reads what a wallet threw, which may be anything at all: nothing here throws. */
export const member = (value: unknown, name: string): unknown => {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

const codeIn = (value: unknown): number | null => {
  const code = member(value, "code")
  const number = typeof code === "string" && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null
}

/** The error itself first, then those that wallets have been seen to wrap. */
const layersOf = (thrown: unknown): readonly unknown[] => {
  const data = member(thrown, "data")
  return [thrown, member(data, "originalError"), data, member(thrown, "cause"), member(data, "cause")]
}

/** The wallet's own code first, then those that it wrapped. */
export const codesOf = (thrown: unknown): readonly number[] =>
  layersOf(thrown)
    .map(codeIn)
    .filter((code) => code !== null)

const textOf = (thrown: unknown): string => {
  const text = typeof thrown === "string" ? thrown : member(thrown, "message")
  return typeof text === "string" ? sanitizeLine(text, 200) : ""
}

/** The wallet's own words first, then those that it wrapped; stripped and bounded. */
export const textsOf = (thrown: unknown): readonly string[] =>
  layersOf(thrown)
    .map(textOf)
    .filter((text) => text !== "")

/** Why a wallet refused `method`, from what it threw. Codes: EIP-1193, EIP-1474, EIP-5792; 5000 is WalletConnect's "declined". */
export const reasonOf = (thrown: unknown, method: string): ConnectorReason => {
  for (const code of codesOf(thrown)) {
    switch (code) {
      case 4001:
      case 5000:
      // The person declined the upgrade that a batch of calls needs.
      case 5750:
        return { _tag: "Declined" }
      case -32002:
        return { _tag: "AlreadyAsking" }
      case 4100:
        return { _tag: "Unauthorized" }
      case 4200:
      case 5700:
      // A batch on this network, or of this many calls.
      case 5710:
      case 5740:
      case 5760:
      case -32601:
        return { _tag: "Unsupported", method }
      case 4900:
      case 4901:
        return { _tag: "Offline" }
      // WalletConnect's, for a question that was open for too long.
      case 8000:
        return { _tag: "Expired" }
    }
  }
  const text = textOf(thrown)
  // What the bridge of a browser extension throws once the extension was removed, updated or turned off.
  if (/extension context invalidated/i.test(text)) return { _tag: "NotInstalled" }
  return { _tag: "Failed", code: codesOf(thrown)[0] ?? null, text }
}
