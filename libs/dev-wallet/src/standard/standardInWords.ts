import { printableText, sanitizeLine } from "@wmodal/chains"
import { inWhole, type Line, line, messageText, textLines } from "../Line.ts"
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
export const standardInWords = (
  request: StandardRequest,
): { readonly title: string; readonly lines: readonly Line[] } => {
  switch (request._tag) {
    case "ConnectAddresses":
      return {
        title: request.locked ? "Unlock the wallet and connect" : "Connect to this site",
        lines: [
          line("It may", "see these addresses and ask for signatures"),
          ...request.addresses.map(({ address, purpose }) =>
            line(purpose === undefined ? "Account" : purposes[purpose], short(address)),
          ),
          line("Chain", request.on),
        ],
      }
    case "SignBytes":
      return {
        title: "Sign a message",
        lines: [
          ...textLines("Message", messageText(request.message)),
          line("Account", short(request.address)),
          line("Chain", request.on),
        ],
      }
    case "SignIn":
      return {
        title: request.locked ? "Unlock the wallet and sign in" : "Sign in to this site",
        lines: [
          ...textLines("Message", request.text),
          line("It may", "see this address and ask for signatures"),
          line("Account", short(request.address)),
          line("Chain", request.on),
        ],
      }
    case "SendSolana":
    case "SignSolana":
      return solanaInWords(request)
    case "SendBitcoin":
    case "SignBitcoin":
      return bitcoinInWords(request)
  }
}

const purposes = { payment: "Payments", ordinals: "Ordinals" } as const

/** Addresses come from outside. The longest of these chains has 90 characters. */
const short = (address: string) => sanitizeLine(address, 120)

const handedOver = line("Beware", "Nothing is sent now. Whoever gets the signature can send it.")

const solanaInWords = (request: Extract<StandardRequest, { readonly _tag: "SendSolana" | "SignSolana" }>) => {
  const { _tag, address, network, transactions } = request
  const several = transactions.length > 1
  const what = several ? `${transactions.length} transactions` : "a transaction"
  return {
    title: _tag === "SendSolana" ? `Send ${what}` : `Sign ${what} without sending it`,
    lines: [
      ...transactions.flatMap((transaction, at) => {
        const lines = transactionLines(transaction, address, network)
        return several ? [line(`Transaction ${at + 1}`, `of ${transactions.length}`), ...lines] : lines
      }),
      ...(_tag === "SignSolana" ? [handedOver] : []),
      line("Account", short(address)),
      line("Network", network.name),
    ],
  }
}

const transactionLines = (
  { feePayer, isDurable, maxFee, steps }: AskedTransaction,
  address: string,
  network: StandardNetwork,
): readonly Line[] => [
  ...steps.flatMap((step) => stepLines(step, address, network)),
  ...(steps.length === 0 ? [line("It does", "nothing")] : []),
  feePayer === address
    ? line("Fee at most", inWhole(maxFee, network.currency))
    : line("Fee", `paid by ${short(feePayer)}`),
  ...(isDurable ? [line("Beware", "It does not expire: it can be sent at any time.")] : []),
]

