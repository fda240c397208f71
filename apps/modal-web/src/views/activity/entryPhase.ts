import type { LedgerEntry } from "@wmodal/core/flows"
import type { MessageId } from "../../messages/Catalogue.ts"
import type { IconName } from "../../ui/Icon.tsx"
import type { RingProps } from "../../ui/Ring.tsx"

/** The next action. Never another payment while the first may still arrive. */
type EntryNextStep = "done" | "checkAgain" | "sendAgain" | "showOther"

/** The progress of a request in the UI. */
export interface EntryPhase {
  readonly title: MessageId
  readonly text: MessageId
  readonly icon: IconName
  readonly ring: RingProps["state"]
  readonly next: EntryNextStep
}

const lost: EntryPhase = {
  title: "entry.lost",
  text: "entry.lostText",
  icon: "search",
  ring: "still",
  next: "checkAgain",
}

/** Returns the text, icon and next action of every state. */
export const getEntryPhase = ({ state, subject, mine }: LedgerEntry): EntryPhase => {
  const payment = subject._tag === "Transfer"
  const signature = /^(Message|TypedData|NameClaim|SessionRevocation)$/.test(subject._tag)
  switch (state._tag) {
    case "Asked":
      // The requesting tab may be closed: then, as with a lost response, the outcome is only on the chain.
      return mine
        ? { title: "entry.asked", text: "entry.askedText", icon: "wallet", ring: "turning", next: "done" }
        : lost
    case "Declined":
      return {
        title: "flow.declined",
        text: "entry.declinedText",
        icon: "close",
        ring: "bad",
        next: payment ? "sendAgain" : "done",
      }
    case "NotSent":
      return {
        title: "entry.notSent",
        text: state.text === "" ? "entry.notSentText" : "entry.notSentSaid",
        icon: "close",
        ring: "bad",
        next: payment ? "sendAgain" : "done",
      }
    case "Signed":
      return signature
        ? { title: "entry.signature", text: "entry.signatureText", icon: "pen", ring: "ok", next: "done" }
        : { title: "entry.signed", text: "entry.signedText", icon: "pen", ring: "still", next: "done" }
    case "Lost":
      return lost
    case "Taken":
      return { title: "entry.taken", text: "entry.takenText", icon: "wallet", ring: "turning", next: "done" }
    case "Sent":
      return { title: "entry.sent", text: "entry.sentText", icon: "up", ring: "turning", next: "done" }
    case "Confirmed":
      return {
        title: "entry.confirmed",
        text: payment ? "entry.confirmedText" : "entry.doneText",
        icon: "check",
        ring: "ok",
        next: "done",
      }
    case "Reverted":
      return { title: "entry.reverted", text: "entry.revertedText", icon: "close", ring: "bad", next: "done" }
    case "Replaced":
      return {
        title: "entry.replaced",
        text: "entry.replacedText",
        icon: "flip",
        ring: "still",
        next: "showOther",
      }
    case "Cancelled":
      return {
        title: "entry.cancelled",
        text: "entry.cancelledText",
        icon: "close",
        ring: "still",
        next: "showOther",
      }
    case "Expired":
      return {
        title: "entry.expired",
        text: "entry.expiredText",
        icon: "clock",
        ring: "still",
        next: payment ? "sendAgain" : "done",
      }
    case "Dropped":
      return {
        title: "entry.dropped",
        text: "entry.droppedText",
        icon: "search",
        ring: "still",
        next: "checkAgain",
      }
  }
}
