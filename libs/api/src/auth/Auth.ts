import type { Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { type ApiClientOptions, makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import {
  type AuthSession,
  getAuthMe,
  getAuthNonce,
  postAuthenticate,
  postAuthSignOut,
  type WalletInfo,
} from "./contract.ts"

/** Sign-in with a wallet on the directory's host. A `session` is the token that `authenticate` returned: a secret. */
export interface Auth {
  /** Returns the nonce for a message, and the token to send with its signature. */
  readonly nonce: (
    session: string | null,
  ) => Effect.Effect<{ readonly nonce: string; readonly token: string }, ApiError>
  /** Returns the session of the signer of `message`, EIP-4361 text with a bare chain id. Sent once. */
  readonly authenticate: (request: {
    readonly message: string
    readonly signature: string
    readonly nonceToken: string
    readonly wallet?: WalletInfo
  }) => Effect.Effect<string, ApiError>
  readonly me: (session: string) => Effect.Effect<AuthSession, ApiError>
  readonly signOut: (session: string) => Effect.Effect<void, ApiError>
}

/** Creates the client of sign-in with a signature. */
export const makeAuth = Effect.fnUntraced(function* (
  options: ApiClientOptions,
): Effect.fn.Return<Auth, never, Fetch> {
  const { read, requestOnce } = yield* makeApiClient(options)
  const sdk = { projectId: options.projectId, st: "wmodal", sv: options.sdk }
  return {
    nonce: (session) =>
      read(getAuthNonce, {
        params: {},
        query: {},
        body: undefined,
        bearer: { authorization: session ?? undefined },
        // A cached nonce may have been used.
        cache: "no-store",
      }),
    authenticate: ({ message, signature, nonceToken, wallet }) =>
      requestOnce(postAuthenticate, {
        params: {},
        query: sdk,
        body: { message, signature, ...(wallet && { walletInfo: wallet }) },
        bearer: { "x-nonce-jwt": nonceToken },
      }).pipe(Effect.map(({ token }) => token)),
    me: (session) =>
      read(getAuthMe, { params: {}, query: {}, body: undefined, bearer: { authorization: session } }),
    signOut: (session) =>
      requestOnce(postAuthSignOut, {
        params: {},
        query: sdk,
        body: undefined,
        bearer: { authorization: session },
      }).pipe(Effect.asVoid),
  }
})
