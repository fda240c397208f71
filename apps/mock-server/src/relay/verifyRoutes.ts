import { createHash, generateKeyPairSync, sign } from "node:crypto"
import type { Hono } from "hono"
import { html, raw } from "hono/html"
import * as z from "zod/mini"
import { decodePart } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { getWorld } from "../http/withWorldLog.ts"
import type { World } from "../world/World.ts"

/** Seconds for which an attestation is valid. */
const attestationTtlSeconds = 3600
/** Seconds for which a client keeps the public key. */
const keyTtlSeconds = 86_400

/** The query of the page that a client loads in a hidden frame before each request. Source: `@walletconnect/core`. */
const AttestationQuery = z.object({
  projectId: z.string(),
  /** The origin that the client says it has. */
  origin: z.string().check(z.refine(isOrigin, "Invalid origin")),
  /** Hash of the encrypted request. */
  id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
})

/**
 * Adds WalletConnect's attestation server: a client's request waits five seconds for a page that does not answer.
 * An attestation is a JWT (ES256) over the origin that embeds the page, as its `Referer` says. It is verified when that
 * is the origin which the client says it has, and the world admits it.
 * Source: `@walletconnect/core` 2.21.8, `verify`.
 */
export const addVerifyRoutes = (
  app: Hono<Env>,
  getAllowedOrigins: (world: World) => readonly string[] | null,
): void => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })

  app.get("/v3/public-key", (c) =>
    c.json({
      publicKey: { ...publicKey.export({ format: "jwk" }), alg: "ES256", key_ops: ["verify"], ext: true },
      expiresAt: Math.floor(Date.now() / 1000) + keyTtlSeconds,
    }),
  )

  app.get("/v3/attestation", (c) => {
    const { id, origin } = decodePart("query", AttestationQuery, c.req.query())
    const world = getWorld(c)
    const embedder = URL.canParse(c.req.header("referer") ?? "")
      ? new URL(c.req.header("referer") ?? "").origin
      : ""
    const allowed = getAllowedOrigins(world)
    const body = [
      { alg: "ES256", typ: "JWT" },
      {
        exp: Math.floor(world.wallNow() / 1000) + attestationTtlSeconds,
        id,
        origin: embedder,
        isScam: false,
        isVerified: embedder === origin && (allowed === null || allowed.includes(origin)),
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")
    const signature = sign("sha256", Buffer.from(body), { key: privateKey, dsaEncoding: "ieee-p1363" })
    const message = JSON.stringify({
      type: "verify_attestation",
      attestation: `${body}.${signature.toString("base64url")}`,
    })
    // Both values are decoded: an origin and base64url have no character that ends a script.
    const script = `parent.postMessage(${JSON.stringify(message)}, ${JSON.stringify(origin)})`
    return c.html(
      html`<!doctype html>
<title>WalletConnect attestation</title>
<script>${raw(script)}</script>`,
      200,
      {
        "cache-control": "no-store",
        "content-security-policy": `default-src 'none'; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
      },
    )
  })
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
