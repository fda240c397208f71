import { sanitizeLine, sanitizeText } from "@wmodal/chains"
import type { ApprovalRequest, CallsOutcome, EvmRequest } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import { describeCall, formatNativeAmount, summarizeCall } from "./describeCall.ts"
import { makeMessageLine, makePromptLine, makeTextLine, type PromptLine } from "./PromptLine.ts"
import type { PromptAct } from "./review/RequestReview.ts"
import { describeStandardRequest } from "./standard/describeStandardRequest.ts"
import { decodeTypedData, pickSignedFields } from "./typedData.ts"

/** A request as shown to the user. All text is safe to display: bounded, and free of deceptive characters. */
export interface RequestDescription {
  readonly title: string
  /** The requester. */
  readonly origin: string
  readonly lines: readonly PromptLine[]
  /** The warnings, each of which needs an act of its own. */
  readonly acts: readonly PromptAct[]
}

/** Describes a request for its prompt. */
export const describeRequest = (request: ApprovalRequest): RequestDescription => {
  const { lines, title } = describeByKind(request)
  return {
    title,
    // The maximum length of an origin in browsers. The end of a host name identifies its owner, so it must stay
    // visible.
    origin: sanitizeLine(request.origin, 300),
    lines: [...(request.review?.lines ?? []), ...lines],
    acts: request.review?.acts ?? [],
  }
}

const describeByKind = (request: ApprovalRequest): Omit<RequestDescription, "acts" | "origin"> => {
  switch (request._tag) {
    case "ConnectAddresses":
    case "SignBytes":
    case "SignIn":
    case "SendSolana":
    case "SignSolana":
    case "SendBitcoin":
    case "SignBitcoin":
    case "SignPolkadot":
      return describeStandardRequest(request)
    default:
      return describeEvmRequest(request)
  }
}

const describeEvmRequest = (request: EvmRequest): Omit<RequestDescription, "acts" | "origin"> => {
  const network = makePromptLine("Network", formatNetwork(request.network))
  switch (request._tag) {
    case "Connect":
      return {
        title: request.locked ? "Unlock the wallet and connect" : "Connect to this site",
        lines: [
          makePromptLine("Permissions", "view your accounts and request signatures"),
          makePromptLine("Account", request.account),
          network,
        ],
      }
    case "SignMessage":
      return {
        title: "Sign a message",
        lines: [makeMessageLine(request.message), makePromptLine("Account", request.account), network],
      }
    case "SignTypedData":
      return {
        title: "Sign typed data",
        lines: [
          makeTextLine("Data", formatTypedData(request.typedData)),
          makePromptLine("Account", request.account),
          network,
        ],
      }
    case "SignTypedValues":
      return {
        title: "Sign typed data",
        lines: [
          ...request.values.map(({ name, value }) => makeTextLine(sanitizeLine(name, 64), String(value))),
          makePromptLine("Account", request.account),
          network,
        ],
      }
    case "WatchAsset":
      return {
        title: "List a token",
        lines: [
          makePromptLine("Token", request.token),
          makePromptLine("Symbol, as the site says", request.symbol),
          ...(request.decimals === null
            ? []
            : [makePromptLine("Decimals, as the site says", `${request.decimals}`)]),
          network,
        ],
      }
    case "SendTransaction":
    case "SignTransaction":
      return {
        title: getTransactionTitle(request),
        lines: [
          ...describeCall(request, request.network),
          makePromptLine("Max fee", formatNativeAmount(request.maxFee, request.network)),
          ...(request._tag === "SignTransaction"
            ? [
                makePromptLine(
                  "Beware",
                  "Nothing is sent now. Anyone with the signature can send it at any time.",
                ),
              ]
            : []),
          makePromptLine("Account", request.account),
          network,
        ],
      }
    case "SendCalls":
      return {
        title: `Send ${request.calls.length} ${request.calls.length === 1 ? "call" : "calls"} as one transaction`,
        lines: [
          ...request.calls.map((call, index) =>
            makePromptLine(`Call ${index + 1}`, summarizeCall(call, request.network)),
          ),
          makePromptLine("Together", "All calls succeed, or none."),
          ...(request.upgrade === null
            ? []
            : [makePromptLine("Upgrade", `Your account will run the code of ${request.upgrade}.`)]),
          makePromptLine("Max fee", formatNativeAmount(request.maxFee, request.network)),
          makePromptLine("Account", request.account),
          network,
        ],
      }
    case "ShowCalls":
      return {
        title: "Status of your calls",
        lines: [
          makePromptLine("Status", outcomes[request.outcome]),
          makePromptLine("Transaction", request.hash),
          makePromptLine("Account", request.account),
          network,
        ],
      }
    case "SwitchNetwork":
      return {
        title: "Switch network",
        lines: [
          makePromptLine("From", formatNetwork(request.network)),
          makePromptLine("To", formatNetwork(request.to)),
        ],
      }
    case "AddNetwork":
      return {
        title: "Add a network and switch to it",
        lines: [
          makePromptLine("Network", formatNetwork(request.to)),
          makePromptLine("RPC URLs", sanitizeText(request.to.rpcUrls.join("\n"), 1000)),
        ],
      }
  }
}

const outcomes: Readonly<Record<CallsOutcome, string>> = {
  pending: "Waiting for confirmation.",
  confirmed: "Done.",
  dropped: "Replaced by another transaction.",
  reverted: "Failed: no call was executed.",
}

const getTransactionTitle = ({
  _tag,
  to,
}: Extract<ApprovalRequest, { readonly maxFee: string; readonly to: unknown }>) => {
  const what = to === null ? "the deployment of a contract" : "a transaction"
  if (_tag === "SignTransaction") return `Sign ${what} without sending it`
  return to === null ? "Deploy a contract" : "Send a transaction"
}

const formatNetwork = ({ chainId, name }: DevNetwork) => `${sanitizeLine(name, 64)} (${chainId})`

const formatTypedData = (text: string): string => {
  const typedData = decodeTypedData(text)
  return typedData === null ? text : JSON.stringify(pickSignedFields(typedData), null, 2)
}
