import type { SocialProvider } from "@wmodal/core"

/** How many providers Connect shows: more than `most` are behind a button, with `marks` of them beside it. */
const most = 6
const marksBesideMore = 4

/** Which providers stand on Connect in words, and which by their mark. Two alone are both in words. Pure. */
export const waysIn = (socials: readonly SocialProvider[]) => {
  const inWords = socials.length === 2 ? 2 : 1
  const more = socials.length > most
  return {
    rows: socials.slice(0, inWords),
    marks: socials.slice(inWords, more ? inWords + marksBesideMore : undefined),
    more,
  }
}
