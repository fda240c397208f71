import type { CaipNetworkId } from "@wmodal/protocol"
import * as z from "zod/mini"
import { FaultRule } from "../faults/Fault.ts"
import {
  amountField,
  chainField,
  changeField,
  contractField,
  holderField,
  networkField,
  recipientField,
  textField,
  unitsField,
} from "./storyFields.ts"

const StoryWallet = z.enum(["own", "phone", "frame"])

/** Who signs in where a story says no other. */
const storyEmail = "ada@example.com"

/** What the wallet's owner says when it asks; `wait`: nothing for now. */
const PromptAnswer = z.enum(["approve", "decline", "wait"])

/** One payment that the person makes. */
const StoryPayment = z.strictObject({
  /** A decimal number of whole tokens, or `max`. */
  amount: amountField,
  /** Its symbol. */
  token: textField,
  /** An address, a name, or one of `people`. */
  to: recipientField,
  /** The explicit act that a first-time or look-alike recipient asks for. */
  pass: z._default(z.boolean(), false),
  answer: z._default(PromptAnswer, "approve"),
})
export type Payment = z.output<typeof StoryPayment>

/** One swap that the person makes. */
const StorySwap = z.strictObject({
  /** Of `from`: a decimal number of whole tokens. */
  amount: z.string().check(z.regex(/^\d+(\.\d+)?$/, 'it is a decimal number in quotes, such as "1.5"')),
  /** Symbols. */
  from: textField,
  to: textField,
  /** Percent. Default: as the wallet proposes. */
  slippage: z.optional(z.number().check(z.positive(), z.maximum(50))),
  /** The explicit act that a loss of worth, or a swap that nobody could try out, asks for. */
  pass: z._default(z.boolean(), false),
  /** Confirmed only once the review is too old. Whether a newer one has come by then is a matter of faults. */
  late: z._default(z.boolean(), false),
  /** What the wallet's owner says to each question, in order: the approval, where one is needed, and the swap. Where they end, the person leaves it at that. */
  answers: z._default(z.array(PromptAnswer).check(z.minLength(1), z.maxLength(2)), ["approve", "approve"]),
})
export type Exchanged = z.output<typeof StorySwap>

/** What a page may ask of a wallet by itself, and of which it asks one thing. */
const requestFields = {
  /** A signature that lets somebody take tokens (EIP-2612). */
  permit: z.optional(z.strictObject({ token: textField, spender: contractField, amount: unitsField })),
  /** A transaction that lets somebody take tokens (ERC-20). */
  approval: z.optional(z.strictObject({ token: textField, spender: contractField, amount: unitsField })),
  /** A transaction of any content. `value` in whole units of the network's own currency. */
  call: z.optional(
    z.strictObject({
      to: contractField,
      data: z
        .string()
        .check(z.maxLength(10_000), z.regex(/^0x([0-9a-f]{2})*$/, "it is 0x and whole bytes of hex")),
      value: z._default(unitsField, "0"),
    }),
  ),
}

/** One request of the page. */
const StoryRequest = z
  .strictObject({
    ...requestFields,
    /** The explicit act that each danger asks for. Without it, what is dangerous is declined before the wallet hears of it. */
    pass: z._default(z.boolean(), false),
    answer: z._default(PromptAnswer, "approve"),
  })
  .check(
    z.refine(
      (asked) => Object.keys(requestFields).filter((name) => name in asked).length === 1,
      `a page asks for one of ${Object.keys(requestFields).join(", ")}`,
    ),
  )
export type Asked = z.output<typeof StoryRequest>

const ExpectedBalance = z.strictObject({
  /** On Bitcoin one of the people has all that their addresses have. */
  of: holderField,
  /** Default: the network of the step. */
  on: z.optional(networkField),
  token: textField,
  /** Since the story began, in whole tokens. */
  change: changeField,
  /** Of the network's own currency: what the network took is added again. */
  besidesFees: z._default(z.boolean(), false),
})
export type BalanceExpected = z.output<typeof ExpectedBalance>

const ExpectedAllowance = z.strictObject({
  of: holderField,
  /** An ERC-20's symbol. */
  token: textField,
  spender: contractField,
  /** In whole tokens. */
  is: unitsField,
})
export type AllowanceExpected = z.output<typeof ExpectedAllowance>

