import { Effect } from "effect"
import { config } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import type { Command } from "./Command.ts"

/**
 * Serves until SIGINT, SIGTERM or SIGHUP; then ends its chains and exits 0. The first line on stdout is all that it ever prints there.
 */
export const mock = ({ port }: Extract<Plan, { _tag: "Mock" }>, { facts, terminal }: Context): Command =>
  Effect.gen(function* () {
    const { CannotListen, describeServer, PortBusy, startMockServer } = yield* Effect.promise(
      () => import("@wmodal/mock-server"),
    )
    const server = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => startMockServer({ port }),
        catch: (error) => {
          if (error instanceof PortBusy) {
            return config(
              `Port ${port} is in use.`,
              `Choose another one: --port ${port === 65_535 ? 0 : port + 1}`,
            )
          }
          return config(
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
        ? `${welcome(described)}\n`
        : `${JSON.stringify(described)}\n`,
    )
    return yield* Effect.never
  })

const welcome = (urls: {
  readonly directory: string
  readonly blockchain: string
  readonly control: string
}) =>
  [
    "The outside world in small is running.",
    "",
    `  directory    ${urls.directory}`,
    `  blockchain   ${urls.blockchain}`,
    `  control      ${urls.control}`,
    "",
    "Any project id opens a world of its own. Ctrl-C ends everything.",
  ].join("\n")
