import type { SocialProvider } from "@wmodal/core"

/** The maximum number of providers on Connect: more are behind a button, with `marks` of them next to it. */
const maxSocialLogins = 6
const maxMarks = 4

/** Returns the providers that Connect shows with a name, and those shown as icons. Two alone both have a name. Pure. */
export const layoutSocialLogins = (socials: readonly SocialProvider[]) => {
  const inWords = socials.length === 2 ? 2 : 1
  const more = socials.length > maxSocialLogins
  return {
    rows: socials.slice(0, inWords),
    marks: socials.slice(inWords, more ? inWords + maxMarks : undefined),
    more,
  }
}
