import * as z from "zod/mini"
import type { WorldControl } from "./ChainWorld.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

const State = z.object({
  mails: z.array(z.object({ to: z.string(), code: z.nullable(z.string()) })),
})

/** Longer than any code is good, in milliseconds. */
const codeExpiryAdvanceMs = 11 * 60_000

/** Who reads the mails of a story's people, and runs the secure site. */
export interface SiteControl {
  /** Of the newest mail to this address that has one. @throws StoryWorldFailed where none has */
  readonly fetchCode: (email: string) => Promise<string>
  /** What is no code of any mail. */
  readonly makeWrongCode: (email: string) => Promise<string>
  /** So much time passes that every code is too old. */
  readonly expireCodes: () => Promise<unknown>
  /** Opens the link of the newest mail that says a device is new. */
  readonly openLink: (email: string) => Promise<unknown>
  /** Frames answer nothing until they are thawed. */
  readonly frame: (act: "freeze" | "thaw") => Promise<unknown>
}

export const makeSiteControl = ({ call }: Pick<WorldControl, "call">): SiteControl => {
  const codeFor = async (email: string) => {
    const { mails } = State.parse(await call("GET", "/secure-site"))
    const code = mails.findLast(({ code, to }) => to === email && code !== null)?.code
    if (code === null || code === undefined)
      throw new StoryWorldFailed({ detail: `no mail to ${email} has a code` })
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
