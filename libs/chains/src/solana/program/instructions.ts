import { bytesOf, u32, u64 } from "../wire/bytesOf.ts"
import type { Instruction, Role } from "../wire/Instruction.ts"
import { associatedAccount } from "./derivedAddress.ts"
import { programs } from "./programs.ts"

const read = (address: string): Role => ({ address, signs: false, written: false })
const write = (address: string): Role => ({ address, signs: false, written: true })
const signer = (address: string, written: boolean): Role => ({ address, signs: true, written })

/** Lamports. */
export const payNative = (from: string, to: string, amount: bigint): Instruction => ({
  program: programs.system,
  accounts: [signer(from, true), write(to)],
  data: bytesOf(u32(2), u64(amount)),
})

/** The most that a transaction may compute, and micro-lamports for each unit of that. */
export const computeBudget = (limit: number, price: bigint): readonly Instruction[] => [
  { program: programs.computeBudget, accounts: [], data: bytesOf([2], u32(limit)) },
  { program: programs.computeBudget, accounts: [], data: bytesOf([3], u64(price)) },
]

/** A token, and the program that it belongs to. */
interface OfToken {
  readonly token: string
  readonly program: string
}

/** Does nothing where the account is there already. */
export const makeAssociatedAccount = (
  request: OfToken & { readonly payer: string; readonly owner: string },
): Instruction => ({
  program: programs.associatedToken,
  accounts: [
    signer(request.payer, true),
    write(associatedAccount(request)),
    read(request.owner),
    read(request.token),
    read(programs.system),
    read(request.program),
  ],
  data: Uint8Array.of(1),
})

/** `fee` is what the token itself takes of it, in base units; `null` where it takes none. */
export const payToken = (
  request: OfToken & {
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
    accounts: [write(source), read(token), write(destination), signer(owner, false)],
    data:
      fee === null
        ? bytesOf([12], u64(amount), [decimals])
        : bytesOf([26, 1], u64(amount), [decimals], u64(fee)),
  }
}
