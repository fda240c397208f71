import { sanitizeLine, sanitizeText } from "@wmodal/chains"
import { decodeMessageText, formatDecimal, type Line, makeLine, makeTextLines } from "../Line.ts"
import type {
  AskedInput,
  AskedOutput,
  AskedTransaction,
  Sighash,
  SolanaStep,
  StandardNetwork,
  StandardRequest,
} from "./StandardRequest.ts"

/** A request on Solana or Bitcoin, as a person reads it. */
export const describeStandardRequest = (
  request: StandardRequest,
): { readonly title: string; readonly lines: readonly Line[] } => {
  switch (request._tag) {
    case "ConnectAddresses":
      return {
        title: request.locked ? "Unlock the wallet and connect" : "Connect to this site",
        lines: [
          makeLine("It may", "see these addresses and ask for signatures"),
          ...request.addresses.map(({ address, purpose }) =>
            makeLine(purpose === undefined ? "Account" : purposes[purpose], shortenAddress(address)),
          ),
          makeLine("Chain", request.on),
        ],
      }
    case "SignBytes":
      return {
        title: "Sign a message",
        lines: [
          ...makeTextLines("Message", decodeMessageText(request.message)),
          makeLine("Account", shortenAddress(request.address)),
          makeLine("Chain", request.on),
        ],
      }
    case "SignIn":
      return {
        title: request.locked ? "Unlock the wallet and sign in" : "Sign in to this site",
        lines: [
          ...makeTextLines("Message", request.text),
          makeLine("It may", "see this address and ask for signatures"),
          makeLine("Account", shortenAddress(request.address)),
          makeLine("Chain", request.on),
        ],
      }
    case "SendSolana":
    case "SignSolana":
      return describeSolanaRequest(request)
    case "SendBitcoin":
    case "SignBitcoin":
      return describeBitcoinRequest(request)
  }
}

const purposes = { payment: "Payments", ordinals: "Ordinals" } as const

/** Addresses come from outside. The longest of these chains has 90 characters. */
const shortenAddress = (address: string) => sanitizeLine(address, 120)

const signedOnlyWarning = makeLine("Beware", "Nothing is sent now. Whoever gets the signature can send it.")

const describeSolanaRequest = (
  request: Extract<StandardRequest, { readonly _tag: "SendSolana" | "SignSolana" }>,
) => {
  const { _tag, address, network, transactions } = request
  const several = transactions.length > 1
  const what = several ? `${transactions.length} transactions` : "a transaction"
  return {
    title: _tag === "SendSolana" ? `Send ${what}` : `Sign ${what} without sending it`,
    lines: [
      ...transactions.flatMap((transaction, at) => {
        const lines = describeTransaction(transaction, address, network)
        return several ? [makeLine(`Transaction ${at + 1}`, `of ${transactions.length}`), ...lines] : lines
      }),
      ...(_tag === "SignSolana" ? [signedOnlyWarning] : []),
      makeLine("Account", shortenAddress(address)),
      makeLine("Network", network.name),
    ],
  }
}

const describeTransaction = (
  { feePayer, isDurable, maxFee, steps }: AskedTransaction,
  address: string,
  network: StandardNetwork,
): readonly Line[] => [
  ...steps.flatMap((step) => describeStep(step, address, network)),
  ...(steps.length === 0 ? [makeLine("It does", "nothing")] : []),
  feePayer === address
    ? makeLine("Fee at most", formatDecimal(maxFee, network.currency))
    : makeLine("Fee", `paid by ${shortenAddress(feePayer)}`),
  ...(isDurable ? [makeLine("Beware", "It does not expire: it can be sent at any time.")] : []),
]

