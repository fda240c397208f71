import { type Command, Option } from "commander"
import { type BuyProvider, buyProviders, type CommandPlan } from "./CommandPlan.ts"
import * as value from "./values.ts"

const receiveExamples = `
Examples:
  wmodal receive --qr                          your address, to scan
  wmodal receive 25 USDC --qr                  a request that a wallet fills in
  wmodal receive --network eip155:137 --json   for scripts`

const buyExamples = `
Examples:
  wmodal buy 100 USD --token ETH        prints the page to pay on, and waits
  wmodal buy 50 EUR --no-wait --json    for scripts
  wmodal buy 150 USD --network solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp

Nothing is paid here: the provider takes your card or bank payment on its own page.
Meld sells SOL, and tokens on Ethereum: set meldUrl in the file of --endpoints to its page
with your public key, such as https://meldcrypto.com/?publicKey=...`

/** Adds the commands that get money into an account. */
export const addFundingCommands = (program: Command, done: (plan: CommandPlan) => void): void => {
  program
    .command("receive")
    .description("show your address, or a payment request to scan")
    .addArgument(
      program
        .createArgument("[amount]", "amount to request, such as 1.5")
        .argParser(value.parseDecimalAmount),
    )
    .argument("[token]", "token symbol or contract address; default: the native currency")
    .option("--qr", "show a QR code")
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId))
    .addHelpText("after", receiveExamples)
    .action((amount: string | undefined, token: string | undefined, { qr }: { readonly qr?: true }) =>
      done({ _tag: "Receive", amount: amount ?? null, token: token ?? null, qr: qr === true }),
    )

  program
    .command("buy")
    .description("buy a token with money, on the page of a provider")
    .addArgument(
      program.createArgument("<amount>", "amount to pay, such as 100").argParser(value.parseDecimalAmount),
    )
    .argument("<currency>", "currency to pay in, such as USD")
    .option("--token <symbol>", "token to buy; default: the first for sale")
    .addOption(
      new Option("--provider <name>", "default: the first that sells on the network").choices(buyProviders),
    )
    .option("--no-wait", "only print the page; do not wait for the purchase")
    .addOption(new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId))
    .addHelpText("after", buyExamples)
    .action(
      (
        amount: string,
        currency: string,
        {
          provider,
          token,
          wait,
        }: { readonly provider?: BuyProvider; readonly token?: string; readonly wait: boolean },
      ) => done({ _tag: "Buy", amount, currency, token: token ?? null, provider: provider ?? null, wait }),
    )
}
