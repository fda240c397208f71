import type { Command } from "commander"
import type { CommandPlan } from "./CommandPlan.ts"
import { type ConfirmFlags, makeConfirmOption, toKeyFlags, withSigning } from "./signingOptions.ts"

const verifyExamples = `
Examples:
  wmodal verify message.txt --signature 0x... --domain app.example --nonce 8f3a...
  wmodal verify cacao.json --domain app.example
  wmodal verify - --signature 0x... --domain app.example --rpc eip155:1=https://node.example < message.txt

Exits with 6 when it is invalid, and with 7 when a node that has to be asked fails.
--network names the only network that is accepted. A smart account needs a node.`

interface VerifyFlags {
  readonly signature?: string
  readonly domain: string
  readonly nonce?: string
  readonly uri?: string
  readonly address?: string
}

/** Adds the commands that sign and verify. */
export const addSigningCommands = (program: Command, done: (plan: CommandPlan) => void): void => {
  const sign = program.command("sign").description("sign a message, typed data or a sign-in")
  const addSign = (
    [name, description]: readonly [string, string],
    [argument, about, missing]: readonly [string, string, string?],
    toPlan: (input: string, shared: ReturnType<typeof toSharedPlan>) => CommandPlan,
  ) =>
    withSigning(sign.command(name).description(description))
      .argument(argument, about, missing)
      .addOption(makeConfirmOption())
      .action((input: string, flags: ConfirmFlags) => done(toPlan(input, toSharedPlan(flags))))
  addSign(["message", "sign a message"], ["[text]", "text to sign; - for stdin", "-"], (text, shared) => ({
    _tag: "SignMessage",
    text,
    ...shared,
  }))
  addSign(
    ["siwx", "sign in at a server, or sign a sign-in message"],
    ["<source>", "base URL of a server; a file with a message; - for stdin"],
    (source, shared) => ({ _tag: "SignSiwx", source, ...shared }),
  )
  addSign(
    ["typed-data", "sign EIP-712 typed data"],
    ["[file]", "a JSON file; - for stdin", "-"],
    (file, shared) => ({ _tag: "SignTypedData", file, ...shared }),
  )

  program
    .command("verify")
    .description("verify a signed sign-in message, as a server would")
    .argument("<file>", "the message, or a CACAO as JSON; - for stdin")
    .requiredOption("--domain <domain>", "domain that the message must be for, such as app.example")
    .option("--signature <signature>", "hex (EVM), base58 (Solana) or base64 (Bitcoin)")
    .option("--nonce <nonce>", "nonce that the server issued")
    .option("--uri <uri>", "URI that the message must name, or one below it")
    .option("--address <address>", "account that must have signed")
    .addHelpText("after", verifyExamples)
    .action((file: string, flags: VerifyFlags) =>
      done({
        _tag: "Verify",
        file,
        signature: flags.signature ?? null,
        domain: flags.domain,
        nonce: flags.nonce ?? null,
        uri: flags.uri ?? null,
        address: flags.address ?? null,
      }),
    )
}

const toSharedPlan = (flags: ConfirmFlags) => ({
  key: toKeyFlags(flags),
  confirm: flags.confirm,
  yes: flags.yes === true,
})
