import type { Danger, Explained, WalletRequest } from "@wmodal/chains"
import { EngineError } from "@wmodal/core"
import type { FlowProblem, Flows } from "@wmodal/core/flows"
import { requestInWords } from "@wmodal/dev-wallet"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, config, usage } from "../failure/CliError.ts"
import { makeReviewed } from "../payments/Reviewed.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import type { OpenSession } from "../session/openSession.ts"
import { keyFromStdin, onlyOneFromStdin, openToSign } from "../session/openToSign.ts"
import {
  dangersLeft,
  dangerTitle,
  isTypedForDanger,
  refuseDanger,
  typedForDanger,
  valueOfDanger,
} from "../signing/dangers.ts"
import { explanationDocument } from "../signing/explanationDocument.ts"
import { explanationFields } from "../signing/inWords.ts"
import { quoted } from "../terminal/quoted.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import type { Field } from "../views/Panel.tsx"
import { approver } from "../wallet/approver.ts"
import { origin } from "../wallet/openWallet.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"
import { declined } from "./send.ts"

type MessagePlan = Extract<Plan, { _tag: "SignMessage" }>
type TypedDataPlan = Extract<Plan, { _tag: "SignTypedData" }>

export const signMessage = (plan: MessagePlan, context: Context): EngineCommand =>
  sign(plan, context, {
    content: plan.text === "-" ? readStdin(context) : Effect.succeed(plan.text),
    fromStdin: plan.text === "-",
    line: `wmodal sign message ${plan.text.length > 200 ? "<text>" : quoted(plan.text)}`,
    request: (message) => ({ _tag: "Message", message }),
    // The wallet shows the text itself: only what it cannot show as a text is asked about before.
    agree: (looked) =>
      looked.explained.dangers.length === 0
        ? Effect.succeed([])
        : agree("Sign message", looked, plan, context),
    ask: ({ signing }, text, passed) => signing.signMessage(text, passed),
  })

export const signTypedData = (plan: TypedDataPlan, context: Context): EngineCommand =>
  sign(plan, context, {
    content: Effect.flatMap(plan.file === "-" ? readStdin(context) : readFile(plan.file), (text) =>
      isJson(text)
        ? Effect.succeed(text)
        : Effect.fail(
            config(
              `${plan.file === "-" ? "stdin" : plan.file} is not JSON.`,
              "EIP-712 typed data is expected.",
            ),
          ),
    ),
    fromStdin: plan.file === "-",
    line: `wmodal sign typed-data ${quoted(plan.file)}`,
    request: (typedData) => ({ _tag: "TypedData", typedData }),
    agree: (looked) => agreeToTypedData(looked, plan, context),
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

/** What is about to be signed, and for whom. */
interface Looked {
  readonly content: string
  readonly explained: Explained
  readonly open: OpenSession
}

/** Which dangers were passed, by tag. */
type DangersPassed = Parameters<Flows["signing"]["signMessage"]>[1]

const sign = (
  plan: MessagePlan | TypedDataPlan,
  context: Context,
  what: {
    readonly content: Effect.Effect<string, CliError>
    readonly fromStdin: boolean
    /** The command, for the next time. */
    readonly line: string
    readonly request: (content: string) => WalletRequest
    /** Asks the person, where they are not asked by the wallet alone. */
    readonly agree: (
      looked: Looked & { readonly reviewed: ReturnType<typeof makeReviewed> },
    ) => Effect.Effect<DangersPassed, CliError | typeof declined>
    readonly ask: (flows: Flows, content: string, passed: DangersPassed) => Effect.Effect<string, FlowProblem>
  },
): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts, terminal } = context
    if (!plan.yes && !terminal.asks) {
      return yield* usage("Nobody is here to approve: --yes.", `${what.line} --yes`)
    }
    if (what.fromStdin && facts.stdin.isTTY === true) {
      return yield* usage("What is to be signed is missing.", `${what.line}, or pipe it in`)
    }
    if (what.fromStdin && keyFromStdin(plan.key)) return yield* onlyOneFromStdin
    const reviewed = makeReviewed(approver(plan, context))
    const open = yield* openToSign(context, { key: plan.key, yes: plan.yes, reviewed })
    if (plan._tag === "SignTypedData" && !open.connected.account.startsWith("eip155:")) {
      return yield* usage(
        `Typed data is signed on EVM networks; in use is ${networkIn(open).name}.`,
        "--network eip155:1 names one.",
      )
    }
    const content = yield* what.content
    const flows = yield* open.engine.flows
    const explained = yield* prompts.during("Looking at it", flows.requests.explain(what.request(content)))
    const passed = yield* what.agree({ content, explained, open, reviewed })
    output.state("approval")
    const signature = yield* open.asking.during(null, what.ask(flows, content, passed))
    const { account, address, network, networkName } = yield* factsOf(open.engine)
    // The wallet was not asked.
    if (signature === "") return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network } })
    yield* Effect.promise(() =>
      output.result({
        state: "signed",
        json: {
          signature,
          account,
          network,
          explanation: explanationDocument(explained, networkIn(open)),
        },
        lines: [signature],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result("Signed", [
            { label: "Signature", text: signature },
            { label: "Account", text: address },
            { label: "Network", text: `${networkName} (${network})` },
          ])(columns),
      }),
    )
    if (!plan.yes) {
      const network = networkIn(open)
      const passing = explained.dangers.map((one) => `--confirm ${quoted(valueOfDanger(one, network))}`)
      output.say(`The same in one line: ${[what.line, ...passing, "--yes"].join(" ")}`)
    }
  })

