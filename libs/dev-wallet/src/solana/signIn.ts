import { encodeBase64 } from "@wmodal/chains/internal"
import { parseUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { invalidParamsError, type ProviderError, unauthorizedError } from "../ProviderError.ts"
import { decodeInputs } from "../standard/inputs.ts"
import type { WalletChainAccess } from "../standard/WalletChain.ts"
import { mapSignerError } from "../WalletAccess.ts"
import type { SolanaSigner } from "./SolanaSigner.ts"

const text = z.optional(z.string().check(z.maxLength(1000)))

/** The text fields that a dApp may set. Source: Sign In With Solana, `SolanaSignInInput`. */
const signInInput = z.object({
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

/**
 * Formats the text to sign line by line, so that no value of the dApp can imitate another line. Source: Sign In With
 * Solana.
 */
const formatSignInText = (
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

/** Handles `solana:signIn`: shares the selected account and signs a text that names the dApp, with one approval. */
export const makeSolanaSignIn = (
  access: WalletChainAccess,
  signerOf: (address: string) => Effect.Effect<SolanaSigner, ProviderError>,
) =>
  Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
    const isBare = Array.isArray(value) && value.length === 0
    const inputs = yield* decodeInputs(signInInput, isBare ? [{}] : value, "{ domain?, … }[]")
    const host = parseUrl(origin)?.host ?? origin
    return yield* Effect.forEach(inputs, (input) =>
      Effect.gen(function* () {
        // The text names the requester: no dApp may use another's domain.
        if (input.domain !== undefined && input.domain !== host) {
          return yield* invalidParamsError("the domain is not the dApp's")
        }
        const [account] = access.selected().addresses
        const { address } = account
        if (input.address !== undefined && input.address !== address) {
          return yield* unauthorizedError("This account is not shared with this dApp.")
        }
        const text = formatSignInText(input, host, address)
        if (text === null) return yield* invalidParamsError("a line break within a line")
        yield* access.requireConnection({
          _tag: "SignIn",
          origin,
          on: "Solana",
          address,
          text,
          locked: access.locked(),
        })
        yield* access.requireShared(origin, [address])
        const bytes = new TextEncoder().encode(text)
        const signer = yield* signerOf(address)
        return {
          account,
          signedMessage: encodeBase64(bytes),
          signature: encodeBase64(yield* mapSignerError(signer.sign(bytes))),
        }
      }),
    )
  })
