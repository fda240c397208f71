import { isCaipAddress } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { Cacao, SignedMessage } from "../contract/SignedMessage.ts"

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

const Signed = z.object({ message: text, cacao: CacaoSchema })

/** The maximum number of messages of one approval. */
const maxMessages = 100

/** Decodes what a wallet signed with its approval. Drops what is not the sign-in of an account. */
export const decodeSigned = (given: unknown): readonly SignedMessage[] =>
  (Array.isArray(given) ? given : []).slice(0, maxMessages).flatMap((one) => {
    const { data } = Signed.safeParse(one)
    const account = data?.cacao.p.iss.replace(/^did:pkh:/, "")
    // Exactly the fields of the schema: absent ones are absent.
    return data !== undefined && isCaipAddress(account)
      ? [{ account, message: data.message, signature: data.cacao.s.s, cacao: data.cacao as Cacao }]
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

/** Decodes a wallet's response to `wc_sessionAuthenticate`. Throws if it is none. */
export const decodeAuthenticateResult = (result: unknown): AuthenticateResult =>
  AuthenticateResult.parse(result)
