import type { AuthTypes } from "@walletconnect/types"
import { buildAuthObject, formatMessage, populateAuthPayload } from "@walletconnect/utils"
import { sanitizeText } from "@wmodal/chains"
import { toNamespace } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { PhonePeer, PhonePrompt } from "../PhoneState.ts"
import { getWalletMethods, type WalletAccounts } from "./approveNamespaces.ts"

const text = z.string().check(z.maxLength(10_000))
const AuthRequest = z.object({
  requester: z.object({ metadata: z.unknown() }),
  authPayload: z.looseObject({
    chains: z.array(text).check(z.maxLength(500)),
    domain: text,
    aud: text,
    nonce: text,
    version: text,
    iat: text,
    statement: z.optional(text),
    exp: z.optional(text),
    nbf: z.optional(text),
    requestId: z.optional(text),
    resources: z.optional(z.array(text).check(z.maxLength(100))),
  }),
})

/** A dApp's request to connect and to sign in at once. */
export interface SignInProposal {
  /** The dApp's unchecked metadata. */
  readonly metadata: unknown
  readonly domain: string
  /** The messages, one for each network that the phone supports. */
  readonly messages: readonly { readonly iss: string; readonly text: string }[]
  readonly payload: AuthTypes.PayloadParams
}

/** Decodes a request; `null` when it is invalid, or when the phone has none of its networks. */
export const decodeSignIn = (
  params: unknown,
  { getAddress, smartAccount }: WalletAccounts,
): SignInProposal | null => {
  const { data } = AuthRequest.safeParse(params)
  if (data === undefined) return null
  const chains = data.authPayload.chains.filter(
    (chain) => toNamespace(chain) === "eip155" && getAddress(chain) !== null,
  )
  if (chains.length === 0) return null
  const payload = populateAuthPayload({
    authPayload: data.authPayload as AuthTypes.PayloadParams,
    chains,
    methods: [...getWalletMethods("eip155", smartAccount)],
  })
  const messages = chains.map((chain) => {
    const iss = `did:pkh:${chain}:${getAddress(chain)}`
    return { iss, text: formatMessage(payload, iss) }
  })
  return { metadata: data.requester.metadata, domain: data.authPayload.domain, messages, payload }
}

/** Describes a sign-in for the owner, with all that is signed. */
export const describeSignIn = (
  peer: PhonePeer,
  { domain, messages }: SignInProposal,
): Omit<PhonePrompt, "id" | "receivedAt"> => ({
  kind: "connect",
  title: `Sign in to ${peer.name}`,
  peer,
  lines: [
    ...(URL.parse(peer.url)?.host === domain
      ? []
      : [`Beware: The app signs in at ${sanitizeText(domain, 255)}.`]),
    "Permissions: view your address, request signatures, and sign you in",
    ...messages.map((message) => `Message: ${sanitizeText(message.text, 10_000)}`),
  ],
})

/** Makes the signed messages as capability objects. Source: CAIP-74. */
export const signAll = async (
  { messages, payload }: SignInProposal,
  sign: (text: string) => Promise<string>,
): Promise<AuthTypes.Cacao[]> =>
  Promise.all(
    messages.map(async (message) =>
      buildAuthObject(payload, { t: "eip191", s: await sign(message.text) }, message.iss),
    ),
  )
