import { isCaipAddress, isCaipNetworkId } from "@wmodal/protocol"
import { parseRecap, toSignedMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import * as z from "zod/mini"
import type { Cacao, SignedMessage } from "../contract/SignedMessage.ts"
import { readMember } from "../wallet/readMember.ts"

const text = z.string().check(z.maxLength(10_000))
const optionalText = z.optional(text)

const CacaoSchema = z.object({
  h: z.object({ t: z.enum(["caip122", "eip4361"]) }),
  p: z.object({
    domain: text,
    aud: text,
    nonce: text,
    iss: text,
    version: optionalText,
    iat: optionalText,
    nbf: optionalText,
    exp: optionalText,
    statement: optionalText,
    requestId: optionalText,
    resources: z.optional(z.array(text).check(z.maxLength(100))),
    type: optionalText,
  }),
  s: z.object({ t: z.enum(["eip191", "eip1271", "eip6492"]), s: text, m: optionalText }),
})

/** The maximum number of messages of one approval. */
const maxMessages = 100

/** Decodes the CACAOs of a wallet's approval. Drops what is not the sign-in of an account. */
export const decodeSigned = (given: unknown): readonly SignedMessage[] =>
  (Array.isArray(given) ? given : []).slice(0, maxMessages).flatMap((one) => {
    const { data } = CacaoSchema.safeParse(one)
    const account = data?.p.iss.replace(/^did:pkh:/, "")
    const message = Result.getOrNull(toSignedMessage(data))
    // Exactly the fields of the schema: absent ones are absent.
    return data !== undefined && isCaipAddress(account) && message !== null
      ? [{ account, message, signature: data.s.s, cacao: data as Cacao }]
      : []
  })

/** What a session is made from. The rest is decoded where it is used. */
const AuthenticateResult = z.object({
  cacaos: z.array(
    z.looseObject({
      h: z.looseObject({ t: z.string() }),
      p: z.looseObject({
        domain: z.string(),
        aud: z.string(),
        iss: z.string(),
        nonce: z.string(),
        resources: z.optional(z.array(z.string())),
      }),
      s: z.looseObject({ t: z.string(), s: z.string() }),
    }),
  ),
  responder: z.object({
    publicKey: z.string(),
    metadata: z.looseObject({
      name: z.string(),
      description: z.string(),
      url: z.string(),
      icons: z.array(z.string()),
    }),
  }),
})
export type AuthenticateResult = z.infer<typeof AuthenticateResult>

/** Returns the methods and the networks that a wallet permits by the ReCap of a CACAO. */
export const getPermissions = (resources: readonly string[] = []) => {
  const { att = {} } = parseRecap(resources.at(-1) ?? "") ?? {}
  const networks = Object.values(att).flatMap((abilities) =>
    Object.values(abilities).flatMap(([limits]) => {
      const chains = readMember(limits, "chains")
      return Array.isArray(chains) ? chains.filter(isCaipNetworkId) : []
    }),
  )
  const methods = Object.keys(att["eip155"] ?? {}).map((ability) => ability.slice(ability.indexOf("/") + 1))
  return { methods, networks }
}

/** Decodes a wallet's response to `wc_sessionAuthenticate`. Throws if it is none. */
export const decodeAuthenticateResult = (result: unknown): AuthenticateResult =>
  AuthenticateResult.parse(result)
