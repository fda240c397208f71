import { type Command, Option } from "commander"
import type { Plan, SendFlags, Waiting } from "./Plan.ts"
import { keyFlags, type SigningFlags, withSigning } from "./signing.ts"
import * as value from "./values.ts"

interface WaitingFlags {
  readonly wait: number
  readonly timeout: number
}

interface MoneyFlags extends SigningFlags, WaitingFlags {
  readonly dryRun?: true
  readonly signOnly?: true
  readonly maxUsd?: string
  readonly confirm: readonly string[]
}

const waitingOf = ({ timeout, wait }: WaitingFlags): Waiting => ({ confirmations: wait, seconds: timeout })

const sendFlags = (flags: MoneyFlags): SendFlags => ({
  key: keyFlags(flags),
  yes: flags.yes === true,
  dryRun: flags.dryRun === true,
  signOnly: flags.signOnly === true,
  waiting: waitingOf(flags),
  maxUsd: flags.maxUsd ?? null,
  confirm: flags.confirm,
})

const withWaiting = (command: Command): Command =>
  command
    .addOption(
      new Option("--wait <until>", "none, mined, or a number of blocks")
        .argParser(value.wait)
        .default(1, "mined"),
    )
    .addOption(
      new Option("--timeout <seconds>", "give up waiting after").argParser(value.seconds).default(300),
    )

const sendExamples = `
Examples:
  wmodal send 0.5 ETH vitalik.eth --dry-run    look at it; nothing is signed
  wmodal send 10 USDC 0xd8dA… --yes --json     for scripts
  wmodal send - --yes < payments.csv           amount,token,to per line

A recipient that is new, or that looks like one you know, is paid only with
--confirm <address>.`

/** What spends, follows and looks back. */
export const addMoney = (program: Command, done: (plan: Plan) => void): void => {
  program
    .command("activity")
    .description("what went in and out")
    .addOption(new Option("--limit <n>", "how many").argParser(value.limit).default(25))
    .action(({ limit }: { readonly limit: number }) => done({ _tag: "Activity", limit }))

  const send = program.command("send").description("send a payment, or a batch from stdin")
  withWaiting(withSigning(send))
    .addArgument(
      program
        .createArgument("[amount]", "such as 1.5, or max; - for a batch as CSV on stdin")
        .argParser((text: string) => (text === "-" ? text : value.amount(text))),
    )
    .argument("[token]", "its symbol or its contract's address")
    .argument("[to]", "an address or a name")
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId))
    .option("--dry-run", "show what it would do; nothing is signed")
    .addOption(new Option("--sign-only", "print the signed transaction; nothing is sent").conflicts("dryRun"))
    .addOption(new Option("--max-usd <amount>", "refuse what is worth more").argParser(value.usd))
    .addOption(
      new Option("--confirm <value>", "pass a stop: the address or hash that it names; repeatable")
        .argParser(value.collected)
        .default([], "none"),
    )
    .addHelpText("after", sendExamples)
    .action(
      (amount: string | undefined, token: string | undefined, to: string | undefined, typed: MoneyFlags) => {
        const flags = sendFlags(typed)
        if (amount === "-") {
          if (token !== undefined) send.error("A batch takes its tokens and recipients from stdin.")
          if (flags.signOnly)
            send.error("--sign-only signs one payment: a batch would sign one nonce several times.")
          return done({ _tag: "SendBatch", flags })
        }
        const payment = {
          amount: amount ?? null,
          token: token ?? null,
          to: to ?? null,
        }
        done({ _tag: "Send", payment, flags })
      },
    )

  withWaiting(program.command("watch").description("wait until a transaction is mined"))
    .addArgument(program.createArgument("<hash>", "its hash, or its id in activity").argParser(value.watched))
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId).hideHelp())
    .action((what: string, flags: WaitingFlags) => done({ _tag: "Watch", what, waiting: waitingOf(flags) }))

  withWaiting(program.command("broadcast").description("send signed bytes from stdin, as often as you like"))
    .addArgument(program.createArgument("<file>", "- for stdin").choices(["-"]))
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId).hideHelp())
    .action((_file: string, flags: WaitingFlags) => done({ _tag: "Broadcast", waiting: waitingOf(flags) }))
}
