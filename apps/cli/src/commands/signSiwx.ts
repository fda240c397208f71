import { SiwxError, type SiwxPluginMessage } from "@wmodal/core"
import { siwxServer } from "@wmodal/core/siwx"
import {
  type CaipAddress,
  isSameAddress,
  toNetworkId,
  toPlainAddress,
  withoutRedirects,
} from "@wmodal/protocol"
import { parseSiwxMessage, type SiwxMessage } from "@wmodal/protocol/siwx"
import { Effect, Result } from "effect"
import { type CliError, configError, guardError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { requireEncryption } from "../settings/requireEncryption.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { readFile, readStdin } from "../terminal/readInput.ts"
import type { EngineCommand } from "./Command.ts"
import { sign } from "./sign.ts"

type SiwxPlan = Extract<CommandPlan, { _tag: "SignSiwx" }>

/**
 * Signs in at a server: fetches a nonce, signs a message for the server's own domain, and posts the signature. For a
 * file it signs the message in it and posts nothing.
 */
export const signSiwx = (plan: SiwxPlan, context: Context): EngineCommand => {
  const { source } = plan
  const server = /^https?:\/\//.test(source) ? URL.parse(source) : null
  const plugin =
    server === null
      ? null
      : siwxServer({
          url: source,
          domain: server.host,
          uri: server.origin,
          fetch: makeCookieFetch(),
        })
  let made: SiwxPluginMessage | null = null

  const fetchMessage = (account: CaipAddress) =>
    Effect.map(
      call(async () => {
        made =
          (await plugin?.createMessage({
            accountAddress: toPlainAddress(account),
            chainId: toNetworkId(account),
          })) ?? null
        return made
      }),
      String,
    )
  const readMessage = (account: CaipAddress) =>
    Effect.flatMap(source === "-" ? readStdin(context) : readFile(source), (text) => {
      const parsed = parseSiwxMessage(text)
      const from = source === "-" ? "stdin" : source
      if (Result.isFailure(parsed))
        return Effect.fail(configError(`${from}: ${parsed.failure.message}`, "Pass the exact text to sign."))
      const { address } = parsed.success
      const own = toPlainAddress(account)
      return isSameAddress(address, own)
        ? Effect.succeed(text)
        : Effect.fail(guardError(`The message is for ${address}; the connected account is ${own}.`))
    })

  const getMessage = (account: CaipAddress): Effect.Effect<string, CliError | SiwxError> =>
    server === null
      ? readMessage(account)
      : Effect.andThen(
          requireEncryption([{ name: "The server", url: server.href, hint: "wmodal sign siwx https://…" }]),
          fetchMessage(account),
        )

  return sign(plan, context, {
    title: "Sign in",
    content: (account) =>
      Effect.tap(getMessage(account), (text) =>
        Effect.sync(() => {
          for (const line of describeMessage(Result.getOrThrow(parseSiwxMessage(text))))
            context.output.info(line)
        }),
      ),
    fromStdin: source === "-",
    line: `wmodal sign siwx ${quoteWord(source)}`,
    deliver: (message, signature) =>
      Effect.as(
        plugin === null || made === null
          ? Effect.void
          : call(() => plugin.addSession({ data: { ...(made as SiwxPluginMessage) }, message, signature })),
        { message, ...(server !== null && { signedInAt: server.host }) },
      ),
  })
}

const call = <A>(ask: () => Promise<A>) =>
  Effect.tryPromise({
    try: ask,
    catch: (cause) => new SiwxError({ text: cause instanceof Error ? cause.message.slice(0, 200) : "" }),
  })

/** Returns the message in words. */
const describeMessage = ({
  address,
  domain,
  expirationTime,
  resources = [],
  statement,
}: SiwxMessage): readonly string[] => [
  `Sign in at ${domain} with ${address}.`,
  ...(statement === undefined ? [] : [`Statement: ${statement}`]),
  ...(expirationTime === undefined ? [] : [`Valid until: ${expirationTime}`]),
  ...resources.map((resource) => `Grants access to: ${resource}`),
]

/** Makes a `fetch` that keeps cookies: many servers know by one which nonce they have issued. */
const makeCookieFetch = (): typeof fetch => {
  const held = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (held.size > 0) headers.set("cookie", [...held].map(([name, value]) => `${name}=${value}`).join("; "))
    const response = await withoutRedirects(fetch)(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== "") held.set(name.trim(), value)
    }
    return response
  }
}
