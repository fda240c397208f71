import { isPaymentUri } from "@wmodal/protocol"
import { type Command, Option } from "commander"
import type { CommandPlan, RaiseFlags, SendFlags, SwapFlags, WaitLimits } from "./CommandPlan.ts"
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

const toRaiseFlags = (flags: SigningFlags & WaitFlags): RaiseFlags => ({
  key: toKeyFlags(flags),
  yes: flags.yes === true,
  waiting: toWaitLimits(flags),
})

/** Adds the argument of a recorded transaction, and another name of `--network`. */
const withEntry = (command: Command, hash = "transaction hash"): Command =>
  command
    .addArgument(
      command
        .createArgument("<hash>", `${hash}, or ID from activity`)
        .argParser(value.parseTransactionReference),
    )
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )

const withWaitOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--wait <until>", "none, mined, or a number of blocks")
        .argParser(value.parseConfirmations)
        .default(1, "mined"),
    )
    .addOption(
      new Option("--timeout <seconds>", "seconds to wait").argParser(value.parseSeconds).default(300),
    )

/** Adds the options that guard a transaction. */
const withGuardOptions = (command: Command, names: string): Command =>
  command
    .option("--dry-run", "show the review; nothing is signed")
    .addOption(new Option("--max-usd <amount>", "reject if worth more").argParser(value.parseUsd))
    .addOption(
      new Option("--confirm <value>", `acknowledge a warning by ${names}; repeatable`)
        .argParser(value.collectValues)
        .default([], "none"),
    )

const sendExamples = `
Examples:
  wmodal send 0.5 ETH vitalik.eth --dry-run    review only; nothing is signed
  wmodal send 10 USDC 0xd8dA… --yes --json     for scripts
  wmodal send 0.1 SOL 9Tj3s… --network solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
  wmodal send 'solana:9Tj3s…?amount=0.1&memo=7'   all that the payment link requests
  wmodal send 0.1 'solana:9Tj3s…?memo=7'          the link leaves the amount to you
  wmodal send 'solana:https://pay.example.com/7' --confirm pay.example.com
  wmodal send - --yes < payments.csv           amount,token,to per line

A payment link (BIP-21, ERC-681, Solana Pay) brings its amount, token, memo and
references. Quote it for the shell. Its network must be the active one. A typed
amount and token must be those of the link.

A link "solana:https://…" names a server that chooses the transaction and gets your
address: --confirm <host>, without its protocol.

A recipient that is new, or that resembles a known one, requires
--confirm <address>.`

const linkPlace = "A payment link stands alone, or comes last: after the amount, or after amount and token."

const forgetExamples = `
Try "wmodal watch <hash>" first: it broadcasts the signed transaction again. A
transaction that was given up may still be mined; paying again could then pay twice.
Without a terminal: --confirm <hash>.`

const raiseExamples = `
Sends the payment again with the same coins and a higher fee; only one of the two is
mined. Bitcoin only.`

const swapExamples = `
Examples:
  wmodal swap 100 USDC DAI --dry-run           review only; nothing is signed
  wmodal swap 0.5 ETH USDC --slippage 0.5
  wmodal swap max USDC DAI                     the whole balance; of ETH minus the fee
  wmodal swap 100 USDC ETH --yes --json        for scripts

A high or unknown price impact, or a swap that could not be simulated, must be
acknowledged: --confirm 23.4, --confirm unknown, --confirm untried.`

/** Adds the commands that send, follow and list transactions. */
export const addTransactionCommands = (program: Command, done: (plan: CommandPlan) => void): void => {
  program
    .command("activity")
    .description("list incoming and outgoing transactions")
    .addOption(new Option("--limit <n>", "number of entries").argParser(value.parseLimit).default(25))
    .action(({ limit }: { readonly limit: number }) => done({ _tag: "Activity", limit }))

  const send = program.command("send").description("send a payment, or a batch from stdin")
  withGuardOptions(withWaitOptions(withSigning(send)), "its address or hash")
    .addArgument(
      program
        .createArgument(
          "[amount]",
          "amount to send, such as 1.5, or max; - for a batch as CSV on stdin; a payment link alone",
        )
        .argParser((text: string) =>
          text === "-" || isPaymentUri(text) ? text : value.parseAmountArgument(text),
        ),
    )
    .argument("[token]", "token symbol or contract address")
    .argument("[to]", "recipient address, name or payment link")
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
        if (amount !== undefined && isPaymentUri(amount)) {
          if (token !== undefined) send.error(linkPlace)
          return done({ _tag: "Send", payment: { amount: null, token: null, to: amount }, flags })
        }
        const isLinkSecond = token !== undefined && isPaymentUri(token)
        if (isLinkSecond && to !== undefined) send.error(linkPlace)
        const [symbol, recipient] = isLinkSecond ? [null, token] : [token ?? null, to ?? null]
        done({ _tag: "Send", payment: { amount: amount ?? null, token: symbol, to: recipient }, flags })
      },
    )

  withGuardOptions(
    withWaitOptions(withSigning(program.command("swap").description("swap one token for another"))),
    "its percentage, word or hash",
  )
    .addArgument(
      program
        .createArgument("[amount]", "amount to pay, such as 1.5, or max")
        .argParser(value.parseAmountArgument),
    )
    .argument("[from]", "token to pay: symbol or contract address")
    .argument("[to]", "token to receive: symbol or contract address")
    .addOption(
      new Option("--slippage <percent>", "maximum slippage").argParser(value.parseSlippage).default(1),
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

  withEntry(
    withWaitOptions(program.command("watch").description("wait until a transaction is mined")),
  ).action((what: string, flags: WaitFlags) => done({ _tag: "Watch", what, waiting: toWaitLimits(flags) }))

  withEntry(
    withWaitOptions(withSigning(program.command("revoke").description("take an approval back"))),
    "hash of the approval",
  ).action((what: string, flags: SigningFlags & WaitFlags) =>
    done({ _tag: "Revoke", what, flags: toRaiseFlags(flags) }),
  )

  withEntry(program.command("forget").description("give up a transaction that is neither mined nor rejected"))
    .addOption(
      new Option("--confirm <value>", "acknowledge the warning by the hash or ID; repeatable")
        .argParser(value.collectValues)
        .default([], "none"),
    )
    .addHelpText("after", forgetExamples)
    .action((what: string, { confirm }: { readonly confirm: readonly string[] }) =>
      done({ _tag: "Forget", what, confirm }),
    )

  withEntry(
    withWaitOptions(withSigning(program.command("raise").description("raise the fee of a pending payment"))),
  )
    .addHelpText("after", raiseExamples)
    .action((what: string, flags: SigningFlags & WaitFlags) =>
      done({ _tag: "Raise", what, flags: toRaiseFlags(flags) }),
    )

  withWaitOptions(
    program.command("broadcast").description("send a signed transaction from stdin; safe to repeat"),
  )
    .addArgument(program.createArgument("<file>", "- for stdin").choices(["-"]))
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )
    .action((_file: string, flags: WaitFlags) => done({ _tag: "Broadcast", waiting: toWaitLimits(flags) }))
}