/** What must hold after a step, within a person's patience. */
const StoryExpectation = z.strictObject({
  /** Where the newest thing stands that was recorded: a payment, an approval, a swap, a call of the page. */
  state: z.optional(
    z.enum([
      "Asked",
      "Declined",
      "NotSent",
      "Signed",
      "Lost",
      "Taken",
      "Sent",
      "Confirmed",
      "Reverted",
      "Replaced",
      "Cancelled",
      "Expired",
      "Dropped",
    ]),
  ),
  /** Words that the person reads. */
  says: z.optional(textField),
  /** It waits for an explicit act, and has not left. */
  stopped: z.optional(z.literal(true)),
  /** What the page heard of its newest request: an answer, or the code of an error (EIP-1193). */
  heard: z.optional(z.union([z.literal("answer"), z.int()])),
  /** Payments, approvals, swaps and calls that were recorded since the story began. A batch is one. */
  payments: z.optional(z.int().check(z.minimum(0))),
  /** Questions that the wallet has shown since the story began. */
  prompts: z.optional(z.int().check(z.minimum(0))),
  /** The chains that have a wallet now, in any order. */
  connected: z.optional(z.array(chainField)),
  balances: z._default(z.array(ExpectedBalance), []),
  allowances: z._default(z.array(ExpectedAllowance), []),
})
export type Expected = z.output<typeof StoryExpectation>

const trueFlag = z.optional(z.literal(true))

/** What can happen, of which each step has one. */
const actFields = {
  /** The person connects the wallet: to the chain of the story's network where nothing else is said. That chain is the active one then. */
  connect: z.optional(
    z.strictObject({ to: z.optional(chainField), answer: z._default(PromptAnswer, "approve") }),
  ),
  /** From one chain, or from all. */
  disconnect: z.optional(z.union([z.literal(true), z.strictObject({ from: chainField })])),
  /** The person selects another network of the story. */
  switch: z.optional(networkField),
  send: z.optional(StoryPayment),
  swap: z.optional(StorySwap),
  /** The page asks the wallet for something. */
  ask: z.optional(StoryRequest),
  /** The question that the wallet still shows is answered. */
  answer: z.optional(z.enum(["approve", "decline"])),
  /** The person leaves the page and comes back. */
  reload: trueFlag,
  /** A second tab of the same page is opened, and the story goes on there. */
  tab: trueFlag,
  /** "Check again" on the newest payment. */
  checkAgain: trueFlag,
  /** From now on this happens to calls: the rules of a fault plan. An empty list ends all faults. */
  faults: z.optional(z.array(FaultRule)),
  /** Whether the chain puts what it is sent into blocks at once. */
  mining: z.optional(z.enum(["at once", "held"])),
  /** "Raise the fee" on the newest payment, which waits. */
  raiseFee: z.optional(z.strictObject({ answer: z._default(PromptAnswer, "approve") })),
  /** So many blocks are made. */
  mine: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** The owner of the key replaces the payment that waits: the same with more fee, one that moves nothing, or another one. */
  replace: z.optional(z.enum(["higherFee", "cancel", "other"])),
  /** So many blocks pass that what has not been taken by now is too old for ever. */
  expire: trueFlag,
  /** Something that only whoever runs the chain can do. */
  cheat: z.optional(
    z.strictObject({
      method: z
        .string()
        .check(
          z.regex(
            /^((anvil|evm|litesvm)_[A-Za-z]+|eth_sendTransaction)$/,
            "it is anvil_..., evm_..., litesvm_... or eth_sendTransaction",
          ),
        ),
      params: z._default(z.array(z.unknown()), []),
    }),
  ),
  /** Its owner ends every session of the phone, or goes to another network on it. */
  phone: z.optional(z.union([z.literal("disconnect"), z.strictObject({ switch: networkField })])),
  /**
   * The person signs in with the embedded wallet and follows whatever its mails say: the link for a new device, and a
   * code. `wrong` and `expired` ones are given as such, and no other.
   */
  signIn: z.optional(
    z.strictObject({
      email: z._default(textField, storyEmail),
      code: z._default(z.enum(["right", "wrong", "expired"]), "right"),
    }),
  ),
  /** The embedded wallet gets another email address, by the codes that both addresses are sent. */
  changeEmail: z.optional(z.strictObject({ to: textField })),
  /** Which of the embedded wallet's accounts is used on the EVM's networks. */
  account: z.optional(z.enum(["eoa", "smartAccount"])),
  /** The embedded wallet's frame: it answers nothing from now on, or again; or what its site keeps here is gone, as on a new device. */
  frame: z.optional(z.enum(["freeze", "thaw", "forget"])),
  /** The relay between the page and the phone: it ends every connection once, or is not there for a while. */
  relay: z.optional(z.enum(["restart", "down", "up"])),
  /** Nothing happens: only what is expected counts. */
  look: trueFlag,
}

