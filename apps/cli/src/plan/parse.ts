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
import { findEmptyInput } from "./emptyInput.ts"
import { addFundingCommands } from "./fundingCommands.ts"
import { addNameCommands } from "./nameCommands.ts"
import { addSessionCommands } from "./sessionCommands.ts"
import { addSigningCommands } from "./signingCommands.ts"
import { type ConfirmFlags, makeConfirmOption, toKeyFlags, withSigning } from "./signingOptions.ts"
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

/** Reads the output format before commander runs, because its errors need the format, too. */
const parseFormat = (argv: readonly string[]): Format =>
  getFormat({
    ...(argv.includes("--json") && { json: true as const }),
    ...(argv.includes("--jsonl") && { jsonl: true as const }),
  })

/** Converts flags to shared options. Returns `null` when the network of a bare `--rpc` is ambiguous. */
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
  wmodal mock --json > mock.json &             run a local test network and services
  wmodal connect --wallet dev --endpoints mock.json
  wmodal balances --json
  wmodal send 0.5 ETH 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --dry-run
  wmodal swap 100 USDC DAI --dry-run
  echo "hello" | wmodal sign message - --yes`

const connectExamples = `
Examples:
  wmodal connect --wallet walletconnect --endpoints mock.json
  wmodal connect --wallet frame --email you@example.com --otp-file code.txt
  wmodal connect --wallet dev --namespace solana       adds a second chain
  wmodal connect --wallet keys --keystore account.json
  wmodal connect --wallet keys --namespace bip122 --key-file bitcoin.wif

A phone connects all chains, or the one of --namespace. Email sign-in gives an EVM and
a Solana account. Keys connect one chain at a time, each with its own key.
Select the chain with wmodal switch or --network.`

const cspExamples = `
Examples:
  wmodal csp --endpoints endpoints.json --header
  wmodal csp eip155:1 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp --meta
  wmodal csp eip155:1 --script-src https://cdn.example/wmodal/auto.js

The file contains the endpoints option of the page as JSON. Add other resources that
the page loads yourself.`

interface CspFlags {
  readonly scriptSrc: readonly string[]
  readonly imgSrc: readonly string[]
  readonly connectSrc: readonly string[]
  readonly header?: true
  readonly meta?: true
}

interface ConnectFlags extends Omit<ConfirmFlags, "account"> {
  readonly account?: number | AccountType
  readonly wallet?: WalletName
  readonly email?: string
  readonly otpFile?: string
  readonly namespace?: Namespace
  readonly smartAccount?: true
}

const buildProgram = (done: (plan: CommandPlan) => void): Command => {
  const program = new Command("wmodal")
    .description("Connect a wallet, view balances, send, swap and sign from a terminal or a script.")
    .version(__WMODAL_VERSION__, "-v, --version")
    .addOption(new Option("--json", "print one JSON document").conflicts("jsonl"))
    .option("--jsonl", "print one JSON line per state")
    .option("--debug", "log each request to stderr")
    .option("--project-id <id>", "your project id ($WMODAL_PROJECT_ID)")
    .addOption(
      new Option("--relay <url>", "WalletConnect relay URL ($WMODAL_RELAY)").argParser(value.parseRelayUrl),
    )
    .option("--endpoints <file>", "JSON with the endpoints; - for stdin ($WMODAL_ENDPOINTS)")
    .addOption(
      new Option("--network <caip2>", "network for this run, such as eip155:1").argParser(
        value.parseNetworkId,
      ),
    )
    .addOption(
      new Option("--rpc <caip2=url>", "RPC URL of a network; repeatable")
        .argParser(value.collectRpcFlags)
        .default([], "the network's own"),
    )
    .addHelpText("after", examples)
    .helpCommand(false)

  withSigning(
    program.command("connect").description("connect a wallet"),
    new Option(
      "--account <which>",
      "account index of the test mnemonic; with email sign-in, eoa or smart",
    ).argParser(value.parseAccount),
  )
    .addOption(
      new Option(
        "--wallet <name>",
        "wallet: keys (a key file), walletconnect (phone), frame (email) or dev (public test keys)",
      ).argParser(value.parseWalletName),
    )
    .addOption(new Option("--email <address>", "email to sign in with").argParser(value.parseEmail))
    .option("--otp-file <file>", "file with the email code; - for stdin")
    .addOption(
      new Option("--chain <caip2>", "the same as --network").argParser(value.parseNetworkId).hideHelp(),
    )
    .addOption(
      new Option("--namespace <name>", "chain: eip155, solana or bip122").argParser(value.parseNamespace),
    )
    .option("--smart-account", "let the wallet batch calls")
    .addOption(makeConfirmOption())
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
        confirm: flags.confirm,
        yes: flags.yes === true,
      }),
    )
  program
    .command("accounts")
    .description("list connected accounts of all chains")
    .action(() => done({ _tag: "Accounts" }))
  program
    .command("balances")
    .description("list the account's balances")
    .action(() => done({ _tag: "Balances" }))
  addFundingCommands(program, done)
  addTransactionCommands(program, done)

  const networks = program
    .command("networks")
    .description("list networks; add or remove one")
    .action(() => done({ _tag: "Networks" }))
  networks
    .command("add")
    .description("add a network; pass its RPC URL with --rpc")
    .addArgument(networks.createArgument("<caip2>", "such as eip155:31337").argParser(value.parseNetworkId))
    .option("--name <name>", "display name")
    .option("--symbol <symbol>", "symbol of its native currency")
    .addOption(new Option("--decimals <n>", "decimals of its native currency").argParser(value.parseDecimals))
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
    .description("remove an added network")
    .addArgument(networks.createArgument("<caip2>").argParser(value.parseNetworkId))
    .action((network: CaipNetworkId) => done({ _tag: "NetworksRemove", network }))

  program
    .command("switch")
    .description("switch network or account")
    .addArgument(program.createArgument("[caip2]", "such as eip155:137").argParser(value.parseNetworkId))
    .addOption(
      new Option("--account <type>", "account type of the embedded wallet: eoa or smart").argParser(
        value.parseAccountType,
      ),
    )
    .action((network: CaipNetworkId | undefined, flags: { readonly account?: AccountType }) =>
      done({ _tag: "Switch", network: network ?? null, accountType: flags.account ?? null }),
    )

  addSigningCommands(program, done)
  addNameCommands(program, done)
  addSessionCommands(program, done)

  program
    .command("disconnect")
    .description("disconnect all chains or one")
    .addOption(
      new Option("--namespace <name>", "chain to disconnect, such as solana").argParser(value.parseNamespace),
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
    .description("run a mock server until stopped")
    .addOption(
      new Option("--port <n>", "port to listen on; 0 picks one").argParser(value.parsePort).default(4174),
    )
    .option("--scenario <file>", "JSON file with faults per call; - for stdin")
    .option("--log <file>", "write each request and response to a file, one JSON line each")
    .action((flags: { readonly port: number; readonly scenario?: string; readonly log?: string }) =>
      done({ _tag: "Mock", port: flags.port, scenario: flags.scenario ?? null, log: flags.log ?? null }),
    )
  program
    .command("run")
    .description("run a story: steps, faults and expected results")
    .argument("<story>", "a YAML file; - for stdin")
    .option("--mock", "use a new mock server")
    .option("--seed <seed>", "seed of the story's world; replaces the story's own")
    .option("--junit <file>", "write a JUnit report to a file")
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
        .createArgument("[caip2...]", "networks of the page, to allow their default nodes")
        .argParser(value.collectNetworkIds),
    )
    .addOption(
      new Option("--script-src <url>", "origin of the modal's files, if not the page's; repeatable")
        .argParser(value.collectHttpUrls)
        .default([], "the page's origin"),
    )
    .addOption(
      new Option("--img-src <url>", "host of the page's imageHosts; repeatable")
        .argParser(value.collectHttpUrls)
        .default([], "any https: host"),
    )
    .addOption(
      new Option("--connect-src <url>", "host of the page's paymentHosts; repeatable")
        .argParser(value.collectHttpUrls)
        .default([], "none"),
    )
    .addOption(new Option("--header", "include the header name").conflicts("meta"))
    .option("--meta", "print a <meta> element")
    .addHelpText("after", cspExamples)
    .action((networks: readonly CaipNetworkId[] | undefined, flags: CspFlags) =>
      done({
        _tag: "Csp",
        networks: networks ?? [],
        scripts: flags.scriptSrc,
        images: flags.imgSrc,
        servers: flags.connectSrc,
        form: flags.meta === true ? "meta" : flags.header === true ? "header" : "value",
      }),
    )
  program
    .command("completion")
    .description("print a completion script for your shell")
    .addArgument(
      program.createArgument("<shell>", "bash, zsh, fish or powershell").argParser(value.parseShell),
    )
    .action((shell: Shell) => done({ _tag: "Completion", shell }))
  return program
}

/** Returns the command tree with all flags, for completion scripts. */
export const listCommands = (): Command => buildProgram(() => {})

const toSentence = (text: string): string => {
  const bare = text
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ")
    .trim()
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${/[.!?)]$/.test(bare) ? "" : "."}`
}

