import { chainRules } from "@wmodal/chains/internal"
import { acceptOnChain, EngineError, type SiwxError } from "@wmodal/core"
import { describeRequest } from "@wmodal/dev-wallet"
import { type CaipAddress, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError, usageError } from "../failure/CliError.ts"
import { requireApprover } from "../operations/confirmReview.ts"
import { runSignature } from "../operations/runSignature.ts"
import { getTags } from "../payments/warnings.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { isKeyFromStdin, singleStdinError } from "../session/openForSigning.ts"
import type { OpenSession } from "../session/openSession.ts"
import { describeDanger, toDangerPrompts } from "../signing/dangers.ts"
import { toExplanationDocument, toReviewFields } from "../signing/explanation.ts"
import type { LazyView } from "../terminal/Output.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import { origin } from "../wallet/openWallet.ts"
import type { EngineCommand } from "./Command.ts"
import type { ConnectionFacts } from "./connectionFacts.ts"

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
  readonly content: (account: CaipAddress) => Effect.Effect<string, CliError | SiwxError>
  readonly fromStdin: boolean
  /** The command that repeats the request. */
  readonly line: string
  /** Hands the signature on. @returns further members of the JSON result */
  readonly deliver?: (content: string, signature: string) => Effect.Effect<object, SiwxError>
}

/** Explains a request, asks for its warnings, and prints its signature. */
export const sign = (plan: SignPlan, context: Context, what: SignatureRequest): EngineCommand =>
  Effect.gen(function* () {
    const { fromStdin, line } = what
    yield* requireApprover(context, plan, `${line} --yes`)
    if (fromStdin && context.facts.stdin.isTTY === true)
      return yield* usageError("Nothing to sign: pass an argument or pipe it in.", `${line}, or pipe it in`)
    if (fromStdin && isKeyFromStdin(plan.key)) return yield* singleStdinError
    yield* runSignature(context, plan, line, (open) => prepareSignature(open, plan, context, what))
  })

const prepareSignature = Effect.fnUntraced(function* (
  { connected: { account }, engine }: OpenSession,
  plan: SignPlan,
  context: Context,
  { content: getContent, deliver, title }: SignatureRequest,
) {
  const network = SubscriptionRef.getUnsafe(engine.networks.selected)
  const isTypedData = plan._tag === "SignTypedData"
  if (isTypedData && !chainRules[network.chainNamespace].signsTypedData)
    return yield* usageError(
      `Typed data requires an EVM network; the current one is ${network.name}.`,
      "Select an EVM network: --network eip155:1",
    )
  const content = yield* getContent(account)
  const { requests, signing } = yield* engine.flows
  const explaining = requests.explain(
    isTypedData ? { _tag: "TypedData", typedData: content } : { _tag: "Message", message: content },
  )
  const explained = yield* context.prompts.during("Decoding the request", explaining)
  const { calls, dangers } = explained
  const view: LazyView = async () => {
    const { renderRequestReview } = await import("../views/RequestReview.tsx")
    const raw = isTypedData && calls[0].intent === null ? toRawFields(content) : []
    return renderRequestReview({ title, explained, account: toPlainAddress(account), network, raw })
  }
  const ask = isTypedData ? signing.signTypedData : signing.signMessage
  const asking = ask(content, getTags(dangers))
  return {
    // The wallet shows a text itself, so only one with a warning is prompted for first.
    review:
      isTypedData || dangers.length > 0
        ? {
            fields: toReviewFields(explained, network),
            view,
            warnings: toDangerPrompts(dangers, network, plan.confirm),
          }
        : null,
    // The wallet accepts the approval of typed data for exactly this data.
    approved: isTypedData && !plan.yes ? { account, network, typedData: content } : null,
    // A sign-in needs no signature to print: its server asks the account's contract.
    request: deliver === undefined ? asking : acceptOnChain(asking),
    confirmations: dangers.map((danger) => `--confirm ${quoteWord(describeDanger(danger, network).value)}`),
    toResult: (signature: string, signer: ConnectionFacts) =>
      Effect.gen(function* () {
        // The wallet did not receive the request.
        if (signature === "")
          return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network: signer.network } })
        const delivered = yield* deliver?.(content, signature) ?? Effect.succeed({})
        return {
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
        }
      }),
  }
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
