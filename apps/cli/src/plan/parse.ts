import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { Command, CommanderError, Option } from "commander"
import type { Format } from "../terminal/Terminal.ts"
import type {
  AccountType,
  CommandPlan,
  ParsedCommandLine,
  SharedOptions,
  Shell,
  WalletName,
} from "./CommandPlan.ts"
import {
  type ConfirmFlags,
  makeConfirmOption,
  type SigningFlags,
  toKeyFlags,
  withSigning,
} from "./signingOptions.ts"
import { addTransactionCommands } from "./transactionCommands.ts"
import * as value from "./values.ts"

interface SharedFlags {
  readonly json?: true
  readonly jsonl?: true
  readonly debug?: true
  readonly projectId?: string
  readonly endpoints?: string
  readonly relay?: string
  readonly network?: CaipNetworkId
  readonly rpc: readonly value.RpcFlag[]
}

const getFormat = (flags: Pick<SharedFlags, "json" | "jsonl">): Format =>
  flags.json === true ? "json" : flags.jsonl === true ? "jsonl" : "auto"

/** Before commander has an opinion, an error must already be in the form that was asked for. */
const parseFormat = (argv: readonly string[]): Format =>
  getFormat({
    ...(argv.includes("--json") && { json: true as const }),
    ...(argv.includes("--jsonl") && { jsonl: true as const }),
  })

/** @returns `null` when a bare `--rpc` could be meant for any network. */
const toSharedOptions = (
  flags: SharedFlags & { readonly chain?: CaipNetworkId },
  plan: CommandPlan,
): SharedOptions | null => {
  const network = flags.network ?? flags.chain ?? null
  const about = plan._tag === "NetworksAdd" || plan._tag === "Switch" ? plan.network : network
  const rpc = flags.rpc.flatMap((flag) => {
    const meant = flag.network ?? about
    return meant === null ? [] : [{ network: meant, url: flag.url }]
  })
  if (rpc.length < flags.rpc.length) return null
  return {
    format: getFormat(flags),
    debug: flags.debug === true,
    projectId: flags.projectId ?? null,
    endpoints: flags.endpoints ?? null,
    relay: flags.relay ?? null,
    network,
    rpc,
  }
}

const examples = `
Examples:
  wmodal mock --json > mock.json &             a chain and a directory of your own
  wmodal connect --wallet dev --endpoints mock.json
  wmodal balances --json
  wmodal send 0.5 ETH 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --dry-run
  wmodal swap 100 USDC DAI --dry-run
  echo "hello" | wmodal sign message - --yes`

const connectExamples = `
Examples:
  wmodal connect --wallet walletconnect --endpoints mock.json
  wmodal connect --wallet frame --email you@example.com --otp-file code.txt
  wmodal connect --wallet dev --namespace solana       beside what is connected
  wmodal connect --wallet dev --namespace bip122 --key-file bitcoin.wif

A phone is asked for every chain, or for the one of --namespace. Whoever signs in with
an email address has a wallet on EVM networks and on Solana. The dev wallet is
connected for each chain on its own, with its own key. All of it stays connected until
wmodal disconnect. wmodal switch and --network say which one a command is about.`

const cspExamples = `
Examples:
  wmodal csp --endpoints endpoints.json --header
  wmodal csp eip155:1 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp --meta
  wmodal csp eip155:1 --script-src https://cdn.example/wmodal/auto.js

The file is the endpoints option of the page, as JSON. What else the page loads
is for you to add.`

interface CspFlags {
  readonly scriptSrc: readonly string[]
  readonly imgSrc: readonly string[]
  readonly header?: true
  readonly meta?: true
}

interface ConnectFlags extends Omit<SigningFlags, "account"> {
  readonly account?: number | AccountType
  readonly wallet?: WalletName
  readonly email?: string
  readonly otpFile?: string
  readonly namespace?: Namespace
  readonly smartAccount?: true
}

