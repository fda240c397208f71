import type { SignClient } from "@walletconnect/sign-client"
import { member } from "@wmodal/chains/internal"
import { emit, namesIn, once } from "./emitter.ts"

/** Milliseconds: one second before the client gives a question up. */
const patience = 299_000

/** The client's own word for it, without a code. */
const error = { message: "Request expired." }

/** As the client calls what it waits for, by the question that makes it wait. */
const awaited = new Map<unknown, string>([
  ["wc_sessionPropose", "session_connect"],
  ["wc_sessionRequest", "session_request"],
])

/**
 * Gives questions up that nobody has answered, as the client does, and before it does: it would reject a promise beside,
 * which it holds for who asks later, and which nobody holds.
 */
export const withoutExpiry = ({ core, engine }: InstanceType<typeof SignClient>): void => {
  const questions = member(engine, "events")
  core.history.on("history_created", (record: unknown) => {
    const name = `${awaited.get(member(member(record, "request"), "method"))}:${member(record, "id")}`
    // What others ask is answered here, and not waited for.
    if (!namesIn(questions).includes(name)) return
    const timer = setTimeout(() => emit(questions, name, { error }), patience)
    once(questions, name, () => clearTimeout(timer))
  })
}
