import type { SocialProvider } from "@wmodal/core"

/** How many providers Connect shows: more than `maxSocialLogins` are behind a button, with `marks` of them beside it. */
const maxSocialLogins = 6
const maxMarks = 4

/** Which providers stand on Connect in words, and which by their mark. Two alone are both in words. Pure. */
export const layoutSocialLogins = (socials: readonly SocialProvider[]) => {
  const inWords = socials.length === 2 ? 2 : 1
  const more = socials.length > maxSocialLogins
  return {
    rows: socials.slice(0, inWords),
    marks: socials.slice(inWords, more ? inWords + maxMarks : undefined),
    more,
  }
}
