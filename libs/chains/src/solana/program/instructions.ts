import { concatBytes, encodeU32, encodeU64 } from "../wire/encodeBytes.ts"
import type { AccountMeta, Instruction } from "../wire/Instruction.ts"
import { associatedTokenAddress } from "./programAddress.ts"
import { programs } from "./programs.ts"

const toReadonlyMeta = (address: string): AccountMeta => ({ address, signs: false, written: false })
const toWritableMeta = (address: string): AccountMeta => ({ address, signs: false, written: true })
const toSignerMeta = (address: string, written: boolean): AccountMeta => ({ address, signs: true, written })

/** `amount` is lamports. */
export const transferSol = (from: string, to: string, amount: bigint): Instruction => ({
  program: programs.system,
  accounts: [toSignerMeta(from, true), toWritableMeta(to)],
  data: concatBytes(encodeU32(2), encodeU64(amount)),
})

/** Sets the maximum compute units, and the price per unit in micro-lamports. */
export const setComputeBudget = (limit: number, price: bigint): readonly Instruction[] => [
  { program: programs.computeBudget, accounts: [], data: concatBytes([2], encodeU32(limit)) },
  { program: programs.computeBudget, accounts: [], data: concatBytes([3], encodeU64(price)) },
]

/** A token and the program that owns it. */
interface TokenRef {
  readonly token: string
  readonly program: string
}

/** Has no effect if the account exists. */
export const createAssociatedTokenAccount = (
  request: TokenRef & { readonly payer: string; readonly owner: string },
): Instruction => ({
  program: programs.associatedToken,
  accounts: [
    toSignerMeta(request.payer, true),
    toWritableMeta(associatedTokenAddress(request)),
    toReadonlyMeta(request.owner),
    toReadonlyMeta(request.token),
    toReadonlyMeta(programs.system),
    toReadonlyMeta(request.program),
  ],
  data: Uint8Array.of(1),
})

/** `fee` is the token's own fee in base units; `null` without one. */
export const transferChecked = (
  request: TokenRef & {
    readonly source: string
    readonly destination: string
    readonly owner: string
    readonly amount: bigint
    readonly decimals: number
    readonly fee: bigint | null
  },
): Instruction => {
  const { amount, decimals, destination, fee, owner, program, source, token } = request
  return {
    program,
    accounts: [
      toWritableMeta(source),
      toReadonlyMeta(token),
      toWritableMeta(destination),
      toSignerMeta(owner, false),
    ],
    data:
      fee === null
        ? concatBytes([12], encodeU64(amount), [decimals])
        : concatBytes([26, 1], encodeU64(amount), [decimals], encodeU64(fee)),
  }
}
