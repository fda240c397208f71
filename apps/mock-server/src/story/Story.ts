import type { CaipNetworkId } from "@wmodal/protocol"
import * as z from "zod/mini"
import { FaultRule } from "../faults/Fault.ts"
import { type Expected, StoryExpectation } from "./StoryExpectation.ts"
import {
  amountField,
  chainField,
  contractField,
  networkField,
  recipientField,
  textField,
  unitsField,
} from "./storyFields.ts"

const StoryWallet = z.enum(["own", "phone", "frame"])

/** The default email address for a sign-in. */
const storyEmail = "ada@example.com"

/** The owner's response to a wallet prompt; `wait` leaves it open. */
const PromptAnswer = z.enum(["approve", "decline", "wait"])

/** One payment of the user. */
const StoryPayment = z.strictObject({
  /** A decimal number of whole tokens, or `max`. */
  amount: amountField,
  /** The token's symbol. */
  token: textField,
  /** An address, a name, or a named account. */
  to: recipientField,
  /** The explicit confirmation that a first-time or look-alike recipient requires. */
  pass: z._default(z.boolean(), false),
  answer: z._default(PromptAnswer, "approve"),
})
/** A payment of a story. */
export type Payment = z.output<typeof StoryPayment>

/** One swap of the user. */
const StorySwap = z.strictObject({
  /** Amount of `from`: a decimal number of whole tokens. */
  amount: z.string().check(z.regex(/^\d+(\.\d+)?$/, 'it must be a decimal number in quotes, such as "1.5"')),
  /** Symbols. */
  from: textField,
  to: textField,
  /** Percent. Default: the wallet's proposal. */
  slippage: z.optional(z.number().check(z.positive(), z.maximum(50))),
  /** The explicit confirmation that a loss of value or a failed simulation requires. */
  pass: z._default(z.boolean(), false),
  /** Confirms only after the review has expired. Faults decide whether a newer review has arrived by then. */
  late: z._default(z.boolean(), false),
  /**
   * The owner's responses in order: to the approval, where one is required, and to the swap. The user stops after the
   * last one.
   */
  answers: z._default(z.array(PromptAnswer).check(z.minLength(1), z.maxLength(2)), ["approve", "approve"]),
})
/** A swap of a story. */
export type Exchanged = z.output<typeof StorySwap>

/** One request of the user for a payment, which another account pays. */
const StoryReceipt = z.strictObject({
  /** A decimal number of whole tokens. */
  amount: unitsField,
  /** The token's symbol. */
  token: textField,
})
/** A requested payment of a story. */
export type RequestedReceipt = z.output<typeof StoryReceipt>

/** One purchase of the user on the page of the first provider. */
const StoryBuy = z.strictObject({
  /** A decimal number of the currency. */
  amount: z.string().check(z.regex(/^\d+(\.\d+)?$/, 'it must be a decimal number in quotes, such as "100"')),
  currency: z._default(textField, "USD"),
  /** The token's symbol. */
  token: textField,
  /** What the provider does with the payment. */
  outcome: z._default(z.enum(["deliver", "fail"]), "deliver"),
})
/** A purchase of a story. */
export type StoryPurchase = z.output<typeof StoryBuy>

/** A network as the user types it. */
const AddedNetwork = z.strictObject({
  /** The typed name. */
  add: textField,
  /** The network whose number is typed. */
  id: networkField,
  /** The network that the node serves. Default: `id`. */
  node: z.optional(networkField),
})
/** Requests that a dApp sends to a wallet. Each request has exactly one of them. */
const requestFields = {
  /** A signature that allows a spender to transfer tokens (EIP-2612). */
  permit: z.optional(z.strictObject({ token: textField, spender: contractField, amount: unitsField })),
  /** A transaction that allows a spender to transfer tokens (ERC-20). */
  approval: z.optional(z.strictObject({ token: textField, spender: contractField, amount: unitsField })),
  /** Permission to spend the native currency without asking (ERC-7715), until 2100 or without an end. */
  session: z.optional(
    z.strictObject({ spender: contractField, amount: unitsField, endless: z._default(z.boolean(), false) }),
  ),
  /** A transaction with any content. `value` is in whole units of the native currency. */
  call: z.optional(
    z.strictObject({
      to: contractField,
      data: z
        .string()
        .check(z.maxLength(10_000), z.regex(/^0x([0-9a-f]{2})*$/, "it must be 0x and whole bytes of hex")),
      value: z._default(unitsField, "0"),
    }),
  ),
}

/** One request of the dApp. */
const StoryRequestSchema = z
  .strictObject({
    ...requestFields,
    /**
     * The explicit confirmation that each danger requires. Without it, a dangerous request is declined before the
     * wallet receives it.
     */
    pass: z._default(z.boolean(), false),
    answer: z._default(PromptAnswer, "approve"),
  })
  .check(
    z.refine(
      (asked) => Object.keys(requestFields).filter((name) => name in asked).length === 1,
      `a request must be one of ${Object.keys(requestFields).join(", ")}`,
    ),
  )
