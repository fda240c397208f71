import type { ReviewedRequest, WalletRequest } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import { EngineError, type SiwxError } from "@wmodal/core"
import type { FlowProblem, Flows } from "@wmodal/core/flows"
import { describeRequest } from "@wmodal/dev-wallet"
import { SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError, usageError } from "../failure/CliError.ts"
import type { declinedError } from "../failure/declinedError.ts"
import { confirmReview, requireApprover } from "../operations/confirmReview.ts"
import { makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { isKeyFromStdin, openForSigning, singleStdinError } from "../session/openForSigning.ts"
import type { OpenSession } from "../session/openSession.ts"
import { describeDanger, toDangerPrompts } from "../signing/dangers.ts"
import { toExplanationDocument, toExplanationFields } from "../signing/explanation.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import type { Field } from "../views/Panel.tsx"
import { makeApprover } from "../wallet/approver.ts"
import { origin } from "../wallet/openWallet.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

type MessagePlan = Extract<CommandPlan, { _tag: "SignMessage" }>
type SiwxPlan = Extract<CommandPlan, { _tag: "SignSiwx" }>
type TypedDataPlan = Extract<CommandPlan, { _tag: "SignTypedData" }>

export const signMessage = (plan: MessagePlan, context: Context): EngineCommand =>
  sign(plan, context, {
    content: () => (plan.text === "-" ? readStdin(context) : Effect.succeed(plan.text)),
    fromStdin: plan.text === "-",
    line: `wmodal sign message ${plan.text.length > 200 ? "<text>" : quoteWord(plan.text)}`,
    request: (message) => ({ _tag: "Message", message }),
    // The wallet shows the text itself, so only content without a readable text is prompted for first.
    agree: (looked) =>
      looked.explained.dangers.length === 0
        ? Effect.succeed([])
        : confirmSignature("Sign message", looked, plan, context),
    ask: ({ signing }, text, passed) => signing.signMessage(text, passed),
  })

export const signTypedData = (plan: TypedDataPlan, context: Context): EngineCommand =>
  sign(plan, context, {
    content: () =>
      Effect.flatMap(plan.file === "-" ? readStdin(context) : readFile(plan.file), (text) =>
        isJson(text)
          ? Effect.succeed(text)
          : Effect.fail(
              configError(
                `${plan.file === "-" ? "stdin" : plan.file} is not JSON.`,
                "Pass EIP-712 typed data as JSON.",
              ),
            ),
      ),
    fromStdin: plan.file === "-",
    line: `wmodal sign typed-data ${quoteWord(plan.file)}`,
    request: (typedData) => ({ _tag: "TypedData", typedData }),
    agree: (looked) => confirmTypedData(looked, plan, context),
    ask: ({ signing }, text, passed) => signing.signTypedData(text, passed),
  })

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A prepared signature request. */
interface PreparedSignature {
  readonly content: string
  readonly explained: ReviewedRequest
  readonly open: OpenSession
}

/** The confirmed warnings, by tag. */
type ConfirmedDangers = Parameters<Flows["signing"]["signMessage"]>[1]

/** Explains a request, asks for its warnings, and prints its signature. */
export const sign = (
  plan: MessagePlan | TypedDataPlan | SiwxPlan,
  context: Context,
  what: {
    readonly content: (open: OpenSession) => Effect.Effect<string, CliError | SiwxError>
    readonly fromStdin: boolean
    /** The command that repeats the request. */
    readonly line: string
    readonly request: (content: string) => WalletRequest
    /** Prompts the user, unless the prompt of the wallet suffices. */
    readonly agree: (
      looked: PreparedSignature & { readonly reviewed: ReturnType<typeof makeApprovalGrant> },
    ) => Effect.Effect<ConfirmedDangers, CliError | typeof declinedError>
    readonly ask: (
      flows: Flows,
      content: string,
      passed: ConfirmedDangers,
    ) => Effect.Effect<string, FlowProblem>
    /** Hands the signature on. @returns further members of the JSON result */
    readonly deliver?: (content: string, signature: string) => Effect.Effect<object, SiwxError>
  },
): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts } = context
    yield* requireApprover(context, plan, `${what.line} --yes`)
    if (what.fromStdin && facts.stdin.isTTY === true) {
      return yield* usageError(
        "Nothing to sign: pass an argument or pipe it in.",
        `${what.line}, or pipe it in`,
      )
    }
    if (what.fromStdin && isKeyFromStdin(plan.key)) return yield* singleStdinError
    const reviewed = makeApprovalGrant(makeApprover(plan, context))
    const open = yield* openForSigning(context, { key: plan.key, yes: plan.yes, reviewed })
    if (plan._tag === "SignTypedData" && !chainRules[getSessionNetwork(open).chainNamespace].signsTypedData) {
      return yield* usageError(
        `Typed data requires an EVM network; the current one is ${getSessionNetwork(open).name}.`,
        "Select an EVM network: --network eip155:1",
      )
    }
    const content = yield* what.content(open)
    const flows = yield* open.engine.flows
    const explained = yield* prompts.during(
      "Decoding the request",
      flows.requests.explain(what.request(content)),
    )
    const passed = yield* what.agree({ content, explained, open, reviewed })
    output.state("approval")
    const signature = yield* open.approvalChannel.during(null, what.ask(flows, content, passed))
    const { account, address, network, networkName } = yield* getConnectionFacts(open.engine)
    // The wallet did not receive the request.
    if (signature === "") return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network } })
    const delivered = yield* what.deliver?.(content, signature) ?? Effect.succeed({})
    yield* Effect.promise(() =>
      output.result({
        state: "signed",
        json: {
          ...delivered,
          signature,
          account,
          network,
          explanation: toExplanationDocument(explained, getSessionNetwork(open)),
        },
        lines: [signature],
        drawn: async (columns) =>
          (await import("../views/renderFacts.tsx")).renderFacts("Signed", [
            { label: "Signature", text: signature },
            { label: "Account", text: address },
            { label: "Network", text: `${networkName} (${network})` },
          ])(columns),
      }),
    )
    if (!plan.yes) {
      const network = getSessionNetwork(open)
      const passing = explained.dangers.map(
        (one) => `--confirm ${quoteWord(describeDanger(one, network).value)}`,
      )
      output.info(`Equivalent command: ${[what.line, ...passing, "--yes"].join(" ")}`)
    }
  })

