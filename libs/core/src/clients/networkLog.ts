import type { Fetch, Network } from "@wmodal/protocol"
import { hasKey, parseUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Options } from "../options/Options.ts"

/** Why a host was asked. */
export type NetworkPurpose =
  | keyof Options["endpoints"]
  /** A node of a network, also through the blockchain endpoint. */
  | "node"
  /** The pop-up or the relay of a wallet with a library of its own. */
  | "wallet"
  /** A picture that a view shows. */
  | "image"
  | "other"

/** One kind of request to one host, and what it has told it so far. Names and addresses only, never another value. */
export interface NetworkLogEntry {
  /** With its port where it has one. */
  readonly host: string
  /** Why it was asked. */
  readonly purpose: NetworkPurpose
  /** A JSON-RPC method, `GET` and a path without its ids, or the name of a message. */
  readonly call: string
  /** Names of the query's and the body's fields, and of headers that carry a token. */
  readonly fields: readonly string[]
  /** Values of the form of an account's address. */
  readonly addresses: readonly string[]
  /** How often. */
  readonly count: number
  /** UTC milliseconds. */
  readonly firstAt: number
  /** UTC milliseconds. */
  readonly lastAt: number
}

/** One request, before it is added up. */
export type NetworkNote = Pick<NetworkLogEntry, "host" | "purpose" | "call" | "fields" | "addresses">

/** The log, with its code loaded. */
export interface OpenNetworkLog {
  readonly add: (note: NetworkNote) => void
  readonly addImage: (url: string) => void
  readonly entries: () => readonly NetworkLogEntry[]
  /** Returns a client that logs each request before it is sent. */
  readonly watch: (fetch: Fetch["Service"]) => Fetch["Service"]
}

/** Every host that the engine has asked, why, and what it was told. */
export interface NetworkLog {
  /** Empty before the first request. */
  readonly entries: () => readonly NetworkLogEntry[]
  /** Calls the listener for each later request, before it is sent. @returns a function that unsubscribes */
  readonly subscribe: (listener: (note: NetworkNote) => void) => () => void
  readonly add: (note: NetworkNote) => void
  /** Adds a picture that a view shows. One that is part of its address asks no host. */
  readonly addImage: (url: string) => void
}

/** The oldest kinds of requests are dropped first. */
const maxEntries = 500
const maxAddresses = 50
const maxFields = 60

export interface NetworkLogDeps {
  readonly endpoints: Options["endpoints"]
  readonly networks: readonly Network[]
  readonly customRpcUrls: Options["customRpcUrls"]
  readonly now: () => number
  readonly onRequest: (note: NetworkNote) => void
}

export const makeNetworkLog = (deps: NetworkLogDeps): OpenNetworkLog => {
  const entries = new Map<string, NetworkLogEntry>()

  const add = (note: NetworkNote) => {
    const key = `${note.host} ${note.purpose} ${note.call}`
    const before = entries.get(key)
    const now = deps.now()
    entries.set(key, {
      ...note,
      fields: merge(before?.fields, note.fields, maxFields),
      addresses: merge(before?.addresses, note.addresses, maxAddresses),
      count: (before?.count ?? 0) + 1,
      firstAt: before?.firstAt ?? now,
      lastAt: now,
    })
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    deps.onRequest(note)
  }

  const log = async (request: Request) => {
    const body = request.body === null ? "" : await request.text()
    for (const note of describeRequest(request, body, deps)) add(note)
  }
  return {
    add,
    addImage: (url) => {
      if (parseUrl(url) !== null) add(toNote({ purpose: "image", call: "GET", url }, undefined))
    },
    entries: () => [...entries.values()],
    watch: (fetch) => ({
      send: (request) =>
        Effect.suspend(() => {
          log(request.clone()).catch(() => {})
          return fetch.send(request)
        }),
    }),
  }
}

const merge = (before: readonly string[] = [], more: readonly string[], most: number) =>
  [...new Set([...before, ...more])].slice(0, most)

