import type { StoryAct, StoryRequest, StoryStep } from "@wmodal/mock-server"

/** Describes the action of a step as one line of a report. The text is the same in every run. */
export const describeStep = ({ act, note }: StoryStep): string =>
  note === null ? describeAct(act) : `${describeAct(act)} (${note})`

const describeAct = (act: StoryAct): string => {
  switch (act._tag) {
    case "connect":
      return `connect${act.with.to === undefined ? "" : ` to ${act.with.to}`}, ${act.with.answer}`
    case "disconnect":
      return act.with === true ? "disconnect" : `disconnect from ${act.with.from}`
    case "switch":
      return `switch to ${act.with}`
    case "send": {
      const { amount, answer, to, token } = act.with
      return `send ${amount} ${token} to ${to}, ${answer}`
    }
    case "swap": {
      const { amount, answers, from, to } = act.with
      return `swap ${amount} ${from} to ${to}, ${answers.join(", ")}`
    }
    case "buy":
      return `buy ${act.with.token} for ${act.with.amount} ${act.with.currency}, ${act.with.outcome}`
    case "receive":
      return `request ${act.with.amount} ${act.with.token}, which is paid`
    case "ownNetwork":
      return "add" in act.with ? `add the network ${act.with.add}` : `remove the network ${act.with.remove}`
    case "ask":
      return `the dApp requests ${describeStoryRequest(act.with)}, ${act.with.answer}`
    case "answer":
      return `${act.with} the wallet's request`
    case "reload":
      return "reload the page"
    case "tab":
      return "open a second tab"
    case "checkAgain":
      return "check again"
    case "faults":
      return act.with.length === 0
        ? "end all faults"
        : `${act.with.length} ${act.with.length === 1 ? "fault" : "faults"} from now on`
    case "mining":
      return act.with === "held" ? "pause mining" : "resume mining"
    case "mine":
      return `${act.with} more ${act.with === 1 ? "block" : "blocks"}`
    case "replace":
      return `replace the payment: ${act.with}`
    case "raiseFee":
      return `raise the fee, ${act.with.answer}`
    case "expire":
      return "enough blocks to expire pending transactions"
    case "cheat":
      return act.with.method
    case "phone":
      return act.with === "disconnect" ? "the phone disconnects" : `the phone switches to ${act.with.switch}`
    case "signIn":
      return `sign in as ${act.with.email}${act.with.code === "right" ? "" : `, by ${codeLabels[act.with.code]}`}`
    case "changeEmail":
      return `change the email address to ${act.with.to}`
    case "name":
      return `register the name ${act.with.register}, ${act.with.answer}`
    case "permissions":
      return act.with.revoke ? `revoke a permission, ${act.with.answer}` : "read the permissions of apps"
    case "account":
      return act.with === "eoa" ? "use the EOA account" : "use the smart account"
    case "frame":
      return frameLabels[act.with]
    case "relay":
      return relayLabels[act.with]
    case "sign":
      return `sign in with a signature, ${act.with.answer}`
    case "leave":
      return act.with === "cancel" ? "cancel the sign-in" : "sign out"
    case "look":
      return "look"
  }
}

const describeStoryRequest = ({ permit, approval, call, session }: StoryRequest): string => {
  if (session !== undefined) return `a session of ${session.amount} for ${session.spender}`
  if (permit !== undefined) return `a permit of ${permit.amount} ${permit.token} to ${permit.spender}`
  if (approval !== undefined)
    return `an approval of ${approval.amount} ${approval.token} to ${approval.spender}`
  return `a call of ${call?.to}`
}

const codeLabels = { wrong: "a wrong code", expired: "an expired code" } as const

const frameLabels = {
  freeze: "the frame stops responding",
  thaw: "the frame responds again",
  forget: "continue on a new device",
} as const

const relayLabels = {
  restart: "the relay restarts",
  down: "the relay stops",
  up: "the relay is available again",
} as const