export const getSessionNetwork = ({ engine }: OpenSession) =>
  SubscriptionRef.getUnsafe(engine.networks.selected)

/** Prompts for typed data. The wallet accepts the same approval for exactly this data. */
const confirmTypedData = (
  looked: PreparedSignature & { readonly reviewed: ReturnType<typeof makeApprovalGrant> },
  plan: TypedDataPlan,
  context: Context,
) =>
  Effect.tap(confirmSignature("Sign typed data", looked, plan, context), () =>
    Effect.sync(() => {
      const { account } = looked.open.connected
      if (!plan.yes && context.terminal.asks)
        looked.reviewed.grant({ account, network: getSessionNetwork(looked.open), typedData: looked.content })
    }),
  )

/**
 * Prompts with the explanation and its warnings. A warning is confirmed by its value, typed or named by `--confirm`.
 */
export const confirmSignature = Effect.fnUntraced(function* (
  title: string,
  { content, explained, open }: PreparedSignature,
  { _tag, confirm, yes }: MessagePlan | TypedDataPlan | SiwxPlan,
  context: Context,
) {
  const network = getSessionNetwork(open)
  const { account } = open.connected
  const asks = !yes && context.terminal.asks
  if (!asks)
    for (const { label, text } of toExplanationFields(explained.calls[0], network))
      context.output.info(`${label}: ${text}`)
  const warnings = toDangerPrompts(explained.dangers, network, confirm)
  yield* confirmReview(context, { yes: !asks }, warnings, async () => {
    const { renderRequestReview } = await import("../views/RequestReview.tsx")
    const isRaw = _tag === "SignTypedData" && explained.calls[0].intent === null
    const raw = isRaw ? toRawFields(content) : []
    const plain = toPlainAddress(account)
    return renderRequestReview({ title, explained, account: plain, network, raw })
  })
  return explained.dangers.map(({ _tag }) => _tag)
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
