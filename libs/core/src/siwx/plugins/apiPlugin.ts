import { type AuthSession, formatSdkVersion, makeAuth } from "@wmodal/api"
import { Fetch, isSameAddress, makeFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { SiwxClient, SiwxPlugin, SiwxSession } from "../Siwx.ts"
import { makeMessage } from "./makeMessage.ts"
import type { SiwxApiOptions } from "./siwxApi.ts"

/** Makes a plugin for the blockchain API's sign-in calls. */
export const makeApiPlugin = async ({
  url,
  projectId,
  fetch: send = fetch,
  ...options
}: SiwxApiOptions): Promise<SiwxPlugin> => {
  const open = (client: SiwxClient) =>
    Effect.runPromise(
      makeAuth({ baseUrl: url, projectId, sdk: formatSdkVersion(client) }).pipe(
        Effect.provideService(
          Fetch,
          makeFetch((request, init) => send(request, init)),
        ),
      ),
    )
  let auth = await open({ platform: "html", chains: [] })
  /** Secrets of this page: they are never stored. */
  let token: string | null = null
  let nonceToken = ""
  let held: SiwxSession | null = null
  const isOf = ({ address, chainId }: AuthSession, wanted: string, of: string) =>
    isSameAddress(address, wanted) && of.endsWith(`:${chainId}`)

  const signOut = async () => {
    const ended = token
    token = null
    held = null
    if (ended !== null) await Effect.runPromise(auth.signOut(ended))
  }
  const addSession = async (session: SiwxSession) => {
    const { message, signature } = session
    token = await Effect.runPromise(auth.authenticate({ message, signature, nonceToken }))
    held = session
  }
  return {
    createMessage: async (input) => {
      if (input.client !== undefined) auth = await open(input.client)
      const made = await Effect.runPromise(auth.nonce(token))
      nonceToken = made.token
      return makeMessage(options, input, made.nonce)
    },
    addSession,
    revokeSession: signOut,
    setSessions: async ([session]) => {
      await signOut()
      if (session !== undefined) await addSession(session)
    },
    getSessions: async (chainId, address) => {
      if (token === null || held === null) return []
      return isOf(await Effect.runPromise(auth.me(token)), address, chainId) ? [held] : []
    },
  }
}
