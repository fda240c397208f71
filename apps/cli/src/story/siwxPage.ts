import type { SiwxPlugin } from "@wmodal/core"
import { siwxServer } from "@wmodal/core/siwx"
import type { StorySignIn } from "@wmodal/mock-server"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { Settings } from "../settings/Settings.ts"
import { storyOrigin } from "./storyOrigin.ts"

/** The sign-in with a signature of a story's pages, on the dApp's server of the story's world. */
export interface SiwxPage {
  readonly plugin: SiwxPlugin
  /** The host of the pages. */
  readonly host: string
  /** Counts the sessions of this browser on the server. Fails with a text. */
  readonly countSessions: Effect.Effect<number, string>
}

const Sessions = z.object({ sessions: z.array(z.unknown()) })

/** Makes the sign-in of a browser, which keeps the server's cookie. `null` if the endpoints have no such server. */
export const makeSiwxPage = (
  { endpoints: { blockchain }, projectId }: Settings,
  { domain, expiresIn, keysOnly, required }: StorySignIn,
): SiwxPage | null => {
  if (blockchain === undefined) return null
  const url = `${blockchain}/w/${projectId}/host`
  const { host } = new URL(storyOrigin)
  let cookie = ""
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    // The server accepts messages for the page that asks.
    headers.set("origin", storyOrigin)
    if (cookie !== "") headers.set("cookie", cookie)
    const response = await fetch(input, { ...init, headers, redirect: "error" })
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie
    return response
  }
  return {
    host,
    plugin: siwxServer({
      url: keysOnly ? `${url}/keys` : url,
      fetch: send,
      domain: domain ?? host,
      uri: storyOrigin,
      required,
      ...(expiresIn !== undefined && { expiresInMs: expiresIn * 1000 }),
    }),
    countSessions: Effect.tryPromise({
      try: async () => Sessions.parse(await (await send(`${url}/session`)).json()).sessions.length,
      catch: () => "the dApp's server did not respond",
    }),
  }
}