/** A request that a story's dApp sends to the wallet. */
export type StoryRequest = z.output<typeof StoryRequestSchema>

const trueFlag = z.optional(z.literal(true))

/** The possible acts. Each step has exactly one. */
const actFields = {
  /** Connects the wallet, by default to the chain of the story's network. That chain becomes active. */
  connect: z.optional(
    z.strictObject({ to: z.optional(chainField), answer: z._default(PromptAnswer, "approve") }),
  ),
  /** Disconnects one chain or all. */
  disconnect: z.optional(z.union([z.literal(true), z.strictObject({ from: chainField })])),
  /** Selects another network of the story. */
  switch: z.optional(networkField),
  send: z.optional(StoryPayment),
  swap: z.optional(StorySwap),
  /** Requests a payment by a QR code, which another account of the world scans and pays. */
  receive: z.optional(StoryReceipt),
  /** Buys a token on the page of a provider, which delivers it or fails. */
  buy: z.optional(StoryBuy),
  /** Adds a network that the page does not have, by the address of a node of the world, or removes it again. */
  ownNetwork: z.optional(z.union([AddedNetwork, z.strictObject({ remove: textField })])),
  /** Sends a request of the dApp to the wallet. */
  ask: z.optional(StoryRequestSchema),
  /** Responds to the wallet's open prompt. */
  answer: z.optional(z.enum(["approve", "decline"])),
  /** Reloads the page. */
  reload: trueFlag,
  /** Opens a second tab of the same page, where the story continues. */
  tab: trueFlag,
  /** Presses "Check again" on the newest payment. */
  checkAgain: trueFlag,
  /** Applies the rules of a fault plan to later calls. An empty list ends all faults. */
  faults: z.optional(z.array(FaultRule)),
  /** Sets whether the chain mines transactions at once. */
  mining: z.optional(z.enum(["at once", "held"])),
  /** Presses "Raise the fee" on the newest payment, which is pending. */
  raiseFee: z.optional(z.strictObject({ answer: z._default(PromptAnswer, "approve") })),
  /** Mines this number of blocks. */
  mine: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** Replaces the pending payment with the same key: the same with a higher fee, an empty one, or another one. */
  replace: z.optional(z.enum(["higherFee", "cancel", "other"])),
  /** Mines blocks until unmined transactions are expired for good. */
  expire: trueFlag,
  /** Calls a method that only the chain's operator can use. */
  cheat: z.optional(
    z.strictObject({
      method: z
        .string()
        .check(
          z.regex(
            /^((anvil|evm|litesvm)_[A-Za-z]+|eth_sendTransaction)$/,
            "it must be anvil_..., evm_..., litesvm_... or eth_sendTransaction",
          ),
        ),
      params: z._default(z.array(z.unknown()), []),
    }),
  ),
  /** Ends every session on the phone, or switches its network. */
  phone: z.optional(z.union([z.literal("disconnect"), z.strictObject({ switch: networkField })])),
  /**
   * Signs in with the embedded wallet by the emails: the link for a new device, and a code. `wrong` and `expired`
   * codes are entered as such, without a valid one after them.
   */
  signIn: z.optional(
    z.strictObject({
      email: z._default(textField, storyEmail),
      code: z._default(z.enum(["right", "wrong", "expired"]), "right"),
      /** The response to the signature that a page with `siwx` asks for in the same step. */
      answer: z._default(z.enum(["approve", "decline"]), "approve"),
    }),
  ),
  /** Changes the embedded wallet's email address with the codes sent to both addresses. */
  changeEmail: z.optional(z.strictObject({ to: textField })),
  /** Registers a name for the embedded wallet's account. `register` is without its zone. */
  name: z.optional(z.strictObject({ register: textField, answer: z._default(PromptAnswer, "approve") })),
  /** Reads what apps may spend of the embedded wallet's account without asking, and with `revoke` ends the first. */
  permissions: z.optional(
    z.strictObject({ revoke: z._default(z.boolean(), false), answer: z._default(PromptAnswer, "approve") }),
  ),
  /** Selects the embedded wallet's account on EVM networks. */
  account: z.optional(z.enum(["eoa", "smartAccount"])),
  /** Freezes or thaws the embedded wallet's frame, or deletes its storage as on a new device. */
  frame: z.optional(z.enum(["freeze", "thaw", "forget"])),
  /** Restarts the relay between page and phone, which closes every connection once, or takes it down or up. */
  relay: z.optional(z.enum(["restart", "down", "up"])),
  /**
   * Signs in on the dApp's server with a signature, which the page asks for. `pass` confirms its warnings; without it, a
   * dangerous message is not signed.
   */
  sign: z.optional(
    z.strictObject({ pass: z._default(z.boolean(), false), answer: z._default(PromptAnswer, "approve") }),
  ),
  /** Cancels the sign-in with a signature, or ends it: the page's "Sign out". */
  leave: z.optional(z.enum(["cancel", "signOut"])),
  /** Does nothing: only the expectation is checked. */
  look: trueFlag,
}

