import { createHmac, timingSafeEqual } from "node:crypto"
import type * as z from "zod/mini"

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url")

/** A token that only who has the key can make: HS256 over JSON. Source: RFC 7519. */
export const signJwt = (key: Uint8Array, claims: object): string => {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  return `${signed}.${macOf(key, signed).toString("base64url")}`
}

/** What a token says; `null` where the key did not make it or it says something else. Its times are not looked at. */
export const readJwt = <Claims extends z.ZodMiniType>(
  key: Uint8Array,
  claims: Claims,
  token: string,
): z.output<Claims> | null => {
  const [head, payload = "", mac = "", ...rest] = token.split(".")
  if (head !== header || rest.length > 0) return null
  const expected = macOf(key, `${head}.${payload}`)
  const given = Buffer.from(mac, "base64url")
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const decoded = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()))
  return decoded.success ? decoded.data : null
}

const macOf = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()
