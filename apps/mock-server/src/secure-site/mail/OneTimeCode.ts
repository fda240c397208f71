import { timingSafeEqual } from "node:crypto"
import type { World } from "../../world/World.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { siteNow } from "../server/siteClock.ts"

const codeTtlMs = 600_000
const maxAttempts = 5

/** A six-digit code that is valid once. */
export interface OneTimeCode {
  readonly digits: string
  /** Returns when the code is right. @throws SiteRejection */
  readonly use: (otp: string) => void
}

export const makeOneTimeCode = (world: World): OneTimeCode => {
  const digits = world.random("secure site codes").integer(1_000_000).toString().padStart(6, "0")
  const since = siteNow(world)
  let wrong = 0
  let used = false
  return {
    digits,
    use: (otp) => {
      if (used || siteNow(world) - since >= codeTtlMs) throw codeExpired()
      if (wrong >= maxAttempts) throw tooManyAttempts()
      if (!isSameCode(otp.trim(), digits)) {
        wrong += 1
        throw wrong < maxAttempts ? wrongCode() : tooManyAttempts()
      }
      used = true
    },
  }
}

/** Compares in constant time for every code of the right length. */
const isSameCode = (otp: string, digits: string): boolean =>
  /^\d{6}$/.test(otp) && timingSafeEqual(Buffer.from(otp), Buffer.from(digits))

const codeExpired = () =>
  new SiteRejection({ status: 410, message: "This code has expired. Please request a new one." })
const tooManyAttempts = () =>
  new SiteRejection({ status: 429, message: "Too many wrong codes. Please request a new one." })
const wrongCode = () => new SiteRejection({ status: 400, message: "This code is wrong. Please try again." })
export const noCode = () => new SiteRejection({ status: 400, message: "Please request a code first." })
