import { readMember } from "../wallet/readMember.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"

const lost = new WeakSet<Eip1193Provider>()

/** Notes whether the stream of a provider is lost. */
export const noteLink = (provider: Eip1193Provider, isLost: boolean): void => {
  if (isLost) lost.add(provider)
  else lost.delete(provider)
}

/** Returns true when the provider's stream was lost, or when it says that it is not connected. Never throws. */
export const isLost = (provider: Eip1193Provider): boolean => lost.has(provider) || saysDisconnected(provider)

/** Returns true when the provider says that it is not connected: it is gone, or only starts. Never throws. */
export const saysDisconnected = (provider: Eip1193Provider): boolean => {
  try {
    const isConnected = readMember(provider, "isConnected")
    return typeof isConnected === "function" && Reflect.apply(isConnected, provider, []) === false
  } catch {
    return false
  }
}