/** Returns the command with its parents, such as `wmodal networks add`. */
const toPath = (command: Command): string =>
  command.parent === null ? command.name() : `${toPath(command.parent)} ${command.name()}`

/** Parses the command line without node and script. Never throws for user input. */
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
  // The command whose arguments are invalid: its help lists them.
  let atFault = program
  const quiet = (command: Command): void => {
    const blame = () => {
      atFault = command
    }
    const showFault = (text: string) => {
      blame()
      show(text)
    }
    command.exitOverride().configureOutput({ writeOut: show, writeErr: showFault, outputError: blame })
    for (const child of command.commands) quiet(child)
  }
  quiet(program)
  program.hook("preAction", (_program, command) => {
    found.command = command
    const empty = findEmptyInput(command)
    if (empty !== null) command.error(`error: ${empty} is empty`)
  })
  try {
    program.parse(argv, { from: "user" })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0 || argv.length === 0) return { _tag: "Show", text: shown }
    const helpCommand = `${toPath(atFault)} --help`
    if (error.code === "commander.help")
      return refused("Missing command", `Run ${helpCommand} to list the commands.`)
    return refused(error.message, `Run ${helpCommand} for usage.`)
  }
  const { plan, command } = found
  if (plan === undefined || command === undefined) return { _tag: "Show", text: program.helpInformation() }
  const shared = toSharedOptions(command.optsWithGlobals(), plan)
  if (shared === null) {
    return refused("--rpc names no network", "Pass --rpc eip155:1=https://node.example.")
  }
  if (plan._tag === "Switch" && plan.network === null && plan.accountType === null) {
    return refused("Missing argument: pass <caip2> or --account", "wmodal switch eip155:137")
  }
  if (plan._tag === "NetworksAdd" && shared.rpc.every(({ network }) => network !== plan.network)) {
    return refused("Missing RPC URL: pass --rpc", `wmodal networks add ${plan.network} --rpc <url>`)
  }
  return { _tag: "Run", plan, shared }
}
