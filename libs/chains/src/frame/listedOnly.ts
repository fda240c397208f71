import { getMethodPolicy } from "@wmodal/frame-rpc"
import type { GuardedProvider } from "../evm/guard/doorway.ts"
import { isAnsweredHere } from "../remote/answeredHere.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { member } from "../wallet/thrown.ts"

/**
 * The same provider for a page, which refuses what the frame would never do before a person is shown it. Where there is
 * none yet, it is as it was.
 */
export const listedOnly = (disallowed: (method: string) => void): ((provider: unknown) => unknown) => {
  const made = new WeakMap<GuardedProvider, GuardedProvider>()
  return (provider) => {
    if (!isGuarded(provider)) return provider
    const listed = made.get(provider) ?? listing(provider, disallowed)
    made.set(provider, listed)
    return listed
  }
}

const listing = (provider: GuardedProvider, disallowed: (method: string) => void): GuardedProvider => {
  const listed: GuardedProvider = Object.freeze<GuardedProvider>({
    request: async (call) => {
      const method = member(call, "method")
      if (typeof method === "string" && getMethodPolicy(method) === "unlisted" && !isAnsweredHere(method)) {
        disallowed(method)
        throw new ProviderError(4200, "Requested RPC call is not allowed")
      }
      return provider.request(call)
    },
    on: (...listening) => {
      provider.on(...listening)
      return listed
    },
    removeListener: (...listening) => {
      provider.removeListener(...listening)
      return listed
    },
  })
  return listed
}

const isGuarded = (provider: unknown): provider is GuardedProvider =>
  ["request", "on", "removeListener"].every((name) => typeof member(provider, name) === "function")
