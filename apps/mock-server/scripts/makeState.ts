import { readFileSync, writeFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isHex,
  parseUnits,
  toHex,
} from "viem"
import * as z from "zod/mini"
import { type Anvil, startAnvil } from "../src/evm/Anvil.ts"
import { accounts } from "../src/evm/accounts.ts"
import { batchExecutorAddress } from "../src/evm/batchExecutor.ts"
import { collections } from "../src/evm/collections.ts"
import {
  accountCodeAddress,
  accountFactoryAddress,
  bundlerAddress,
  entryPointAddress,
  senderCreatorAddress,
} from "../src/evm/entryPoint.ts"
import { exchangeAddress, poolSideDollars, pools } from "../src/evm/exchange.ts"
import { genesisTimestamp } from "../src/evm/genesis.ts"
import { maliciousRouters } from "../src/evm/maliciousRouters.ts"
import { multicallAddress } from "../src/evm/multicall.ts"
import { fetchRpcResults } from "../src/evm/rpcResults.ts"
import { deployer, type Token, tokens } from "../src/evm/tokens.ts"
import { compileContracts } from "./compile.ts"

const [usd, dai] = tokens

/** Whole tokens of each kind that the first test accounts begin with: `[mUSDC, mDAI, mUSDT, mFEE]`. */
const holdings = [
  ["10000", "5000", "3000", "1500"],
  ["2500", "1000.5", "800.75", "200"],
  ["750.25", "0", "60", "30"],
  ["0", "42", "5", "12.5"],
] as const

const Account = z.object({
  nonce: z.number(),
  balance: z.string(),
  code: z.string(),
  storage: z.record(z.string(), z.string()),
})
const Dump = z.object({
  block: z.looseObject({}),
  accounts: z.record(z.string(), Account),
})

const send = (transaction: { readonly to?: string; readonly data: string }) =>
  ["eth_sendTransaction", { from: deployer, gas: toHex(6_000_000), ...transaction }] as const

const give = (token: Token, to: Hex | undefined, amount: string) => {
  if (to === undefined || amount === "0") return []
  const args: readonly [Hex, bigint] = [to, parseUnits(amount, token.decimals)]
  return [
    send({ to: token.address, data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }) }),
  ]
}

/** The creation code of every contract that the deployer makes, in the order that their addresses hang on. */
const creations = (codeOf: ReturnType<typeof compileContracts>): readonly Hex[] => [
  codeOf("MockUsdCoin").creation,
  codeOf("MockDai").creation,
  // Keeps the place of the exchange, whose address is written down.
  codeOf("Multicall").creation,
  ...collections.map(({ name, symbol, owners }) =>
    concatHex([
      codeOf("MockCollectible").creation,
      encodeAbiParameters(
        [{ type: "string" }, { type: "string" }, { type: "address[]" }],
        [name, symbol, owners],
      ),
    ]),
  ),
  codeOf("MockTether").creation,
  codeOf("MockFeeToken").creation,
  codeOf("BatchExecutor").creation,
  ...Object.keys(maliciousRouters).map((_, trick) =>
    concatHex([
      codeOf("Thief").creation,
      encodeAbiParameters([{ type: "address" }, { type: "uint8" }], [exchangeAddress, trick]),
    ]),
  ),
  codeOf("SessionAccountFactory").creation,
]

const exchangeCreation = (codeOf: ReturnType<typeof compileContracts>): Hex =>
  concatHex([
    codeOf("Exchange").creation,
    encodeAbiParameters([{ type: "address" }, { type: "address" }], [usd.address, dai.address]),
  ])

/** The contract of ERC-4337 as its package has it. */
const Package = z.object({ creation: z.object({ EntryPoint: z.custom<Hex>(isHex) }) })
const { creation: packaged } = Package.parse(
  JSON.parse(readFileSync(new URL("../contracts/account-abstraction.json", import.meta.url), "utf8")),
)

/**
 * Lets a contract be made at an address that is written down, as the well-known ones are: its creation code runs there
 * as if it were the contract, and leaves behind what it would.
 */
const makeAt = async (anvil: Anvil, address: Hex, creation: Hex) => {
  await fetchRpcResults(anvil, [
    ["anvil_setNonce", address, "0x1"],
    ["anvil_setCode", address, creation],
  ])
  const [runtime] = await fetchRpcResults(anvil, [["eth_call", { to: address }, "latest"]])
  await fetchRpcResults(anvil, [send({ to: address, data: "0x" })])
  await fetchRpcResults(anvil, [["evm_mine"]])
  await fetchRpcResults(anvil, [["anvil_setCode", address, runtime]])
}

