import { type Command, Option } from "commander"
import type { Plan, SendFlags, SwapFlags, Waiting } from "./Plan.ts"
import { keyFlags, type SigningFlags, withSigning } from "./signing.ts"
import * as value from "./values.ts"

interface WaitingFlags {
  readonly wait: number
  readonly timeout: number
}

interface MoneyFlags extends SigningFlags, WaitingFlags {
  readonly dryRun?: true
  readonly maxUsd?: string
  readonly confirm: readonly string[]
}

interface TypedSendFlags extends MoneyFlags {
  readonly signOnly?: true
}

interface TypedSwapFlags extends MoneyFlags {
  readonly slippage: number
}

const waitingOf = ({ timeout, wait }: WaitingFlags): Waiting => ({ confirmations: wait, seconds: timeout })

const moneyFlags = (flags: MoneyFlags): Omit<SendFlags, "signOnly"> => ({
  key: keyFlags(flags),
  yes: flags.yes === true,
  dryRun: flags.dryRun === true,
  waiting: waitingOf(flags),
  maxUsd: flags.maxUsd ?? null,
  confirm: flags.confirm,
})

const sendFlags = (flags: TypedSendFlags): SendFlags => ({
  ...moneyFlags(flags),
  signOnly: flags.signOnly === true,
})

const swapFlags = (flags: TypedSwapFlags): SwapFlags => ({ ...moneyFlags(flags), slippage: flags.slippage })

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

/** What stands between a look and something that leaves. */
const withGuards = (command: Command, names: string): Command =>
  command
    .option("--dry-run", "show what it would do; nothing is signed")
    .addOption(new Option("--max-usd <amount>", "refuse what is worth more").argParser(value.usd))
    .addOption(
      new Option("--confirm <value>", `pass a stop: ${names}; repeatable`)
        .argParser(value.collected)
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
export const addMoney = (program: Command, done: (plan: Plan) => void): void => {
  program
    .command("activity")
    .description("what went in and out")
    .addOption(new Option("--limit <n>", "how many").argParser(value.limit).default(25))
    .action(({ limit }: { readonly limit: number }) => done({ _tag: "Activity", limit }))

  const send = program.command("send").description("send a payment, or a batch from stdin")
  withGuards(withWaiting(withSigning(send)), "the address or hash that it names")
    .addArgument(
      program
        .createArgument("[amount]", "such as 1.5, or max; - for a batch as CSV on stdin")
        .argParser((text: string) => (text === "-" ? text : value.amount(text))),
    )
    .argument("[token]", "its symbol or its contract's address")
    .argument("[to]", "an address or a name")
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId))
    .addOption(new Option("--sign-only", "print the signed transaction; nothing is sent").conflicts("dryRun"))
    .addHelpText("after", sendExamples)
    .action(
      (
        amount: string | undefined,
        token: string | undefined,
        to: string | undefined,
        typed: TypedSendFlags,
      ) => {
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

  withGuards(
    withWaiting(withSigning(program.command("swap").description("swap one token for another"))),
    "the percentage, word or hash that it names",
  )
    .addArgument(
      program.createArgument("[amount]", "of what is given, such as 1.5, or max").argParser(value.amount),
    )
    .argument("[from]", "what is given: its symbol or its contract's address")
    .argument("[to]", "what is wanted: the same")
    .addOption(
      new Option("--slippage <percent>", "how much less than the quote may arrive")
        .argParser(value.slippage)
        .default(1),
    )
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId))
    .addHelpText("after", swapExamples)
    .action(
      (amount: string | undefined, from: string | undefined, to: string | undefined, typed: TypedSwapFlags) =>
        done({
          _tag: "Swap",
          swap: { amount: amount ?? null, from: from ?? null, to: to ?? null },
          flags: swapFlags(typed),
        }),
    )

  withWaiting(program.command("watch").description("wait until a transaction is mined"))
    .addArgument(program.createArgument("<hash>", "its hash, or its id in activity").argParser(value.watched))
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId).hideHelp())
    .action((what: string, flags: WaitingFlags) => done({ _tag: "Watch", what, waiting: waitingOf(flags) }))

  withWaiting(withSigning(program.command("raise").description("raise the fee of a payment that waits")))
    .addArgument(program.createArgument("<hash>", "its hash, or its id in activity").argParser(value.watched))
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId).hideHelp())
    .addHelpText("after", raiseExamples)
    .action((what: string, flags: SigningFlags & WaitingFlags) =>
      done({
        _tag: "Raise",
        what,
        flags: { key: keyFlags(flags), yes: flags.yes === true, waiting: waitingOf(flags) },
      }),
    )

  withWaiting(program.command("broadcast").description("send signed bytes from stdin, as often as you like"))
    .addArgument(program.createArgument("<file>", "- for stdin").choices(["-"]))
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.networkId).hideHelp())
    .action((_file: string, flags: WaitingFlags) => done({ _tag: "Broadcast", waiting: waitingOf(flags) }))
}
