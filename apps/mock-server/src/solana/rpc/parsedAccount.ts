import { type EncodedAccount, type Option, unwrapOption } from "@solana/kit"
import { getNonceDecoder, NonceState, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { AccountState, getMultisigDecoder, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import type { LiteSVM } from "litesvm"
import { isTokenProgram, tokenAccount, tokenMint } from "../chain/tokenBalances.ts"
import { tokenAmount } from "./tokenAmount.ts"

const multisigBytes = 355
const nonceBytes = 80

/** The account's data in the words of its program; `null` where a node has none. Source: solana-account-decoder. */
export const parsedAccount = (account: EncodedAccount, svm: LiteSVM) => {
  const { programAddress, data } = account
  const parsed = isTokenProgram(programAddress)
    ? parsedToken(account, svm)
    : programAddress === SYSTEM_PROGRAM_ADDRESS
      ? parsedNonce(account)
      : null
  return parsed && { program: programName(programAddress), parsed, space: data.length }
}

const programName = (program: string): string => {
  if (program === SYSTEM_PROGRAM_ADDRESS) return "nonce"
  return program === TOKEN_PROGRAM_ADDRESS ? "spl-token" : "spl-token-2022"
}

const parsedToken = (account: EncodedAccount, svm: LiteSVM) => {
  const token = tokenAccount(account)
  if (token !== null) {
    const mint = svm.getAccount(token.mint)
    const decimals = mint.exists ? tokenMint(mint)?.decimals : undefined
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
        tokenAmount: tokenAmount(token.amount, decimals),
        ...(delegate !== null && { delegate, delegatedAmount: tokenAmount(token.delegatedAmount, decimals) }),
        ...(reserve !== null && { rentExemptReserve: tokenAmount(reserve, decimals) }),
        ...optional("closeAuthority", token.closeAuthority),
      },
    }
  }
  const mint = tokenMint(account)
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

const parsedNonce = ({ data }: EncodedAccount) => {
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

const optional = (name: string, option: Option<string>) => {
  const value = unwrapOption(option)
  return value === null ? {} : { [name]: value }
}
