import { sanitizeLine } from "@wmodal/chains"
import { describePolkadotPayload } from "@wmodal/chains/internal"
import {
  formatDecimal,
  makeMessageLine,
  makePromptLine,
  makeTextLine,
  type PromptLine,
} from "../PromptLine.ts"
import { networksByChain } from "./networksByChain.ts"
import type {
  AskedInput,
  AskedOutput,
  RequestedTransaction,
  Sighash,
  SolanaStep,
  StandardNetwork,
  StandardRequest,
} from "./StandardRequest.ts"

/** Describes a request on Solana or Bitcoin for the user. */
export const describeStandardRequest = (
  request: StandardRequest,
): { readonly title: string; readonly lines: readonly PromptLine[] } => {
  switch (request._tag) {
    case "ConnectAddresses":
      return {
        title: request.locked ? "Unlock the wallet and connect" : "Connect to this site",
        lines: [
          makePromptLine("Permissions", "view these addresses and request signatures"),
          ...request.addresses.map(({ address, purpose }) =>
            makePromptLine(purpose === undefined ? "Account" : purposes[purpose], shortenAddress(address)),
          ),
          makePromptLine("Chain", request.on),
        ],
      }
    case "SignBytes":
      return {
        title: "Sign a message",
        lines: [
          makeMessageLine(request.message),
          makePromptLine("Account", shortenAddress(request.address)),
          makePromptLine("Chain", request.on),
        ],
      }
    case "SignIn":
      return {
        title: request.locked ? "Unlock the wallet and sign in" : "Sign in to this site",
        lines: [
          makeTextLine("Message", request.text),
          makePromptLine("Permissions", "view this address and request signatures"),
          makePromptLine("Account", shortenAddress(request.address)),
          makePromptLine("Chain", request.on),
        ],
      }
    case "SendSolana":
    case "SignSolana":
      return describeSolanaRequest(request)
    case "SendBitcoin":
    case "SignBitcoin":
      return describeBitcoinRequest(request)
    case "SignPolkadot":
      return {
        title: "Sign a transaction without sending it",
        lines: [
          ...describePolkadotPayload(request.payload, networksByChain[request.network.chain]).map(
            ({ label, text }) => makePromptLine(label, text),
          ),
          signedOnlyWarning,
          makePromptLine("Account", shortenAddress(request.address)),
          makePromptLine("Network", request.network.name),
        ],
      }
  }
}

const purposes = { payment: "Payments", ordinals: "Ordinals" } as const

/** Addresses are untrusted. The longest on these chains has 90 characters. */
const shortenAddress = (address: string) => sanitizeLine(address, 120)

const signedOnlyWarning = makePromptLine(
  "Beware",
  "Nothing is sent now. Anyone with the signature can send it.",
)

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
        return several
          ? [makePromptLine(`Transaction ${at + 1}`, `of ${transactions.length}`), ...lines]
          : lines
      }),
      ...(_tag === "SignSolana" ? [signedOnlyWarning] : []),
      makePromptLine("Account", shortenAddress(address)),
      makePromptLine("Network", network.name),
    ],
  }
}

const describeTransaction = (
  { feePayer, isDurable, maxFee, steps }: RequestedTransaction,
  address: string,
  network: StandardNetwork,
): readonly PromptLine[] => [
  ...steps.flatMap((step) => describeStep(step, address, network)),
  ...(steps.length === 0 ? [makePromptLine("Effect", "none")] : []),
  feePayer === address
    ? makePromptLine("Max fee", formatDecimal(maxFee, network.currency))
    : makePromptLine("Fee", `paid by ${shortenAddress(feePayer)}`),
  ...(isDurable ? [makePromptLine("Beware", "It does not expire. It can be sent at any time.")] : []),
]

