import { type LedgerEntry, trimFullStop } from "@wmodal/core/flows"
import type { MessageId } from "../../messages/Catalogue.ts"
import type { IconName } from "../../ui/Icon.tsx"
import type { RingProps } from "../../ui/Ring.tsx"

/** The next action. Never another payment while the first may still arrive. */
type EntryNextStep = "done" | "checkAgain" | "sendAgain" | "showOther"

/** The names of the messages of the phases. */
type PhaseName = Uncapitalize<Exclude<LedgerEntry["state"]["_tag"], "Declined">> | "signature"

/** The progress of a request in the UI. */
export interface EntryPhase {
  readonly title: MessageId
  readonly text: MessageId
  /** The values of `text`, if it has some. */
  readonly values?: { readonly text: string }
  readonly icon: IconName
  readonly ring: RingProps["state"]
  readonly next: EntryNextStep
}

/** A phase whose text has the id of its title, with `Text`. */
const toPhase = (
  name: PhaseName,
  icon: IconName,
  ring: EntryPhase["ring"],
  next: EntryNextStep = "done",
): EntryPhase => ({ title: `entry.${name}`, text: `entry.${name}Text`, icon, ring, next })

const lost = toPhase("lost", "search", "still", "checkAgain")

/** Returns the text, icon and next action of every state. */
export const getEntryPhase = ({ state, subject, mine }: LedgerEntry): EntryPhase => {
  const payment = subject._tag === "Transfer"
  const again = payment ? "sendAgain" : "done"
  switch (state._tag) {
    case "Asked":
      // The requesting tab may be closed: then, as with a lost response, the outcome is only on the chain.
      return mine ? toPhase("asked", "wallet", "turning") : lost
    case "Declined":
      return { title: "flow.declined", text: "entry.declinedText", icon: "close", ring: "bad", next: again }
    case "NotSent": {
      const phase = toPhase("notSent", "close", "bad", again)
      return state.text === ""
        ? phase
        : { ...phase, text: "entry.notSentSaid", values: { text: trimFullStop(state.text) } }
    }
    case "Signed":
      return /^(Message|TypedData|NameClaim|SessionRevocation)$/.test(subject._tag)
        ? toPhase("signature", "pen", "ok")
        : toPhase("signed", "pen", "still")
    case "Lost":
      return lost
    case "Taken":
      return toPhase("taken", "wallet", "turning")
    case "Unanswered":
      return toPhase("unanswered", "up", "turning", "checkAgain")
    case "Sent":
      return toPhase("sent", "up", "turning")
    case "Confirmed": {
      const phase = toPhase("confirmed", "check", "ok")
      return payment ? phase : { ...phase, text: "entry.doneText" }
    }
    case "Reverted":
      return toPhase("reverted", "close", "bad")
    case "Mined":
      return toPhase("mined", "search", "still", "checkAgain")
    case "PartlyReverted":
      return toPhase("partlyReverted", "close", "bad")
    case "Replaced":
      return toPhase("replaced", "flip", "still", "showOther")
    case "Cancelled":
      return toPhase("cancelled", "close", "still", "showOther")
    case "Expired":
      return toPhase("expired", "clock", "still", again)
    case "Dropped":
      return toPhase("dropped", "search", "still", "checkAgain")
  }
}
