import { sanitizeLine } from "@wmodal/chains"
import { Data, Effect } from "effect"
import * as z from "zod/mini"
import {
  getSiteCallPath,
  type SiteAnswer,
  type SiteBody,
  type SiteCall,
  SiteErrorBody,
  siteCalls,
  terminalHeader,
} from "../../siteCalls.ts"

export type Fetch = typeof globalThis.fetch

/** The client of the secure site's server. */
export interface SiteApi {
  /** @param token The session's token; `null` without a session. */
  readonly call: <Name extends SiteCall>(
    name: Name,
    body: SiteBody<Name>,
    token?: string | null,
  ) => Effect.Effect<SiteAnswer<Name>, SiteError>
}

export interface SiteApiOptions {
  readonly fetch: Fetch
  /** The site's own origin. */
  readonly origin: string
  readonly projectId: string
  /** True for a client without a browser, which declares itself. */
  readonly isTerminal: boolean
}

export const makeSiteApi = ({ fetch, isTerminal, origin, projectId }: SiteApiOptions): SiteApi => ({
  call: (name, body, token = null) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(`${origin}${getSiteCallPath(projectId, name)}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: {
            "content-type": "application/json",
            ...(isTerminal && { [terminalHeader.name]: terminalHeader.value }),
            ...(token !== null && { authorization: `Bearer ${token}` }),
          },
          credentials: "omit",
          redirect: "error",
          referrerPolicy: "no-referrer",
          signal,
        })
        return { status: response.status, value: await readJson(response) }
      },
      catch: () => new SiteError({ reason: { _tag: "Unreachable" } }),
    }).pipe(
      Effect.flatMap(({ status, value }) => {
        if (status >= 200 && status < 300) {
          const answer = z.safeParse(siteCalls[name].answer, value)
          // The compiler cannot relate a name to its schema.
          if (answer.success) return Effect.succeed(answer.data as SiteAnswer<typeof name>)
        }
        const refused = z.safeParse(SiteErrorBody, value)
        if (status >= 400 && status < 500 && refused.success) {
          const text = sanitizeLine(refused.data.message, 300)
          return Effect.fail(new SiteError({ reason: { _tag: "Refused", status, text } }))
        }
        return Effect.fail(new SiteError({ reason: { _tag: "Malformed" } }))
      }),
    ),
})

const readJson = async (response: Response): Promise<unknown> => {
  try {
    // An empty response is invalid: it does not confirm that the call was performed.
    return await response.json()
  } catch {
    return undefined
  }
}

export type SiteErrorReason =
  /** The server rejected the call. The text is bounded and free of deceptive characters. */
  | { readonly _tag: "Refused"; readonly status: number; readonly text: string }
  /** No response was received. The call may have been performed. */
  | { readonly _tag: "Unreachable" }
  /** The response is invalid. The call may have been performed. */
  | { readonly _tag: "Malformed" }

/** A failed call of the site's server. */
export class SiteError extends Data.TaggedError("SiteError")<{ readonly reason: SiteErrorReason }> {
  override get message(): string {
    switch (this.reason._tag) {
      case "Refused":
        return this.reason.text
      case "Unreachable":
      case "Malformed":
        return "The wallet cannot be reached"
    }
  }
}
