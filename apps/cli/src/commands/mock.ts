import { text } from "node:stream/consumers"
import type { Scenario } from "@wmodal/mock-server"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { toPrintableLine } from "../terminal/printable.ts"
import { readTextSync } from "../terminal/readInput.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"
import { chainTitles } from "../wallet/Keys.ts"
import type { Command } from "./Command.ts"

/**
 * Reads a scenario from a file.
 * @param path `-` for stdin.
 * @param decode Throws an error that names the invalid field.
 */
export const readScenario = Effect.fnUntraced(function* (
  path: string,
  stdin: ProcessFacts["stdin"],
  decode: (value: unknown) => Scenario,
) {
  const shown = path === "-" ? "stdin" : path
  const unreadable = () => configError(`${shown} could not be read.`, "--scenario <file>")
  const content = yield* path === "-"
    ? Effect.tryPromise({ try: () => text(stdin), catch: unreadable })
    : Effect.try({ try: () => readTextSync(path), catch: unreadable })
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(content),
    catch: () => configError(`${shown} is not JSON.`, "--scenario <file>"),
  })
  return yield* Effect.try({
    try: () => decode(value),
    catch: (error) =>
      configError(error instanceof Error ? error.message : "The scenario is invalid.", "--scenario <file>"),
  })
})

/**
 * Serves until SIGINT, SIGTERM or SIGHUP; then stops its chains and exits 0. It prints only its first line on stdout.
 */
export const mock = (
  { port, scenario, log }: Extract<CommandPlan, { _tag: "Mock" }>,
  { facts, terminal }: Pick<Context, "facts" | "terminal">,
): Command =>
  Effect.gen(function* () {
    const {
      CannotListen,
      decodeScenario,
      describeServer,
      LogFileFailed,
      findMissingEngines,
      PortBusy,
      startMockServer,
    } = yield* Effect.promise(() => import("@wmodal/mock-server"))
    const options = {
      port,
      ...(scenario !== null && { scenario: yield* readScenario(scenario, facts.stdin, decodeScenario) }),
      ...(log !== null && { logFile: log }),
    }
    const server = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => startMockServer(options),
        catch: (error) => {
          if (error instanceof PortBusy) {
            return configError(
              `Port ${port} is in use.`,
              `Choose another one: --port ${port === 65_535 ? 0 : port + 1}`,
            )
          }
          if (error instanceof LogFileFailed) return configError(error.message, "--log <file>")
          return configError(
            error instanceof CannotListen ? error.message : "The mock server did not start.",
            "--port <n>",
          )
        },
      }),
      (running) => Effect.promise(() => running.close()),
    )
    const described = describeServer(server)
    facts.stdout.write(
      terminal.format === "auto" && facts.stdout.isTTY === true
        ? `${formatWelcome(described)}\n`
        : `${JSON.stringify(described)}\n`,
    )
    // This check loads Solana's engine, so it follows the line that callers wait for.
    const missing = yield* Effect.promise(findMissingEngines)
    for (const { namespace, reason } of missing)
      facts.stderr.write(`wmodal: no ${chainTitles[namespace]} chains: ${toPrintableLine(reason)}\n`)
    return yield* Effect.never
  })

const formatWelcome = (urls: {
  readonly directory: string
  readonly blockchain: string
  readonly control: string
  readonly rpc: string
  readonly bitcoin: string
  readonly relay: string
  readonly phone: string
  readonly secureSite: string
  readonly inbox: string
  readonly projectId: string
  readonly openapi: string
}) =>
  [
    "Mock server running.",
    "",
    `  directory    ${urls.directory}`,
    `  blockchain   ${urls.blockchain}`,
    `  nodes        ${urls.rpc}`,
    `  bitcoin      ${urls.bitcoin}`,
    `  relay        ${urls.relay}`,
    `  phone        ${urls.phone.replace("{projectId}", urls.projectId)}`,
    `  secure site  ${urls.secureSite}`,
    `  inbox        ${urls.inbox.replace("{projectId}", urls.projectId)}`,
    `  control      ${urls.control}`,
    `  openapi      ${urls.openapi}`,
    "",
    "Each project ID opens its own world. Press Ctrl-C to stop.",
  ].join("\n")
