import * as z from "zod/mini"
import { cloneJson } from "./cloneJson.ts"
import { Envelope } from "./Messages.ts"

/** A message from outside, within all limits; its payload is not decoded. `null` where it is none. */
export const decodeEnvelope = (data: unknown): Envelope | null => {
  const plain = cloneJson(data)
  return plain._tag === "Plain" ? (z.safeParse(Envelope, plain.value).data ?? null) : null
}

/** What a message says its id is, without a look at the rest. */
export const getMessageId = (data: unknown): string | null => {
  try {
    return typeof data === "object" && data !== null && "id" in data && typeof data.id === "string"
      ? data.id
      : null
  } catch {
    // A proxy of somebody's.
    return null
  }
}
