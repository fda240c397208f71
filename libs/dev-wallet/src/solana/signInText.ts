import * as z from "zod/mini"

const text = z.optional(z.string().check(z.maxLength(1000)))

/** What a page may ask to be in the text. Source: Sign In With Solana, `SolanaSignInInput`. */
export const signInInput = z.object({
  domain: text,
  address: text,
  statement: text,
  uri: text,
  version: text,
  chainId: text,
  nonce: text,
  issuedAt: text,
  expirationTime: text,
  notBefore: text,
  requestId: text,
  resources: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(64))),
})

/** The text that is signed; line for line, so that nothing of a page's own can pose as another line. Source: the same. */
export const signInText = (
  input: z.infer<typeof signInInput>,
  domain: string,
  address: string,
): string | null => {
  const { resources, statement } = input
  const rows = [
    ["URI", input.uri],
    ["Version", input.version],
    ["Chain ID", input.chainId],
    ["Nonce", input.nonce],
    ["Issued At", input.issuedAt],
    ["Expiration Time", input.expirationTime],
    ["Not Before", input.notBefore],
    ["Request ID", input.requestId],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  const fields =
    resources === undefined ? rows : [...rows, "Resources:", ...resources.map((one) => `- ${one}`)]
  if ([statement ?? "", ...fields].some((line) => /[\r\n]/.test(line))) return null
  const parts = [`${domain} wants you to sign in with your Solana account:\n${address}`]
  if (statement !== undefined) parts.push(statement)
  if (fields.length > 0) parts.push(fields.join("\n"))
  return parts.join("\n\n")
}
