import type { ReviewedRequest, WalletRequest } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import { EngineError, type SiwxError } from "@wmodal/core"
import { describeRequest } from "@wmodal/dev-wallet"
import { type CaipAddress, type Network, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError, usageError } from "../failure/CliError.ts"
import { confirmReview, requireApprover } from "../operations/confirmReview.ts"
import { makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import { getTags } from "../payments/warnings.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { isKeyFromStdin, openForSigning, singleStdinError } from "../session/openForSigning.ts"
import type { OpenSession } from "../session/openSession.ts"
import { describeDanger, toDangerPrompts } from "../signing/dangers.ts"
import { toExplanationDocument, toExplanationFields } from "../signing/explanation.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import { makeApprover } from "../wallet/approver.ts"
import { origin } from "../wallet/openWallet.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

type PlanOf<Tag> = Extract<CommandPlan, { readonly _tag: Tag }>
type SignPlan = PlanOf<"SignMessage" | "SignTypedData" | "SignSiwx">

export const signMessage = (plan: PlanOf<"SignMessage">, context: Context): EngineCommand =>
  sign(plan, context, {
    title: "Sign message",
    content: () => (plan.text === "-" ? readStdin(context) : Effect.succeed(plan.text)),
    fromStdin: plan.text === "-",
    line: `wmodal sign message ${plan.text.length > 200 ? "<text>" : quoteWord(plan.text)}`,
  })

export const signTypedData = (plan: PlanOf<"SignTypedData">, context: Context): EngineCommand => {
  const fromStdin = plan.file === "-"
  const notJson = configError(
    `${fromStdin ? "stdin" : plan.file} is not JSON.`,
    "Pass EIP-712 typed data as JSON.",
  )
  return sign(plan, context, {
    title: "Sign typed data",
    content: () =>
      Effect.filterOrFail(fromStdin ? readStdin(context) : readFile(plan.file), isJson, () => notJson),
    fromStdin,
    line: `wmodal sign typed-data ${quoteWord(plan.file)}`,
  })
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What is signed, and what follows. */
interface SignatureRequest {
  readonly title: string
  readonly content: (open: OpenSession) => Effect.Effect<string, CliError | SiwxError>
  readonly fromStdin: boolean
  /** The command that repeats the request. */
  readonly line: string
  /** Hands the signature on. @returns further members of the JSON result */
  readonly deliver?: (content: string, signature: string) => Effect.Effect<object, SiwxError>
}

/** Explains a request, asks for its warnings, and prints its signature. */
export const sign = (plan: SignPlan, context: Context, what: SignatureRequest): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts } = context
    yield* requireApprover(context, plan, `${what.line} --yes`)
    if (what.fromStdin && facts.stdin.isTTY === true)
      return yield* usageError(
        "Nothing to sign: pass an argument or pipe it in.",
        `${what.line}, or pipe it in`,
      )
    if (what.fromStdin && isKeyFromStdin(plan.key)) return yield* singleStdinError
    const reviewed = makeApprovalGrant(makeApprover(plan, context))
    const open = yield* openForSigning(context, { key: plan.key, yes: plan.yes, reviewed })
    const { account } = open.connected
    const network = SubscriptionRef.getUnsafe(open.engine.networks.selected)
    const isTypedData = plan._tag === "SignTypedData"
    if (isTypedData && !chainRules[network.chainNamespace].signsTypedData)
      return yield* usageError(
        `Typed data requires an EVM network; the current one is ${network.name}.`,
        "Select an EVM network: --network eip155:1",
      )
    const content = yield* what.content(open)
    const { requests, signing } = yield* open.engine.flows
    const request: WalletRequest = isTypedData
      ? { _tag: "TypedData", typedData: content }
      : { _tag: "Message", message: content }
    const explained = yield* prompts.during("Decoding the request", requests.explain(request))
    // The wallet shows a text itself, so only one with a warning is prompted for first.
    if (isTypedData || explained.dangers.length > 0)
      yield* confirmSignature(plan, context, { account, content, explained, network, title: what.title })
    // The wallet accepts the approval of typed data for exactly this data.
    if (isTypedData && !plan.yes && context.terminal.asks)
      reviewed.grant({ account, network, typedData: content })
    output.state("approval")
    const ask = isTypedData ? signing.signTypedData : signing.signMessage
    const signature = yield* open.approvalChannel.during(null, ask(content, getTags(explained.dangers)))
    const signer = yield* getConnectionFacts(open.engine)
    // The wallet did not receive the request.
    if (signature === "")
      return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network: network.caipNetworkId } })
    const delivered = yield* what.deliver?.(content, signature) ?? Effect.succeed({})
    yield* output.result({
      state: "signed",
      json: {
        ...delivered,
        signature,
        account: signer.account,
        network: signer.network,
        explanation: toExplanationDocument(explained, network),
      },
      lines: [signature],
      drawn: drawFacts("Signed", [
        { label: "Signature", text: signature },
        { label: "Account", text: signer.address },
        { label: "Network", text: `${signer.networkName} (${signer.network})` },
      ]),
    })
    if (!plan.yes) {
      const confirmed = explained.dangers.map(
        (danger) => `--confirm ${quoteWord(describeDanger(danger, network).value)}`,
      )
      output.info(`Equivalent command: ${[what.line, ...confirmed, "--yes"].join(" ")}`)
    }
  })

/**
 * Prompts with the explanation and its warnings. A warning is confirmed by its value, typed or named by `--confirm`.
 */
const confirmSignature = Effect.fnUntraced(function* (
  { _tag, confirm, yes }: SignPlan,
  context: Context,
  review: {
    readonly account: CaipAddress
    readonly content: string
    readonly explained: ReviewedRequest
    readonly network: Network
    readonly title: string
  },
) {
  const { content, explained, network, title } = review
  const [call] = explained.calls
  const asks = !yes && context.terminal.asks
  if (!asks)
    for (const { label, text } of toExplanationFields(call, network)) context.output.info(`${label}: ${text}`)
  const warnings = toDangerPrompts(explained.dangers, network, confirm)
  yield* confirmReview(context, { yes: !asks }, warnings, async () => {
    const { renderRequestReview } = await import("../views/RequestReview.tsx")
    const raw = _tag === "SignTypedData" && call.intent === null ? toRawFields(content) : []
    return renderRequestReview({ title, explained, account: toPlainAddress(review.account), network, raw })
  })
})

/** Returns the raw fields of unexplained typed data. Account and network are shown separately. */
const toRawFields = (typedData: string): readonly Field[] =>
  describeRequest({
    _tag: "SignTypedData",
    origin,
    network: { chainId: 0, name: "", rpcUrls: [] },
    account: "0x",
    typedData,
  }).lines.filter(({ label }) => label === "Data" || label === "Beware")
