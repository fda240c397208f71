import { sanitizeLine } from "../text/printable.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { errorCodes, readMember } from "../wallet/walletErrors.ts"
import { decodeProperty } from "./decodeProperty.ts"

/** A wallet's refusal as it came over a relay, in the form in which one that is at hand would throw it. */
export class WalletRejection extends ProviderError {
  /** The wallet's own: a hash may be named in it, or an error that it wraps. */
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(code, message)
    this.data = data
  }
}

/**
 * What WalletConnect's own codes are in EIP-1193. 5000 is not among them: in a switch of networks it may say that the
 * wallet does not know the network, and is read where that is known. Source: WalletConnect specs, error codes.
 */
const eip1193Codes: ReadonlyMap<number, number> = new Map([
  // No such method, or none for this page.
  [1001, 4200],
  [3001, 4200],
  [5101, 4200],
  [10001, 4200],
  // Rejected by the person: networks, methods, events.
  [5001, 4001],
  [5002, 4001],
  [5003, 4001],
  // No such account.
  [5103, 4100],
  // No such network.
  [5100, 4902],
  // The session is over.
  [6000, 4900],
])

/** The question was answered by nobody in time. Source: WalletConnect specs, error codes. */
const expiredCode = 8000

/** The client's own word for the same, which has no code. */
const expiryPattern = /^(?:session )?request expired/i

/** The client's word for a relay that takes nothing: whether the question has got through, nobody knows. */
const publishFailurePattern = /^failed to publish/i

const parseErrorCode = (message: string): number =>
  expiryPattern.test(message) ? expiredCode : publishFailurePattern.test(message) ? 4900 : -32603

/** Never throws, whatever a wallet has thrown. */
export const toWalletRejection = (thrown: unknown): WalletRejection => {
  const text = readMember(thrown, "message")
  const message = typeof text === "string" ? sanitizeLine(text, 200) : ""
  const [said] = errorCodes({ code: readMember(thrown, "code") })
  const code = said ?? parseErrorCode(message)
  // Over a relay it is a text, which may be the JSON of what would be there.
  const data = decodeProperty(thrown, "data") ?? readMember(thrown, "data")
  return new WalletRejection(eip1193Codes.get(code) ?? code, message, data)
}
