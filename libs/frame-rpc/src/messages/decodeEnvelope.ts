import { hasKey } from "@wmodal/protocol"
import * as z from "zod/mini"
import { cloneJson } from "./cloneJson.ts"
import { Envelope } from "./Messages.ts"

/** Decodes an untrusted message within all limits, except its payload. Returns `null` when it is invalid. */
export const decodeEnvelope = (data: unknown): Envelope | null => {
  const plain = cloneJson(data)
  return plain._tag === "Plain" ? (z.safeParse(Envelope, plain.value).data ?? null) : null
}

/** Returns the id of a message without decoding the rest. */
export const getMessageId = (data: unknown): string | null => {
  try {
    return typeof data === "object" && data !== null && hasKey(data, "id") && typeof data.id === "string"
      ? data.id
      : null
  } catch {
    // The value is a hostile proxy.
    return null
  }
}
