import type { ProfileAnswer, ProfileEnd, ProfileStep, WalletProfile } from "./WalletProfile.ts"

/** What a mock wallet's answer depends on. */
export interface Profiled {
  readonly profile: WalletProfile
  readonly isLocked: () => boolean
}

/** The dev wallet's own codes. Source: `ProviderError.ts`. */
const answers: Readonly<Record<number, ProfileAnswer>> = {
  4001: "declined",
  4100: "unauthorized",
  4200: "unsupported",
  4901: "offline",
  4902: "unknownNetwork",
  [-32002]: "pending",
}

const never = (): Promise<never> => new Promise(() => {})

/** Returns what the wallet says, which may be no Error at all; `null` where its words are not known. */
const findWords = ({ errors }: WalletProfile, step: ProfileStep, answer: ProfileAnswer) =>
  errors.find((one) => one.answer === answer && one.steps.includes(step)) ?? null

/** Ends a request as the profile does. @param declined what the wallet throws for a decline of its person */
const endAs = async (end: ProfileEnd, declined: unknown): Promise<never> => {
  if (end === "waits") return never()
  throw end === "declines" ? declined : end.thrown
}

/** Returns the code of a dev wallet's error; `null` for another error. */
const readCode = (error: unknown): number | null => {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null
  return typeof code === "number" ? code : null
}

/** Returns how the profile's wallet says what the dev wallet's error says; the error itself where that is not known. */
export const toWords = (profile: WalletProfile, step: ProfileStep, error: unknown): unknown => {
  const answer = answers[readCode(error) ?? 0]
  const words = answer === undefined ? null : findWords(profile, step, answer)
  return words === null ? error : words.thrown
}

/** Asks the dev wallet, and answers in the profile's words. Quirks of a request itself go before: `end`. */
export const answerAs = async (
  { isLocked, profile }: Profiled,
  step: ProfileStep,
  ask: () => Promise<unknown>,
): Promise<unknown> => {
  const declined = findWords(profile, step, "declined")?.thrown ?? standardDecline
  try {
    return await ask()
  } catch (error) {
    const { claimsSwitches, declinedSwitch, locked, pending } = profile.quirks ?? {}
    const answer = answers[readCode(error) ?? 0]
    if (step === "connect" && answer === "pending" && findWords(profile, step, answer) === null)
      return endAs(pending ?? "waits", declined)
    if (step === "connect" && answer === "declined" && isLocked() && locked !== undefined)
      return endAs(locked, declined)
    if (step === "switch" && answer === "unknownNetwork" && claimsSwitches) return null
    if (step === "switch" && answer === "declined" && declinedSwitch !== undefined)
      return endAs(declinedSwitch, declined)
    throw toWords(profile, step, error)
  }
}

/** Ends a request without asking, where the profile says so; else asks. */
export const endOr = (
  { profile }: Profiled,
  step: ProfileStep,
  end: ProfileEnd | undefined,
  ask: () => Promise<unknown>,
): Promise<unknown> =>
  end === undefined ? ask() : endAs(end, findWords(profile, step, "declined")?.thrown ?? standardDecline)

const standardDecline: unknown = Object.assign(new Error("User rejected the request."), { code: 4001 })
