import { decodeOptions } from "./decodeOptions.ts"
import type { Options } from "./Options.ts"
import { OptionsError } from "./OptionsError.ts"

/** The options that can change while the engine runs: all that read them do so at the time of use. */
const changeable = [
  "features",
  "connectorOrder",
  "connectMethodsOrder",
  "walletFeaturesOrder",
  "socials",
  "excludedWallets",
  "customWallets",
  "swapRouters",
] as const

/**
 * Decodes a change and applies it to the options, in place. Returns the first error: then nothing has changed.
 * Features that are not named stay.
 */
export const changeOptions = (
  targets: readonly [Options, ...Options[]],
  input: Readonly<Record<string, unknown>>,
): OptionsError | null => {
  const [options] = targets
  const { features } = input
  const isRecord = typeof features === "object" && features !== null && !Array.isArray(features)
  const given = Object.keys(input).filter((name) => input[name] !== undefined)
  const fixed = given.find((name) => !changeable.some((one) => one === name))
  if (fixed !== undefined)
    return new OptionsError({
      reason: { _tag: "Invalid", path: fixed, detail: "cannot change while the modal is used" },
    })
  const decoded = decodeOptions(
    isRecord ? { ...input, features: { ...options.features, ...features } } : input,
  )
  const error = decoded.errors.find(
    ({ reason }) => reason._tag === "Invalid" && given.includes(reason.path.split(".")[0] ?? ""),
  )
  if (error !== undefined) return error
  const change = Object.fromEntries(
    changeable.filter((name) => given.includes(name)).map((name) => [name, decoded.options[name]]),
  )
  for (const target of targets) Object.assign(target, change)
  return null
}
