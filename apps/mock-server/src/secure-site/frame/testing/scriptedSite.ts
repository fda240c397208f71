import { Effect } from "effect"
import type { SiteAnswer, SiteCall } from "../../siteCalls.ts"
import { type SiteApi, SiteError, type SiteErrorReason } from "../wallet/SiteApi.ts"

type SiteScript = {
  readonly [Name in SiteCall]?: SiteAnswer<Name> | Effect.Effect<SiteAnswer<Name>, SiteError>
}

/** Creates a server with scripted responses, which records requests. A call without a script never completes. */
export const makeScriptedSite = () => {
  const asked: { readonly name: SiteCall; readonly body: unknown; readonly token: string | null }[] = []
  let script: SiteScript = {}
  const site: SiteApi = {
    call: (name, body, token = null) =>
      Effect.suspend(() => {
        asked.push({ name, body, token })
        const answer: unknown = Reflect.get(script, name)
        if (answer === undefined) return Effect.never
        // The script of a name returns a response of that name; the compiler cannot infer this through the index.
        type Answer = SiteAnswer<typeof name>
        return Effect.isEffect(answer)
          ? (answer as Effect.Effect<Answer, SiteError>)
          : Effect.succeed(answer as Answer)
      }),
  }
  return {
    site,
    asked,
    /** Returns and clears the names of the recorded requests. */
    names: () => asked.splice(0).map(({ name }) => name),
    will: (more: SiteScript) => {
      script = { ...script, ...more }
    },
  }
}

export const failWith = (reason: SiteErrorReason) => Effect.fail(new SiteError({ reason }))
export const rejectWith = (status: number, text: string) => failWith({ _tag: "Refused", status, text })
