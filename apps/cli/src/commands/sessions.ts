import type { SpendingAllowance, SpendingSession } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import { runSignature } from "../operations/runSignature.ts"
import { toExactAmount } from "../payments/paymentDocument.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { drawFacts, drawSignature } from "../views/drawFacts.ts"
import type { Field } from "../views/Panel.tsx"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

/** Lists what apps may spend of the connected account without asking. */
export const listSessions = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { engine } = yield* openReadOnly(context)
    const facts = yield* getConnectionFacts(engine)
    const sessions = yield* Effect.flatMap(engine.flows, (flows) => flows.sessions)
    const listed = yield* context.prompts.during("Looking for sessions", sessions.list)
    yield* context.output.result({
      state: "sessions",
      json: {
        account: facts.account,
        network: facts.network,
        sessions: listed.map(toSessionDocument),
      },
      lines: listed.map((session) =>
        [
          session.status,
          getAppName(session),
          session.allowances.map(describeAllowance).join(", "),
          describeEnd(session),
          session.id,
        ].join("\t"),
      ),
      drawn: drawFacts(
        "Sessions",
        listed.length === 0
          ? [{ label: "None", text: "No app can spend without asking." }]
          : listed.flatMap(toFields),
      ),
    })
  })

/** Reviews a session, has the wallet end it, and checks the account's contract afterwards. */
export const revokeSession = (
  { id, yes }: Extract<CommandPlan, { readonly _tag: "SessionRevoke" }>,
  context: Context,
): EngineCommand =>
  runSignature(context, { yes }, `wmodal sessions revoke ${quoteWord(id)}`, ({ engine }) =>
    Effect.gen(function* () {
      const sessions = yield* Effect.flatMap(engine.flows, (flows) => flows.sessions)
      const review = yield* context.prompts.during("Looking for the session", sessions.prepare(id))
      const { account, network, session } = review
      const fields = toFields(session)
      return {
        review: {
          fields,
          view: drawSignature(
            "Revoke a session",
            fields,
            "Afterwards the app can spend nothing without asking. The account ends it on the chain.",
          ),
        },
        approved: { account, network, session: id },
        request: sessions.revoke(review),
        toResult: (_revoked, { account, network }) =>
          Effect.succeed({
            state: "revoked",
            json: { id, app: getAppName(session), account, network },
            lines: [id],
            drawn: drawFacts("Revoked", fields.slice(0, 1)),
          }),
      }
    }),
  )

/** Returns the host of the app's page, which it cannot choose freely, else its own name. */
const getAppName = ({ app, host }: SpendingSession): string => host ?? (app || "unnamed app")

/** Returns what may be spent, in one line. */
export const describeAllowance = (allowance: SpendingAllowance): string => {
  if (allowance._tag === "Unknown") return `unreadable: ${allowance.type}`
  const { decimals, left, limit, symbol } = allowance
  if (limit === null) return `any amount of ${symbol}`
  const toText = (amount: bigint) =>
    decimals === null ? `${amount} units of ${symbol}` : `${formatAmount(amount, decimals)} ${symbol}`
  return left === null ? `up to ${toText(limit)}` : `${toText(left)} of ${toText(limit)} left`
}

const describeEnd = ({ expiresAt }: SpendingSession): string =>
  expiresAt === null ? "no end" : new Date(expiresAt).toISOString()

const toAllowanceDocument = (allowance: SpendingAllowance) => {
  if (allowance._tag === "Unknown") return { type: allowance.type, data: allowance.data }
  const { left, limit, token: address } = allowance
  const toAmount = (value: bigint | null) => {
    if (value === null) return null
    const { decimals, symbol } = allowance
    return decimals === null
      ? { symbol, token: address, value, decimals, amount: null }
      : toExactAmount(value, { symbol, decimals, address })
  }
  return { token: address, symbol: allowance.symbol, limit: toAmount(limit), left: toAmount(left) }
}

const toSessionDocument = (session: SpendingSession) => ({
  id: session.id,
  status: session.status,
  app: session.app,
  host: session.host,
  key: session.key,
  onChain: session.isOnChain,
  grantedAt: new Date(session.createdAt).toISOString(),
  expiresAt: session.expiresAt === null ? null : new Date(session.expiresAt).toISOString(),
  allowances: session.allowances.map(toAllowanceDocument),
})

const toFields = (session: SpendingSession): readonly Field[] => [
  { label: "App", text: `${getAppName(session)} (${session.status})` },
  ...session.allowances.map((one) => ({ label: "May spend", text: describeAllowance(one) })),
  { label: "Ends", text: describeEnd(session) },
  { label: "Key", text: session.key === null ? "unknown" : formatAddressGroups(session.key) },
  { label: "Says so", text: session.isOnChain ? "the account on the chain" : "the server only" },
  { label: "Id", text: session.id },
]
