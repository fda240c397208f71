import { getAuthMe, getAuthNonce, patchAuthMetadata, postAuthenticate, postAuthSignOut } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { RequestError } from "../http/RequestError.ts"
import type { World } from "../world/World.ts"
import { getAuthService, type SignInSession } from "./AuthService.ts"
import { signIn } from "./signIn.ts"

type Header = (name: string) => string | undefined

/** Sign-in by a signed message. */
export const addAuthRoutes = (app: Hono<Env>): void => {
  mountContract(app, getAuthNonce, { maxAge: 0, answer: ({ world }) => getAuthService(world).offerNonce() })

  mountContract(app, postAuthenticate, {
    maxAge: 0,
    answer: async ({ world, body: { message, signature }, header }) => {
      const nonceToken = getBearerToken(header, "x-nonce-jwt")
      return { token: await signIn(world, { nonceToken, message, signature, pageOrigin: header("origin") }) }
    },
  })

  mountContract(app, getAuthMe, {
    maxAge: 0,
    answer: ({ world, header }) => ({ ...requireSession(world, header).session }),
  })

  mountContract(app, patchAuthMetadata, {
    maxAge: 0,
    answer: ({ world, header, body }) => {
      const { token } = requireSession(world, header)
      getAuthService(world).update(token, body)
      return {}
    },
  })

  mountContract(app, postAuthSignOut, {
    maxAge: 0,
    answer: ({ world, header }) => {
      const { token } = requireSession(world, header)
      getAuthService(world).signOut(token)
      return {}
    },
  })
}

const requireSession = (
  world: World,
  header: Header,
): { readonly token: string; readonly session: SignInSession } => {
  const token = getBearerToken(header, "authorization")
  const session = getAuthService(world).find(token)
  if (session === null)
    throw new RequestError({ status: 401, field: "authorization", description: "Not signed in" })
  return { token, session }
}

/** Returns the token of a `Bearer` header; an empty string, which is never valid, without the header. */
const getBearerToken = (header: Header, name: string): string =>
  /^Bearer (\S+)$/i.exec(header(name) ?? "")?.[1] ?? ""