const buildProgram = (done: (plan: CommandPlan) => void): Command => {
  const program = new Command("wmodal")
    .description("Connect a wallet, see what it holds, send, swap and sign, from a terminal or a script.")
    .version(__WMODAL_VERSION__, "-v, --version")
    .addOption(new Option("--json", "print one JSON document").conflicts("jsonl"))
    .option("--jsonl", "print one JSON line per state")
    .option("--debug", "tell on stderr which host is asked what")
    .option("--project-id <id>", "your project id ($WMODAL_PROJECT_ID)")
    .addOption(
      new Option("--relay <url>", "the relay that leads to phones ($WMODAL_RELAY)").argParser(
        value.parseRelayUrl,
      ),
    )
    .option("--endpoints <file>", "JSON with the endpoints; - for stdin ($WMODAL_ENDPOINTS)")
    .addOption(
      new Option("--network <caip2>", "network of this run, such as eip155:1").argParser(
        value.parseNetworkId,
      ),
    )
    .addOption(
      new Option("--rpc <caip2=url>", "node to ask for a network; repeatable")
        .argParser(value.collectRpcFlags)
        .default([], "the network's own"),
    )
    .addHelpText("after", examples)
    .helpCommand(false)

  withSigning(
    program.command("connect").description("connect a wallet"),
    new Option(
      "--account <which>",
      "number of the test mnemonic's account; with an email, eoa or smart",
    ).argParser(value.parseAccount),
  )
    .addOption(
      new Option(
        "--wallet <name>",
        "which wallet: walletconnect (on a phone), frame (by an email address) or dev",
      ).argParser(value.parseWalletName),
    )
    .addOption(new Option("--email <address>", "who signs in").argParser(value.parseEmail))
    .option("--otp-file <file>", "where the code of the mail will be; - for stdin")
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )
    .addOption(
      new Option("--namespace <name>", "which chain: eip155, solana or bip122").argParser(
        value.parseNamespace,
      ),
    )
    .option("--smart-account", "the wallet may take several calls as one")
    .addHelpText("after", connectExamples)
    .action(({ account, ...flags }: ConnectFlags) =>
      done({
        _tag: "Connect",
        wallet: flags.wallet ?? null,
        namespace: flags.namespace ?? null,
        key: toKeyFlags({
          ...flags,
          ...(typeof account === "number" && { account }),
        }),
        smartAccount: flags.smartAccount === true,
        signIn: {
          email: flags.email ?? null,
          otpFile: flags.otpFile ?? null,
          accountType: typeof account === "string" ? account : null,
        },
        yes: flags.yes === true,
      }),
    )
  program
    .command("accounts")
    .description("the connected accounts of every chain")
    .action(() => done({ _tag: "Accounts" }))
  program
    .command("balances")
    .description("what the account holds")
    .action(() => done({ _tag: "Balances" }))
  addTransactionCommands(program, done)

  const networks = program
    .command("networks")
    .description("the networks that wmodal knows; add or remove one")
    .action(() => done({ _tag: "Networks" }))
  networks
    .command("add")
    .description("remember a network of your own: --rpc names its node")
    .addArgument(networks.createArgument("<caip2>", "such as eip155:31337").argParser(value.parseNetworkId))
    .option("--name <name>", "how it is shown")
    .option("--symbol <symbol>", "its native currency")
    .addOption(new Option("--decimals <n>", "of its native currency").argParser(value.parseDecimals))
    .action(
      (
        network: CaipNetworkId,
        flags: { readonly name?: string; readonly symbol?: string; readonly decimals?: number },
      ) =>
        done({
          _tag: "NetworksAdd",
          network,
          name: flags.name ?? null,
          symbol: flags.symbol ?? null,
          decimals: flags.decimals ?? null,
        }),
    )
  networks
    .command("remove")
    .description("forget a network that was added")
    .addArgument(networks.createArgument("<caip2>").argParser(value.parseNetworkId))
    .action((network: CaipNetworkId) => done({ _tag: "NetworksRemove", network }))

  program
    .command("switch")
    .description("select a network, in the wallet too; or the account in use")
    .addArgument(program.createArgument("[caip2]", "such as eip155:137").argParser(value.parseNetworkId))
    .addOption(
      new Option("--account <kind>", "of the embedded wallet: eoa or smart").argParser(
        value.parseAccountType,
      ),
    )
    .action((network: CaipNetworkId | undefined, flags: { readonly account?: AccountType }) =>
      done({ _tag: "Switch", network: network ?? null, accountType: flags.account ?? null }),
    )

  const sign = program.command("sign").description("sign a message or typed data")
  withSigning(sign.command("message").description("sign a text, as the account's chain does"))
    .argument("[text]", "the text; - for stdin", "-")
    .addOption(makeConfirmOption())
    .action((text: string, flags: ConfirmFlags) =>
      done({
        _tag: "SignMessage",
        text,
        key: toKeyFlags(flags),
        confirm: flags.confirm,
        yes: flags.yes === true,
      }),
    )
  withSigning(sign.command("typed-data").description("sign EIP-712 typed data"))
    .argument("[file]", "a JSON file; - for stdin", "-")
    .addOption(makeConfirmOption())
    .action((file: string, flags: ConfirmFlags) =>
      done({
        _tag: "SignTypedData",
        file,
        key: toKeyFlags(flags),
        confirm: flags.confirm,
        yes: flags.yes === true,
      }),
    )

  program
    .command("disconnect")
    .description("end the session, or one chain of it")
    .addOption(
      new Option("--namespace <name>", "only this one, such as solana").argParser(value.parseNamespace),
    )
    .action((flags: { readonly namespace?: Namespace }) =>
      done({ _tag: "Disconnect", namespace: flags.namespace ?? null }),
    )
  program
    .command("doctor")
    .description("check this machine, the endpoints and the network")
    .action(() => done({ _tag: "Doctor" }))
  program
    .command("mock")
    .description("the outside world in small: serves until it is ended")
    .addOption(
      new Option("--port <n>", "port to listen on; 0 picks one").argParser(value.parsePort).default(4174),
    )
    .option("--scenario <file>", "JSON that says what happens to which calls; - for stdin")
    .option("--log <file>", "write every request and its answer there, a JSON line each")
    .action((flags: { readonly port: number; readonly scenario?: string; readonly log?: string }) =>
      done({ _tag: "Mock", port: flags.port, scenario: flags.scenario ?? null, log: flags.log ?? null }),
    )
  program
    .command("run")
    .description("play a story: steps, faults and what they should leave")
    .argument("<story>", "a YAML file; - for stdin")
    .option("--mock", "against a mock server of its own")
    .option("--seed <seed>", "of the story's world, in place of the story's own")
    .option("--junit <file>", "write a report for CI there")
    .action(
      (file: string, flags: { readonly mock?: true; readonly seed?: string; readonly junit?: string }) =>
        done({
          _tag: "RunStory",
          file,
          mock: flags.mock === true,
          seed: flags.seed ?? null,
          junit: flags.junit ?? null,
        }),
    )
  program
    .command("csp")
    .description("print the Content-Security-Policy of a page with these endpoints and networks")
    .addArgument(
      program
        .createArgument("[caip2...]", "networks of the page, whose own nodes it asks, too")
        .argParser(value.collectNetworkIds),
    )
    .addOption(
      new Option("--script-src <url>", "where the modal's files are, if not on the page's origin; repeatable")
        .argParser(value.collectHttpUrls)
        .default([], "the page's origin"),
    )
    .addOption(
      new Option("--img-src <url>", "host of the pictures of tokens and collectibles; repeatable")
        .argParser(value.collectHttpUrls)
        .default([], "any https: host"),
    )
    .addOption(new Option("--header", "print the header's name, too").conflicts("meta"))
    .option("--meta", "print a <meta> element")
    .addHelpText("after", cspExamples)
    .action((networks: readonly CaipNetworkId[] | undefined, flags: CspFlags) =>
      done({
        _tag: "Csp",
        networks: networks ?? [],
        scripts: flags.scriptSrc,
        images: flags.imgSrc,
        form: flags.meta === true ? "meta" : flags.header === true ? "header" : "value",
      }),
    )
  program
    .command("completion")
    .description("a completion script for your shell")
    .addArgument(
      program.createArgument("<shell>", "bash, zsh, fish or powershell").argParser(value.parseShell),
    )
    .action((shell: Shell) => done({ _tag: "Completion", shell }))
  return program
}

