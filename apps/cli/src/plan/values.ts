import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { InvalidArgumentError } from "commander"
import type { Shell } from "./Plan.ts"
import { shells } from "./Plan.ts"

// The edge where argv is decoded: each function gives the value or the words of what is wrong with it.

const caip2 = /^([-a-z0-9]{3,8}):[-_a-zA-Z0-9]{1,32}$/

// Written again, as values, because the room that holds them brings Effect along: 50 kB that `--help` would
// read. The type keeps it whole.
const namespaces: Readonly<Record<Namespace, true>> = {
  eip155: true,
  solana: true,
  polkadot: true,
  bip122: true,
}

const isNamespace = (text: string): text is Namespace => Object.hasOwn(namespaces, text)

const isNetworkId = (text: string): text is CaipNetworkId => {
  const match = caip2.exec(text)
  return match?.[1] !== undefined && isNamespace(match[1])
}

export const networkId = (text: string): CaipNetworkId => {
  if (isNetworkId(text)) return text
  throw new InvalidArgumentError("Write it as namespace:reference, such as eip155:1.")
}

export const namespace = (text: string): Namespace => {
  if (isNamespace(text)) return text
  throw new InvalidArgumentError(`Choose one of ${Object.keys(namespaces).join(", ")}.`)
}

const httpUrl = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError("Write a whole http: or https: address.")
}

const whole = (text: string, least: number, most: number): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`)
}

export const port = (text: string): number => whole(text, 0, 65_535)
export const accountIndex = (text: string): number => whole(text, 0, 0x7fffffff)
export const decimals = (text: string): number => whole(text, 0, 36)

/** `--rpc` as typed: a bare address is meant for the one network that the command is about. */
export interface RpcFlag {
  readonly network: CaipNetworkId | null
  readonly url: string
}

/** Collects repeated `--rpc`. The last one for a network wins. */
export const rpcFlag = (text: string, earlier: readonly RpcFlag[]): readonly RpcFlag[] => {
  const equals = /^https?:/.test(text) ? -1 : text.indexOf("=")
  const flag = {
    network: equals < 0 ? null : networkId(text.slice(0, equals)),
    url: httpUrl(text.slice(equals + 1)),
  }
  return [...earlier.filter(({ network }) => network !== flag.network), flag]
}

export const shell = (text: string): Shell => {
  const found = shells.find((known) => known === text)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Choose one of ${shells.join(", ")}.`)
}

/** The wallets that this version can connect. */
export const wallet = (text: string): "dev" => {
  if (text === "dev") return text
  throw new InvalidArgumentError("This version connects the dev wallet: --wallet dev.")
}
