import { RequestError } from "../http/RequestError.ts"

/** Zones in which names are available: the one that clients of this API request, and the project's own. */
const nameZones = ["reown.id", "wmodal.id"] as const

/** A name as `label.zone`. */
export interface Name {
  readonly label: string
  readonly zone: string
}

/** The pattern of labels. Source: the AppKit 1.7.2 wire. */
const labelPattern = /^[a-z0-9.-]{3,64}$/

export const maxLabelLength = 64

/** @throws Failed when the label is invalid. */
export const checkLabel = (label: string): string => {
  if (!labelPattern.test(label)) throw nameRejected("A name is 3 to 64 of a-z, 0-9, dots and hyphens")
  return label
}

/** @throws Failed when the zone is not supported. */
export const checkZone = (zone: string): string => {
  if (!nameZones.some((known) => known === zone))
    throw nameRejected("Name is not in the allowed zones list", "zone")
  return zone
}

/** @throws Failed when the zone is not supported or the label is invalid. */
export const parseName = (name: string): Name => {
  const zone = nameZones.find((known) => name.endsWith(`.${known}`))
  if (zone === undefined) throw nameRejected("Name is not in the allowed zones list")
  return { label: checkLabel(name.slice(0, -zone.length - 1)), zone }
}

const nameRejected = (description: string, field = "name") =>
  new RequestError({ status: 400, field, description })
