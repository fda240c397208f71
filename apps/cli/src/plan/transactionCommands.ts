import { type Command, Option } from "commander"
import type { CommandPlan, SendFlags, SwapFlags, WaitLimits } from "./CommandPlan.ts"
import { type SigningFlags, toKeyFlags, withSigning } from "./signingOptions.ts"
import * as value from "./values.ts"

interface WaitFlags {
  readonly wait: number
  readonly timeout: number
}

interface TransactionFlags extends SigningFlags, WaitFlags {
  readonly dryRun?: true
  readonly maxUsd?: string
  readonly confirm: readonly string[]
}

interface TypedSendFlags extends TransactionFlags {
  readonly signOnly?: true
}

interface TypedSwapFlags extends TransactionFlags {
  readonly slippage: number
}

const toWaitLimits = ({ timeout, wait }: WaitFlags): WaitLimits => ({ confirmations: wait, seconds: timeout })

const toTransactionFlags = (flags: TransactionFlags): Omit<SendFlags, "signOnly"> => ({
  key: toKeyFlags(flags),
  yes: flags.yes === true,
  dryRun: flags.dryRun === true,
  waiting: toWaitLimits(flags),
  maxUsd: flags.maxUsd ?? null,
  confirm: flags.confirm,
})

const toSendFlags = (flags: TypedSendFlags): SendFlags => ({
  ...toTransactionFlags(flags),
  signOnly: flags.signOnly === true,
})

const toSwapFlags = (flags: TypedSwapFlags): SwapFlags => ({
  ...toTransactionFlags(flags),
  slippage: flags.slippage,
})

const withWaitOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--wait <until>", "none, mined, or a number of blocks")
        .argParser(value.parseConfirmations)
        .default(1, "mined"),
    )
    .addOption(
      new Option("--timeout <seconds>", "give up waiting after").argParser(value.parseSeconds).default(300),
    )

/** What stands between a look and something that leaves. */
const withGuardOptions = (command: Command, names: string): Command =>
  command
    .option("--dry-run", "show what it would do; nothing is signed")
    .addOption(new Option("--max-usd <amount>", "refuse what is worth more").argParser(value.parseUsd))
    .addOption(
      new Option("--confirm <value>", `pass a stop: ${names}; repeatable`)
        .argParser(value.collectValues)
        .default([], "none"),
    )

const sendExamples = `
Examples:
  wmodal send 0.5 ETH vitalik.eth --dry-run    look at it; nothing is signed
  wmodal send 10 USDC 0xd8dA… --yes --json     for scripts
  wmodal send 0.1 SOL 9Tj3s… --network solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
  wmodal send - --yes < payments.csv           amount,token,to per line

A recipient that is new, or that looks like one you know, is paid only with
--confirm <address>.`

const raiseExamples = `
It pays the same once more, out of the same coins, so that one of the two is mined
at most. This version raises the fee of Bitcoin payments; elsewhere the wallet does.`

const swapExamples = `
Examples:
  wmodal swap 100 USDC DAI --dry-run           look at it; nothing is signed
  wmodal swap 0.5 ETH USDC --slippage 0.5
  wmodal swap max USDC DAI                     everything; of ETH less the fee
  wmodal swap 100 USDC ETH --yes --json        for scripts

Where too much of the worth would be lost, or nobody could try it out, it stops
until that is named: --confirm 23.4, --confirm unknown, --confirm untried.`

/** What spends, follows and looks back. */
export const addTransactionCommands = (program: Command, done: (plan: CommandPlan) => void): void => {
  program
    .command("activity")
    .description("what went in and out")
    .addOption(new Option("--limit <n>", "how many").argParser(value.parseLimit).default(25))
    .action(({ limit }: { readonly limit: number }) => done({ _tag: "Activity", limit }))

  const send = program.command("send").description("send a payment, or a batch from stdin")
  withGuardOptions(withWaitOptions(withSigning(send)), "the address or hash that it names")
    .addArgument(
      program
        .createArgument("[amount]", "such as 1.5, or max; - for a batch as CSV on stdin")
        .argParser((text: string) => (text === "-" ? text : value.parseAmountArgument(text))),
    )
    .argument("[token]", "its symbol or its contract's address")
    .argument("[to]", "an address or a name")
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId))
    .addOption(new Option("--sign-only", "print the signed transaction; nothing is sent").conflicts("dryRun"))
    .addHelpText("after", sendExamples)
    .action(
      (
        amount: string | undefined,
        token: string | undefined,
        to: string | undefined,
        typed: TypedSendFlags,
      ) => {
        const flags = toSendFlags(typed)
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

  withGuardOptions(
    withWaitOptions(withSigning(program.command("swap").description("swap one token for another"))),
    "the percentage, word or hash that it names",
  )
    .addArgument(
      program
        .createArgument("[amount]", "of what is given, such as 1.5, or max")
        .argParser(value.parseAmountArgument),
    )
    .argument("[from]", "what is given: its symbol or its contract's address")
    .argument("[to]", "what is wanted: the same")
    .addOption(
      new Option("--slippage <percent>", "how much less than the quote may arrive")
        .argParser(value.parseSlippage)
        .default(1),
    )
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId))
    .addHelpText("after", swapExamples)
    .action(
      (amount: string | undefined, from: string | undefined, to: string | undefined, typed: TypedSwapFlags) =>
        done({
          _tag: "Swap",
          swap: { amount: amount ?? null, from: from ?? null, to: to ?? null },
          flags: toSwapFlags(typed),
        }),
    )

  withWaitOptions(program.command("watch").description("wait until a transaction is mined"))
    .addArgument(
      program
        .createArgument("<hash>", "its hash, or its id in activity")
        .argParser(value.parseTransactionReference),
    )
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )
    .action((what: string, flags: WaitFlags) => done({ _tag: "Watch", what, waiting: toWaitLimits(flags) }))

  withWaitOptions(withSigning(program.command("raise").description("raise the fee of a payment that waits")))
    .addArgument(
      program
        .createArgument("<hash>", "its hash, or its id in activity")
        .argParser(value.parseTransactionReference),
    )
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )
    .addHelpText("after", raiseExamples)
    .action((what: string, flags: SigningFlags & WaitFlags) =>
      done({
        _tag: "Raise",
        what,
        flags: { key: toKeyFlags(flags), yes: flags.yes === true, waiting: toWaitLimits(flags) },
      }),
    )

  withWaitOptions(
    program.command("broadcast").description("send signed bytes from stdin, as often as you like"),
  )
    .addArgument(program.createArgument("<file>", "- for stdin").choices(["-"]))
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )
    .action((_file: string, flags: WaitFlags) => done({ _tag: "Broadcast", waiting: toWaitLimits(flags) }))
}
