import { parseSiwxMessage } from "@wmodal/protocol/siwx"
import type { SiwxVerdict } from "@wmodal/siwx"
import { Effect, Result } from "effect"
import { usageError } from "../failure/CliError.ts"
import type { ExitName } from "../failure/exitCodes.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { loadSettings } from "../session/openSession.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import type { Command } from "./Command.ts"

type VerifyPlan = Extract<CommandPlan, { _tag: "Verify" }>

const exits: Readonly<Record<SiwxVerdict["_tag"], ExitName>> = {
  Valid: "ok",
  Invalid: "guard",
  Unknown: "network",
}

/**
 * Verifies a signed sign-in message, or a CACAO, as a server would. Exits with 6 for an invalid one, and with 7 if
 * that could not be determined.
 */
export const verify = (plan: VerifyPlan, context: Context): Command =>
  Effect.gen(function* () {
    const { facts, output, prompts, shared } = context
    if (plan.file === "-" && facts.stdin.isTTY === true)
      return yield* usageError(
        "Nothing to verify: name a file or pipe it in.",
        "wmodal verify message.txt --signature <signature> --domain <domain>",
      )
    const content =
      plan.file === "-"
        ? yield* readStdin(context)
        : // Editors end a file with a line break, which no message has.
          (yield* readFile(plan.file)).replace(/\r?\n$/, "")
    const cacao = parseObject(content)
    if (cacao !== null && plan.signature !== null)
      return yield* usageError("A CACAO contains its signature.", "Remove --signature.")
    if (cacao === null && plan.signature === null)
      return yield* usageError("Missing option: --signature.", "--signature <signature>")

    const settings = yield* loadSettings(context)
    const { verifyCacao, verifySiwx } = yield* Effect.promise(() => import("@wmodal/siwx"))
    const options = {
      expected: {
        domain: plan.domain,
        nonce: plan.nonce ?? getNonce(content, cacao),
        ...(plan.uri !== null && { uri: plan.uri }),
        ...(plan.address !== null && { address: plan.address }),
        ...(shared.network !== null && { chains: [shared.network] }),
      },
      rpc: Object.fromEntries(
        settings.networks.flatMap(({ caipNetworkId, rpcUrls }) => {
          const url = rpcUrls.default.http[0]
          return url === undefined ? [] : [[caipNetworkId, url] as const]
        }),
      ),
    }
    const verdict = yield* prompts.during(
      "Verifying the signature",
      Effect.promise(() =>
        cacao === null
          ? verifySiwx({ ...options, message: content, signature: plan.signature ?? "" })
          : verifyCacao({ ...options, cacao }),
      ),
    )
    if (plan.nonce === null) output.info("The nonce was not compared: --nonce <nonce>.")
    yield* output.result({
      state: "verified",
      json: toDocument(verdict),
      lines: [toLine(verdict)],
      drawn: async () => (await import("../views/renderVerdict.tsx")).renderVerdict(verdict),
    })
    return exits[verdict._tag]
  })

const parseObject = (content: string): object | null => {
  if (!content.trimStart().startsWith("{")) return null
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === "object" ? value : null
  } catch {
    return null
  }
}

/** Returns the nonce of the message itself, so that comparing it always succeeds. A message without one fails. */
const getNonce = (content: string, cacao: object | null): string => {
  const none = "none"
  if (cacao === null) return Result.getOrNull(parseSiwxMessage(content))?.nonce ?? none
  const payload: unknown = Reflect.get(cacao, "p")
  const nonce: unknown =
    typeof payload === "object" && payload !== null ? Reflect.get(payload, "nonce") : null
  return typeof nonce === "string" && nonce !== "" ? nonce : none
}

const toDocument = (verdict: SiwxVerdict): Readonly<Record<string, unknown>> =>
  verdict._tag === "Valid"
    ? { verdict: "valid", chainId: verdict.chainId, message: verdict.message }
    : {
        verdict: verdict._tag === "Invalid" ? "invalid" : "unknown",
        reason: verdict.reason,
        text: verdict.text,
      }

const toLine = (verdict: SiwxVerdict): string =>
  verdict._tag === "Valid"
    ? `valid\t${verdict.message.address}\t${verdict.chainId ?? ""}`
    : `${verdict._tag === "Invalid" ? "invalid" : "unknown"}\t${verdict.reason}\t${verdict.text}`
