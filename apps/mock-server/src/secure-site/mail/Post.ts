import type { World } from "../../world/World.ts"
import type { Mailbox } from "./Mailbox.ts"
import { makeOneTimeCode, type OneTimeCode } from "./OneTimeCode.ts"
import { makeThrottle, type Throttle } from "./Throttle.ts"

/** Sends what somebody has asked for. */
export interface Post extends Throttle {
  readonly sendCode: (to: string, subject: string) => OneTimeCode
  readonly sendLink: (to: string, subject: string, link: string) => void
}

export const makePost = (world: World, { send }: Mailbox): Post => {
  const throttle = makeThrottle(world)
  return {
    ...throttle,
    sendCode: (to, subject) => {
      const code = makeOneTimeCode(world)
      throttle.mark(to)
      send({ to, subject, code: code.digits, link: null })
      return code
    },
    sendLink: (to, subject, link) => {
      throttle.mark(to)
      send({ to, subject, code: null, link })
    },
  }
}
