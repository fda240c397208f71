import { decodeOptions } from "../options/decodeOptions.ts"
import { getImageHosts, getOwnImages } from "../options/getImageHosts.ts"
import type { Options } from "../options/Options.ts"
import { OptionsError } from "../options/OptionsError.ts"
import { decodeRareFeatures } from "./applyRareOptions.ts"

export { applyRareOptions } from "./applyRareOptions.ts"

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
  if (isRecord) {
    const rare = decodeRareFeatures(features)
    if (rare.errors[0] !== undefined) return rare.errors[0]
    const { addNetworks, legalCheckbox, collapseWallets } = options.features
    Object.assign(decoded.options.features, {
      ...(legalCheckbox !== undefined && { legalCheckbox }),
      ...(collapseWallets !== undefined && { collapseWallets }),
      ...(addNetworks !== undefined && { addNetworks }),
      ...rare.features,
    })
  }
  const change = Object.fromEntries(
    changeable.filter((name) => given.includes(name)).map((name) => [name, decoded.options[name]]),
  )
  const imageHosts = [
    ...options.imageHosts,
    ...getImageHosts(getOwnImages([], given.includes("customWallets") ? decoded.options.customWallets : [])),
  ]
  for (const target of targets) Object.assign(target, change, { imageHosts: [...new Set(imageHosts)] })
  return null
}