/** Returns what a request tells its host: one note for each method of a JSON-RPC batch. */
export const describeRequest = (
  { headers, method, url }: Pick<Request, "headers" | "method" | "url">,
  body: string,
  { endpoints, networks, customRpcUrls }: Omit<NetworkLogDeps, "now" | "onRequest">,
): readonly NetworkNote[] => {
  const { host, pathname, searchParams } = new URL(url)
  const query = [...searchParams]
  const shared = {
    fields: [
      ...query.map(([name]) => name),
      ...["authorization", "x-nonce-jwt"].filter((name) => headers.has(name)),
    ],
    addresses: query.flatMap(([, value]) => value.split(",").flatMap(findAddresses)),
  }
  const parsed = parseBody(body)
  const requests = (Array.isArray(parsed) ? parsed : [parsed]).filter(isJsonRpc)
  if (requests.length > 0)
    return requests.map((request) => {
      const told = readBody(request.params)
      return {
        host,
        purpose: "node",
        call: request.method,
        fields: [...shared.fields, ...told.fields],
        addresses: [...shared.addresses, ...told.addresses],
      }
    })
  const nodes = [
    ...Object.values(customRpcUrls).flat(),
    ...networks.flatMap(({ rpcUrls }) => rpcUrls.default.http),
  ]
  const bases = Object.entries(endpoints).filter(([, base]) => isBelow(url, base))
  const base = bases[0]?.[1] ?? nodes.find((node) => isBelow(url, node)) ?? ""
  const path = base === "" ? pathname : pathname.slice(new URL(base).pathname.replace(/\/+$/, "").length)
  const told = readBody(parsed)
  const steps = path.split("/")
  return [
    {
      host,
      purpose:
        findPurpose(
          bases.map(([name]) => name),
          path,
        ) ?? (base === "" ? "other" : "node"),
      call: `${method} ${steps.map((step) => (step.length > 24 || /^\d+$/.test(step) ? ":id" : step)).join("/")}`,
      fields: [...shared.fields, ...told.fields],
      addresses: [...shared.addresses, ...steps.map(decodeStep).flatMap(findAddresses), ...told.addresses],
    },
  ]
}

const isBelow = (url: string, base: string | undefined) =>
  base !== undefined && parseUrl(base) !== null && url.startsWith(base.replace(/\/+$/, ""))

/** One server may be several endpoints: then the path decides. */
const endpointPaths = {
  analytics: /^\/e$/,
  directory: /^\/(get|public|auth)/,
  prices: /^\/v1\/fungible\//,
  blockchain: /^\/v1\b/,
} as const

const isEndpoint = (name: string): name is keyof typeof endpointPaths => name in endpointPaths

const findPurpose = (names: readonly string[], path: string): NetworkPurpose | null => {
  const known = names.filter(isEndpoint)
  // A server of its own for prices is asked for prices; the blockchain endpoint has them, too.
  const sorted = known.toSorted((a, b) => Number(a === "prices") - Number(b === "prices"))
  return sorted.find((name) => endpointPaths[name].test(path)) ?? known[0] ?? null
}

const decodeStep = (step: string) => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    // A raw transaction of a Bitcoin node.
    return body === "" ? null : { body: "" }
  }
}

const isJsonRpc = (value: unknown): value is { readonly method: string; readonly params?: unknown } =>
  typeof value === "object" &&
  value !== null &&
  hasKey(value, "jsonrpc") &&
  hasKey(value, "method") &&
  typeof value.method === "string"

/** Returns the names and addresses of a body, `to` or `eip155.slippage`. Positions in a list have no names. */
const readBody = (value: unknown): { readonly fields: string[]; readonly addresses: string[] } => {
  const fields: string[] = []
  const addresses: string[] = []
  const walk = (value: unknown, path: readonly string[]) => {
    if (fields.length > maxFields || path.length > 4) return
    if (typeof value === "string") {
      if (path.length > 0) fields.push(path.join("."))
      addresses.push(...findAddresses(value))
    } else if (Array.isArray(value)) {
      for (const member of value) walk(member, path)
    } else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value))
        walk(member, /^[\w-]{1,40}$/.test(name) ? [...path, name] : path)
    else if (path.length > 0 && value !== undefined) fields.push(path.join("."))
  }
  walk(value, [])
  return { fields: [...new Set(fields)], addresses: [...new Set(addresses)] }
}

/**
 * Returns the addresses in a value: a whole one, one with its network, or those in the words of a contract call. A
 * Solana address cannot be told from a blockhash by its form.
 */
const findAddresses = (value: string): readonly string[] => {
  const text = value.split(":").at(-1) ?? ""
  if (/^0x[0-9a-f]{40}$/i.test(text)) return [text]
  if (/^0x[0-9a-f]{64,}$/i.test(text))
    // A word that begins with more zeros is a number.
    return [...text.matchAll(/0{24}((?!0{8})[0-9a-f]{40})/gi)].map(([, address]) => `0x${address}`)
  return /^(bc1|tb1|bcrt1)[0-9a-z]{20,80}$/i.test(text) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
    ? [text]
    : []
}

/** Returns what a message of an object tells: its field names and the addresses in it. */
export const toNote = (
  where: Pick<NetworkNote, "purpose" | "call"> & { readonly url: string },
  message: unknown,
): NetworkNote => {
  const { purpose, call, url } = where
  const { host, searchParams } = new URL(url)
  const told = readBody(message)
  return { host, purpose, call, fields: [...searchParams.keys(), ...told.fields], addresses: told.addresses }
}
