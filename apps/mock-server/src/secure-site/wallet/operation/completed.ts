import { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { encodeFunctionData, type Hex, isHex } from "viem"
import { entryPoint08Abi } from "viem/account-abstraction"
import { accountCodeAddress, entryPointAddress } from "../../../evm/entryPoint.ts"
import { creationOf } from "../../../evm/smartAccount.ts"
import type { Operation } from "./Operation.ts"

/** Asks the node of one network. */
export type Ask = (method: string, params: readonly unknown[]) => Effect.Effect<unknown, ProviderError>

/** Whose operations they are. */
export interface SmartAccount {
  /** Of the key that it obeys. */
  readonly owner: Hex
  readonly address: Hex
}

/** What may be said of an operation from outside. */
export type Asked = Pick<Operation, "callData"> & {
  readonly [Part in Filled]?: Operation[Part] | undefined
}
type Filled =
  | "callGasLimit"
  | "maxFeePerGas"
  | "maxPriorityFeePerGas"
  | "nonce"
  | "preVerificationGas"
  | "verificationGasLimit"

/** More than any call of a block could have: a bundle has to fit into one. */
const mostGas = 20_000_000n

/** Gas that is taken to check a signature, with and without the account's creation before that. */
const verification = { made: 150_000n, unmade: 600_000n } as const

/** What the bundle costs beside. It is not charged where no fee is. */
const preVerificationGas = 50_000n

/**
 * Fills in what was left out, as of everything that waits for a block. No fee is taken unless one was asked for. The
 * operation lacks its signature. Fails as the node does where the calls would.
 */
export const completed = Effect.fnUntraced(function* (
  { address, owner }: SmartAccount,
  asked: Asked,
  ask: Ask,
): Effect.fn.Return<Operation, ProviderError> {
  const { callData } = asked
  const isMade = (yield* hexFrom(ask, "eth_getCode", [address, "pending"])) !== "0x"
  const operation: Operation = {
    sender: address,
    nonce: asked.nonce ?? (yield* nonceOf(address, ask)),
    callData,
    callGasLimit: asked.callGasLimit ?? (yield* callGas({ address, callData, isMade }, ask)),
    verificationGasLimit: asked.verificationGasLimit ?? verification[isMade ? "made" : "unmade"],
    preVerificationGas: asked.preVerificationGas ?? preVerificationGas,
    maxFeePerGas: asked.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: asked.maxPriorityFeePerGas ?? 0n,
    ...(isMade ? {} : creationOf(owner)),
    signature: "0x",
  }
  return gasOf(operation) > mostGas
    ? yield* new ProviderError({ code: -32602, message: "Invalid params: more gas than a block has" })
    : operation
})

export const gasOf = ({
  callGasLimit,
  preVerificationGas,
  verificationGasLimit,
}: Pick<Operation, "callGasLimit" | "preVerificationGas" | "verificationGasLimit">): bigint =>
  callGasLimit + verificationGasLimit + preVerificationGas

const nonceOf = (sender: Hex, ask: Ask) =>
  Effect.map(
    hexFrom(ask, "eth_call", [
      {
        to: entryPointAddress,
        data: encodeFunctionData({ abi: entryPoint08Abi, functionName: "getNonce", args: [sender, 0n] }),
      },
      "pending",
    ]),
    BigInt,
  )

/** The entry point's own call, with a quarter to spare. An account that is not made yet is taken for one that is. */
const callGas = Effect.fnUntraced(function* (
  { address, callData, isMade }: { readonly address: Hex; readonly callData: Hex; readonly isMade: boolean },
  ask: Ask,
) {
  const call = { from: entryPointAddress, to: address, data: callData }
  const overrides = isMade
    ? []
    : [{ [address]: { code: yield* hexFrom(ask, "eth_getCode", [accountCodeAddress, "latest"]) } }]
  const gas = BigInt(yield* hexFrom(ask, "eth_estimateGas", [call, "pending", ...overrides]))
  return (gas * 5n) / 4n
})

const hexFrom = (ask: Ask, method: string, params: readonly unknown[]): Effect.Effect<Hex, ProviderError> =>
  Effect.flatMap(ask(method, params), (answer) =>
    isHex(answer)
      ? Effect.succeed(answer)
      : new ProviderError({
          code: -32603,
          message: `The node gave no answer to ${method} that can be read.`,
        }),
  )
