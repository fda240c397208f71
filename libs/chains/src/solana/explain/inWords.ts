import { sha256 } from "@noble/hashes/sha2.js"
import { base58 } from "@scure/base"
import { formatAmount, type Network } from "@wmodal/protocol"
import type { TokenDescription } from "../../contract/Actions.ts"
import type { ExplainedField, Explanation } from "../../contract/Explanation.ts"
import { unknown } from "../../explained/unknown.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { printableText } from "../../text/printableText.ts"
import { symbolText } from "../../text/symbolText.ts"
import { networkFee } from "../payment/networkFee.ts"
import { isDurable } from "../program/durable.ts"
import type { Opened } from "./Opened.ts"
import type { Step } from "./Step.ts"

/** Who reads it, and what they know. */
export interface Reader {
  readonly network: Network
  /** Plain address. */
  readonly from: string
  readonly nameOf: (address: string) => string | null
  readonly tokens: ReadonlyMap<string, TokenDescription>
}

/** Base58 of SHA-256, as hardware wallets show what they cannot read. */
export const digestOf = (bytes: Uint8Array): string => base58.encode(sha256(bytes))

/** Steps that are put into words; the rest is counted. */
const mostShown = 50

/** A transaction in words: by the one thing that it does, or step by step where it does several. */
export const inWords = (opened: Opened, reader: Reader): Explanation => {
  const { messageBytes, steps } = opened
  const main = steps.filter(({ _tag }) => !(_tag === "Budget" || _tag === "Memo" || _tag === "UseNonce"))
  // Making the recipient's account is a part of paying them.
  const deeds = main.length > 1 ? main.filter(({ _tag }) => _tag !== "MakeAssociated") : main
  const [only] = deeds
  const notes = notesOn(opened, reader)
  const value = steps.reduce(
    (sum, step) =>
      step._tag === "PayNative" && step.from === reader.from && step.to !== reader.from
        ? sum + step.amount
        : sum,
    0n,
  )
  const whole = { ...unknown, value, digest: digestOf(messageBytes) }
  if (only !== undefined && deeds.length === 1) {
    const told = stepInWords(only, opened, reader)
    return { ...told, ...whole, ...picked(told), fields: [...told.fields, ...notes] }
  }
  const strangers = new Set(main.flatMap((step) => (step._tag === "Unknown" ? step.instruction.program : [])))
  const [stranger] = strangers
  const shown = main.slice(0, mostShown).map((step, at): ExplainedField => {
    const call = stepInWords(step, opened, reader)
    return {
      label: `Step ${at + 1}`,
      text: call.intent ?? "Unknown instruction",
      value: { _tag: "Call", call },
    }
  })
  return {
    ...whole,
    intent: main.length === 0 ? "Nothing but a fee" : strangers.size > 0 ? null : "Several steps",
    contract: strangers.size === 1 ? (stranger ?? null) : null,
    fields: [
      ...shown,
      ...(main.length > mostShown ? [text("And more", `${main.length - mostShown} steps`)] : []),
      ...notes,
    ],
  }
}

const picked = ({ contract, intent, sentence }: Explanation) => ({ contract, intent, sentence })

const notesOn = (opened: Opened, reader: Reader): readonly ExplainedField[] => {
  const { instructions, message, steps } = opened
  const [payer = ""] = message.accounts
  const others = message.accounts.slice(0, message.signers).filter((signer) => signer !== reader.from)
  const fee = networkFee(message, instructions)
  return [
    ...steps.flatMap((step) => (step._tag === "Memo" ? [text("Memo", printableText(step.text, 1_000))] : [])),
    ...steps.flatMap((step) =>
      step._tag === "MakeAssociated" && step.owner !== reader.from
        ? [address("Opens an account for", step.owner, reader)]
        : [],
    ),
    ...(isDurable(message) ? [text("Valid", "Until its nonce is used, however long that takes")] : []),
    payer === reader.from
      ? native("Network fee", fee, reader)
      : address("Network fee paid by", payer, reader),
    ...others.filter((signer) => signer !== payer).map((signer) => address("Also signed by", signer, reader)),
  ]
}

/** One step. What nobody knows has its program and the digest of its data. */
const stepInWords = (step: Step, opened: Opened, reader: Reader): Explanation => {
  const told = (intent: string, fields: readonly ExplainedField[], sentence: string | null = null) => ({
    ...unknown,
    intent,
    sentence,
    fields,
    digest: digestOf(opened.messageBytes),
  })
  const place = (label: string, account: string) => address(label, account, reader)
  /** Of a token account: whose it is. */
  const person = (account: string) =>
    opened.holdings.get(account)?.owner ??
    opened.steps.flatMap((one) =>
      one._tag === "MakeAssociated" && one.account === account ? [one.owner] : [],
    )[0] ??
    account
  const tokenOf = (account: string, token: string | null) =>
    token ?? opened.holdings.get(account)?.token ?? null
  const amount = (label: string, units: bigint, token: string | null) =>
    tokenAmount(label, units, token, reader)

  switch (step._tag) {
    case "PayNative": {
      const paid = native("Amount", step.amount, reader)
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
      const kept = step.fee === null || step.fee === 0n ? [] : [amount("The token keeps", step.fee, token)]
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
      return told("Change who is in charge", [
        place("Account", step.account),
        text("May then", step.what),
        step.to === null ? text("New authority", "Nobody") : place("New authority", step.to),
      ])
    case "Assign":
      return told("Give the account away", [place("Account", step.account), place("To program", step.to)])
    case "Close":
      return told("Close token account", [place("Account", step.account), place("Rest goes to", step.to)])
    case "Burn":
      return told("Burn", [amount("Amount", step.amount, step.token)])
    case "MakeAccount":
      return told("Open account", [
        place("Account", step.account),
        place("For program", step.owner),
        native("Deposit", step.amount, reader),
      ])
    case "MakeAssociated":
      return told("Open token account", [place("For", step.owner), place("Token", step.token)])
    case "UseNonce":
      return told("Use a nonce", [place("Nonce", step.nonce)])
    case "Memo":
      return told("Memo", [text("Memo", printableText(step.text, 1_000))])
    case "Budget":
      return told("Set the fee", [])
    case "Unknown":
      return { ...unknown, contract: step.instruction.program, digest: digestOf(step.instruction.data) }
  }
}

const text = (label: string, words: string): ExplainedField => ({
  label,
  text: words,
  value: { _tag: "Text" },
})

const address = (label: string, plain: string, { nameOf }: Reader): ExplainedField => {
  const known = plain === "" ? null : nameOf(plain)
  const name = known === null ? null : sanitizeLine(known, 64)
  return plain === ""
    ? text(label, "In a table that nobody could read")
    : { label, text: name ?? plain, value: { _tag: "Address", address: plain, name } }
}

const native = (label: string, units: bigint, { network }: Reader): ExplainedField => {
  const { decimals, symbol } = network.nativeCurrency
  return {
    label,
    text: `${formatAmount(units, decimals)} ${sanitizeLine(symbol, 32)}`,
    value: { _tag: "Amount", units, token: null, unlimited: false },
  }
}

const tokenAmount = (
  label: string,
  units: bigint,
  token: string | null,
  { tokens }: Reader,
): ExplainedField => {
  if (token === null || token === "") return text(label, `${units} base units of an unknown token`)
  const known = tokens.get(token)
  const unlimited = units === 2n ** 64n - 1n
  const symbol = symbolText(known?.symbol ?? "", token)
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
