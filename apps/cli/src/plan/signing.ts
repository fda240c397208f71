import { type Command, Option } from "commander"
import type { KeyFlags } from "./Plan.ts"
import * as value from "./values.ts"

/** The flags of whatever signs. */
export interface SigningFlags {
  readonly account?: number
  readonly keyFile?: string
  readonly keystore?: string
  readonly passwordFile?: string
  readonly yes?: true
}

export const keyFlags = (flags: SigningFlags): KeyFlags => ({
  account: flags.account ?? null,
  keyFile: flags.keyFile ?? null,
  keystore: flags.keystore ?? null,
  passwordFile: flags.passwordFile ?? null,
})

const testAccount = () =>
  new Option("--account <n>", "account of the test mnemonic").argParser(value.accountIndex)

/** @param account what its account is named by */
export const withSigning = (command: Command, account: Option = testAccount()): Command =>
  command
    .addOption(account.conflicts(["keyFile", "keystore"]))
    .addOption(
      new Option("--key-file <path>", "private key, or a V3 keystore; - for stdin").conflicts("keystore"),
    )
    .option("--keystore <path>", "V3 keystore")
    .option("--password-file <path>", "password of the keystore; - for stdin")
    .option("-y, --yes", "approve without being asked")

export interface PassingFlags extends SigningFlags {
  readonly confirm: readonly string[]
}

/** Dangers of what is signed are passed by their values. */
export const passing = (): Option =>
  new Option("--confirm <value>", "pass a danger: the address, chain or word that it names; repeatable")
    .argParser(value.collected)
    .default([], "none")