/** Every command with its own flags, deepest first: what a completion script is made of. */
export const listCommands = (): Command => buildProgram(() => {})

const toSentence = (text: string): string => {
  const bare = text
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .trim()
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${/[.!?)]$/.test(bare) ? "" : "."}`
}

/** @param argv without the node and the script. Never throws for what a person typed. */
export const parse = (argv: readonly string[]): ParsedCommandLine => {
  const refused = (message: string, hint: string | null): ParsedCommandLine => ({
    _tag: "Refused",
    message: toSentence(message),
    hint,
    format: parseFormat(argv),
  })
  const found: { plan?: CommandPlan; command?: Command } = {}
  let shown = ""
  const show = (text: string): void => {
    shown += text
  }
  const program = buildProgram((plan) => {
    found.plan = plan
  })
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: show, writeErr: show, outputError: () => {} })
    for (const child of command.commands) quiet(child)
  }
  quiet(program)
  program.hook("preAction", (_program, command) => {
    found.command = command
  })
  try {
    program.parse(argv, { from: "user" })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0 || argv.length === 0) return { _tag: "Show", text: shown }
    if (error.code === "commander.help") return refused("Say what to do", "wmodal --help lists the commands.")
    return refused(error.message, "See wmodal --help.")
  }
  const { plan, command } = found
  if (plan === undefined || command === undefined) return { _tag: "Show", text: program.helpInformation() }
  const shared = toSharedOptions(command.optsWithGlobals(), plan)
  if (shared === null) {
    return refused("--rpc does not say for which network", "Write it as --rpc eip155:1=https://node.example.")
  }
  if (plan._tag === "Switch" && plan.network === null && plan.accountType === null) {
    return refused("Say where to: <caip2>, or --account", "wmodal switch eip155:137")
  }
  if (plan._tag === "NetworksAdd" && shared.rpc.every(({ network }) => network !== plan.network)) {
    return refused(
      "The node of the network is missing: --rpc",
      `wmodal networks add ${plan.network} --rpc <url>`,
    )
  }
  return { _tag: "Run", plan, shared }
}
