import { Effect } from "effect"
import type { SiteAnswer, SiteCall } from "../../siteCalls.ts"
import { type Site, SiteError, type SiteErrorReason } from "../answers/Site.ts"

type Script = {
  readonly [Name in SiteCall]?: SiteAnswer<Name> | Effect.Effect<SiteAnswer<Name>, SiteError>
}

/** A server that answers as a test says, and notes what it was asked. What it has no words for never answers. */
export const scriptedSite = () => {
  const asked: { readonly name: SiteCall; readonly body: unknown; readonly token: string | null }[] = []
  let script: Script = {}
  const site: Site = {
    ask: (name, body, token = null) =>
      Effect.suspend(() => {
        asked.push({ name, body, token })
        const answer: unknown = Reflect.get(script, name)
        if (answer === undefined) return Effect.never
        // A script's answer under a name is of that name, which the compiler does not follow through the index.
        type Answer = SiteAnswer<typeof name>
        return Effect.isEffect(answer)
          ? (answer as Effect.Effect<Answer, SiteError>)
          : Effect.succeed(answer as Answer)
      }),
  }
  return {
    site,
    asked,
    /** The names of what was asked since the last look. */
    names: () => asked.splice(0).map(({ name }) => name),
    will: (more: Script) => {
      script = { ...script, ...more }
    },
  }
}

export const failing = (reason: SiteErrorReason) => Effect.fail(new SiteError({ reason }))
export const refusing = (status: number, text: string) => failing({ _tag: "Refused", status, text })
