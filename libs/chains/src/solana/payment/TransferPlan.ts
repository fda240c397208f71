import { type AccountMeta, AccountRole, address, isWritableRole } from "@solana/kit"
import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { TransferFee } from "../account/Mint.ts"
import { normalizeAddress } from "../normalizeAddress.ts"
import { isTokenProgram, programs } from "../program/programs.ts"

/** The decisions of an estimate, which alone determine the bytes of a payment. */
export interface TransferPlan {
  readonly blockhash: string
  readonly unitLimit: number
  /** Micro-lamports. */
  readonly unitPrice: bigint
  readonly token: TokenTransferPlan
}

/** The plan of a token payment. */
export interface TokenTransferPlan {
  readonly program: string
  readonly decimals: number
  /** The sender's token accounts and their amounts. Empty: the associated account. */
  readonly sources: readonly { readonly address: string; readonly amount: bigint }[]
  /** `true` if the payment creates the recipient's account. */
  readonly isMade: boolean
  readonly fee: Omit<TransferFee, "epoch"> | null
  /** The accounts that the issuer's program needs, in their order. Empty without such a program. */
  readonly hook: readonly AccountMeta[]
}

export const encodeTransferPlan = ({
  blockhash,
  token,
  unitLimit,
  unitPrice,
}: TransferPlan): ChainTransaction => ({
  blockhash,
  unitLimit: `${unitLimit}`,
  unitPrice: `${unitPrice}`,
  program: token.program,
  decimals: `${token.decimals}`,
  sources: token.sources.map(({ address, amount }) => `${address}:${amount}`).join(" "),
  isMade: token.isMade ? "yes" : null,
  hook:
    token.hook.length === 0
      ? null
      : token.hook.map(({ address: one, role }) => `${one}:${isWritableRole(role) ? "w" : "r"}`).join(" "),
  feePoints: token.fee === null ? null : `${token.fee.points}`,
  feeMost: token.fee === null ? null : `${token.fee.most}`,
})

/** Decodes a plan. Missing or invalid values become those of an unplanned payment. */
export const decodeTransferPlan = (terms: ChainTransaction): TransferPlan => {
  const number = (name: string) => parseDecimal(terms[name])
  /** What the instruction has room for: the library throws for more. */
  const bits = (count: number, name: string, usual: bigint) =>
    Number(BigInt.asUintN(count, number(name) ?? usual))
  const [program, points, most] = [terms["program"] ?? "", number("feePoints"), number("feeMost")]
  return {
    // A blockhash that never exists, so that the transaction cannot land.
    blockhash: normalizeAddress(terms["blockhash"] ?? "") ?? programs.system,
    unitLimit: bits(32, "unitLimit", 1_400_000n),
    unitPrice: number("unitPrice") ?? 0n,
    token: {
      program: isTokenProgram(program) ? program : programs.token,
      decimals: bits(8, "decimals", 0n),
      sources: (terms["sources"] ?? "").split(" ").flatMap((source) => {
        const [text = "", held] = source.split(":")
        const amount = parseDecimal(held)
        return normalizeAddress(text) === null || amount === null ? [] : [{ address: text, amount }]
      }),
      isMade: terms["isMade"] === "yes",
      hook: (terms["hook"] ?? "").split(" ").flatMap((account) => {
        const [text = "", role] = account.split(":")
        return normalizeAddress(text) === null
          ? []
          : [{ address: address(text), role: role === "w" ? AccountRole.WRITABLE : AccountRole.READONLY }]
      }),
      fee: points === null || most === null ? null : { points: Number(points), most },
    },
  }
}

/** Parses a decimal of at most 2^64 - 1. */
export const parseDecimal = (text: string | null | undefined): bigint | null => {
  if (text == null || !/^\d{1,20}$/.test(text)) return null
  const value = BigInt(text)
  return value >> 64n === 0n ? value : null
}