const networkIn = ({ engine }: OpenSession) => SubscriptionRef.getUnsafe(engine.networks.selected)

/** The one question about typed data. The wallet, which asks too, takes that yes for exactly this data. */
const agreeToTypedData = (
  looked: Looked & { readonly reviewed: ReturnType<typeof makeReviewed> },
  plan: TypedDataPlan,
  context: Context,
) =>
  Effect.tap(agree("Sign typed data", looked, plan, context), () =>
    Effect.sync(() => {
      const { account } = looked.open.connected
      if (!plan.yes && context.terminal.asks)
        looked.reviewed.say({ account, network: networkIn(looked.open), typedData: looked.content })
    }),
  )

/** In words, with what speaks against it. A danger is passed by its value: typed, or named by `--confirm`. */
const agree = Effect.fnUntraced(function* (
  title: string,
  { content, explained, open }: Looked,
  { _tag, confirm, yes }: MessagePlan | TypedDataPlan,
  { output, prompts, terminal }: Context,
) {
  const network = networkIn(open)
  const { account } = open.connected
  const left = dangersLeft(explained.dangers, network, confirm)
  const [danger] = left
  const tags = explained.dangers.map(({ _tag }) => _tag)
  const asks = !yes && terminal.asks
  if (!asks) {
    for (const { label, text } of explanationFields(explained.calls[0], network))
      output.say(`${label}: ${text}`)
    if (danger !== undefined) return yield* refuseDanger(danger, network)
    return tags
  }
  const plain = account.slice(account.lastIndexOf(":") + 1)
  const answer = yield* prompts.decide(
    async () => {
      const { requestDrawn } = await import("../views/RequestReview.tsx")
      const isRaw = _tag === "SignTypedData" && explained.calls[0].intent === null
      const raw = isRaw ? rawFields(content) : []
      return requestDrawn({ title, explained, account: plain, network, raw })
    },
    left.map((one) => ({
      label: `${dangerTitle(one)}. ${toType(one, network)}`,
      refusal: (text) => (isTypedForDanger(one, network, text) ? null : "That is not it."),
    })),
  )
  if (answer === "decline") return yield* Effect.fail(declined)
  return tags
})

const toType = (danger: Danger, network: Parameters<typeof typedForDanger>[1]): string => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return "Type the last 6 characters of who may take it:"
    case "OtherContract":
      return "Type the last 6 characters of the contract:"
    case "OtherChain":
      return "Type the number of the network in use:"
    case "Handover":
      return "Type the last 6 characters of who gets it:"
    case "Fails":
    case "Untried":
    case "Blind":
    case "OpenEnded":
    case "HighFee":
      return `Type ${typedForDanger(danger, network)}:`
  }
}

/** What nobody could put into words, as the wallet itself would show it: account and network are shown beside it. */
const rawFields = (typedData: string): readonly Field[] =>
  requestInWords({
    _tag: "SignTypedData",
    origin,
    network: { chainId: 0, name: "", rpcUrls: [] },
    account: "0x",
    typedData,
  }).lines.filter(({ label }) => label === "Data" || label === "Beware")
