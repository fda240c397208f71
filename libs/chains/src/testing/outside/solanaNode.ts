import * as z from "zod/mini"
import { encodeBase64 } from "../../text/base64.ts"
import { makeScriptedRpc } from "../scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../solanaBytes.ts"

const Lamports = z.record(z.string(), z.number())

/** What the accounts of a world hold, by their names. Amounts in base units; `null` for what does not exist yet. */
export const OutsideHoldings = z.strictObject({
  lamports: Lamports,
  tokenAccounts: z.record(
    z.string(),
    z.strictObject({
      mint: z.string(),
      owner: z.string(),
      amount: z.nullable(z.string()),
      program: z.string(),
    }),
  ),
  mints: z.record(
    z.string(),
    z.strictObject({
      symbol: z.string(),
      decimals: z.number(),
      price: z.nullable(z.number()),
      program: z.optional(z.string()),
    }),
  ),
  stakes: z.record(z.string(), z.string()),
  /** US dollars of a SOL. */
  price: z.number(),
})
type Holdings = z.infer<typeof OutsideHoldings>

/** What a request changes, by account. */
export const OutsideChange = z.strictObject({
  lamports: z.optional(Lamports),
  tokens: z.optional(z.record(z.string(), z.nullable(z.string()))),
  owners: z.optional(z.record(z.string(), z.string())),
  delegates: z.optional(z.record(z.string(), z.tuple([z.string(), z.string()]))),
  programs: z.optional(z.record(z.string(), z.string())),
})
type Change = z.infer<typeof OutsideChange>
type NameReader = (text: string) => string

const rent = 2_039_280

const toAccount = (owner: string, lamports: number, data: Uint8Array = new Uint8Array()) => ({
  owner,
  lamports,
  executable: false,
  data: [encodeBase64(data), "base64"],
})

const makeAccounts = (world: Holdings, change: Change, read: NameReader) => {
  const lamports = { ...world.lamports, ...change.lamports }
  const plain = Object.entries(lamports).map(([name, amount]) => {
    const program = change.programs?.[name] ?? (name in world.stakes ? "$stake" : "$system")
    const data = name in world.stakes ? new Uint8Array(200) : new Uint8Array()
    return [read(name), amount === 0 ? null : toAccount(read(program), amount, data)] as const
  })
  const mints = Object.entries(world.mints).map(([name, { decimals, program = "$token" }]) => {
    const data = concatBytes(new Uint8Array(36), encodeU64(10n ** 15n), [decimals, 1], new Uint8Array(36))
    return [read(name), toAccount(read(program), 1_461_600, data)] as const
  })
  const holdings = Object.entries(world.tokenAccounts).map(([name, held]) => {
    const amount = change.tokens?.[name] === undefined ? held.amount : change.tokens[name]
    if (amount === null) return [read(name), null] as const
    const [delegate = null, allowed = "0"] = change.delegates?.[name] ?? []
    const isNative = held.mint === "$wsol"
    const data = concatBytes(
      read(held.mint),
      read(change.owners?.[name] ?? held.owner),
      encodeU64(BigInt(amount)),
      encodeU32(delegate === null ? 0 : 1),
      delegate === null ? new Uint8Array(32) : read(delegate),
      [1],
      encodeU32(isNative ? 1 : 0),
      encodeU64(BigInt(isNative ? rent : 0)),
      encodeU64(BigInt(allowed)),
      new Uint8Array(36),
    )
    return [read(name), toAccount(read(held.program), lamports[name] ?? rent, data)] as const
  })
  return new Map([...plain, ...mints, ...holdings])
}

const Listed = z.array(z.string())
const Watched = z.object({ accounts: z.optional(z.object({ addresses: Listed })) })
const ByMint = z.object({ mint: z.string() })

/** Makes a node of a world that simulates `change` for whatever is sent. */
export const makeSolanaNode = (world: Holdings, change: Change = {}, read: NameReader = String) => {
  const [before, after] = [makeAccounts(world, {}, read), makeAccounts(world, change, read)]
  return makeScriptedRpc((method, [first, second]) => {
    switch (method) {
      case "getMultipleAccounts":
        return { value: Listed.parse(first).map((one) => before.get(one) ?? null) }
      case "getAccountInfo":
        return { value: before.get(String(first)) ?? null }
      case "simulateTransaction": {
        const watched = Watched.parse(second).accounts?.addresses ?? []
        const accounts = watched.map((one) => after.get(one) ?? null)
        return { value: { err: null, logs: [], unitsConsumed: 5_000, accounts } }
      }
      case "getTokenAccountsByOwner": {
        const { mint } = ByMint.parse(second)
        const held = Object.entries(world.tokenAccounts).filter(
          ([, one]) => read(one.owner) === first && read(one.mint) === mint && one.amount !== null,
        )
        return {
          value: held.map(([name]) => ({ pubkey: read(name), account: before.get(read(name)) })),
        }
      }
      default:
        return undefined
    }
  }).rpc
}
