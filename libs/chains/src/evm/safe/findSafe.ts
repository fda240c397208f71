import { Clock, parseUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DiscoveryEnvironment } from "../../contract/Chain.ts"
import type { Connector } from "../../contract/Connector.ts"
import { readMember } from "../../wallet/readMember.ts"
import { lazyEvmConnector } from "../lazyEvmConnector.ts"
import { makeSafeProvider } from "./makeSafeProvider.ts"

type PageWindow = NonNullable<DiscoveryEnvironment["window"]>

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#12ff80"/><path d="M28 20h-3.2v4.8h-9.6v-9.6H20V12h-8v16h16z" fill="#121312"/></svg>',
)}`

/** Returns the Safe that embeds the page, if it is of one of these origins; else none. Messages reach no other page. */
export const findSafe = (
  window: PageWindow,
  origins: readonly string[] = ["https://app.safe.global"],
): readonly Connector[] => {
  const parent = readMember(window, "parent")
  const origin = getParentOrigin(window)
  if (!isWindow(parent) || origin === null || !origins.includes(origin)) return []
  const provider = makeSafeProvider({
    parent,
    page: window,
    origin,
    sleep: (milliseconds) => Effect.runPromise(Clock.sleep(milliseconds)),
  })
  const info = { id: "safe", name: "Safe", type: "ANNOUNCED", icon, rdns: "global.safe" } as const
  return [{ ...lazyEvmConnector(provider, info), isEmbedder: true }]
}

/** Returns the origin of the embedding page, as the browser reports it; `null` if it does not. */
const getParentOrigin = (window: PageWindow): string | null => {
  const [ancestor] = toStrings(readMember(readMember(window, "location"), "ancestorOrigins"))
  const referrer = readMember(readMember(window, "document"), "referrer")
  return ancestor ?? (typeof referrer === "string" ? (parseUrl(referrer)?.origin ?? null) : null)
}

const toStrings = (list: unknown): readonly string[] => {
  const first = readMember(list, "0")
  return typeof first === "string" ? [first] : []
}

const isWindow = (
  value: unknown,
): value is { readonly postMessage: (message: unknown, targetOrigin: string) => void } =>
  typeof readMember(value, "postMessage") === "function"
