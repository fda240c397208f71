import type { DappRequest, DappResponse, RequestInterceptor } from "../contract/RequestInterceptor.ts"
import { ProviderError } from "./ProviderError.ts"

/** Sends a dApp's request through the interceptor. Rejects like the wallet, or with a `ProviderError`. */
export const interceptRequest = async (door: RequestInterceptor, question: DappRequest): Promise<unknown> => {
  const answer = await door(question).catch(() => missingInterceptorResponse)
  if (answer._tag === "Rejected") throw new ProviderError(answer.code, answer.text)
  if (answer._tag === "WalletError") throw answer.value
  return answer.value
}

const missingInterceptorResponse: DappResponse = {
  _tag: "Rejected",
  code: 4900,
  text: "The request could not be shown, so the wallet was not asked.",
}

/** Makes one guarded provider per interceptor. */
export const cachePerInterceptor = <A extends object>(
  guard: (door: RequestInterceptor) => A,
): ((door: RequestInterceptor) => A) => {
  const made = new WeakMap<RequestInterceptor, A>()
  return (door) => {
    const guarded = made.get(door) ?? guard(door)
    made.set(door, guarded)
    return guarded
  }
}