const describeStep = (step: SolanaStep, address: string, network: StandardNetwork): readonly PromptLine[] => {
  switch (step._tag) {
    case "SendSol":
      return [
        ...(step.from === address ? [] : [makePromptLine("From", shortenAddress(step.from))]),
        makePromptLine("To", shortenAddress(step.to)),
        makePromptLine("Amount", formatDecimal(step.amount, network.currency)),
      ]
    case "SendToken": {
      const { amount, decimals, mint, symbol } = step
      return [
        makePromptLine("From token account", shortenAddress(step.from)),
        makePromptLine("To token account", shortenAddress(step.to)),
        makePromptLine(
          "Amount",
          decimals === null
            ? `${amount} base units`
            : formatDecimal(amount, { decimals, symbol: symbol ?? "" }).trim(),
        ),
        makePromptLine(
          "Token",
          mint === null
            ? "the token account's token"
            : symbol === null
              ? `${shortenAddress(mint)} (unknown to this wallet)`
              : `${sanitizeLine(symbol, 16)}, ${shortenAddress(mint)}`,
        ),
      ]
    }
    case "Approve":
      return [
        makePromptLine("Spender", shortenAddress(step.delegate)),
        makePromptLine("Spending limit", `${step.amount} base units`),
        makePromptLine("From token account", shortenAddress(step.from)),
      ]
    case "SetAuthority":
      return [
        makePromptLine("Transfers ownership of", `token account ${shortenAddress(step.account)}`),
        makePromptLine("To", step.to === null ? "none (authority removed)" : shortenAddress(step.to)),
      ]
    case "CloseAccount":
      return [
        makePromptLine("Closes", `token account ${shortenAddress(step.account)}`),
        makePromptLine("Rent goes to", shortenAddress(step.to)),
      ]
    case "OpenAccount":
      return [
        makePromptLine("Opens", `token account ${shortenAddress(step.account)}`),
        makePromptLine("For", shortenAddress(step.owner)),
        makePromptLine("Token", shortenAddress(step.mint)),
        // The rent of 165 bytes. A token with extensions needs more.
        makePromptLine(
          "Rent",
          step.payer === address ? "about 0.002 SOL, paid by you" : `paid by ${shortenAddress(step.payer)}`,
        ),
      ]
    case "Note":
      return [makeTextLine("Note", step.text)]
    case "Other":
      return [
        makePromptLine("Calls", `program ${shortenAddress(step.program)}`),
        ...(step.data === "0x" ? [] : [makePromptLine("Data", step.data)]),
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
        makePromptLine("To", describeRecipient(address, script)),
        makePromptLine("Amount", coins(amount)),
      ]),
      ...(leaving.length === 0 ? [makePromptLine("To", "only your own addresses")] : []),
      makePromptLine("Fee", fee === null ? "unknown: other parties add inputs" : coins(fee)),
      ...signedBy.map(({ address, amount }) =>
        makePromptLine("Spends", `${amount === null ? "a UTXO" : coins(amount)} of ${address ?? "a script"}`),
      ),
      ...(others === 0
        ? []
        : [makePromptLine("With", `${others} ${others === 1 ? "input" : "inputs"} of other parties`)]),
      ...back.map(({ address, amount, script }) =>
        makePromptLine("Change", `${coins(amount)} at ${describeRecipient(address, script)}`),
      ),
      ...describeWarnings(signedBy),
      ...(_tag === "SignBitcoin" ? [signedOnlyWarning] : []),
      makePromptLine("Network", network.name),
    ],
  }
}

const describeRecipient = (address: string | null, script: AskedOutput["script"]) =>
  address ?? (script.startsWith("0x6a") ? `a note: ${script}` : `a script: ${script}`)

/** The warning for each sighash that does not cover the whole transaction; `null` for the others. */
const sighashWarnings: Readonly<Record<Sighash, string | null>> = {
  DEFAULT: null,
  ALL: null,
  NONE: "The signature covers no recipient. Anyone with it can choose where the coins go.",
  SINGLE: "The signature covers only one recipient. Anyone with it can change the others.",
  "ALL|ANYONECANPAY": "Other parties can add inputs and raise the fee.",
  "NONE|ANYONECANPAY": "Anyone with the signature can take these coins.",
  "SINGLE|ANYONECANPAY":
    "The signature covers only one input and one recipient. Everything else can be changed.",
}

const describeWarnings = (inputs: readonly AskedInput[]): readonly PromptLine[] =>
  [
    ...new Set(inputs.flatMap(({ sighash }) => (sighash === null ? [] : (sighashWarnings[sighash] ?? [])))),
  ].map((text) => makePromptLine("Beware", text))
