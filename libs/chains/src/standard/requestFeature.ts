import { Effect } from "effect"
import { ProviderError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { getFeature } from "./RegisteredWallet.ts"

/**
 * Calls a method of a wallet's feature. Fails with the wallet's own error; settles at once when interrupted, while the
 * wallet may continue. Looks up feature and method at each call, because wallets return new objects and unlock further
 * features.
 */
export const requestFeature = (
  wallet: object,
  feature: string,
  ...inputs: readonly unknown[]
): Effect.Effect<unknown, unknown> =>
  Effect.tryPromise({
    // An async function, so that synchronous errors and those of a thenable reject.
    try: async (): Promise<unknown> => await callFeature(wallet, feature, inputs),
    catch: (thrown) => thrown,
  })

/** Calls the method synchronously. The method of `standard:connect` is `connect`. */
export const callFeature = (wallet: object, feature: string, inputs: readonly unknown[]): unknown => {
  const { method, of } = findMethod(wallet, feature)
  return Reflect.apply(method, of, inputs)
}

/** Throws a `ProviderError` if the wallet does not offer the feature now, which it may do later. */
export const assertFeature = (wallet: object, feature: string): void => {
  findMethod(wallet, feature)
}

const findMethod = (wallet: object, feature: string) => {
  const of = getFeature(wallet, feature)
  const name = feature === "standard:events" ? "on" : feature.slice(feature.indexOf(":") + 1)
  const method = readMember(of, name)
  if (typeof method !== "function") throw new ProviderError(4200, `The wallet does not offer ${feature}.`)
  return { method, of }
}
