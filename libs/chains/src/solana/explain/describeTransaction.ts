import { sha256 } from "@noble/hashes/sha2.js"
import { getBase58Decoder, type ReadonlyUint8Array } from "@solana/kit"
import { formatAmount, type Network } from "@wmodal/protocol"
import type { TokenDescription } from "../../contract/ChainActions.ts"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { emptyExplanation } from "../../explain/emptyExplanation.ts"
import { toWholeText } from "../../explain/limitReview.ts"
import { formatSymbol } from "../../text/formatSymbol.ts"
import { sanitizeLine, sanitizeName } from "../../text/printable.ts"
import { getNetworkFee } from "../payment/networkFee.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import { getSigners } from "../wire/SolanaMessage.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import { findHolding } from "./findHolding.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"

/** The reader's account and the token data for a description. */
export interface InstructionContext {
  readonly network: Network
  /** Plain address. */
  readonly from: string
  readonly getName: (address: string) => string | null
  readonly tokens: ReadonlyMap<string, TokenDescription>
}

/** Returns base58 of SHA-256, as hardware wallets show data that they cannot decode. */
export const hashBytes = (bytes: ReadonlyUint8Array): string =>
  getBase58Decoder().decode(sha256(Uint8Array.from(bytes)))

/** Describes a transaction: by its single action, or step by step if it has several. */
export const describeTransaction = (opened: ResolvedTransaction, reader: InstructionContext): Explanation => {
  const { messageBytes, decodedInstructions } = opened
  const main = decodedInstructions.filter(
    ({ _tag }) => !(_tag === "Budget" || _tag === "Memo" || _tag === "UseNonce"),
  )
  // The creation of the recipient's account is part of the payment.
  const deeds = main.length > 1 ? main.filter(({ _tag }) => _tag !== "MakeAssociated") : main
  const [only] = deeds
  const notes = makeNotes(opened, reader)
  const value = decodedInstructions.reduce(
    (sum, step) =>
      step._tag === "PayNative" && step.from === reader.from && step.to !== reader.from
        ? sum + step.amount
        : sum,
    0n,
  )
  const whole = { ...emptyExplanation, value, digest: hashBytes(messageBytes) }
  if (only !== undefined && deeds.length === 1) {
    const told = describeInstruction(only, opened, reader)
    return { ...told, ...whole, ...pickIntent(told), fields: [...told.fields, ...notes] }
  }
  const strangers = new Set(
    main.flatMap((step) => (step._tag === "Unknown" ? step.instruction.programAddress : [])),
  )
  const [stranger] = strangers
  const shown = main.map((step, at): ExplainedField => {
    const call = describeInstruction(step, opened, reader)
    return {
      label: `Step ${at + 1}`,
      text: call.intent ?? "Unknown instruction",
      value: { _tag: "Call", call },
    }
  })
  return {
    ...whole,
    intent: main.length === 0 ? "Network fee only" : strangers.size > 0 ? null : "Several steps",
    contract: strangers.size === 1 ? (stranger ?? null) : null,
    fields: [...shown, ...notes],
  }
}

const pickIntent = ({ contract, intent, interpolatedIntent }: Explanation) => ({
  contract,
  intent,
  interpolatedIntent: interpolatedIntent,
})

const makeNotes = (opened: ResolvedTransaction, reader: InstructionContext): readonly ExplainedField[] => {
  const { instructions, message, decodedInstructions } = opened
  const [payer = "", ...signers] = getSigners(message)
  const others = signers.filter((signer) => signer !== reader.from)
  const fee = getNetworkFee(message, instructions)
  return [
    ...decodedInstructions.flatMap((step) =>
      step._tag === "Memo" ? [toTextField("Memo", toWholeText(step.text))] : [],
    ),
    ...decodedInstructions.flatMap((step) =>
      step._tag === "MakeAssociated" && step.owner !== reader.from
        ? [toAddressField("Opens an account for", step.owner, reader)]
        : [],
    ),
    ...(usesDurableNonce(message) ? [toTextField("Valid", "Until its nonce is used")] : []),
    payer === reader.from
      ? toNativeField("Network fee", fee, reader)
      : toAddressField("Network fee paid by", payer, reader),
    ...others.map((signer) => toAddressField("Also signed by", signer, reader)),
  ]
}

