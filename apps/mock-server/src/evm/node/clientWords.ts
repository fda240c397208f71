import * as z from "zod/mini"

export const clientNames = [
  "geth",
  "erigon",
  "nethermind",
  "besu",
  "reth",
  "openethereum",
  "infura",
  "alchemy",
  "quicknode",
] as const
type ClientName = (typeof clientNames)[number]

/** What a refused transaction costs, what its sender has, and which nonce is next. Units and wei. */
interface RefusedFacts {
  readonly method: string
  readonly balance: bigint
  readonly cost: bigint
  readonly nonce: number
  readonly next: number
}

type Words = readonly [code: number, text: (facts: RefusedFacts) => string]

/** The reasons for which a node refuses a call. */
interface ClientWords {
  readonly funds: Words
  /** The same, of an estimate. */
  readonly estimate: Words
  readonly nonce: Words
  readonly known: Words
  readonly underpriced: Words
  readonly unknownMethod: Words
  readonly limit: Words
}

const say =
  (text: string): Words[1] =>
  () =>
    text

const geth: ClientWords = {
  funds: [
    -32_000,
    ({ balance, cost }) =>
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`,
  ],
  estimate: [-32_000, say("insufficient funds for transfer")],
  nonce: [-32_000, ({ next, nonce }) => `nonce too low: next nonce ${next}, tx nonce ${nonce}`],
  known: [-32_000, say("already known")],
  underpriced: [-32_000, say("replacement transaction underpriced")],
  unknownMethod: [-32_601, ({ method }) => `the method ${method} does not exist/is not available`],
  limit: [-32_005, say("limit exceeded")],
}

/** Sources: the clients' own tables of errors, and the replies of hosts in public reports. */
const clients: Readonly<Record<ClientName, ClientWords>> = {
  geth,
  erigon: {
    ...geth,
    funds: [-32_000, say("INTERNAL_ERROR: insufficient funds")],
    nonce: [-32_000, say("INTERNAL_ERROR: nonce too low")],
    known: [-32_000, say("INTERNAL_ERROR: existing tx with same hash")],
    underpriced: [-32_000, say("INTERNAL_ERROR: could not replace existing tx")],
  },
  nethermind: {
    ...geth,
    funds: [
      -32_010,
      ({ balance, cost }) => `InsufficientFunds, Account balance: ${balance}, cumulative cost: ${cost}`,
    ],
    estimate: [-32_000, say("insufficient sender balance")],
    nonce: [-32_010, ({ next, nonce }) => `OldNonce, Current nonce: ${next}, nonce of rejected tx: ${nonce}`],
    known: [-32_010, say("AlreadyKnown")],
    underpriced: [-32_010, say("ReplacementNotAllowed")],
    unknownMethod: [-32_601, ({ method }) => `Method ${method} is not supported`],
  },
  besu: {
    funds: [-32_004, say("Upfront cost exceeds account balance")],
    estimate: [-32_004, say("Upfront cost exceeds account balance")],
    nonce: [-32_001, say("Nonce too low")],
    known: [-32_000, say("Known transaction")],
    underpriced: [-32_000, say("Replacement transaction underpriced")],
    unknownMethod: [-32_601, say("Method not found")],
    limit: [-32_005, say("limit exceeded")],
  },
  reth: {
    ...geth,
    funds: [
      -32_003,
      ({ balance, cost }) => `insufficient funds for gas * price + value: have ${balance} want ${cost}`,
    ],
    nonce: [-32_003, ({ next, nonce }) => `nonce too low: next nonce ${next}, tx nonce ${nonce}`],
    unknownMethod: [-32_601, say("Method not found")],
  },
  openethereum: {
    funds: [
      -32_010,
      ({ balance, cost }) =>
        `Insufficient funds. The account you tried to send transaction from does not have enough funds. Required ${cost} and got: ${balance}.`,
    ],
    estimate: [-32_010, say("Insufficient funds. The account does not have enough funds.")],
    nonce: [-32_010, say("Transaction nonce is too low. Try incrementing the nonce.")],
    known: [-32_010, say("Transaction with the same hash was already imported.")],
    underpriced: [
      -32_010,
      say(
        "Transaction gas price is too low. There is another transaction with same nonce in the queue. Try increasing the gas price or incrementing the nonce.",
      ),
    ],
    unknownMethod: [-32_601, say("Method not found")],
    limit: [-32_005, say("rate limit exceeded")],
  },
  infura: {
    ...geth,
    limit: [-32_005, say("project ID request rate exceeded")],
  },
  alchemy: {
    ...geth,
    unknownMethod: [
      -32_600,
      ({ method }) =>
        `Unsupported method: ${method}. See available methods at https://docs.alchemy.com/alchemy/documentation/apis`,
    ],
    limit: [
      429,
      say(
        "Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.",
      ),
    ],
  },
  quicknode: {
    ...geth,
    limit: [
      -32_007,
      say(
        "50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com",
      ),
    ],
  },
}

export interface NodeError {
  readonly code: number
  readonly message: string
}

/** Returns a client's words for a reason. Without facts: for one that needs only the method. */
export const sayAs = (
  client: ClientName | undefined,
  reason: keyof ClientWords,
  facts: Pick<RefusedFacts, "method"> & Partial<RefusedFacts>,
): NodeError => {
  const [code, text] = clients[client ?? "geth"][reason]
  return { code, message: text({ balance: 0n, cost: 0n, nonce: 0, next: 0, ...facts }) }
}

const reasons = [
  ["underpriced", /replacement transaction underpriced/i],
  ["known", /already (?:imported|known)/i],
  ["nonce", /nonce too low/i],
  ["funds", /insufficient funds/i],
] as const

const AnvilError = z.object({ code: z.number(), message: z.string() })

/** Returns the reason that anvil names; `null` for another one. */
export const readReason = (error: unknown): (typeof reasons)[number][0] | null => {
  const decoded = AnvilError.safeParse(error)
  const text = decoded.success ? decoded.data.message : ""
  return reasons.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