const actNames = Object.keys(actFields)

const WrittenStep = z
  .strictObject({ note: z.optional(textField), expect: z.optional(StoryExpectation), ...actFields })
  .check(
    z.refine(
      (step) => Object.keys(step).filter((name) => actNames.includes(name)).length === 1,
      `a step has one of ${actNames.join(", ")}`,
    ),
  )
type WrittenStep = z.output<typeof WrittenStep>

type ActFields = Required<Omit<WrittenStep, "note" | "expect">>

/** One thing that happens. */
export type StoryAct = {
  readonly [Name in keyof ActFields]: { readonly _tag: Name; readonly with: NonNullable<ActFields[Name]> }
}[keyof ActFields]

/** The one act of a step as it is written. */
export const getStoryAct = (step: WrittenStep): StoryAct => {
  if (step.connect !== undefined) return { _tag: "connect", with: step.connect }
  if (step.disconnect !== undefined) return { _tag: "disconnect", with: step.disconnect }
  if (step.switch !== undefined) return { _tag: "switch", with: step.switch }
  if (step.send !== undefined) return { _tag: "send", with: step.send }
  if (step.swap !== undefined) return { _tag: "swap", with: step.swap }
  if (step.ask !== undefined) return { _tag: "ask", with: step.ask }
  if (step.answer !== undefined) return { _tag: "answer", with: step.answer }
  if (step.reload !== undefined) return { _tag: "reload", with: step.reload }
  if (step.tab !== undefined) return { _tag: "tab", with: step.tab }
  if (step.checkAgain !== undefined) return { _tag: "checkAgain", with: step.checkAgain }
  if (step.faults !== undefined) return { _tag: "faults", with: step.faults }
  if (step.mining !== undefined) return { _tag: "mining", with: step.mining }
  if (step.mine !== undefined) return { _tag: "mine", with: step.mine }
  if (step.replace !== undefined) return { _tag: "replace", with: step.replace }
  if (step.raiseFee !== undefined) return { _tag: "raiseFee", with: step.raiseFee }
  if (step.expire !== undefined) return { _tag: "expire", with: step.expire }
  if (step.cheat !== undefined) return { _tag: "cheat", with: step.cheat }
  if (step.phone !== undefined) return { _tag: "phone", with: step.phone }
  if (step.signIn !== undefined) return { _tag: "signIn", with: step.signIn }
  if (step.changeEmail !== undefined) return { _tag: "changeEmail", with: step.changeEmail }
  if (step.account !== undefined) return { _tag: "account", with: step.account }
  if (step.frame !== undefined) return { _tag: "frame", with: step.frame }
  if (step.relay !== undefined) return { _tag: "relay", with: step.relay }
  return { _tag: "look", with: true }
}

/** A story as one writes it. */
export const WrittenStory = z.strictObject({
  story: textField,
  /** Names the world; the story's title where it is left out. The same seed gives the same chain. */
  seed: z.optional(textField),
  /** Where the story begins. */
  network: z._default(networkField, "eip155:1"),
  /** Others that the page has too. */
  networks: z._default(z.array(networkField).check(z.maxLength(10)), []),
  /**
   * `phone`: the wallet is on the world's phone, which scans the code (WalletConnect). `frame`: the person has none, and
   * signs in with the embedded one. `own`: it is where the page is.
   */
  wallet: z._default(StoryWallet, "own"),
  /** Whether the wallet sends batches and tells what it holds (EIP-5792, EIP-7702, EIP-7811). */
  smartAccount: z._default(z.boolean(), false),
  /** Seconds in which what is expected of a step must come to hold. */
  patience: z._default(z.int().check(z.minimum(1), z.maximum(600)), 30),
  steps: z.array(WrittenStep).check(z.minLength(1), z.maxLength(200)),
})

export interface StoryStep {
  readonly act: StoryAct
  readonly note: string | null
  readonly expect: Expected | null
  /** The one that is active in it: what is sent is sent there. */
  readonly network: CaipNetworkId
  /** From 1, in the file. */
  readonly line: number
}

/** A story as it is played. */
export interface Story {
  readonly title: string
  readonly seed: string
  /** What the page has, the one where the story begins first. */
  readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
  readonly wallet: z.output<typeof StoryWallet>
  readonly smartAccount: boolean
  /** Seconds. */
  readonly patience: number
  readonly steps: readonly StoryStep[]
}
