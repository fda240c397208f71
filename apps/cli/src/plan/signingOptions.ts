import { type Command, Option } from "commander"
import type { KeyFlags } from "./CommandPlan.ts"
import * as value from "./values.ts"

/** The flags of commands that sign. */
export interface SigningFlags {
  readonly account?: number
  readonly keyFile?: string
  readonly keystore?: string
  readonly passwordFile?: string
  readonly yes?: true
}

export const toKeyFlags = (flags: SigningFlags): KeyFlags => ({
  account: flags.account ?? null,
  keyFile: flags.keyFile ?? null,
  keystore: flags.keystore ?? null,
  passwordFile: flags.passwordFile ?? null,
})

const makeAccountOption = () =>
  new Option("--account <n>", "account index of the test mnemonic").argParser(value.parseAccountIndex)

/** Adds the flags of commands that sign. `account` is the option that names the account. */
export const withSigning = (command: Command, account: Option = makeAccountOption()): Command =>
  command
    .addOption(account.conflicts(["keyFile", "keystore"]))
    .addOption(
      new Option("--key-file <path>", "private key, or a V3 keystore; - for stdin").conflicts("keystore"),
    )
    .option("--keystore <path>", "V3 keystore")
    .option("--password-file <path>", "password of the keystore; - for stdin")
    .option("-y, --yes", "approve without asking")

export interface ConfirmFlags extends SigningFlags {
  readonly confirm: readonly string[]
}

/** Makes the `--confirm` option, which confirms warnings by their values. */
export const makeConfirmOption = (): Option =>
  new Option("--confirm <value>", "acknowledge a warning by its address, chain or word; repeatable")
    .argParser(value.collectValues)
    .default([], "none")
