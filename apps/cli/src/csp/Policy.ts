/** The resources that a page with the modal loads. */
export interface PolicyInput {
  /** The `endpoints` option of the page. */
  readonly endpoints: {
    readonly directory?: string | undefined
    readonly blockchain?: string | undefined
    readonly analytics?: string | undefined
    readonly relay?: string | undefined
    readonly secureSite?: string | undefined
    readonly prices?: string | undefined
  }
  /** URLs of the networks' own nodes. */
  readonly nodes: readonly string[]
  /** URLs of scripts or of the folders that hold them, in addition to the page's own origin. */
  readonly scripts: readonly string[]
  /** URLs of the hosts of the page's option `imageHosts`. Pictures are fetched, and shown as data. */
  readonly images: readonly string[]
  /** URLs of further servers that the page asks, such as the hosts of its option `paymentHosts`. */
  readonly servers: readonly string[]
}

/** The directives of a policy with their sources, in the order in which they are written. */
export type Policy = Readonly<Record<string, readonly string[]>>

const toOrigin = (url: string): string => new URL(url).origin

/** Returns the folder of a script, which also holds its chunks. Characters that end a source are escaped. */
const toScriptFolder = (url: string): string => {
  const { origin, pathname } = new URL(url)
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1)
  return folder === "/" ? origin : `${origin}${folder.replaceAll(";", "%3B").replaceAll(",", "%2C")}`
}

/**
 * The origin of the public relay's attestation of the dApp's origin, loaded in an iframe. Without it each request is
 * delayed by 5 s.
 */
const attestationOrigin = "https://verify.walletconnect.org"

const isPublicRelay = (relay: string): boolean =>
  ["relay.walletconnect.org", "relay.walletconnect.com"].includes(new URL(relay).hostname)

const filterPresent = (urls: readonly (string | undefined)[]): readonly string[] =>
  urls.filter((url) => url !== undefined)

/**
 * Derives the strictest policy for a page with the modal: no inline scripts or styles, workers, fonts or HTML strings.
 */
export const makePolicy = ({ endpoints, images, nodes, scripts, servers }: PolicyInput): Policy => {
  const { analytics, blockchain, directory, prices, relay, secureSite } = endpoints
  const asked = filterPresent([directory, blockchain, prices, analytics, relay]).concat(
    nodes,
    images,
    servers,
  )
  const frames = [
    ...filterPresent([secureSite]).map(toOrigin),
    ...(relay !== undefined && isPublicRelay(relay) ? [attestationOrigin] : []),
  ]
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...scripts.map(toScriptFolder)],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'", ...asked.map(toOrigin)],
    ...(frames.length > 0 && { "frame-src": frames }),
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["'none'"],
  }
  return Object.fromEntries(
    Object.entries(directives).map(([name, sources]) => [name, [...new Set(sources)]]),
  )
}

/** Formats a policy as the value of its header. */
export const formatPolicy = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ")

/** Formats a policy as a `<meta>` element, in which browsers ignore `frame-ancestors`. */
export const formatMeta = (policy: Policy): string => {
  const { "frame-ancestors": _ignored, ...heeded } = policy
  const content = formatPolicy(heeded).replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  return `<meta http-equiv="Content-Security-Policy" content="${content}">`
}