const describeStep = (step: SolanaStep, address: string, network: StandardNetwork): readonly Line[] => {
  switch (step._tag) {
    case "SendSol":
      return [
        ...(step.from === address ? [] : [makeLine("From", shortenAddress(step.from))]),
        makeLine("To", shortenAddress(step.to)),
        makeLine("Amount", formatDecimal(step.amount, network.currency)),
      ]
    case "SendToken": {
      const { amount, decimals, mint, symbol } = step
      return [
        makeLine("From token account", shortenAddress(step.from)),
        makeLine("To token account", shortenAddress(step.to)),
        makeLine(
          "Amount",
          decimals === null
            ? `${amount} base units`
            : formatDecimal(amount, { decimals, symbol: symbol ?? "" }).trim(),
        ),
        makeLine(
          "Token",
          mint === null
            ? "that of the token account"
            : symbol === null
              ? `${shortenAddress(mint)} (not known to this wallet)`
              : `${sanitizeLine(symbol, 16)}, ${shortenAddress(mint)}`,
        ),
      ]
    }
    case "Approve":
      return [
        makeLine("Lets", shortenAddress(step.delegate)),
        makeLine("Take at most", `${step.amount} base units`),
        makeLine("From token account", shortenAddress(step.from)),
      ]
    case "SetAuthority":
      return [
        makeLine("Gives away", `token account ${shortenAddress(step.account)}`),
        makeLine("To", step.to === null ? "nobody" : shortenAddress(step.to)),
      ]
    case "CloseAccount":
      return [
        makeLine("Closes", `token account ${shortenAddress(step.account)}`),
        makeLine("Its rent goes to", shortenAddress(step.to)),
      ]
    case "OpenAccount":
      return [
        makeLine("Opens", `token account ${shortenAddress(step.account)}`),
        makeLine("For", shortenAddress(step.owner)),
        makeLine("Of token", shortenAddress(step.mint)),
        // What the rent of 165 bytes is; a token with extensions takes some more.
        makeLine(
          "Its rent",
          step.payer === address
            ? "0.002 SOL or a little more, paid by you"
            : `paid by ${shortenAddress(step.payer)}`,
        ),
      ]
    case "Note":
      return makeTextLines("Note", step.text)
    case "Other":
      return [
        makeLine("Calls", `program ${shortenAddress(step.program)}`),
        ...(step.data === "0x" ? [] : [makeLine("Data", sanitizeText(step.data, 400))]),
      ]
  }
}

const describeBitcoinRequest = (
  request: Extract<StandardRequest, { readonly _tag: "SendBitcoin" | "SignBitcoin" }>,
) => {
  const { _tag, fee, inputs, network, outputs } = request
  const coins = (amount: string) => formatDecimal(amount, network.currency)
  const leaving = outputs.filter(({ isOwn }) => !isOwn)
  const back = outputs.filter(({ isOwn }) => isOwn)
  const signedBy = inputs.filter(({ sighash }) => sighash !== null)
  const others = inputs.length - signedBy.length
  return {
    title: _tag === "SendBitcoin" ? "Send bitcoin" : "Sign a transaction without sending it",
    lines: [
      ...leaving.flatMap(({ address, amount, script }) => [
        makeLine("To", describeRecipient(address, script)),
        makeLine("Amount", coins(amount)),
      ]),
      ...(leaving.length === 0 ? [makeLine("To", "yourself alone")] : []),
      makeLine("Fee", fee === null ? "not known: others put in coins too" : coins(fee)),
      ...signedBy.map(({ address, amount }) =>
        makeLine("Spends", `${amount === null ? "a coin" : coins(amount)} of ${address ?? "a script"}`),
      ),
      ...(others === 0 ? [] : [makeLine("With", `${others} ${others === 1 ? "coin" : "coins"} of others`)]),
      ...back.map(({ address, amount, script }) =>
        makeLine("Back to you", `${coins(amount)} at ${describeRecipient(address, script)}`),
      ),
      ...describeWarnings(signedBy),
      ...(_tag === "SignBitcoin" ? [signedOnlyWarning] : []),
      makeLine("Network", network.name),
    ],
  }
}

const describeRecipient = (address: string | null, script: AskedOutput["script"]) =>
  address ??
  (script.startsWith("0x6a")
    ? `a note: ${sanitizeText(script, 200)}`
    : `a script: ${sanitizeText(script, 200)}`)

/** What a signature leaves open, in words; `null` where it covers everything. */
const sighashWarnings: Readonly<Record<Sighash, string | null>> = {
  DEFAULT: null,
  ALL: null,
  NONE: "The signature does not say where the coins go: whoever gets it decides.",
  SINGLE: "The signature covers one recipient alone: the others can be changed by whoever gets it.",
  "ALL|ANYONECANPAY": "Others can put in coins, and make the fee higher.",
  "NONE|ANYONECANPAY": "The signature lets whoever gets it take these coins.",
  "SINGLE|ANYONECANPAY": "The signature covers one coin and one recipient alone: all else can be changed.",
}

const describeWarnings = (inputs: readonly AskedInput[]): readonly Line[] =>
  [
    ...new Set(inputs.flatMap(({ sighash }) => (sighash === null ? [] : (sighashWarnings[sighash] ?? [])))),
  ].map((text) => makeLine("Beware", text))
