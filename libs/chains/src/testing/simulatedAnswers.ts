import * as z from "zod/mini"

const LogSchema = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })

/** What a node said of one request: each of its calls, how much of the native currency arrives, and contracts' answers. */
export const SimulationRecord = z.object({
  arrives: z.string(),
  /** By selector. */
  answers: z.record(z.string(), z.string()),
  call: z.object({
    status: z.string(),
    gasUsed: z.string(),
    returnData: z.string(),
    logs: z.array(LogSchema),
  }),
})
export type SimulatedRecord = z.infer<typeof SimulationRecord>

/** A request without a record: every call succeeds, and nothing moves. */
export const stillRecord: SimulatedRecord = {
  arrives: "0",
  answers: {},
  call: { status: "0x1", gasUsed: "0x5208", returnData: `0x${"1".padStart(64, "0")}`, logs: [] },
}

const SimulatedRequest = z.object({
  blockStateCalls: z.tuple([
    z.object({
      blockOverrides: z.optional(z.unknown()),
      calls: z.array(
        z.looseObject({
          from: z.optional(z.string()),
          value: z.optional(z.string()),
          to: z.optional(z.string()),
          gas: z.optional(z.string()),
          data: z._default(z.string(), "0x"),
        }),
      ),
    }),
  ]),
})

/** The gas of a balance read, by which it is told from the calls of the request. */
const readGas = "0x493e0"
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
const balanceOf = "0x70a08231"
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

/**
 * Answers `eth_simulateV1` for an account that has 10^22 base units of each asset, at a price of 1 gwei.
 * @param account plain address
 * @param record `isShy`: tokens do not answer; `isUntraced`: the node does not report transfers of the currency
 */
export const answerSimulation = (
  asked: unknown,
  account: string,
  record: SimulatedRecord & {
    readonly isShy?: boolean | undefined
    readonly isUntraced?: boolean | undefined
  },
): unknown => {
  const [{ blockOverrides, calls }] = SimulatedRequest.parse(asked).blockStateCalls
  const isRead = calls.map(({ gas }) => gas === readGas)
  const [start, end] = [isRead.indexOf(false), isRead.lastIndexOf(false)]
  const { arrives, call } = record
  const fee = blockOverrides === undefined ? 0n : BigInt(end - start + 1) * BigInt(call.gasUsed) * 10n ** 9n
  const getChange = (to: string) =>
    call.logs
      .filter(({ address }) => address === to.toLowerCase())
      .reduce((sum, { data, topics: [event, from = "0x0", receiver = "0x0", id] }) => {
        const units = event !== transferTopic ? 0n : id === undefined ? BigInt(data) : 1n
        const sign =
          (BigInt(receiver) === BigInt(account) ? 1n : 0n) - (BigInt(from) === BigInt(account) ? 1n : 0n)
        return sum + sign * units
      }, 0n)
  return [
    {
      calls: calls.map(({ data, from = "0x0", to = "", value = "0x0" }, at) => {
        if (!isRead[at]) return call
        if (record.isShy && data.startsWith(balanceOf)) return { status: "0x0", returnData: "0x" }
        const change = data.startsWith(balanceOf) ? getChange(to) : BigInt(arrives) - fee
        const paid = {
          address: `0x${"ee".repeat(20)}`,
          topics: [transferTopic, word(BigInt(from)), word(BigInt(to))],
          data: word(BigInt(value)),
        }
        return {
          ...stillRecord.call,
          returnData: word(10n ** 22n + (at > end ? change : 0n)),
          logs: value === "0x0" || record.isUntraced ? [] : [paid],
        }
      }),
    },
  ]
}
