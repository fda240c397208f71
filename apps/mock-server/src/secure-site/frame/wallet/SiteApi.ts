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
} from "../../siteCalls.ts"

export type Fetch = typeof globalThis.fetch

/** The secure site's server, as a page of it asks. */
export interface SiteApi {
  /** @param token of the session; `null` for who has none */
  readonly call: <Name extends SiteCall>(
    name: Name,
    body: SiteBody<Name>,
    token?: string | null,
  ) => Effect.Effect<SiteAnswer<Name>, SiteError>
}

export interface SiteApiOptions {
  readonly fetch: Fetch
  /** The site's own. */
  readonly origin: string
  readonly projectId: string
}

export const makeSiteApi = ({ fetch, origin, projectId }: SiteApiOptions): SiteApi => ({
  call: (name, body, token = null) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(`${origin}${getSiteCallPath(projectId, name)}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: {
            "content-type": "application/json",
            ...(token !== null && { authorization: `Bearer ${token}` }),
          },
          credentials: "omit",
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
          // The compiler does not see that a name and its schema belong together.
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
    // Nothing at all is no answer: it says of nothing that it was done.
    return await response.json()
  } catch {
    return undefined
  }
}

export type SiteErrorReason =
  /** It said so. The text is bounded, and without deceiving characters. */
  | { readonly _tag: "Refused"; readonly status: number; readonly text: string }
  /** Nobody answered. What was asked may have been done. */
  | { readonly _tag: "Unreachable" }
  /** What came is no answer of the site's. What was asked may have been done. */
  | { readonly _tag: "Malformed" }

/** Why the site's server did not do what it was asked. */
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
