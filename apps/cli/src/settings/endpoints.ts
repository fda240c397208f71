import { text } from "node:stream/consumers"
import { isCaipNetworkId } from "@wmodal/protocol"
import { bitcoinNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as z from "zod/mini"
import { type CliError, configError } from "../failure/CliError.ts"
import type { RpcOverride } from "../plan/CommandPlan.ts"
import { readTextSync } from "../terminal/readInput.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"

const socketUrlSchema = z.exactOptional(z.url({ protocol: /^wss?$/ }))
const urlSchema = z.exactOptional(z.url({ protocol: /^(https?|wss?)$/ }))

/** The `endpoints` option. Other keys of `wmodal mock --json` are ignored. */
export const endpointsSchema = z.object({
  directory: urlSchema,
  blockchain: urlSchema,
  analytics: urlSchema,
  relay: socketUrlSchema,
  secureSite: urlSchema,
  prices: urlSchema,
})

/** The `swapRouters` option: contracts that swap, by CAIP-2 id. */
export const swapRoutersSchema = z.record(
  z.string().check(z.refine(isCaipNetworkId)),
  z.readonly(z.array(z.string().check(z.regex(/^0x[\da-fA-F]{40}$/)))),
)

/** The `meldUrl` option: the page of Meld with the user's public key. */
export const meldUrlSchema = z.url({ protocol: /^https?$/ })

/**
 * The file of `--endpoints`. It may contain the project ID, a URL template of Bitcoin nodes with `{projectId}` and
 * `{reference}`, because the blockchain endpoint does not proxy them, and one of Meld's page with `{projectId}`.
 */
const fileSchema = z.extend(endpointsSchema, {
  projectId: z.exactOptional(z.string().check(z.minLength(1))),
  swapRouters: z.exactOptional(swapRoutersSchema),
  bitcoin: z.exactOptional(z.url({ protocol: /^https?$/ })),
  meldUrl: z.exactOptional(meldUrlSchema),
})

export type EndpointsFile = z.output<typeof fileSchema>

/** Puts the project ID into a URL template. */
export const fillProjectId = (template: string, projectId: string): string =>
  template.replace("{projectId}", encodeURIComponent(projectId))

/** Returns a node for each Bitcoin network. */
export const toBitcoinNodes = (template: string, projectId: string): readonly RpcOverride[] =>
  bitcoinNetworks.map(({ caipNetworkId, id }) => ({
    network: caipNetworkId,
    url: fillProjectId(template, projectId).replace("{reference}", `${id}`),
  }))

/** Reads an endpoints file. @param path `-` for stdin. */
export const readEndpoints = Effect.fnUntraced(function* (path: string, stdin: ProcessFacts["stdin"]) {
  const shown = path === "-" ? "stdin" : path
  const content = yield* path === "-"
    ? Effect.tryPromise({ try: () => text(stdin), catch: () => endpointsFileError(shown) })
    : Effect.try({ try: () => readTextSync(path), catch: () => endpointsFileError(shown) })
  const decoded = yield* Effect.try({
    try: () => z.safeParse(fileSchema, JSON.parse(content)),
    catch: () => configError(`${shown} is not JSON.`, endpointsHint),
  })
  if (decoded.success) return decoded.data
  const field = decoded.error.issues[0]?.path.join(".") ?? ""
  const expected = field.startsWith("swapRouters") ? "list of contract addresses of a network" : "URL"
  return yield* configError(
    `${shown} is not a valid endpoints file${field === "" ? "" : `: ${field} is not a valid ${expected}`}.`,
    endpointsHint,
  )
})

const endpointsHint = '--endpoints takes what `wmodal mock --json` prints: { "directory": "https://…", … }'

const endpointsFileError = (shown: string): CliError =>
  configError(`${shown} could not be read.`, endpointsHint)
