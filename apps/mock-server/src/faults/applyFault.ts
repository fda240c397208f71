import { toErrorBody } from "../http/RequestError.ts"
import { ConnectionReset } from "./ConnectionReset.ts"
import type { Fault } from "./Fault.ts"
import type { FaultOutcome } from "./FaultPlan.ts"

/** Waits, on a clock that tests control. Rejects when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** A call that a fault applies to. */
export interface FaultedCall {
  /** Aborts when the caller disconnects or the server stops. */
  readonly signal: () => AbortSignal
  readonly sleep: Sleep
  /** Returns the UTC milliseconds on which a `Retry-After` date is based. */
  readonly wallNow: () => number
  /** Performs the requested call. */
  readonly carryOut: () => Promise<Response>
}

/**
 * Applies a fault to a call.
 * @throws ConnectionReset when no response is sent
 */
export const applyFault = async ({ delay, rule }: FaultOutcome, call: FaultedCall): Promise<Response> => {
  if (delay > 0) {
    await call.sleep(delay, call.signal()).catch(() => {
      throw new ConnectionReset()
    })
  }
  if (rule === null) return call.carryOut()
  if (rule.carriedOut) {
    const response = await call.carryOut()
    return respondWithFault(rule.fault, { ...call, carryOut: async () => response })
  }
  return respondWithFault(rule.fault, call)
}

const respondWithFault = async (fault: Fault, call: FaultedCall): Promise<Response> => {
  switch (fault.kind) {
    case "delay":
    // Relay faults apply after the message is sent.
    case "drop":
    case "duplicate":
    case "reorder":
    case "close":
      return call.carryOut()
    case "hang":
      return await waitForAbort(call.signal())
    case "reset":
      throw new ConnectionReset()
    case "status":
      return makeRejection(
        fault.status,
        "fault",
        `The fault plan returns ${fault.status}`,
        retryAfterHeaders(fault, call),
      )
    case "truncated": {
      const response = await call.carryOut()
      const text = await response.text()
      return new Response(text.slice(0, text.length >> 1), response)
    }
    case "contentType": {
      const response = await call.carryOut()
      const headers = new Headers(response.headers)
      headers.set("content-type", fault.contentType)
      return new Response(response.body, { status: response.status, headers })
    }
    case "edit": {
      const response = await call.carryOut()
      const whole = await response.text()
      const edited = fault.replace.reduce(
        (body, { text, with: other }) => body.split(text).join(other),
        whole,
      )
      return new Response(edited, response)
    }
    case "html":
      return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } })
    case "empty":
      return new Response("", { headers: { "content-type": "application/json" } })
    case "originNotAllowed":
    case "invalidKey":
    case "jwtNotYetValid": {
      const { status, field, description } = projectRejections[fault.kind]
      return makeRejection(status, field, description)
    }
  }
}

/** Errors for the caller's project and origin, equal over HTTP and the relay. Source: the AppKit 1.7.2 wire. */
export const projectRejections = {
  originNotAllowed: { status: 403, field: "origin", description: "Unauthorized: origin not allowed" },
  invalidKey: { status: 401, field: "authentication", description: "Unauthorized: invalid key" },
  jwtNotYetValid: {
    status: 401,
    field: "authentication",
    description: "JWT validation error: JWT Token is not yet valid",
  },
} as const

const page = `<!doctype html>
<html lang="en"><head><title>Welcome</title></head><body><h1>Sign in to use this network</h1></body></html>
`

const makeRejection = (
  status: number,
  field: string,
  description: string,
  headers: Record<string, string> = {},
) =>
  status === 500
    ? new Response("Internal server error", { status, headers: { ...headers, "content-type": "text/plain" } })
    : Response.json(toErrorBody(field, description), { status, headers })

const retryAfterHeaders = (
  { retryAfter }: Extract<Fault, { kind: "status" }>,
  { wallNow }: FaultedCall,
): Record<string, string> => {
  if (retryAfter === undefined) return {}
  const { seconds, as } = retryAfter
  return {
    "retry-after": as === "seconds" ? String(seconds) : new Date(wallNow() + seconds * 1000).toUTCString(),
  }
}

const waitForAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new ConnectionReset())
    if (signal.aborted) end()
    else signal.addEventListener("abort", end, { once: true })
  })
