import { hex } from "@scure/base"
import type { RequestInterceptor } from "../../contract/RequestInterceptor.ts"
import {
  type GuardedFeatureCall,
  type GuardOptions,
  interceptFeature,
} from "../../standard/interceptFeature.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { toMessageRequest } from "../../text/messageRequest.ts"
import { cachePerInterceptor } from "../../wallet/interceptRequest.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { readSignerPayload } from "../payload/SignerPayload.ts"
import { toNetworkOfGenesis } from "../polkadotChains.ts"
import { decodePolkadotSignature, type PolkadotSignature } from "../walletResponses.ts"

/** A response of the guarded wallet. Source: `SignerResult` of `@polkadot/types`. */
interface GuardedSignature extends PolkadotSignature {
  /** Counts the requests. */
  readonly id: number
}

/**
 * A Polkadot wallet's provider for dApps, without access that bypasses the interceptor. It is a `Signer` of
 * `@polkadot/api`, and its methods those that `getPolkadotSignerFromPjs` of `polkadot-api` takes. All methods reject with
 * a `ProviderError`, or with the wallet's own error.
 */
export interface GuardedPolkadot {
  /** SS58 in the network's form; `null` before the wallet has shared an account. */
  readonly address: string | null
  /** Signs a transaction, which the dApp sends. @param payload `SignerPayloadJSON` of `@polkadot/types` */
  readonly signPayload: (payload: unknown) => Promise<GuardedSignature>
  /** Signs a message. @param raw `SignerPayloadRaw` of `@polkadot/types`: `data` is 0x-hex of bytes, or text */
  readonly signRaw: (raw: unknown) => Promise<GuardedSignature>
}

const maxMessageBytes = 100_000

/** Makes one guarded provider per interceptor. */
export const makeGuardedPolkadot = (
  deps: GuardOptions,
  session: StandardSession,
): ((door: RequestInterceptor) => GuardedPolkadot) =>
  cachePerInterceptor((door) => {
    let count = 0
    // Async functions, so that an invalid request rejects and the input is copied before they return.
    const ask = async (question: () => GuardedFeatureCall): Promise<GuardedSignature> => {
      const signed = decodePolkadotSignature(await interceptFeature(deps, door, question()))
      if (signed === null) throw new ProviderError(-32603, "The wallet returned an invalid response.")
      count += 1
      return { id: count, ...signed }
    }
    return Object.freeze<GuardedPolkadot>({
      get address() {
        return session.active()
      },
      signPayload: (payload) => ask(() => makeTransactionRequest(session, payload)),
      signRaw: (raw) => ask(() => makeMessageRequest(session, raw)),
    })
  })

/** Returns the address in the session's form; it fails for an account that the wallet does not share. */
const getSigner = (session: StandardSession, address: unknown): string => {
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  const shared = typeof address === "string" && address.length <= 120 ? session.findAddress(address) : null
  if (shared === null) throw new ProviderError(4100, "The wallet does not share this account.")
  return shared
}

const makeTransactionRequest = (session: StandardSession, given: unknown): GuardedFeatureCall => {
  const payload = readSignerPayload(given)
  const from = getSigner(session, payload.address)
  return {
    request: { _tag: "Transaction", transaction: { payload: JSON.stringify({ ...payload, address: from }) } },
    from,
    network: toNetworkOfGenesis(payload.genesisHash),
    submission: { _tag: "Nothing" },
    feature: "polkadot:signTransaction",
    inputs: (chain) => {
      const shared = session.findAccount(from)
      return shared === null
        ? null
        : [{ account: shared.account, payload: { ...payload, address: shared.address }, chain }]
    },
    valueOf: decodePolkadotSignature,
  }
}

const makeMessageRequest = (session: StandardSession, given: unknown): GuardedFeatureCall => {
  const [data, type] = [readMember(given, "data"), readMember(given, "type")]
  // Bytes of a transaction are not signed as a message.
  if (type !== undefined && type !== "bytes") throw invalidParamsError('Only the type "bytes" can be signed.')
  const message = typeof data === "string" ? decodeMessage(data) : null
  if (message === null || message.length > maxMessageBytes)
    throw invalidParamsError("The message is neither 0x-hex of bytes nor text.")
  const from = getSigner(session, readMember(given, "address"))
  return {
    request: toMessageRequest(message),
    from,
    network: null,
    submission: { _tag: "Nothing" },
    feature: "polkadot:signMessage",
    inputs: () => {
      const account = session.findAccount(from)?.account
      return account === undefined ? null : [{ account, message: message.slice() }]
    },
    valueOf: decodePolkadotSignature,
  }
}

/** Decodes 0x-hex of bytes, as wallets do; any other text is itself. */
const decodeMessage = (data: string): Uint8Array =>
  /^0x(?:[0-9a-f]{2})*$/i.test(data)
    ? hex.decode(data.slice(2).toLowerCase())
    : new TextEncoder().encode(data)
