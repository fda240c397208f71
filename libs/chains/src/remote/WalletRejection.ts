import { sanitizeLine } from "../text/printable.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { isRefusal } from "../wallet/refusal.ts"
import { errorCodes, toConnectorReason } from "../wallet/walletErrors.ts"
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

/** The EIP-1193 codes for WalletConnect's own. Source: WalletConnect specs, error codes; `@walletconnect/utils`. */
const eip1193Codes: ReadonlyMap<number, number> = new Map([
  // The method or event is unknown, not permitted or not supported.
  [1001, 4200],
  [1002, 4200],
  [3001, 4200],
  [3002, 4200],
  [5101, 4200],
  [5102, 4200],
  [10001, 4200],
  // The user rejected the request, or its networks, methods or events.
  [5000, 4001],
  [5001, 4001],
  [5002, 4001],
  [5003, 4001],
  // The account is unknown.
  [5103, 4100],
  // The network is unknown, or its namespace.
  [5100, 4902],
  [5104, 4902],
  // The session has ended.
  [6000, 4900],
])

/** The request expired without a response. Source: WalletConnect specs, error codes. */
const expiredCode = 8000

/** The client's message for an expired request, which has no code. */
const expiryPattern = /^(?:session )?request expired/i

/** The client's message for a failed publish: the wallet may still have received the request. */
const publishFailurePattern = /^failed to publish/i

const parseErrorCode = (message: string): number => {
  if (expiryPattern.test(message)) return expiredCode
  if (publishFailurePattern.test(message)) return 4900
  return isRefusal([message], true) ? 4001 : -32603
}

/** A switch for which 5000 may mean an unknown network: it stays, and leads to adding the network. */
const switchingMethod = "wallet_switchEthereumChain"

/** Converts what a request for `method` threw. Never throws. */
export const toWalletRejection = (thrown: unknown, method: string): WalletRejection => {
  const text = readMember(thrown, "message")
  const message = typeof text === "string" ? sanitizeLine(text, 200) : ""
  const [said] = errorCodes({ code: readMember(thrown, "code") })
  const code = said ?? parseErrorCode(message)
  // Over a relay, data is a text that may contain JSON.
  const data = decodeProperty(thrown, "data") ?? readMember(thrown, "data")
  const isUnknownNetwork = code === 5000 && method === switchingMethod
  // Safe and Ledger decline in words, with a code of JSON-RPC: a dApp knows a decline by 4001 alone.
  const isDeclined = code <= -32_000 && toConnectorReason({ code, message, data }, method)._tag === "Declined"
  const known = isDeclined ? 4001 : (eip1193Codes.get(code) ?? code)
  return new WalletRejection(isUnknownNetwork ? code : known, message, data)
}
