import type { ConnectorError } from "@wmodal/chains"
import { EngineError } from "@wmodal/core"
import { Effect } from "effect"
import { type CliError, config, usage } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import type { OpenSession } from "../session/openSession.ts"
import { keyFromStdin, onlyOneFromStdin, openToSign } from "../session/openToSign.ts"
import { quoted } from "../terminal/quoted.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import { approver } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

type SignPlan = Extract<Plan, { _tag: "SignMessage" | "SignTypedData" }>

export const signMessage = (plan: Extract<Plan, { _tag: "SignMessage" }>, context: Context): EngineCommand =>
  sign(plan, context, {
    content: plan.text === "-" ? readStdin(context) : Effect.succeed(plan.text),
    fromStdin: plan.text === "-",
    line: `wmodal sign message ${plan.text.length > 200 ? "<text>" : quoted(plan.text)}`,
    ask: ({ engine }, text) => Effect.flatMap(engine.flows, ({ signing }) => signing.signMessage(text)),
  })

export const signTypedData = (
  plan: Extract<Plan, { _tag: "SignTypedData" }>,
  context: Context,
): EngineCommand =>
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
    ask: ({ engine }, text) => Effect.flatMap(engine.flows, ({ signing }) => signing.signTypedData(text)),
  })

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const sign = (
  plan: SignPlan,
  context: Context,
  what: {
    readonly content: Effect.Effect<string, CliError>
    readonly fromStdin: boolean
    /** The command, for the next time. */
    readonly line: string
    readonly ask: (
      session: OpenSession,
      content: string,
    ) => Effect.Effect<string, ConnectorError | EngineError>
  },
): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, terminal } = context
    if (!plan.yes && !terminal.asks) {
      return yield* usage("Nobody is here to approve: --yes.", `${what.line} --yes`)
    }
    if (what.fromStdin && facts.stdin.isTTY === true) {
      return yield* usage("What is to be signed is missing.", `${what.line}, or pipe it in`)
    }
    if (what.fromStdin && keyFromStdin(plan.key)) return yield* onlyOneFromStdin
    const open = yield* openToSign(context, { key: plan.key, approve: approver(plan, context) })
    const content = yield* what.content
    const signature = yield* what.ask(open, content)
    const { account, address, network, networkName } = yield* factsOf(open.engine)
    // The wallet was not asked.
    if (signature === "") return yield* new EngineError({ reason: { _tag: "UnsupportedChain", network } })
    yield* Effect.promise(() =>
      output.result({
        state: "signed",
        json: { signature, account, network },
        lines: [signature],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result("Signed", [
            { label: "Signature", text: signature },
            { label: "Account", text: address },
            { label: "Network", text: `${networkName} (${network})` },
          ])(columns),
      }),
    )
    if (!plan.yes) output.say(`The same in one line: ${what.line} --yes`)
  })
