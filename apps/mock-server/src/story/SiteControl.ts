import * as z from "zod/mini"
import type { WorldControl } from "./ChainWorld.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

const State = z.object({
  mails: z.array(z.object({ to: z.string(), code: z.nullable(z.string()) })),
})

/** Milliseconds, longer than the lifetime of any code. */
const codeExpiryAdvanceMs = 11 * 60_000

/** The operator of the secure site, with access to the users' emails. */
export interface SiteControl {
  /** Returns the code of the newest email to this address. @throws StoryWorldFailed when no email has one */
  readonly fetchCode: (email: string) => Promise<string>
  /** Returns a code that no email contains. */
  readonly makeWrongCode: (email: string) => Promise<string>
  /** Advances the clock until every code is expired. */
  readonly expireCodes: () => Promise<unknown>
  /** Opens the link of the newest email about a new device. */
  readonly openLink: (email: string) => Promise<unknown>
  /** Freezes the frames, which then do not respond until they are thawed. */
  readonly frame: (act: "freeze" | "thaw") => Promise<unknown>
}

export const makeSiteControl = ({ call }: Pick<WorldControl, "call">): SiteControl => {
  const codeFor = async (email: string) => {
    const { mails } = State.parse(await call("GET", "/secure-site"))
    const code = mails.findLast(({ code, to }) => to === email && code !== null)?.code
    if (code === null || code === undefined)
      throw new StoryWorldFailed({ detail: `no email to ${email} contains a code` })
    return code
  }
  return {
    fetchCode: codeFor,
    makeWrongCode: async (email) => `${(Number(await codeFor(email)) + 1) % 1_000_000}`.padStart(6, "0"),
    expireCodes: () => call("POST", "/clock", { advance: codeExpiryAdvanceMs }),
    openLink: (email) => call("POST", "/secure-site/verify-device", { email }),
    frame: (act) => call("POST", "/secure-site/frame", { do: act }),
  }
}
