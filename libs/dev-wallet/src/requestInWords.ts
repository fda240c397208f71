import { printableText, sanitizeLine } from "@wmodal/chains"
import type { ApprovalRequest, CallsOutcome, EvmRequest } from "./ApprovalRequest.ts"
import { callLines, callSentence, coinsInWords } from "./callInWords.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import { type Line, line, messageText, textLines } from "./Line.ts"
import { standardInWords } from "./standard/standardInWords.ts"
import { signedPart, typedDataFrom } from "./typedData.ts"

/** A request as a person reads it. All text is safe to show: bounded, and free of deceiving characters. */
export interface RequestInWords {
  readonly title: string
  /** Who asks. */
  readonly origin: string
  readonly lines: readonly Line[]
}

export const requestInWords = (request: ApprovalRequest): RequestInWords => ({
  // The longest that a browser has: the end of a host's name says whose it is.
  origin: sanitizeLine(request.origin, 300),
  ...wordsOf(request),
})

const wordsOf = (request: ApprovalRequest) => {
  switch (request._tag) {
    case "ConnectAddresses":
    case "SignBytes":
    case "SignIn":
    case "SendSolana":
    case "SignSolana":
    case "SendBitcoin":
    case "SignBitcoin":
      return standardInWords(request)
    default:
      return evmInWords(request)
  }
}

const evmInWords = (request: EvmRequest): Omit<RequestInWords, "origin"> => {
  const network = line("Network", inWords(request.network))
  switch (request._tag) {
    case "Connect":
      return {
        title: request.locked ? "Unlock the wallet and connect" : "Connect to this site",
        lines: [
          line("It may", "see your accounts and ask for signatures"),
          line("Account", request.account),
          network,
        ],
      }
    case "SignMessage":
      return {
        title: "Sign a message",
        lines: [
          ...textLines("Message", messageText(request.message)),
          line("Account", request.account),
          network,
        ],
      }
    case "SignTypedData":
      return {
        title: "Sign typed data",
        lines: [
          ...textLines("Data", typedDataText(request.typedData)),
          line("Account", request.account),
          network,
        ],
      }
    case "SendTransaction":
    case "SignTransaction":
      return {
        title: transactionTitle(request),
        lines: [
          ...callLines(request, request.network),
          line("Fee at most", coinsInWords(request.maxFee, request.network)),
          ...(request._tag === "SignTransaction"
            ? [line("Beware", "Nothing is sent now. Whoever gets the signature can send it at any time.")]
            : []),
          line("Account", request.account),
          network,
        ],
      }
    case "SendCalls":
      return {
        title: `Send ${request.calls.length} ${request.calls.length === 1 ? "call" : "calls"} as one transaction`,
        lines: [
          ...request.calls.map((call, index) =>
            line(`Call ${index + 1}`, callSentence(call, request.network)),
          ),
          line("Together", "All of them happen, or none."),
          ...(request.upgrade === null
            ? []
            : [line("Upgrade", `Your account will run the code of ${request.upgrade} from now on.`)]),
          line("Fee at most", coinsInWords(request.maxFee, request.network)),
          line("Account", request.account),
          network,
        ],
      }
    case "ShowCalls":
      return {
        title: "What became of your calls",
        lines: [
          line("Status", outcomes[request.outcome]),
          line("Transaction", request.hash),
          line("Account", request.account),
          network,
        ],
      }
    case "SwitchNetwork":
      return {
        title: "Switch network",
        lines: [line("From", inWords(request.network)), line("To", inWords(request.to))],
      }
    case "AddNetwork":
      return {
        title: "Add a network and switch to it",
        lines: [
          line("Network", inWords(request.to)),
          line("Its nodes", printableText(request.to.rpcUrls.join("\n"), 1000)),
        ],
      }
  }
}

const outcomes: Readonly<Record<CallsOutcome, string>> = {
  pending: "Waiting for a block.",
  confirmed: "Done.",
  dropped: "Not done: another transaction took its place.",
  reverted: "Failed: none of the calls happened.",
}

const transactionTitle = ({
  _tag,
  to,
}: Extract<ApprovalRequest, { readonly maxFee: string; readonly to: unknown }>) => {
  const what = to === null ? "the deployment of a contract" : "a transaction"
  if (_tag === "SignTransaction") return `Sign ${what} without sending it`
  return to === null ? "Deploy a contract" : "Send a transaction"
}

const inWords = ({ chainId, name }: DevNetwork) => `${sanitizeLine(name, 64)} (${chainId})`

const typedDataText = (text: string): string => {
  const typedData = typedDataFrom(text)
  return typedData === null ? text : JSON.stringify(signedPart(typedData), null, 2)
}