const stepLines = (step: SolanaStep, address: string, network: StandardNetwork): readonly Line[] => {
  switch (step._tag) {
    case "SendSol":
      return [
        ...(step.from === address ? [] : [line("From", short(step.from))]),
        line("To", short(step.to)),
        line("Amount", inWhole(step.amount, network.currency)),
      ]
    case "SendToken": {
      const { amount, decimals, mint, symbol } = step
      return [
        line("From token account", short(step.from)),
        line("To token account", short(step.to)),
        line(
          "Amount",
          decimals === null
            ? `${amount} base units`
            : inWhole(amount, { decimals, symbol: symbol ?? "" }).trim(),
        ),
        line(
          "Token",
          mint === null
            ? "that of the token account"
            : symbol === null
              ? `${short(mint)} (not known to this wallet)`
              : `${sanitizeLine(symbol, 16)}, ${short(mint)}`,
        ),
      ]
    }
    case "Approve":
      return [
        line("Lets", short(step.delegate)),
        line("Take at most", `${step.amount} base units`),
        line("From token account", short(step.from)),
      ]
    case "SetAuthority":
      return [
        line("Gives away", `token account ${short(step.account)}`),
        line("To", step.to === null ? "nobody" : short(step.to)),
      ]
    case "CloseAccount":
      return [
        line("Closes", `token account ${short(step.account)}`),
        line("Its rent goes to", short(step.to)),
      ]
    case "OpenAccount":
      return [
        line("Opens", `token account ${short(step.account)}`),
        line("For", short(step.owner)),
        line("Of token", short(step.mint)),
        // What the rent of 165 bytes is; a token with extensions takes some more.
        line(
          "Its rent",
          step.payer === address ? "0.002 SOL or a little more, paid by you" : `paid by ${short(step.payer)}`,
        ),
      ]
    case "Note":
      return textLines("Note", step.text)
    case "Other":
      return [
        line("Calls", `program ${short(step.program)}`),
        ...(step.data === "0x" ? [] : [line("Data", printableText(step.data, 400))]),
      ]
  }
}

const bitcoinInWords = (
  request: Extract<StandardRequest, { readonly _tag: "SendBitcoin" | "SignBitcoin" }>,
) => {
  const { _tag, fee, inputs, network, outputs } = request
  const coins = (amount: string) => inWhole(amount, network.currency)
  const leaving = outputs.filter(({ isOwn }) => !isOwn)
  const back = outputs.filter(({ isOwn }) => isOwn)
  const signedBy = inputs.filter(({ sighash }) => sighash !== null)
  const others = inputs.length - signedBy.length
  return {
    title: _tag === "SendBitcoin" ? "Send bitcoin" : "Sign a transaction without sending it",
    lines: [
      ...leaving.flatMap(({ address, amount, script }) => [
        line("To", recipient(address, script)),
        line("Amount", coins(amount)),
      ]),
      ...(leaving.length === 0 ? [line("To", "yourself alone")] : []),
      line("Fee", fee === null ? "not known: others put in coins too" : coins(fee)),
      ...signedBy.map(({ address, amount }) =>
        line("Spends", `${amount === null ? "a coin" : coins(amount)} of ${address ?? "a script"}`),
      ),
      ...(others === 0 ? [] : [line("With", `${others} ${others === 1 ? "coin" : "coins"} of others`)]),
      ...back.map(({ address, amount, script }) =>
        line("Back to you", `${coins(amount)} at ${recipient(address, script)}`),
      ),
      ...bewares(signedBy),
      ...(_tag === "SignBitcoin" ? [handedOver] : []),
      line("Network", network.name),
    ],
  }
}

const recipient = (address: string | null, script: AskedOutput["script"]) =>
  address ??
  (script.startsWith("0x6a")
    ? `a note: ${printableText(script, 200)}`
    : `a script: ${printableText(script, 200)}`)

/** What a signature leaves open, in words; `null` where it covers everything. */
const openEnded: Readonly<Record<Sighash, string | null>> = {
  DEFAULT: null,
  ALL: null,
  NONE: "The signature does not say where the coins go: whoever gets it decides.",
  SINGLE: "The signature covers one recipient alone: the others can be changed by whoever gets it.",
  "ALL|ANYONECANPAY": "Others can put in coins, and make the fee higher.",
  "NONE|ANYONECANPAY": "The signature lets whoever gets it take these coins.",
  "SINGLE|ANYONECANPAY": "The signature covers one coin and one recipient alone: all else can be changed.",
}

const bewares = (inputs: readonly AskedInput[]): readonly Line[] =>
  [...new Set(inputs.flatMap(({ sighash }) => (sighash === null ? [] : (openEnded[sighash] ?? []))))].map(
    (text) => line("Beware", text),
  )
