import type { Door, PageAnswer, PageQuestion } from "../contract/Door.ts"
import { ProviderError } from "./ProviderError.ts"

/** Puts a page's question to whoever stands at the door. Rejects as the wallet did, or with a `ProviderError`. */
export const throughDoor = async (door: Door, question: PageQuestion): Promise<unknown> => {
  const answer = await door(question).catch(() => nobody)
  if (answer._tag === "Refused") throw new ProviderError(answer.code, answer.text)
  if (answer._tag === "Thrown") throw answer.value
  return answer.value
}

const nobody: PageAnswer = {
  _tag: "Refused",
  code: 4900,
  text: "Nobody could be shown the request. The wallet was not asked.",
}

/** One guarded provider for each door. */
export const perDoor = <A extends object>(guard: (door: Door) => A): ((door: Door) => A) => {
  const made = new WeakMap<Door, A>()
  return (door) => {
    const guarded = made.get(door) ?? guard(door)
    made.set(door, guarded)
    return guarded
  }
}
