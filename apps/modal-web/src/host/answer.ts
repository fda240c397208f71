import type { FlowProblem } from "@wmodal/core/flows"
import { Effect } from "effect"
import type { WModalResult } from "../page/HostMethods.ts"
import type { HostDeps } from "./HostDeps.ts"

/** Runs a part of an account's flow for the page, which gets its failure with a text. */
export const answer = async <A>(
  { words }: HostDeps,
  asked: Effect.Effect<A, FlowProblem>,
): Promise<WModalResult<A>> => {
  const ended = await Effect.runPromise(Effect.result(asked))
  if (ended._tag === "Success") return { ok: true, value: ended.success }
  try {
    return { ok: false, error: (await import("./toFlowError.ts")).toFlowError(ended.failure, words) }
  } catch {
    return { ok: false, error: { tag: "notLoaded", text: "A part of the modal did not load. Try again." } }
  }
}
