import { decodeJWT, verifyJWT } from "@walletconnect/relay-auth"
import * as z from "zod/mini"

/** Allowed clock difference of a client in seconds. Source: the public relay's errors. */
const clockLeewaySeconds = 120

/** Hosts of the public relay, which are accepted as the audience of a token. */
const publicHosts = ["relay.walletconnect.org", "relay.walletconnect.com"]

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

/** The client that a token identifies, or the reason for its rejection. */
export type ClientIdentity =
  | { readonly _tag: "Client"; readonly id: string }
  /** The token is not signed by its issuer for this relay. */
  | { readonly _tag: "Forged"; readonly reason: string }
  /** The token is for this relay but not valid at this time. */
  | { readonly _tag: "Untimely"; readonly reason: string }

/**
 * Verifies the token that a client presents when it connects. The client's name is the public key that signed it.
 * Source of the error texts: the public relay.
 */
export const verifyClientJwt = async (
  jwt: string,
  {
    host,
    now,
  }: {
    /** Host that the client connected to, as in the `Host` header. */
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
