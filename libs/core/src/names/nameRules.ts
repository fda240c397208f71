import { type NameReason, nameZone } from "./Names.ts"

const minLabelLength = 4
const maxLabelLength = 64

/** Returns the rule that a label breaks; `null` for a valid one. */
export const findLabelFault = (
  label: string,
): Extract<NameReason, { _tag: "TooShort" | "Malformed" }> | null => {
  if (!/^[a-z0-9-]*$/i.test(label) || label.length > maxLabelLength) return { _tag: "Malformed" }
  return label.length < minLabelLength ? { _tag: "TooShort" } : null
}

/** A name in its two parts, in lower case. */
export interface NameParts {
  readonly label: string
  /** The zone, such as `reown.id`. */
  readonly zone: string
}

/** Splits a name at its first dot; the zone is optional. */
export const splitName = (name: string): NameParts => {
  const [label = "", ...zone] = name.trim().toLowerCase().split(".")
  return { label, zone: zone.length === 0 ? nameZone : zone.join(".") }
}

export const toFullName = ({ label, zone }: NameParts): string => `${label}.${zone}`

/**
 * Formats the message of a registration. `now` is in UTC milliseconds. Source: the AppKit 1.7.2 wire.
 */
export const formatNameMessage = (name: string, now: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(now / 1000) })

/** Milliseconds between the message and its arrival that the registry accepts. Source: the AppKit 1.7.2 wire. */
export const nameMessageTtlMs = 10_000