/** Describes one instruction. An unknown one shows its program and the digest of its data. */
const describeInstruction = (
  step: DecodedInstruction,
  opened: ResolvedTransaction,
  reader: InstructionContext,
): Explanation => {
  const told = (intent: string, fields: readonly ExplainedField[], sentence: string | null = null) => ({
    ...emptyExplanation,
    intent,
    interpolatedIntent: sentence,
    fields,
    digest: hashBytes(opened.messageBytes),
  })
  const place = (label: string, account: string) => toAddressField(label, account, reader)
  const holdingOf = (account: string) =>
    findHolding(opened, account, opened.decodedInstructions.indexOf(step))
  /** Returns the owner of a token account. */
  const person = (account: string) => holdingOf(account)?.owner ?? account
  const tokenOf = (account: string, token: string | null) => token ?? holdingOf(account)?.token ?? null
  const amount = (label: string, units: bigint, token: string | null) =>
    toTokenAmountField(label, units, token, reader)

  switch (step._tag) {
    case "PayNative": {
      const paid = toNativeField("Amount", step.amount, reader)
      const to = place("To", step.to)
      const from = step.from === reader.from ? [] : [place("From", step.from)]
      return told("Send", [paid, ...from, to], from.length > 0 ? null : `Send ${paid.text} to ${to.text}`)
    }
    case "PayToken": {
      const token = tokenOf(step.source, step.token)
      const paid = amount("Amount", step.amount, token)
      const to = place("To", person(step.destination))
      const owner = person(step.source)
      const from = owner === reader.from ? [] : [place("From", owner)]
      const kept = step.fee === null || step.fee === 0n ? [] : [amount("Token fee", step.fee, token)]
      const sentence = from.length > 0 ? null : `Send ${paid.text} to ${to.text}`
      return told("Send", [paid, ...kept, ...from, to], sentence)
    }
    case "Approve": {
      const token = tokenOf(step.account, step.token)
      return told("Approve", [place("Spender", step.spender), amount("Amount", step.amount, token)])
    }
    case "Revoke":
      return told("Revoke approval", [place("Token account", step.account)])
    case "Authorize":
      return told("Change authority", [
        place("Account", step.account),
        toTextField("Permission", step.what),
        step.to === null ? toTextField("New authority", "None") : place("New authority", step.to),
      ])
    case "Assign":
      return told("Transfer account ownership", [
        place("Account", step.account),
        place("To program", step.to),
      ])
    case "Close":
      return told("Close token account", [place("Account", step.account), place("Balance goes to", step.to)])
    case "Burn":
      return told("Burn", [amount("Amount", step.amount, step.token)])
    case "Mint":
      return told("Mint", [amount("Amount", step.amount, step.token), place("To", person(step.account))])
    case "MakeAccount":
      return told("Open account", [
        place("Account", step.account),
        place("For program", step.owner),
        toNativeField("Deposit", step.amount, reader),
      ])
    case "OpenHolding":
      return told("Open token account", [
        place("Account", step.account),
        place("For", step.owner),
        place("Token", step.token),
      ])
    case "SyncNative":
      return told("Wrap SOL", [place("Token account", step.account)])
    case "OpenStake":
      return told("Open stake", [
        place("Account", step.account),
        place("Who may stake", step.staker),
        place("Who may withdraw", step.withdrawer),
      ])
    case "DelegateStake":
      return told("Delegate stake", [place("Stake", step.account), place("Validator", step.validator)])
    case "StopStake":
      return told("Stop staking", [place("Stake", step.account)])
    case "SplitStake":
      return told("Split stake", [
        toNativeField("Amount", step.amount, reader),
        place("From", step.account),
        place("New stake", step.to),
      ])
    case "MergeStake":
      return told("Merge stakes", [place("From", step.account), place("To", step.to)])
    case "WithdrawStake":
      return told("Withdraw stake", [
        toNativeField("Amount", step.amount, reader),
        place("From", step.account),
        place("To", step.to),
      ])
    case "MakeAssociated":
      return told("Open token account", [place("For", step.owner), place("Token", step.token)])
    case "UseNonce":
      return told("Use a nonce", [place("Nonce", step.nonce)])
    case "Memo":
      return told("Memo", [toTextField("Memo", toWholeText(step.text))])
    case "Budget":
      return told("Set the fee", [])
    case "Unknown":
      return {
        ...emptyExplanation,
        contract: step.instruction.programAddress,
        digest: hashBytes(step.instruction.data),
      }
  }
}

const toTextField = (label: string, words: string): ExplainedField => ({
  label,
  text: words,
  value: { _tag: "Text" },
})

const toAddressField = (label: string, plain: string, { getName }: InstructionContext): ExplainedField => {
  const known = plain === "" ? null : getName(plain)
  const name = known === null ? null : sanitizeName(known)
  return plain === ""
    ? toTextField(label, "In an unreadable lookup table")
    : { label, text: name ?? plain, value: { _tag: "Address", address: plain, name } }
}

const toNativeField = (label: string, units: bigint, { network }: InstructionContext): ExplainedField => {
  const { decimals, symbol } = network.nativeCurrency
  return {
    label,
    text: `${formatAmount(units, decimals)} ${sanitizeLine(symbol, 32)}`,
    value: { _tag: "Amount", units, token: null, unlimited: false },
  }
}

const toTokenAmountField = (
  label: string,
  units: bigint,
  token: string | null,
  { tokens }: InstructionContext,
): ExplainedField => {
  if (token === null || token === "") return toTextField(label, `${units} base units of an unknown token`)
  const known = tokens.get(token)
  const unlimited = units === 2n ** 64n - 1n
  const symbol = formatSymbol(known?.symbol ?? "", token)
  return {
    label,
    text: unlimited
      ? `Unlimited ${symbol}`
      : known === undefined
        ? `${units} base units of ${token}`
        : `${formatAmount(units, known.decimals)} ${symbol}`,
    value: { _tag: "Amount", units, token, unlimited },
  }
}
