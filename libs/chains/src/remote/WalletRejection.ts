import { sanitizeLine } from "../text/printable.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { errorCodes, readMember } from "../wallet/walletErrors.ts"
import { decodeProperty } from "./decodeProperty.ts"

/** A wallet's error from a relay, in the form that an injected wallet would throw. */
export class WalletRejection extends ProviderError {
  /** The wallet's own data, which may contain a hash or a wrapped error. */
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(code, message)
    this.data = data
  }
}

/**
 * The EIP-1193 codes for WalletConnect's own. 5000 is missing: for a network switch it may mean an unknown network, and
 * is handled there. Source: WalletConnect specs, error codes.
 */
const eip1193Codes: ReadonlyMap<number, number> = new Map([
  // The method is unknown or not permitted.
  [1001, 4200],
  [3001, 4200],
  [5101, 4200],
  [10001, 4200],
  // The user rejected networks, methods or events.
  [5001, 4001],
  [5002, 4001],
  [5003, 4001],
  // The account is unknown.
  [5103, 4100],
  // The network is unknown.
  [5100, 4902],
  // The session has ended.
  [6000, 4900],
])

/** The request expired without a response. Source: WalletConnect specs, error codes. */
const expiredCode = 8000

/** The client's message for an expired request, which has no code. */
const expiryPattern = /^(?:session )?request expired/i

/** The client's message for a failed publish: the wallet may still have received the request. */
const publishFailurePattern = /^failed to publish/i

const parseErrorCode = (message: string): number =>
  expiryPattern.test(message) ? expiredCode : publishFailurePattern.test(message) ? 4900 : -32603

/** Converts any thrown value. Never throws. */
export const toWalletRejection = (thrown: unknown): WalletRejection => {
  const text = readMember(thrown, "message")
  const message = typeof text === "string" ? sanitizeLine(text, 200) : ""
  const [said] = errorCodes({ code: readMember(thrown, "code") })
  const code = said ?? parseErrorCode(message)
  // Over a relay, data is a text that may contain JSON.
  const data = decodeProperty(thrown, "data") ?? readMember(thrown, "data")
  return new WalletRejection(eip1193Codes.get(code) ?? code, message, data)
}
