import { decodeJWT, verifyJWT } from "@walletconnect/relay-auth"
import * as z from "zod/mini"

/** Seconds by which a client's clock may be wrong. Source: the public relay's refusals. */
const clockLeewaySeconds = 120

/** Under which a client may know any relay that serves it. */
const publicHosts = ["relay.walletconnect.org", "relay.walletconnect.com"]

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

/** Who a socket is of, or why it is nobody's. */
export type ClientIdentity =
  | { readonly _tag: "Client"; readonly id: string }
  /** Nobody made this token for this relay. */
  | { readonly _tag: "Forged"; readonly reason: string }
  /** It was made for this relay, at another time. */
  | { readonly _tag: "Untimely"; readonly reason: string }

/**
 * Reads the token that a client presents when it connects: its name is the public key that signed it.
 * Source of the texts: the public relay.
 */
export const verifyClientJwt = async (
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
): Promise<ClientIdentity> => {
  const claims = await decodeClaims(jwt)
  if (claims === null) return makeForged("Invalid signature")
  const { iss, aud, iat, exp } = claims
  if (!isAudience(aud, host)) return makeForged("Invalid audience")
  const seconds = now / 1000
  if (iat > seconds + clockLeewaySeconds) return makeUntimely("JWT Token is not yet valid")
  if (exp <= seconds - clockLeewaySeconds) return makeUntimely("JWT Token is expired")
  return { _tag: "Client", id: iss }
}

const decodeClaims = async (jwt: string) => {
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

const makeForged = (detail: string): ClientIdentity => ({
  _tag: "Forged",
  reason: `JWT validation error: ${detail}`,
})
const makeUntimely = (detail: string): ClientIdentity => ({
  _tag: "Untimely",
  reason: `JWT validation error: ${detail}`,
})
