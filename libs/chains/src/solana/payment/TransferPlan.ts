import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { TransferFee } from "../account/Mint.ts"
import { normalizeAddress } from "../normalizeAddress.ts"
import { isTokenProgram, programs } from "../program/programs.ts"

/** What was found out when a payment was estimated, so that its bytes follow from nothing else. */
export interface TransferPlan {
  readonly blockhash: string
  readonly unitLimit: number
  /** Micro-lamports. */
  readonly unitPrice: bigint
  readonly token: TokenTransferPlan
}

/** Of a payment in a token. */
export interface TokenTransferPlan {
  readonly program: string
  readonly decimals: number
  /** Where the sender has it, and how much there. Nothing: in the usual account. */
  readonly sources: readonly { readonly address: string; readonly amount: bigint }[]
  /** Whether the recipient's account is made on the way. */
  readonly isMade: boolean
  readonly fee: Omit<TransferFee, "epoch"> | null
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
  feePoints: token.fee === null ? null : `${token.fee.points}`,
  feeMost: token.fee === null ? null : `${token.fee.most}`,
})

/** The reverse. What is missing, or not as `encodeTransferPlan` writes it, is as if it had not been found out. */
export const decodeTransferPlan = (terms: ChainTransaction): TransferPlan => {
  const number = (name: string) => parseDecimal(terms[name])
  const [program, points, most] = [terms["program"] ?? "", number("feePoints"), number("feeMost")]
  return {
    // No block has this one, so that it lands nowhere.
    blockhash: normalizeAddress(terms["blockhash"] ?? "") ?? programs.system,
    unitLimit: Number(number("unitLimit") ?? 1_400_000n),
    unitPrice: number("unitPrice") ?? 0n,
    token: {
      program: isTokenProgram(program) ? program : programs.token,
      decimals: Number(number("decimals") ?? 0n),
      sources: (terms["sources"] ?? "").split(" ").flatMap((source) => {
        const [text = "", held] = source.split(":")
        const amount = parseDecimal(held)
        return normalizeAddress(text) === null || amount === null ? [] : [{ address: text, amount }]
      }),
      isMade: terms["isMade"] === "yes",
      fee: points === null || most === null ? null : { points: Number(points), most },
    },
  }
}

/** At most 2^64 - 1, in decimal. */
export const parseDecimal = (text: string | null | undefined): bigint | null => {
  if (text == null || !/^\d{1,20}$/.test(text)) return null
  const value = BigInt(text)
  return value >> 64n === 0n ? value : null
}
