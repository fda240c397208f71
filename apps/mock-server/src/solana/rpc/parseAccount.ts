import { type EncodedAccount, type Option, unwrapOption } from "@solana/kit"
import { getNonceDecoder, NonceState, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { AccountState, getMultisigDecoder, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import type { LiteSVM } from "litesvm"
import { decodeTokenAccount, decodeTokenMint, isTokenProgram } from "../chain/tokenBalances.ts"
import { toTokenAmount } from "./tokenAmount.ts"

const multisigBytes = 355
const nonceBytes = 80

/**
 * Parses account data in the format of its program; `null` when a node has no parser. Source: solana-account-decoder.
 */
export const parseAccount = (account: EncodedAccount, svm: LiteSVM) => {
  const { programAddress, data } = account
  const parsed = isTokenProgram(programAddress)
    ? parseTokenAccount(account, svm)
    : programAddress === SYSTEM_PROGRAM_ADDRESS
      ? parseNonceAccount(account)
      : null
  return parsed && { program: getProgramName(programAddress), parsed, space: data.length }
}

const getProgramName = (program: string): string => {
  if (program === SYSTEM_PROGRAM_ADDRESS) return "nonce"
  return program === TOKEN_PROGRAM_ADDRESS ? "spl-token" : "spl-token-2022"
}

const parseTokenAccount = (account: EncodedAccount, svm: LiteSVM) => {
  const token = decodeTokenAccount(account)
  if (token !== null) {
    const mint = svm.getAccount(token.mint)
    const decimals = mint.exists ? decodeTokenMint(mint)?.decimals : undefined
    if (decimals === undefined) return null
    const delegate = unwrapOption(token.delegate)
    const reserve = unwrapOption(token.isNative)
    return {
      type: "account",
      info: {
        isNative: reserve !== null,
        mint: token.mint,
        owner: token.owner,
        state: token.state === AccountState.Frozen ? "frozen" : "initialized",
        tokenAmount: toTokenAmount(token.amount, decimals),
        ...(delegate !== null && {
          delegate,
          delegatedAmount: toTokenAmount(token.delegatedAmount, decimals),
        }),
        ...(reserve !== null && { rentExemptReserve: toTokenAmount(reserve, decimals) }),
        ...optionalField("closeAuthority", token.closeAuthority),
      },
    }
  }
  const mint = decodeTokenMint(account)
  if (mint !== null)
    return {
      type: "mint",
      info: {
        decimals: mint.decimals,
        freezeAuthority: unwrapOption(mint.freezeAuthority),
        isInitialized: mint.isInitialized,
        mintAuthority: unwrapOption(mint.mintAuthority),
        supply: String(mint.supply),
      },
    }
  if (account.data.length !== multisigBytes) return null
  const { m, n, isInitialized, signers } = getMultisigDecoder().decode(account.data)
  return {
    type: "multisig",
    info: { numRequiredSigners: m, numValidSigners: n, isInitialized, signers: signers.slice(0, n) },
  }
}

const parseNonceAccount = ({ data }: EncodedAccount) => {
  if (data.length !== nonceBytes) return null
  const nonce = getNonceDecoder().decode(data)
  return nonce.state === NonceState.Uninitialized
    ? { type: "uninitialized" }
    : {
        type: "initialized",
        info: {
          authority: nonce.authority,
          blockhash: nonce.blockhash,
          feeCalculator: { lamportsPerSignature: String(nonce.lamportsPerSignature) },
        },
      }
}

const optionalField = (name: string, option: Option<string>) => {
  const value = unwrapOption(option)
  return value === null ? {} : { [name]: value }
}
