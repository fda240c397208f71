import { Data, Result } from "effect"

/** The namespaces that wmodal knows, by CAIP-2 name. */
export const namespaces = ["eip155", "solana", "polkadot", "bip122"] as const

/** A CAIP-2 namespace that wmodal knows. */
export type Namespace = (typeof namespaces)[number]

/** A CAIP-2 network id, such as `eip155:1`. */
export type CaipNetworkId = `${string}:${string}`

/** A CAIP-10 account id, such as `eip155:1:0xab16…`. */
export type CaipAddress = `${string}:${string}:${string}`

/** The parts of a CAIP-2 network id. `reference` is a decimal number for EVM. */
export interface NetworkParts {
  readonly namespace: string
  readonly reference: string
}

/** The parts of a CAIP-10 account id. `address` is as it was written, not checked for its chain. */
export interface AddressParts extends NetworkParts {
  readonly address: string
}

export const isNamespace = (name: string): name is Namespace => namespaces.some((known) => known === name)

/** Exactly two non-empty parts; the namespace may be one that wmodal does not know. */
export const parseCaipNetworkId = (input: string): Result.Result<NetworkParts, InvalidCaipNetworkId> => {
  const [namespace, reference, ...rest] = input.split(":")
  return namespace && reference && rest.length === 0
    ? Result.succeed({ namespace, reference })
    : Result.fail(new InvalidCaipNetworkId({ input }))
}

/** Exactly three non-empty parts; the namespace may be one that wmodal does not know. */
export const parseCaipAddress = (input: string): Result.Result<AddressParts, InvalidCaipAddress> => {
  const [namespace, reference, address, ...rest] = input.split(":")
  return namespace && reference && address && rest.length === 0
    ? Result.succeed({ namespace, reference, address })
    : Result.fail(new InvalidCaipAddress({ input }))
}

export const formatCaipNetworkId = ({ namespace, reference }: NetworkParts): CaipNetworkId =>
  `${namespace}:${reference}`

export const formatCaipAddress = ({ namespace, reference, address }: AddressParts): CaipAddress =>
  `${namespace}:${reference}:${address}`

/** A CAIP-2 id of a namespace that wmodal knows. */
export const isCaipNetworkId = (input: unknown): input is CaipNetworkId =>
  typeof input === "string" && isKnown(parseCaipNetworkId(input))

/** A CAIP-10 id of a namespace that wmodal knows. */
export const isCaipAddress = (input: unknown): input is CaipAddress =>
  typeof input === "string" && isKnown(parseCaipAddress(input))

const isKnown = (parts: Result.Result<NetworkParts, unknown>) =>
  Result.isSuccess(parts) && isNamespace(parts.success.namespace)

export class InvalidCaipNetworkId extends Data.TaggedError("InvalidCaipNetworkId")<{
  readonly input: string
}> {
  override get message() {
    return `Invalid CAIP-2 network id: ${this.input}`
  }
}

export class InvalidCaipAddress extends Data.TaggedError("InvalidCaipAddress")<{ readonly input: string }> {
  override get message() {
    return `Invalid CAIP-10 address: ${this.input}`
  }
}
