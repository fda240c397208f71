import { Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { errorMessages, readMember, toConnectorReason } from "../wallet/walletErrors.ts"
import { getFeature } from "./RegisteredWallet.ts"

/**
 * Calls a method of one of a wallet's features. Fails with whatever the wallet threw; settles at once when interrupted,
 * though the wallet may go on. Both are looked up anew: wallets give another object each time, and more once unlocked.
 */
export const requestFeature = (
  wallet: object,
  feature: string,
  ...inputs: readonly unknown[]
): Effect.Effect<unknown, unknown> =>
  Effect.tryPromise({
    // An async function, so that a method that throws, or a thenable that does, rejects.
    try: async (): Promise<unknown> => await callFeature(wallet, feature, inputs),
    catch: (thrown) => thrown,
  })

/** The same, at once. `standard:connect` has the method `connect`. */
export const callFeature = (wallet: object, feature: string, inputs: readonly unknown[]): unknown => {
  const found = getFeature(wallet, feature)
  const method = readMember(
    found,
    feature === "standard:events" ? "on" : feature.slice(feature.indexOf(":") + 1),
  )
  if (typeof method !== "function") throw new ProviderError(4200, `The wallet does not offer ${feature}.`)
  return Reflect.apply(method, found, inputs)
}

/** The standard names no codes, so most of these wallets say it in words alone. */
const rejectionPattern =
  /\buser (?:has )?(?:rejected|denied|declined|cancell?ed|disapproved)\b|\b(?:rejected|denied|declined|cancell?ed) by (?:the )?user\b/i

/** Why a wallet refused, from what it threw. */
export const toFeatureReason = (thrown: unknown, feature: string): ConnectorReason => {
  const reason = toConnectorReason(thrown, feature)
  return reason._tag === "Failed" && errorMessages(thrown).some((text) => rejectionPattern.test(text))
    ? { _tag: "Declined" }
    : reason
}
