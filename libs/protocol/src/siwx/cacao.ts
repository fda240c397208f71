import { Result } from "effect"
import * as z from "zod/mini"
import { describeRecapByAction, parseRecap, recapIntroduction } from "./recap.ts"
import { printSiwxMessage, type SiwxMessage, siwxBlockchains } from "./SiwxMessage.ts"

const text = z.string()

/** A chain-agnostic capability object, as WalletConnect's `authenticate` returns it. Source: CAIP-74, CAIP-122. */
export const Cacao = z.looseObject({
  h: z.looseObject({ t: z.enum(["caip122", "eip4361"]) }),
  p: z.looseObject({
    /** `did:pkh:` and the CAIP-10 account. */
    iss: text,
    domain: text,
    aud: z.optional(text),
    /** An older name of `aud`. */
    uri: z.optional(text),
    version: z.optional(z.union([z.literal("1"), z.literal(1)])),
    nonce: text,
    iat: z.optional(text),
    nbf: z.optional(text),
    exp: z.optional(text),
    statement: z.optional(text),
    requestId: z.optional(text),
    resources: z.optional(z.array(text)),
  }),
  s: z.looseObject({ t: text, s: text }),
})
export type Cacao = z.infer<typeof Cacao>

/**
 * Returns the message that the account of a CACAO signed, and its text. A ReCap in the resources is described at
 * the end of the statement. Fails with the reason if the payload makes no message.
 */
export const toSignedMessage = (cacao: unknown): Result.Result<string, string> => {
  const decoded = Cacao.safeParse(cacao)
  if (!decoded.success) return Result.fail(`Not a CACAO: ${z.prettifyError(decoded.error).split("\n")[0]}.`)
  const { p } = decoded.data
  const [, namespace = "", reference, address] =
    /^did:pkh:([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([^:]+)$/.exec(p.iss) ?? []
  const blockchain = Object.entries(siwxBlockchains).find(([key]) => key === namespace)?.[1]
  if (blockchain === undefined || reference === undefined || address === undefined)
    return Result.fail("The issuer is not an account of a supported chain.")
  const recap = parseRecap(p.resources?.at(-1) ?? "")
  const statement =
    recap === null || p.statement?.includes(recapIntroduction)
      ? p.statement
      : [p.statement, describeRecapByAction(recap)].filter(Boolean).join(" ")
  const message: SiwxMessage = {
    blockchain,
    domain: p.domain,
    address,
    chainId: reference,
    nonce: p.nonce,
    version: "1",
    // WalletConnect writes an empty field as an absent one.
    ...pickFilled({
      statement,
      uri: p.aud || p.uri,
      issuedAt: p.iat,
      expirationTime: p.exp,
      notBefore: p.nbf,
      requestId: p.requestId,
    }),
    ...(p.resources !== undefined && { resources: p.resources }),
  }
  return Result.mapError(
    printSiwxMessage(message),
    (error) => `The payload makes no message: ${error.message}`,
  )
}

const pickFilled = <K extends string>(fields: Readonly<Record<K, string | undefined>>) =>
  Object.fromEntries(
    Object.entries<string | undefined>(fields).filter(([, value]) => value !== undefined && value !== ""),
  ) as Partial<Record<K, string>>
