import { decodeJWT, verifyJWT } from "@walletconnect/relay-auth"
import * as z from "zod/mini"

/** Seconds by which a client's clock may be wrong. Source: the public relay's refusals. */
const leeway = 120

/** Under which a client may know any relay that serves it. */
const publicHosts = ["relay.walletconnect.org", "relay.walletconnect.com"]

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

/** Who a socket is of, or why it is nobody's. */
export type Presented =
  | { readonly _tag: "Client"; readonly id: string }
  /** Nobody made this token for this relay. */
  | { readonly _tag: "Forged"; readonly reason: string }
  /** It was made for this relay, at another time. */
  | { readonly _tag: "Untimely"; readonly reason: string }

/**
 * Reads the token that a client presents when it connects: its name is the public key that signed it.
 * Source of the texts: the public relay.
 */
export const readClientJwt = async (
  jwt: string,
  {
    host,
    now,
  }: {
    /** Under which the client has reached us, as in `Host`. */
    readonly host: string
    /** UTC milliseconds. */
    readonly now: number
  },
): Promise<Presented> => {
  const claims = await claimsOf(jwt)
  if (claims === null) return forged("Invalid signature")
  const { iss, aud, iat, exp } = claims
  if (!isAudience(aud, host)) return forged("Invalid audience")
  const seconds = now / 1000
  if (iat > seconds + leeway) return untimely("JWT Token is not yet valid")
  if (exp <= seconds - leeway) return untimely("JWT Token is expired")
  return { _tag: "Client", id: iss }
}

const claimsOf = async (jwt: string) => {
  try {
    return (await verifyJWT(jwt)) ? z.parse(Claims, decodeJWT(jwt).payload) : null
  } catch {
    return null
  }
}

const isAudience = (aud: string, host: string): boolean => {
  const url = URL.parse(aud)
  return (
    url !== null &&
    ["ws:", "wss:"].includes(url.protocol) &&
    (url.host === host.toLowerCase() || publicHosts.includes(url.host))
  )
}

const forged = (detail: string): Presented => ({ _tag: "Forged", reason: `JWT validation error: ${detail}` })
const untimely = (detail: string): Presented => ({
  _tag: "Untimely",
  reason: `JWT validation error: ${detail}`,
})
