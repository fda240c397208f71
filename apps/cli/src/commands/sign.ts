import type { ConnectorError } from "@wmodal/chains"
import type { EngineError } from "@wmodal/core"
import { Effect } from "effect"
import { type CliError, config, usage } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { type OpenSession, openSession } from "../session/openSession.ts"
import { quoted } from "../terminal/quoted.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import { approver } from "../wallet/approver.ts"
import { keySource } from "../wallet/KeySource.ts"
import { openSigner } from "../wallet/openSigner.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

type SignPlan = Extract<Plan, { _tag: "SignMessage" | "SignTypedData" }>

export const signMessage = (plan: Extract<Plan, { _tag: "SignMessage" }>, context: Context): EngineCommand =>
  sign(plan, context, {
    content: plan.text === "-" ? readStdin(context) : Effect.succeed(plan.text),
    fromStdin: plan.text === "-",
    line: `wmodal sign message ${plan.text.length > 200 ? "<text>" : quoted(plan.text)}`,
    ask: ({ engine }, text) => engine.connection.signMessage(text),
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
    ask: ({ engine }, text) => engine.connection.signTypedData(text),
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
    if (what.fromStdin && [plan.key.keyFile, plan.key.keystore, plan.key.passwordFile].includes("-")) {
      return yield* usage(
        "Only one thing can come from stdin.",
        "Name a file for --key-file and --password-file.",
      )
    }
    const open = yield* openSession(context, {
      signer: (remembered) =>
        Effect.gen(function* () {
          const source = (yield* keySource(plan.key, remembered.key)) ?? remembered.key
          if (
            source.kind === "file" &&
            source.path === "-" &&
            plan.key.keyFile === null &&
            plan.key.keystore === null
          ) {
            return yield* usage(
              "The key came from stdin and was not kept: --key-file.",
              "--key-file <path>, - for stdin",
            )
          }
          const signer = yield* openSigner(source, context)
          if (signer.address === remembered.address) return signer
          return yield* config(
            `The key is now that of ${signer.address}; connected is ${remembered.address}.`,
            "Name the right key, or connect again.",
          )
        }),
      approve: approver(plan, context),
    })
    const content = yield* what.content
    const signature = yield* what.ask(open, content)
    const { account, address, network, networkName } = yield* factsOf(open.engine)
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
