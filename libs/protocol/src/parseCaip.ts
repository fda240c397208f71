import { Data, Result } from "effect"
import { type CaipAddress, type CaipNetworkId, isNamespace } from "./Caip.ts"

/** The parts of a CAIP-2 network id. `reference` is a decimal number for EVM. */
export interface NetworkParts {
  readonly namespace: string
  readonly reference: string
}

/** The parts of a CAIP-10 account id. `address` is as written and not validated for its chain. */
export interface AddressParts extends NetworkParts {
  readonly address: string
}

/** Parses exactly two non-empty parts. The namespace may be unsupported. */
export const parseCaipNetworkId = (input: string): Result.Result<NetworkParts, InvalidCaipNetworkId> => {
  const [namespace, reference, ...rest] = input.split(":")
  return namespace && reference && rest.length === 0
    ? Result.succeed({ namespace, reference })
    : Result.fail(new InvalidCaipNetworkId({ input }))
}

/** Parses exactly three non-empty parts. The namespace may be unsupported. */
export const parseCaipAddress = (input: string): Result.Result<AddressParts, InvalidCaipAddress> => {
  const [namespace, reference, address, ...rest] = input.split(":")
  return namespace && reference && address && rest.length === 0
    ? Result.succeed({ namespace, reference, address })
    : Result.fail(new InvalidCaipAddress({ input }))
}

/** Formats the parts of a CAIP-2 network id: `eip155:1`. */
export const formatCaipNetworkId = ({ namespace, reference }: NetworkParts): CaipNetworkId =>
  `${namespace}:${reference}`

/** Formats the parts of a CAIP-10 address: `eip155:1:0x…`. */
export const formatCaipAddress = ({ namespace, reference, address }: AddressParts): CaipAddress =>
  `${namespace}:${reference}:${address}`

/** Reports that a value is a CAIP-10 id in a supported namespace. */
export const isCaipAddress = (input: unknown): input is CaipAddress =>
  typeof input === "string" &&
  Result.match(parseCaipAddress(input), {
    onFailure: () => false,
    onSuccess: ({ namespace }) => isNamespace(namespace),
  })

/** The error for a text that is not a CAIP-2 network id. */
export class InvalidCaipNetworkId extends Data.TaggedError("InvalidCaipNetworkId")<{
  readonly input: string
}> {
  override get message() {
    return `Invalid CAIP-2 network id: ${this.input}`
  }
}

/** The error for a text that is not a CAIP-10 address. */
export class InvalidCaipAddress extends Data.TaggedError("InvalidCaipAddress")<{ readonly input: string }> {
  override get message() {
    return `Invalid CAIP-10 address: ${this.input}`
  }
}