const actNames = Object.keys(actFields)

const WrittenStep = z
  .strictObject({ note: z.optional(textField), expect: z.optional(StoryExpectation), ...actFields })
  .check(
    z.refine(
      (step) => Object.keys(step).filter((name) => actNames.includes(name)).length === 1,
      `a step must have one of ${actNames.join(", ")}`,
    ),
  )
type WrittenStep = z.output<typeof WrittenStep>

type ActFields = Required<Omit<WrittenStep, "note" | "expect">>

/** One act of a step. */
export type StoryAct = {
  readonly [Name in keyof ActFields]: { readonly _tag: Name; readonly with: NonNullable<ActFields[Name]> }
}[keyof ActFields]

/** Returns the act of a written step. */
export const getStoryAct = (step: WrittenStep): StoryAct => {
  if (step.connect !== undefined) return { _tag: "connect", with: step.connect }
  if (step.disconnect !== undefined) return { _tag: "disconnect", with: step.disconnect }
  if (step.switch !== undefined) return { _tag: "switch", with: step.switch }
  if (step.send !== undefined) return { _tag: "send", with: step.send }
  if (step.swap !== undefined) return { _tag: "swap", with: step.swap }
  if (step.receive !== undefined) return { _tag: "receive", with: step.receive }
  if (step.buy !== undefined) return { _tag: "buy", with: step.buy }
  if (step.ownNetwork !== undefined) return { _tag: "ownNetwork", with: step.ownNetwork }
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
  if (step.name !== undefined) return { _tag: "name", with: step.name }
  if (step.permissions !== undefined) return { _tag: "permissions", with: step.permissions }
  if (step.account !== undefined) return { _tag: "account", with: step.account }
  if (step.frame !== undefined) return { _tag: "frame", with: step.frame }
  if (step.relay !== undefined) return { _tag: "relay", with: step.relay }
  if (step.sign !== undefined) return { _tag: "sign", with: step.sign }
  if (step.leave !== undefined) return { _tag: "leave", with: step.leave }
  return { _tag: "look", with: true }
}

/** The sign-in with a signature of a story's page. */
const StorySiwx = z.strictObject({
  /** False if the user may stay connected without it. */
  required: z._default(z.boolean(), true),
  /** Seconds until a session ends. Default: it names no end. */
  expiresIn: z.optional(z.int().check(z.minimum(1), z.maximum(86_400))),
  /** The domain of the message. Default: that of the page. */
  domain: z.optional(textField),
  /** True if the dApp's server refuses the signatures of smart accounts. */
  keysOnly: z._default(z.boolean(), false),
})
/** The sign-in with a signature of a story's page. */
export type StorySignIn = z.output<typeof StorySiwx>

/** A story as it is written. */
export const WrittenStory = z.strictObject({
  story: textField,
  /** The name of the world. Default: the story's title. The same seed gives the same chain. */
  seed: z.optional(textField),
  /** The network at the start. */
  network: z._default(networkField, "eip155:1"),
  /** The dApp's other networks. */
  networks: z._default(z.array(networkField).check(z.maxLength(10)), []),
  /**
   * The wallet's location. `phone`: on the world's phone, which scans the code (WalletConnect). `frame`: the embedded
   * wallet, with a sign-in. `own`: in the page.
   */
  wallet: z._default(StoryWallet, "own"),
  /** True if the wallet sends batches and lists its assets (EIP-5792, EIP-7702, EIP-7811). */
  smartAccount: z._default(z.boolean(), false),
  /** The page asks accounts to sign in with a signature, on the dApp's server. */
  siwx: z.optional(StorySiwx),
  /** Seconds within which the expectation of a step must hold. */
  patience: z._default(z.int().check(z.minimum(1), z.maximum(600)), 30),
  steps: z.array(WrittenStep).check(z.minLength(1), z.maxLength(200)),
})

/** One step of a story: an act and the conditions after it. */
export interface StoryStep {
  readonly act: StoryAct
  readonly note: string | null
  readonly expect: Expected | null
  /** The active network of the step, which receives its transactions. */
  readonly network: CaipNetworkId
  /** Line number in the file, from 1. */
  readonly line: number
}

/** A parsed story. */
export interface Story {
  readonly title: string
  readonly seed: string
  /** The dApp's networks, the initial one first. */
  readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
  readonly wallet: z.output<typeof StoryWallet>
  readonly smartAccount: boolean
  /** `null`: the page asks for no signature. */
  readonly siwx: StorySignIn | null
  /** Seconds. */
  readonly patience: number
  readonly steps: readonly StoryStep[]
}
