import { type Namespace, toNamespace, toReference } from "@wmodal/protocol"
import { parseSiwxMessage, printSiwxMessage, type SiwxMessage, siwxBlockchains } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import type { SiwxMessageInput, SiwxPluginMessage } from "../Siwx.ts"

/** What a ready plugin writes into its messages. */
export interface SiwxMessageOptions {
  /** The host that asks, such as `app.example`; default that of the page. */
  readonly domain?: string
  /** What the signature is for; default the origin of the page. */
  readonly uri?: string
  /** What the user accepts, in one line of URI characters and spaces. */
  readonly statement?: string
  /** URIs that the session may use. */
  readonly resources?: readonly string[]
  /** Milliseconds until the session ends; without it the message names no end. */
  readonly expiresInMs?: number
  /** Whether a connected account must sign in: cancelling then disconnects. Default true. */
  readonly required?: boolean
}

/** Makes a message by the grammar of the account's chain. Throws if an option does not fit into it. */
export const makeMessage = (
  options: SiwxMessageOptions,
  { accountAddress, chainId, notBefore }: SiwxMessageInput,
  nonce: string,
): SiwxPluginMessage => {
  const { expiresInMs, resources, statement } = options
  const { location } = globalThis
  const now = Date.now()
  const message: SiwxMessage = {
    blockchain: siwxBlockchains[toNamespace(chainId) as Namespace],
    domain: options.domain ?? location.host,
    address: accountAddress,
    ...(statement !== undefined && { statement }),
    uri: options.uri ?? location.origin,
    version: "1",
    chainId: toReference(chainId),
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...(expiresInMs !== undefined && { expirationTime: new Date(now + expiresInMs).toISOString() }),
    ...(notBefore !== undefined && { notBefore }),
    ...(resources !== undefined && { resources }),
  }
  // A wallet that signs in when it connects makes the text itself, with an account that is not known yet.
  const text = accountAddress === "" ? "" : Result.getOrThrow(printSiwxMessage(message))
  return { ...toData(message, { accountAddress, chainId }), toString: () => text }
}

/** Returns the fields of a message under the names of a session. */
export const toData = (
  {
    domain,
    expirationTime,
    issuedAt,
    nonce = "",
    notBefore,
    requestId,
    resources,
    statement,
    uri = "",
  }: SiwxMessage,
  input: SiwxMessageInput,
) => ({
  ...input,
  domain,
  uri,
  version: "1",
  nonce,
  ...(statement !== undefined && { statement }),
  ...(issuedAt !== undefined && { issuedAt }),
  ...(expirationTime !== undefined && { expirationTime }),
  ...(notBefore !== undefined && { notBefore }),
  ...(requestId !== undefined && { requestId }),
  ...(resources !== undefined && { resources }),
})

/** Returns the fields of a message's text under the names of a session. Throws if it is not such a text. */
export const readData = (text: string, input: SiwxMessageInput) =>
  toData(Result.getOrThrow(parseSiwxMessage(text)), input)
