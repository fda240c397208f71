import { Effect } from "effect"
import { ProviderError, unsupportedMethodError } from "../ProviderError.ts"
import { toWords } from "./answerAs.ts"
import { toProfileStep } from "./toProfileStep.ts"
import type { ProfileNamespace } from "./WalletProfile.ts"
import { findProfile } from "./walletProfiles.ts"

/** WalletConnect's code of a rejection, which its kit gives to what the wallet throws without a code. */
const rejectedCode = 5000
const internalCode = -32603

/** Codes of JSON-RPC itself: WalletConnect's client replaces the text that comes with them. */
const isReserved = (code: number): boolean => code === -32700 || (code <= -32600 && code >= -32603)

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Returns the form that an error has over a relay: a code, a text and data. */
const toRelayError = (words: unknown, error: ProviderError): ProviderError => {
  if (words === error) return error
  const inner: unknown = isObject(words) ? Reflect.get(words, "error") : null
  const layer = isObject(inner) ? inner : words
  const read = (name: string): unknown => (isObject(layer) ? Reflect.get(layer, name) : undefined)
  const [code, message, data] = [read("code"), read("message"), read("data")]
  const usual = error.code === 4001 ? rejectedCode : internalCode
  return new ProviderError({
    code: typeof code === "number" && !isReserved(code) ? code : usual,
    message: typeof message === "string" ? message : `${typeof layer === "string" ? layer : ""}`,
    ...(data !== undefined && { data }),
  })
}

const isNamespace = (text: string): text is ProfileNamespace =>
  text === "eip155" || text === "solana" || text === "bip122" || text === "polkadot"

/**
 * Answers a request of a remote dApp in the words of a real wallet; as it is where the wallet is not known on that
 * chain. @param name of the profile; `null`: the dev wallet's own words
 */
export const answerOverRelay = (
  name: string | null,
  { method, namespace }: { readonly namespace: string; readonly method: string },
  answer: Effect.Effect<unknown, ProviderError>,
): Effect.Effect<unknown, ProviderError> => {
  const profile = name === null || !isNamespace(namespace) ? null : findProfile(name, namespace)
  if (profile === null) return answer
  const { claimsSwitches, declinedSwitch, without } = profile.quirks ?? {}
  if (without?.includes(method)) return Effect.fail(unsupportedMethodError(method))
  const step = toProfileStep(method)
  return Effect.catch(answer, (error) => {
    if (step === "switch" && error.code === 4902 && claimsSwitches) return Effect.succeed(null)
    const isDeclinedSwitch = step === "switch" && error.code === 4001 && isObject(declinedSwitch)
    const words = isDeclinedSwitch ? declinedSwitch.thrown : toWords(profile, step, error)
    return Effect.fail(toRelayError(words, error))
  })
}
