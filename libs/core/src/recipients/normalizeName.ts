import { ens_normalize } from "@adraffy/ens-normalize"

/** A label that reads as an address, or as the start of one. */
const addressLabel = /^0x[0-9a-f]{6,}$/

/**
 * Returns a name in the one form that name services know; `null` if it is invalid, imitates another script's letters,
 * or reads as an address. Source: ENSIP-15.
 */
export const normalizeName = (name: string): string | null => {
  try {
    const normalized = ens_normalize(name)
    return normalized.split(".").some((label) => addressLabel.test(label)) ? null : normalized
  } catch {
    return null
  }
}