/**
 * Deploys the contracts on a fresh chain and hands the tokens out, then keeps the accounts alone:
 * a chain that starts from them has no blocks yet, so that the same state serves every network.
 * The native side of the pools is added when a chain starts, for it hangs on what the currency is worth.
 * @returns what `anvil --load-state` reads, as JSON text.
 */
export const makeState = async (): Promise<string> => {
  const anvil = await startAnvil({ chainId: 1, timestamp: genesisTimestamp })
  try {
    const codeOf = compileContracts()
    const calls = [
      // Automatic mining happens some time after the reply: a dump could miss the last of it.
      ["evm_setAutomine", false] as const,
      ["anvil_setBalance", deployer, toHex(10n ** 20n)] as const,
      ["anvil_impersonateAccount", deployer] as const,
      ["anvil_setCode", multicallAddress, codeOf("Multicall").runtime] as const,
      ...creations(codeOf).map((data) => send({ data })),
      ...holdings.flatMap((amounts, owner) =>
        tokens.flatMap((token, kind) => give(token, accounts[owner], amounts[kind] ?? "0")),
      ),
      ...pools.flatMap(({ address, pair }) =>
        tokens
          .filter((token) => pair.some((one) => one === token.address))
          .flatMap((token) => give(token, address, `${poolSideDollars}`)),
      ),
    ]
    // One by one: the addresses of the contracts hang on the order.
    for (const call of calls) {
      await fetchRpcResults(anvil, [call])
      await fetchRpcResults(anvil, [["evm_mine"]])
    }
    await makeAt(anvil, exchangeAddress, exchangeCreation(codeOf))
    await makeAt(anvil, entryPointAddress, packaged.EntryPoint)
    await fetchRpcResults(anvil, [["anvil_setBalance", bundlerAddress, toHex(10n ** 24n)]])
    await fetchRpcResults(anvil, [["evm_mine"]])
    const [dumped] = await fetchRpcResults(anvil, [["anvil_dumpState"]])
    return genesis(Buffer.from(z.string().parse(dumped).slice(2), "hex"))
  } finally {
    await anvil.end()
  }
}

const genesis = (dump: Buffer): string => {
  const state = Dump.parse(JSON.parse(gunzipSync(dump).toString()))
  const single = [deployer, exchangeAddress, batchExecutorAddress, multicallAddress]
  const several = [...tokens, ...collections, ...pools].map(({ address }) => address)
  const operations = [
    bundlerAddress,
    entryPointAddress,
    senderCreatorAddress,
    accountFactoryAddress,
    accountCodeAddress,
  ]
  const ours = new Set(
    [...accounts, ...single, ...operations, ...several, ...Object.values(maliciousRouters)].map((address) =>
      address.toLowerCase(),
    ),
  )
  const kept = Object.entries(state.accounts)
    .filter(([address]) => ours.has(address))
    .map(([address, account]) => [address, address === deployer ? { ...account, balance: "0x0" } : account])
  if (kept.length !== ours.size) throw new Error("A contract was not deployed at its recorded address")
  // What the removed blocks left behind is put back to where a chain begins.
  const block = {
    ...state.block,
    number: "0x0",
    timestamp: toHex(genesisTimestamp),
    basefee: 1_000_000_000,
    prevrandao: toHex(0, { size: 32 }),
  }
  const empty = { best_block_number: 0, blocks: [], transactions: [] }
  const saved = JSON.stringify({ block, accounts: Object.fromEntries(kept), ...empty }, null, 1)
  // A module, not JSON: older Nodes fail on an import attribute before they can print the required version.
  return `/** How a chain begins, made by \`npm run state\`: accounts, contracts and an empty block. */\nexport const state = ${saved}\n`
}

/** Makes the module of the contracts that only some worlds have. */
export const makeTraitCode = (): string => {
  const codeOf = compileContracts()
  const codes = Object.fromEntries(
    ["CeloToken", "LongRoute", "RollupOracle", "RollupTerms", "ZksyncToken"].map((name) => [
      name,
      codeOf(name).runtime,
    ]),
  )
  return `/** The contracts that only some worlds have, made by \`npm run state\`. */\nexport const traitCode = ${JSON.stringify(codes, null, 1)} as const\n`
}

if (import.meta.main) {
  writeFileSync(new URL("../src/evm/generated/traitCode.ts", import.meta.url), makeTraitCode())
  writeFileSync(new URL("../src/evm/generated/state.ts", import.meta.url), await makeState())
}
