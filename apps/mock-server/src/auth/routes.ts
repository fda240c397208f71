import { getAuthMe, getAuthNonce, patchAuthMetadata, postAuthenticate, postAuthSignOut } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { implement } from "../http/implement.ts"
import type { World } from "../world/World.ts"
import { authorityOf, type Session } from "./Authority.ts"
import { signIn } from "./signIn.ts"

type Header = (name: string) => string | undefined

/** Sign-in by a signed message. */
export const addAuthRoutes = (app: Hono<Env>): void => {
  implement(app, getAuthNonce, { maxAge: 0, answer: ({ world }) => authorityOf(world).offerNonce() })

  implement(app, postAuthenticate, {
    maxAge: 0,
    answer: async ({ world, body: { message, signature }, header }) => {
      const nonceToken = bearer(header, "x-nonce-jwt")
      return { token: await signIn(world, { nonceToken, message, signature, pageOrigin: header("origin") }) }
    },
  })

  implement(app, getAuthMe, {
    maxAge: 0,
    answer: ({ world, header }) => ({ ...signedIn(world, header).session }),
  })

  implement(app, patchAuthMetadata, {
    maxAge: 0,
    answer: ({ world, header, body }) => {
      const { token } = signedIn(world, header)
      authorityOf(world).update(token, body)
      return {}
    },
  })

  implement(app, postAuthSignOut, {
    maxAge: 0,
    answer: ({ world, header }) => {
      const { token } = signedIn(world, header)
      authorityOf(world).signOut(token)
      return {}
    },
  })
}

const signedIn = (world: World, header: Header): { readonly token: string; readonly session: Session } => {
  const token = bearer(header, "authorization")
  const session = authorityOf(world).find(token)
  if (session === null)
    throw new Failed({ status: 401, field: "authorization", description: "Not signed in" })
  return { token, session }
}

/** The token of a `Bearer` header; empty, which is no token, where there is none. */
const bearer = (header: Header, name: string): string => /^Bearer (\S+)$/i.exec(header(name) ?? "")?.[1] ?? ""
